package templates

import (
	"fmt"

	"railpost/engine"
)

// letter is a Letter being laid out.
type letter struct {
	*Letter
	*voice
	*document
}

// lay lays a letter out and writes it, whatever its size.
func (s *Set) lay(l *Letter) (Rendered, error) {
	w := s.begin(l)
	if err := w.body(); err != nil {
		return Rendered{}, err
	}
	w.howTo()
	w.foot()
	r := Rendered{Subject: subject(w), Text: w.document.text()}
	r.HTML = w.document.html(r.Subject)
	return r, nil
}

// Blocks returns blocks as text of at most 76 columns, for the command line. players are
// names by seat.
func (s *Set) Blocks(lang string, players []string, blocks []engine.Block) string {
	w := s.begin(&Letter{Lang: lang, Players: players, Seat: engine.Nobody})
	w.blocks(blocks)
	return w.text()
}

func (s *Set) begin(l *Letter) *letter {
	v := s.voice(l.Lang, l.Players, l.Seat, l.Zone)
	v.now = l.Now
	return &letter{Letter: l, voice: v, document: &document{lang: v.tongue.name}}
}

func (w *letter) body() error {
	switch w.Kind {
	case Invitation:
		w.invitation()
	case Start:
		w.start()
	case Handover:
		w.handover()
	case Turn, Reminder:
		w.turn("letter.since-move")
	case News:
		w.news()
	case Late:
		w.late()
	case Receipt:
		return w.receipt()
	case Refusal:
		return w.refusal()
	case Question:
		return w.question()
	case Preview:
		return w.preview()
	case Stale:
		return w.stale()
	case Answer:
		return answer(w)
	case Enclosed:
		w.enclosedOrders()
	case Confirm:
		w.told()
	case End:
		end(w)
	case Notice, Told:
		notice(w)
	case Ended:
		called(w)
	default:
		return fmt.Errorf("templates: a letter of kind %q is unknown", w.Kind)
	}
	return nil
}

// enclose lays out the letter within this one.
func (w *letter) enclose() error {
	if w.Enclosed == nil {
		return nil
	}
	inner := *w.Enclosed
	in := &letter{Letter: &inner, voice: w.voice, document: w.document}
	return in.body()
}

// howTo ends every letter to a player: how to answer.
func (w *letter) howTo() {
	asked := w.present()
	switch w.Kind {
	case Notice:
		return
	case Invitation:
		w.head(w.word("letter.howto"))
		w.say(w.word("letter.howto.invitation"))
	case Enclosed:
		w.head(w.word("letter.howto"))
		w.say(w.word("letter.howto.enclosed"))
	case Confirm:
		w.head(w.word("letter.howto"))
		w.say(w.word("letter.howto.confirm"))
	case End, Ended:
		w.head(w.word("letter.howto"))
		w.say(w.word("letter.howto.over"))
		if w.Kind == End {
			w.say(w.word("letter.howto.log"))
		}
	case Receipt, Refusal, Question, Preview, News, Turn, Reminder, Late, Stale, Answer, Start, Handover, Told:
		w.head(w.word("letter.howto"))
		if w.Game != "" && w.Step == 0 { // nobody can play yet
			w.say(w.word("letter.howto.before"))
			break
		}
		w.howToOrder(len(asked.Ask) > 0 || waits(w, w.Seat), len(asked.numbered()) > 0, asked.needBrackets())
	}
	if w.Contact != "" {
		w.say(w.word("letter.contact", engine.Text("address", w.Contact)))
	}
}

// howToOrder explains how orders are written; briefly to a player who has played before.
func (w *letter) howToOrder(orders, numbers, brackets bool) {
	key := "numbers"
	if brackets {
		key = "brackets"
	}
	if w.Versed && len(w.Help) == 0 {
		switch {
		case orders && numbers:
			w.say(w.word("letter.howto.short-" + key))
		case orders:
			w.say(w.word("letter.howto.short-orders"))
		}
		w.say(w.word("letter.howto.short-any"))
		return
	}
	if orders {
		w.say(w.word("letter.howto.turn"))
	}
	if numbers {
		w.say(w.word("letter.howto." + key))
	}
	w.say(w.word("letter.howto.any"), w.word("letter.howto.below"))
}

// present returns the letter that contains what is asked: this one, or the enclosed.
func (w *letter) present() *Letter {
	if w.Enclosed != nil {
		return w.Enclosed
	}
	return w.Letter
}

// foot names the record and its hash, so that the log can be checked afterwards.
func (w *letter) foot() {
	if w.Game == "" {
		if w.Site != "" {
			w.add(gap{}, prose{[]string{clean(w.Site)}, 0})
		}
		return
	}
	key := "letter.foot"
	if w.Hash == "" {
		key = "letter.foot-new"
	}
	w.add(gap{}, prose{[]string{w.word(key, engine.Text("game", w.Game), engine.Text("step", stepNumber(w.Step)), engine.Text("hash", w.Hash))}, 0})
}

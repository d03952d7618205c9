package templates

import (
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/templates/key"
)

// letter is a Letter being laid out.
type letter struct {
	*Letter
	*voice
	*document
	part   bool   // of a letter about several games
	within bool   // it is enclosed in another letter
	named  string // the game under whose name such a letter is answered
	other  string // how to have letters in other languages; "": not said
}

// lay lays a letter out and writes it, whatever its size.
func (s *Set) lay(l *Letter) (Rendered, error) {
	w := s.begin(l)
	if err := w.body(); err != nil {
		return Rendered{}, err
	}
	if err := w.enclose(); err != nil {
		return Rendered{}, err
	}
	w.howTo()
	w.foot()
	if l.Spoken {
		w.speak()
	}
	text := w.document.write()
	r := Rendered{Subject: subject(w), Text: text.b.String(), Offered: text.offered, Remarks: w.document.remarks()}
	r.Pictures = w.shown()
	r.HTML, r.Page = w.document.html(r.Subject, w.colourOf, w.mailto(r.Subject))
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
	v := s.voice(l.Lang, l.Title, l.Players, l.Seat, l.Zone)
	v.now, v.spoken = l.Now, l.Spoken
	w := &letter{Letter: v.inWords(l), voice: v, document: &document{lang: v.tongue.name}}
	if l.Foreign {
		w.other = s.polyglot()
	}
	return w
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
		if w.part {
			w.shortTurn()
		} else {
			w.turn(key.SinceMove)
		}
	case News:
		w.news()
	case Late:
		w.late()
	case Receipt:
		w.receipt()
	case Refusal:
		w.refusal()
	case Question:
		w.question()
	case Preview:
		w.preview()
	case Stale:
		w.stale()
	case Answer:
		answer(w)
	case Enclosed:
		w.enclosedOrders()
	case Unproven:
		w.enclosedOrders()
		w.add(tap{text: w.word(key.TapAgain), lines: w.answering(w.Again...)})
		w.notRead()
	case Confirm:
		w.told()
	case End:
		end(w)
	case Guest:
		w.guest()
	case Notice, Told:
		notice(w)
	case Lobby:
		lobby(w)
	case Digest, Answers:
		return w.several()
	case Ended:
		called(w)
	default:
		return fmt.Errorf("templates: a letter of kind %q is unknown", w.Kind)
	}
	return nil
}

// enclose lays out the letter within this one, if there is one.
func (w *letter) enclose() error {
	if w.Enclosed == nil {
		return nil
	}
	switch {
	case w.Kind != Receipt && w.Kind != Answer && w.Kind != Stale:
	case w.Enclosed.Kind == News:
		w.head(w.word(key.PresentNews))
	default:
		w.head(w.word(key.Present))
	}
	in := &letter{Letter: w.Enclosed, voice: w.voice, document: w.document, part: w.part && w.Kind != Answer, within: true, named: w.named}
	return in.body()
}

// howTo ends every letter to a player: how to answer.
func (w *letter) howTo() {
	if w.Shown || w.Kind == Notice || w.Kind == Lobby || (w.Kind == Answers || w.Kind == Digest) && len(w.Parts) == 0 || w.Kind == Told && w.Game == "" || w.Kind == Guest && w.Invite == nil || w.Kind == Receipt && w.Enclosed == nil && w.brieflyHow() {
		return
	}
	if !w.brieflyHow() {
		w.head(w.word(key.Howto))
	} else {
		w.add(gap{})
	}
	switch {
	case w.Watches && w.Kind == News:
		w.say(w.word(key.HowtoWatch, engine.Text("game", w.Game)))
	case w.Kind == Invitation:
		w.say(w.word(key.HowtoInvitation))
	case w.Kind == Guest && w.Listed:
		w.say(w.word(key.HowtoOffer))
	case w.Kind == Guest:
		w.say(w.word(key.HowtoGuest))
	case w.Kind == Enclosed:
		w.say(w.word(key.HowtoEnclosed))
	case w.Kind == Unproven:
		w.say(w.word(key.HowtoUnproven))
		if w.Code != "" {
			w.say(w.word(key.HowtoCode))
		}
	case w.Kind == Confirm:
		w.say(w.word(key.HowtoConfirm))
	case w.Kind == Digest, w.Kind == Answers:
		w.howToParts()
	case w.Kind == End:
		w.say(w.word(key.HowtoOver), w.word(key.HowtoLog))
	case w.Kind == Ended:
		w.say(w.word(key.HowtoOver))
	case w.Game != "" && w.Step == 0: // nobody can play yet
		w.say(w.word(key.HowtoBefore))
	default:
		w.howToOrder()
	}
	if w.Contact != "" {
		w.say(w.word(key.Contact, engine.Text("address", w.Contact)))
	}
}

// brieflyHow reports whether the reader knows how to answer and only needs a reminder.
func (w *letter) brieflyHow() bool {
	switch w.Kind {
	case Invitation, Guest, Enclosed, Unproven, Confirm, End, Ended:
		return false
	}
	return w.Versed && len(w.Help) == 0 && (w.Step > 0 || w.Kind == Digest || w.Kind == Answers)
}

// howToOrder explains how orders are written; briefly to a player who has played before.
func (w *letter) howToOrder() {
	asked := w.Letter
	if w.Enclosed != nil {
		asked = w.Enclosed
	}
	list := asked.numbered()
	orders, numbers, short := len(asked.Ask) > 0 || waits(w, w.Seat), key.HowtoNumbers, key.HowtoShortNumbers
	if asked.lettered() {
		numbers, short = key.HowtoLetters, key.HowtoShortLetters
	}
	if w.brieflyHow() {
		switch {
		case orders && len(list) > 0:
			w.say(w.word(short))
		case orders:
			w.say(w.word(key.HowtoShortOrders))
		default:
			w.say(w.word(key.HowtoShortAny))
		}
		return
	}
	if orders {
		w.say(w.word(key.HowtoTurn))
	}
	if len(list) > 0 {
		w.say(w.word(numbers))
		w.add(tap{text: w.word(key.TapHow)})
	}
	below := key.HowtoBelow
	if w.Code != "" {
		below = key.HowtoCode
	}
	w.say(w.word(key.HowtoAny), w.word(below))
}

// foot shows the code, if there is one, and names the record and its hash, so that the log can be checked afterwards.
func (w *letter) foot() {
	if w.Code != "" {
		w.add(gap{}, prose{lines: []string{w.word(key.FootCode)}}, prose{lines: []string{w.Code}, exact: true})
	}
	if w.Game == "" {
		if w.Site != "" {
			w.add(gap{}, prose{lines: []string{clean(w.Site)}})
		}
		return
	}
	if list := slices.DeleteFunc(w.robots(), w.knownAs); len(list) > 0 {
		say := key.Robots
		if len(w.met) > 0 {
			say = key.RobotsToo
		}
		w.add(gap{})
		w.say(w.word(say, engine.Text("players", w.allCalled(list))))
	}
	say := key.Foot
	if w.Hash == "" {
		say = key.FootNew
	}
	w.add(gap{}, prose{lines: []string{w.word(say, engine.Text("game", w.Game), engine.Text("step", stepNumber(w.Step)), engine.Text("hash", w.Hash))}})
}

// colourOf returns the colour of what a word of the title's letters names, as CSS writes it;
// "" if it has none.
func (w *letter) colourOf(word string) string {
	swatch := w.Title + ".swatch."
	key := w.known(swatch + engine.Fold(word))
	if key == "" && w.book != nil { // colours are named as orders name them
		key = w.known(swatch + engine.Fold(w.inLog(word)))
	}
	if key == "" {
		return ""
	}
	return w.word(key)
}

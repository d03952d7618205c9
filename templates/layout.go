package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	named  string // the name that selects the game in an answer to such a letter
	other  string // how to have letters in other languages; "": not said
}

func (s *Set) begin(l *Letter) *letter {
	v := s.voice(l.Lang, l.Title, l.Players, l.Seat, l.Zone)
	v.now, v.spoken = l.Now, l.Spoken
	w := &letter{Letter: translator{v}.inWords(l), voice: v, document: &document{lang: v.tongue.name}}
	if l.Foreign {
		w.other = s.polyglot()
	}
	return w
}

// colourOf returns the CSS colour of the thing that a word of the title's letters names ("" if it has none), and
// whether it is a company.
func (w *letter) colourOf(word string) (c coloured) {
	cube, pill := w.Title+".swatch.", w.Title+".livery."
	key := w.known(cube+engine.Fold(word), pill+engine.Fold(word))
	if key == "" && w.book != nil { // colours are named as orders name them
		key = w.known(cube + engine.Fold(w.inLog(word)))
	}
	if key != "" {
		c.colour, c.sign, _ = strings.Cut(w.word(key), " ")
		c.company = strings.HasPrefix(key, pill)
	}
	return c
}

// reader returns the name the letter greets.
func (w *letter) reader() string {
	if w.Name != "" {
		return cleanName(w.Name)
	}
	if w.Seat >= 0 {
		return w.name(w.Seat)
	}
	return w.word(key.Somebody)
}

// called returns a player's name, marked as a robot unless the letter has said so already. Subjects, which have
// no document, always mark it.
func (w *letter) called(s engine.Seat) string {
	if w.knownAs(s) {
		return w.name(s)
	}
	if w.document != nil {
		w.met = append(w.met, robotAt{w.Game, s})
	}
	return w.word(key.RobotOf+w.Robots[s], engine.Text("name", w.name(s)))
}

// knownAs reports whether a seat is a person's, or the letter has said that it is a robot's, or an earlier one: the
// letters of a player who has moved do not repeat it, but an answer to "status" does.
func (w *letter) knownAs(s engine.Seat) bool {
	return w.Versed && (kinds[w.Kind].Same || w.Kind == Receipt) || !slices.Contains(w.robots(), s) || w.document != nil && slices.Contains(w.met, robotAt{w.Game, s})
}

// allCalled is called for several.
func (w *letter) allCalled(seats []engine.Seat) string { return w.join(engine.Each(seats, w.called)) }

// layOut lays something out without adding it to the letter.
func (w *letter) layOut(lay func()) []part {
	letter := w.document
	w.document = &document{lang: letter.lang}
	lay()
	parts := w.parts
	w.document = letter
	return parts
}

// as returns the letter with the names of the players at a step. A predecessor's actions are not told as the
// reader's own.
func (w *letter) as(s Step) *letter {
	if s.Players == nil {
		return w
	}
	v, l := *w.voice, *w.Letter
	v.players = engine.Each(s.Players, cleanName)
	if r := w.Seat; r >= 0 && int(r) < len(s.Players) && s.Players[r] != w.Players[r] {
		v.seat, l.Seat = engine.Nobody, engine.Nobody
	}
	return &letter{Letter: &l, voice: &v, document: w.document, part: w.part}
}

// inText adds a sentence that the header of HTML has; a part of a letter has no header.
func (w *letter) inText(s string) {
	if w.part || w.within {
		w.say(s)
		return
	}
	w.add(apart{text: w.layOut(func() { w.say(s) })})
}

func one(s string) []string { return []string{s} }

// gameTitle returns the game's name as printed.
func gameTitle(w *letter) string { return cmp.Or(w.word(w.known(w.Title+".title")), clean(w.Title)) }

// others returns the seats other than the reader's.
func others(w *letter) []engine.Seat {
	var list []engine.Seat
	for i := range w.Players {
		if s := engine.Seat(i); s != w.Seat {
			list = append(list, s)
		}
	}
	return list
}

func waitingSeats(w *letter) []engine.Seat {
	return engine.Each(w.Waiting, func(x Waiting) engine.Seat { return x.Seat })
}

// waits reports whether the game waits for a person.
func waits(w *letter, s engine.Seat) bool {
	return slices.Contains(waitingSeats(w), s) && !slices.Contains(w.robots(), s)
}

// overdue returns the seats whose deadline has passed; if there is none, all that the game
// waits for.
func overdue(w *letter) []engine.Seat {
	var list []engine.Seat
	for _, x := range w.Waiting {
		if !x.Until.IsZero() && !x.Until.After(w.Now) {
			list = append(list, x.Seat)
		}
	}
	if len(list) == 0 {
		return waitingSeats(w)
	}
	return list
}

func stepNumber(n uint64) string { return fmt.Sprint(n) }

// answering returns the lines of an answer; in a letter about several games, under the game's name.
func (w *letter) answering(lines ...string) []string {
	if w.named == "" {
		return lines
	}
	return append([]string{w.named + ":"}, lines...)
}

// tapped is a word of the service as a choice.
func (w *letter) tapped(word, remark string) choice {
	word = w.order(word)
	return choice{line: word, remark: w.word(remark), rest: w.word(remark), answer: w.answering(word)}
}

// answerWith offers words of the service: as lines in the text, as buttons in HTML.
func (w *letter) answerWith(words ...choice) {
	list := choices{level: 1, rows: words}
	if w.Tap == "" || w.Spoken {
		w.add(list)
		return
	}
	both := apart{text: []part{list}}
	for i, c := range words {
		both.html = append(both.html, tap{text: upperFirst(c.line), about: c.remark, lines: c.answer, primary: i == 0})
	}
	w.add(both)
}

// buttons adds secondary buttons under what says how to answer; only HTML shows them.
func (w *letter) buttons(list ...tap) {
	if w.Tap != "" && !w.Spoken {
		for _, t := range list {
			w.add(t)
		}
	}
}

// undo says that the move can be taken back, in HTML by a button.
func (w *letter) undo(say, button string) {
	if how := w.layOut(func() { w.say(w.word(say)) }); w.Tap == "" || w.Spoken {
		w.add(how...)
	} else {
		w.add(apart{text: how})
		w.buttons(tap{text: w.word(button), lines: w.answering(w.order("undo"))})
	}
}

// votes says which proposals wait for the reader's vote, with buttons under each.
func (w *letter) votes() {
	for _, m := range w.Votes {
		w.tell([]engine.Message{m})
		if n, ok := m.Arg("n"); ok && strings.HasPrefix(m.Key, voteAsk) {
			cast := func(say, word string) tap {
				return tap{text: w.word(say), lines: w.answering(w.order(word) + " " + itoa(n.Int))}
			}
			w.buttons(cast(key.TapAgree, "ok"), cast(key.TapDisagree, "no"))
		}
	}
}

// voteAsk begins the keys of the messages that ask for a vote.
const voteAsk = "pbem.vote-ask-"

// answersTo are the words with which messages can be answered; a game or a line that the message names completes them.
var answersTo = map[string][]string{
	"lobby.unsure-how": {"confirm", "stop"}, "lobby.full-start": {"start"},
	"lobby.solo-offer": {"new"}, "pbem.list-answer": {"accept", "leave"},
}

// offered returns buttons for the words with which the letter's messages can be answered.
func (w *letter) offered() (list []tap) {
	for _, m := range w.Told {
		for _, word := range answersTo[m.Key] {
			if line, ok := m.Arg("line"); ok {
				word = line.Text
			}
			if game, ok := m.Arg("game"); ok {
				word += " " + game.Text
			}
			word = w.order(word)
			list = append(list, tap{text: upperFirst(word), lines: w.answering(word), primary: len(list) == 0})
		}
	}
	return list
}

// explaining are the messages that only say how the service works.
var explaining = []string{"pbem.plan-when", "pbem.plan-when-at-once"}

// tell adds facts as sentences, without those that the reader knows by heart.
func (w *letter) tell(list []engine.Message) {
	for _, m := range list {
		switch {
		case m.Key == key.Quote:
			w.indented(w.msg(m))
		case !(foot{w}).taught() || !slices.Contains(explaining, m.Key):
			w.say(sentence(w.msg(m)))
		}
	}
}

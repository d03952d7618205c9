package templates

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// greeting lays out everything the reader needs to decide whether to act now: the state of the game, whose turn
// it is and until when, and further facts.
type greeting struct{ *letter }

// gameStatus adds where the game is.
func (w greeting) gameStatus() {
	if !w.Status.Empty() {
		w.inText(w.word(key.Status, engine.Text("title", gameTitle(w.letter)), engine.Text("status", phrase(w.msg(w.Status)))))
	}
}

// whoseTurn adds which seats the game waits for, and until when.
func (w greeting) whoseTurn() {
	if w.Halt.Is != "" {
		w.say(w.word(key.NowHaltOf+w.Halt.Is, engine.Text("time", w.time(w.Halt.Since)), engine.Text("zone", w.zoneName())))
		return
	}
	for _, x := range w.Waiting {
		if x.Seat != w.Seat || !w.quiet() {
			w.say(w.waitLine(x))
		}
	}
}

func (w greeting) waitLine(x Waiting) string {
	say, late, open := key.Now, key.NowLate, key.NowOpen
	if x.Seat == w.Seat && (len(w.Robots) == 0 || w.Robots[x.Seat] == "") {
		say, late, open = key.NowYou, key.NowYouLate, key.NowYouOpen
	}
	who := engine.Text("player", w.called(x.Seat))
	if x.Until.IsZero() {
		return w.word(open, who)
	}
	say = engine.If(x.Until.After(w.Now), say, late)
	line := w.word(say, who, engine.Text("time", w.time(x.Until)), engine.Text("zone", w.zoneName()), engine.Text("away", w.away(x.Until)))
	if x.Lost && x.Seat != w.Seat {
		line += " " + w.word(key.NowLost, who)
	}
	return line
}

// greet adds what to do, and until when.
func (w greeting) greet() {
	if w.Kind == Reminder && !w.Since.IsZero() {
		w.say(w.word(key.Since, engine.Text("time", w.time(w.Since)), engine.Text("away", w.away(w.Since))))
	}
	asked := w.layOut(func() {
		lines := []string{w.turnLine()}
		if what := takenBack(w.letter); what != "" && w.Kind == Turn {
			lines = append(lines, w.word(key.YourTurnAgain, engine.Text("what", what)))
		}
		lines = append(lines, engine.Each(w.Ask, func(m engine.Message) string { return sentence(w.msg(m)) })...)
		w.say(strings.Join(lines, " "))
		w.limit()
	})
	if !w.part { // the header of HTML says it
		asked = []part{apart{text: asked}}
	}
	w.add(asked...)
	w.furtherFacts()
	w.alsoWaiting()
}

func (w greeting) turnLine() string {
	if kinds[w.Kind].Begins {
		return sentence(w.word(key.YourTurnToo, engine.Text("status", phrase(w.msg(w.Status)))))
	}
	name := engine.Text("name", w.reader())
	if w.Status.Empty() {
		return w.word(key.YourTurnBare, name)
	}
	return w.word(key.YourTurn, name, engine.Text("status", phrase(w.msg(w.Status))))
}

// limit adds the deadline.
func (w greeting) limit() {
	if w.Until.IsZero() {
		return
	}
	say := engine.If(!w.Until.After(w.Now), key.UntilPassed, key.Until)
	w.say(w.word(say, engine.Text("time", w.time(w.Until)), engine.Text("zone", w.zoneName()), engine.Text("away", w.away(w.Until))))
	if w.Bank.IsZero() || say == key.UntilPassed {
		return
	}
	say = engine.If(w.Bank.After(w.Now), key.UntilBank, key.UntilBankNow)
	w.say(w.word(say, engine.Text("time", w.time(w.Bank))))
}

// alsoWaiting names the others that must act at the same time.
func (w greeting) alsoWaiting() {
	list := slices.DeleteFunc(waitingSeats(w.letter), func(s engine.Seat) bool { return s == w.Seat })
	if len(list) > 0 {
		w.say(w.word(key.AlsoWaiting, engine.Text("players", w.names(list)), engine.Int("n", len(list))))
	}
}

// furtherFacts adds further facts.
func (w greeting) furtherFacts() {
	w.tell(w.Told)
	w.buttons(w.offered()...)
	if w.Link != "" {
		w.add(link{w.Link})
	}
	if w.Undo && kinds[w.Kind].undo {
		w.undo(key.Undo, key.TapUndo)
	}
	if kinds[w.Kind].votes {
		w.votes()
	}
	w.plans()
}

// plans adds the news of the reader's plans, and those that they still have.
func (w greeting) plans() {
	w.tell(w.Planned)
	if !kinds[w.Kind].plans && !w.quiet() || !w.Counts.IsZero() { // the orders of the mail then wait like a plan
		return
	}
	for _, m := range w.Plans {
		w.say(w.msg(m))
	}
}

// stillOn adds that it is still the reader's turn, and until when.
func (w greeting) stillOn() {
	if waits(w.letter, w.Seat) {
		w.say(w.word(key.Still))
		w.limit()
	}
}

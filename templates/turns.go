package templates

import (
	"slices"

	"railpost/engine"
	"railpost/templates/key"
)

// layStart opens the game; for a seat that must act it is their first turn letter.
func layStart(w *letter) {
	w.say(w.word(key.Begins, engine.Text("name", w.reader()), engine.Text("title", gameTitle(w)), engine.Text("players", w.allCalled(others(w)))))
	wholePosition(w, key.SinceStart)
	terms{w}.fairDraws()
}

// layHandover is for a player who knows nothing of the game yet: the title, its state, and the agreement.
func layHandover(w *letter) {
	w.say(w.word(key.Handover, engine.Text("name", w.reader()), engine.Text("title", gameTitle(w)), engine.Text("players", w.allCalled(others(w))), engine.Text("game", w.Game)))
	wholePosition(w, key.SinceHandover)
	if w.Invite != nil {
		terms{w}.agreement()
	}
	terms{w}.fairDraws()
}

// wholePosition shows the whole position, even to a seat that need not act.
func wholePosition(w *letter, since string) {
	if len(w.Ask) > 0 {
		turn(w, since)
		return
	}
	greeting{w}.gameStatus()
	greeting{w}.whoseTurn()
	greeting{w}.furtherFacts()
	tutor{w}.tutor()
	story{w}.since(since)
	sheet{w}.pictures()
	sheet{w}.sheets()
	sheet{w}.section(key.Board, w.Board)
}

// layNews lays out the events since the reader's last letter and whose turn it is.
func layNews(w *letter) {
	greeting{w}.gameStatus()
	greeting{w}.whoseTurn()
	greeting{w}.furtherFacts()
	story{w}.since(key.SinceLetter)
	if w.quiet() {
		return
	}
	sheet{w}.pictures()
	sheet{w}.sheets()
	sheet{w}.section(key.Board, w.Board) // the next letter omits what this one has
}

// layLate lays out that a player's deadline has passed; Railpost does not play for them.
func layLate(w *letter) {
	if waits(w, w.Seat) && len(w.Ask) > 0 {
		turn(w, key.SinceMove)
		return
	}
	if len(w.Told) == 0 {
		late := overdue(w)
		w.say(w.word(key.Late, engine.Text("players", w.names(late)), engine.Int("n", len(late))))
	}
	greeting{w}.furtherFacts()
	greeting{w}.gameStatus()
	greeting{w}.whoseTurn()
}

// turn lays out the letter to the seat that must act; a reminder is the same after a line about the waiting
// table: what is asked, what is suggested, all choices, and then what happened and the position.
func turn(w *letter, since string) {
	greeting{w}.greet()
	offer{w}.suggested()
	after := func(p Picture) bool { return p.Shows == Suggestion }
	if slices.ContainsFunc(w.Pictures, after) {
		sheet{w}.picturesOf(after)
		w.add(apart{html: []part{tap{text: w.word(key.PictureFramed)}}})
	}
	offer{w}.list()
	tutor{w}.tutor()
	sheet{w}.picturesOf(func(p Picture) bool { return !after(p) })
	story{w}.since(since)
	sheet{w}.sheets()
	board := w.layOut(func() { sheet{w}.section(key.Board, w.Board) })
	w.add(apart{text: board, html: board, least: shorter})
}

// layTurn lays out the letter that wants orders; in a letter about several games only the question, the
// important news, and the best choices.
func layTurn(w *letter) {
	if !w.part {
		turn(w, key.SinceMove)
		return
	}
	greeting{w}.greet()
	offer{w}.suggested()
	story{w}.since(key.SinceMove)
	offer{w}.list()
}

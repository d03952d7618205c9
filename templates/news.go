package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// start opens the game; for a seat that must act it is their first turn letter.
func (w *letter) start() {
	w.say(w.word(key.Begins, engine.Text("name", w.reader()), engine.Text("title", title(w)), engine.Text("players", w.allCalled(others(w)))))
	w.whole(key.SinceStart)
	w.fairDraws()
}

// handover is for a player who knows nothing of the game yet: what it is, where it is, and
// what the others agreed to.
func (w *letter) handover() {
	w.say(w.word(key.Handover, engine.Text("name", w.reader()), engine.Text("title", title(w)), engine.Text("players", w.allCalled(others(w))), engine.Text("game", w.Game)))
	w.whole(key.SinceHandover)
	if w.Invite != nil {
		w.agreement()
	}
	w.fairDraws()
}

// whole shows the whole position, also to a seat that is not asked.
func (w *letter) whole(since string) {
	if len(w.Ask) > 0 {
		w.turn(since)
		return
	}
	w.standsAt()
	w.whoseTurn()
	w.told()
	w.tutor(0)
	w.since(since)
	w.pictures()
	w.sheets()
	w.section(key.Board, w.Board)
}

// sheets adds the reader's own position and the table.
func (w *letter) sheets() {
	w.section(key.Own, w.Own)
	w.section(key.Table, w.Table)
}

// news lays out what happened since the reader's last letter and whose turn it is.
func (w *letter) news() {
	w.standsAt()
	w.whoseTurn()
	w.told()
	w.since(key.SinceLetter)
	if w.quiet() {
		return
	}
	w.pictures()
	w.sheets()
	w.same()
}

// quiet reports whether a plan plays what the reader of news, or of the answer to their own move, is asked.
func (w *letter) quiet() bool { return !w.Quiet.IsZero() && kinds[w.Kind].planned }

// late lays out that a player's deadline has passed; nothing is played for them.
func (w *letter) late() {
	if waits(w, w.Seat) && len(w.Ask) > 0 {
		w.turn(key.SinceMove)
		return
	}
	if len(w.Told) == 0 {
		late := overdue(w)
		w.say(w.word(key.Late, engine.Text("players", w.names(late)), engine.Int("n", len(late))))
	}
	w.told()
	w.standsAt()
	w.whoseTurn()
}

// standsAt adds where the game is.
func (w *letter) standsAt() {
	if !w.Status.Empty() {
		w.say(w.word(key.Status, engine.Text("title", title(w)), engine.Text("status", phrase(w.msg(w.Status)))))
	}
}

// whoseTurn adds which seats the game waits for, and until when.
func (w *letter) whoseTurn() {
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

func (w *letter) waitLine(x Waiting) string {
	say, late, open := key.Now, key.NowLate, key.NowOpen
	if x.Seat == w.Seat && (len(w.Robots) == 0 || w.Robots[x.Seat] == "") {
		say, late, open = key.NowYou, key.NowYouLate, key.NowYouOpen
	}
	who := engine.Text("player", w.called(x.Seat))
	if x.Until.IsZero() {
		return w.word(open, who)
	}
	if !x.Until.After(w.Now) {
		say = late
	}
	line := w.word(say, who, engine.Text("time", w.time(x.Until)), engine.Text("zone", w.zoneName()), engine.Text("away", w.away(x.Until)))
	if x.Lost && x.Seat != w.Seat {
		line += " " + w.word(key.NowLost, who)
	}
	return line
}

package templates

import "railpost/engine"

// start opens the game; for a seat that must act it is their first turn letter.
func (w *letter) start() {
	w.say(w.word("letter.begins", engine.Text("name", w.reader()), engine.Text("title", title(w)), engine.Text("players", w.names(others(w)))))
	w.whole("letter.since-start")
	w.fairDraws()
}

// handover is for a player who knows nothing of the game yet: what it is, where it is, and
// what the others agreed to.
func (w *letter) handover() {
	w.say(w.word("letter.handover", engine.Text("name", w.reader()), engine.Text("title", title(w)), engine.Text("players", w.names(others(w))), engine.Text("game", w.Game)))
	w.whole("letter.since-handover")
	if w.Invite != nil {
		w.rules()
		w.settings()
		w.declared()
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
	w.since(since)
	w.own()
	w.table()
	w.board()
}

// news lays out what happened since the reader's last letter and whose turn it is.
func (w *letter) news() {
	w.standsAt()
	w.whoseTurn()
	w.told()
	w.since("letter.since-letter")
	w.own()
	w.table()
	if w.LessShown {
		w.add(gap{})
		w.say(w.word("letter.less-shown"))
	}
}

// late lays out that a player's deadline has passed; nothing is played for them.
func (w *letter) late() {
	if waits(w, w.Seat) && len(w.Ask) > 0 {
		w.turn("letter.since-move")
		return
	}
	if len(w.Told) == 0 {
		late := overdue(w)
		w.say(w.word("letter.late", engine.Text("players", w.names(late)), engine.Int("n", len(late))))
	}
	w.told()
	w.standsAt()
	w.whoseTurn()
	w.since("letter.since-letter")
	w.own()
	w.table()
}

// standsAt adds where the game is.
func (w *letter) standsAt() {
	if !w.Status.Empty() {
		w.say(w.word("letter.status", engine.Text("title", title(w)), engine.Text("status", phrase(w.msg(w.Status)))))
	}
}

// whoseTurn adds which seats the game waits for, and until when.
func (w *letter) whoseTurn() {
	if w.Halt.Is != "" {
		w.say(w.word("letter.now-"+w.Halt.Is, engine.Text("time", w.time(w.Halt.Since)), engine.Text("zone", w.zoneName())))
		return
	}
	if len(w.Waiting) == 0 && !w.Status.Empty() {
		w.say(w.word("letter.now-nobody"))
	}
	for _, x := range w.Waiting {
		w.say(w.waitLine(x))
	}
}

func (w *letter) waitLine(x Waiting) string {
	key := "letter.now"
	if x.Seat == w.Seat {
		key = "letter.now-you"
	}
	who := engine.Text("player", w.name(x.Seat))
	if x.Until.IsZero() {
		return w.word(key+"-open", who)
	}
	if !x.Until.After(w.Now) {
		key += "-late"
	}
	return w.word(key, who, engine.Text("time", w.time(x.Until)), engine.Text("zone", w.zoneName()), engine.Text("away", w.away(x.Until)))
}

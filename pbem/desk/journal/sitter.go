package journal

import (
	"cmp"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/store"
	"railpost/templates"
)

// Sit lets a substitute who has accepted play for a seat's player. From now on the letters
// of the seat go to both.
func (c *Change) Sit(s engine.Seat) {
	p := &c.Table.Players[s]
	sits := *p.Sitter
	sits.Sits, sits.From = true, clock.DateOf(c.At.In(c.Table.ZoneOf(s))).Next()
	p.Sitter = &sits
	c.sitterRetimes(s)
	c.Table.Sat = append(c.Table.Sat, sits.Guest)
	c.Remember(sits.Address)
	c.Put = append(c.Put, store.Due{At: c.Table.Players[s].SitterEnds(), Game: c.Table.Game, Kind: DueSitter, Seat: int(s)})
	told := engine.Msg(key.SitterSits, engine.Player("seat", s), engine.Personal("name", sits.Name), engine.Text("date", sits.Until.String()))
	c.Note(engine.Nobody, engine.Report{Message: told})
	c.HandSitter(s)
	c.TellTable(s)
	c.QueueTo(s, p.Address(), templates.Answer, letters.Tell(told))
}

// HandSitter queues the letter for a seat's substitute from which they can play.
func (c *Change) HandSitter(s engine.Seat) {
	c.queueSitter(s, templates.Handover, letters.Facts{Since: c.Table.Asides.Before(c.Seq(), handoverSteps, s)}, "")
}

// queueSitter queues a letter of a seat for its substitute alone: what its player has been
// told stays as it was.
func (c *Change) queueSitter(s engine.Seat, kind templates.Kind, f letters.Facts, answered string) {
	p, group := &c.Table.Players[s], SeatKey(c.Table.Game, s)
	was, planned := *p, c.planned[s]
	queued, isQueued := c.waiting[group]
	c.queueTo(s, p.Address(), kind, f)
	last := len(c.Letters) - 1
	l := c.Letters[last]
	c.Letters = c.Letters[:last]
	p.Told, p.Seen, p.Entered = was.Told, was.Seen, was.Entered
	delete(c.waiting, group)
	if isQueued {
		c.waiting[group] = queued
	}
	if len(planned) > 0 {
		c.planned[s] = planned
	}
	c.copyToSitter(s, l, answered)
}

// EndSitter ends what a seat's substitute may do, or forgets that somebody was asked. It tells the
// table and the substitute, but nobody who has never written to us: they only get the question.
func (c *Change) EndSitter(s engine.Seat) {
	p := &c.Table.Players[s]
	g := *p.Sitter
	p.Sitter = nil
	c.dropSitter(s)
	if g.Sits || c.knows(g.Address) {
		c.TellGuest(s, g.Name, g.Address, engine.Msg(key.SitterThanks, engine.Player("seat", s), engine.Text("game", c.Table.Game), c.title()))
	}
	if g.Sits {
		c.sitterRetimes(s)
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.SitterEnds, engine.Player("seat", s), engine.Personal("name", g.Name))})
	}
}

// sitterRetimes sets the time of a seat's question anew: it runs on days on which the player is
// away as long as somebody plays for them.
func (c *Change) sitterRetimes(s engine.Seat) {
	if w := c.Table.WaitFor(s); w != nil && c.Table.State == table.Running {
		c.Retime(w, time.Time{})
	}
}

// sitterGroup names the letters of a seat's substitute that a later one replaces.
func sitterGroup(game string, s engine.Seat) string { return SeatKey(game, s) + "/sitter" }

func (c *Change) dropSitter(s engine.Seat) {
	c.Dropped = append(c.Dropped, sitterGroup(c.Table.Game, s))
}

// copyToSitter queues a letter of a seat for its substitute, too. It shows all of the
// position: the substitute may not have had the letters before it. answered is the mail of
// theirs that it answers.
func (c *Change) copyToSitter(s engine.Seat, l store.Letter, answered string) {
	sitter := c.Table.Players[s].SitterAt(c.At)
	if answered == "" && c.Suspended(sitter.Address) {
		return
	}
	f, err := letters.ReadFacts(l.Data)
	c.Fail(err)
	f.Sitter, f.ReplyTo, f.Seen, f.Asked = sitter.Name, answered, 0, time.Time{}
	f.Lang = cmp.Or(sitter.Lang, c.LangOf(sitter.Address))
	f.Votes, f.Calendar = nil, nil // only the player votes, and it is their calendar
	// The substitute may be whom the player ignores.
	f.Told = slices.DeleteFunc(f.Told, func(m engine.Message) bool { return m.Key == key.Ignored })
	name := c.Table.Players[s].Name
	told := []engine.Message{engine.Msg(key.SitterFor, engine.Text("player", name), engine.Text("date", sitter.Until.String()))}
	switch {
	case l.Kind != string(templates.Receipt):
	case c.BySitter:
		f.Told = f.Told[1:] // who wrote it
	default:
		told = append(told, engine.Msg(key.SitterMail, engine.Text("name", name)))
	}
	f.Told = append(told, f.Told...)
	l.To = sitter.Address
	if l.Group != "" {
		l.Group = sitterGroup(c.Table.Game, s)
		if w, ok := c.unseenOf(l.Group); ok {
			f.Since = min(f.Since, w.since)
		}
		c.waiting[l.Group] = waiting{since: f.Since, kind: templates.Kind(l.Kind)}
	}
	l.Data, err = f.Bytes()
	c.Fail(err)
	c.Letters = append(c.Letters, l)
}

// queueBoth is Queue for a seat that has a substitute.
func (c *Change) queueBoth(s engine.Seat, sitter *table.Sitter, kind templates.Kind, f letters.Facts) {
	player, answered := f, ""
	if c.BySitter {
		player.ReplyTo, answered = "", f.ReplyTo
		if kind == templates.Receipt {
			player.Told = append([]engine.Message{engine.Msg(key.SitterMail, engine.Text("name", sitter.Name))}, f.Told...)
		}
	}
	switch {
	case kind.Row().Shared && player.ReplyTo == "" && c.Suspended(c.Table.Players[s].Address()):
		c.queueSitter(s, kind, player, answered)
	case kind.Row().Shared:
		c.queueTo(s, c.Table.Players[s].Address(), kind, player)
		c.copyToSitter(s, c.Letters[len(c.Letters)-1], answered)
	case c.BySitter:
		f.Sitter, f.Lang = sitter.Name, cmp.Or(sitter.Lang, c.LangOf(sitter.Address))
		c.QueueTo(s, sitter.Address, kind, f)
	default:
		c.QueueTo(s, c.Table.Players[s].Address(), kind, f)
	}
}

package journal

import (
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/store"
	"railpost/templates"
)

// SeatKey returns the name of a seat of a game in keys of the store.
func SeatKey(game string, s engine.Seat) string { return fmt.Sprintf("%s/%d", game, s) }

// Queue adds a letter to a seat.
func (c *Change) Queue(s engine.Seat, kind templates.Kind, f letters.Facts) {
	if sitter := c.Table.Players[s].SitterAt(c.At); sitter != nil {
		c.queueBoth(s, sitter, kind, f)
		return
	}
	c.QueueTo(s, c.Table.Players[s].Address(), kind, f)
}

// QueueTo adds a letter to a given address of a seat, or of nobody at the table.
// An address from which letters come back gets none, except answers to its own mails; the
// next one that it does get has what it missed.
func (c *Change) QueueTo(s engine.Seat, to string, kind templates.Kind, f letters.Facts) {
	if to == "" { // of somebody who was erased
		return
	}
	if f.ReplyTo == "" && kind != templates.Notice && c.Suspended(to) {
		return
	}
	c.queueTo(s, to, kind, f)
}

// queueTo is QueueTo whether or not letters come back from the address.
func (c *Change) queueTo(s engine.Seat, to string, kind templates.Kind, f letters.Facts) {
	row := kind.Row()
	l := store.Letter{Seq: c.Seq(), Seat: int(s), Kind: string(kind), To: to, Queued: c.At, NextTry: c.At}
	if c.Table != nil {
		l.Game = c.Table.Game
		f = f.At(c.Table, c.Next, s)
		if len(f.Plans) > 0 && c.Next != nil && row.Ahead {
			f.Plans = append(f.Plans, letters.Ahead(c.Next, c.Table, s)...)
		}
		c.markLost(c.Table, f.Waits)
	}
	f.TutorOffer = kind == templates.Start && c.newcomer(s)
	if slices.Contains(c.Fresh, s) {
		f.Asked = c.At
	}
	if row.Carries {
		f.Planned = append(slices.Clip(f.Planned), c.planned[s]...)
		delete(c.planned, s)
		if s >= 0 {
			f.Planned = append(f.Planned, c.whispers(s)...)
		}
	}
	var entered *table.Entry
	if s >= 0 {
		entered = c.Table.Players[s].Entered
	}
	if row.Replaceable {
		l.Group = SeatKey(l.Game, s)
		before := c.tellFrom(s)
		if w, ok := c.waiting[l.Group]; ok { // a letter of this change, which this one replaces
			before = w
		}
		f.Since = before.since
		if f.Asked.IsZero() {
			f.Asked = before.asked
		}
		f.Planned, entered = slices.Concat(before.planned, f.Planned), before.entered
	}
	if s >= 0 && f.Sitter == "" && to == c.Table.Players[s].Address() {
		f.Calendar = c.enter(s, entered)
	}
	if s >= 0 && (row.Shows || kind == templates.Receipt && f.Enclose) {
		f.Seen = c.shown(s)
		if f.Quiet.IsZero() || kind != templates.News { // which then shows no position
			c.Table.Players[s].Seen = l.Seq
		}
	}
	if l.Group != "" {
		c.waiting[l.Group] = waiting{since: f.Since, seen: f.Seen, kind: kind, quiet: !f.Quiet.IsZero(), asked: f.Asked, planned: f.Planned, entered: entered}
	}
	if s >= 0 && row.Tells {
		c.Table.Players[s].Told = l.Seq
	}
	var err error
	l.Data, err = f.Bytes()
	c.Fail(err)
	c.Letters = append(c.Letters, l)
}

// markLost marks the waits whose players get no letters.
func (c *Change) markLost(t *table.Table, waits []table.Wait) {
	for i, w := range waits {
		waits[i].Lost = w.Lost || c.Suspended(t.Players[w.Seat].Address())
	}
}

// QueueReceipt answers the mover. A waiting letter that asks what they have now answered is
// withdrawn; the next letter includes its news.
func (c *Change) QueueReceipt(s engine.Seat, kind templates.Kind, f letters.Facts) {
	w, ok := c.unseen(s)
	p := &c.Table.Players[s]
	switch {
	case ok && w.asks():
		c.retract(s, w)
		f.Planned = slices.Concat(w.planned, f.Planned)
	case !ok && c.Table.Asides.Step(p.Told, s) == c.Table.Asides.Step(c.Game.Head.Seq, s): // there is no news but their own move
		p.Told = c.Seq()
	}
	c.Queue(s, kind, f)
}

// retract withdraws a letter that nobody has seen.
func (c *Change) retract(s engine.Seat, w waiting) {
	c.Dropped = append(c.Dropped, SeatKey(c.Table.Game, s))
	c.dropSitter(s)
	p := &c.Table.Players[s]
	p.Told, p.Seen, p.Entered = w.since, w.seen, w.entered
}

// TellTable queues what each seat must learn of a change: the turn letter for seats that
// are asked something, news for the others, as far as they want them. The actor is left
// out: they get a receipt.
func (c *Change) TellTable(actor engine.Seat, told ...engine.Message) {
	if len(c.Table.Watchers) > 0 && slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return !r.Aside && letters.TellsRound(c.Next.Title, r, engine.Nobody) }) {
		c.tellWatchers(templates.News)
	}
	for i := range c.Table.Players {
		s := engine.Seat(i)
		switch w, ok := c.unseen(s); {
		case s == actor:
		case c.wants(s), len(w.planned) > 0, len(c.planned[s]) > 0 && (ok || !c.playedLater(s)):
			c.TellSeat(s, told...)
		case ok && w.asks() && c.Table.WaitFor(s) == nil && len(w.planned) == 0:
			c.retract(s, w)
		}
	}
}

// wants reports whether a seat gets a letter about this change. Whoever gets any also learns
// that what they were told does not stand.
func (c *Change) wants(s engine.Seat) bool {
	if c.Table.Players[s].Resigned {
		return false
	}
	if len(c.ToAll) > 0 {
		return true
	}
	switch l := c.Table.Players[s].Letters; {
	case l == table.Off, c.playsAtOnce(s):
		return false
	case c.Digests(s): // but nobody is to answer a letter that is not true any more
		w, ok := c.unseen(s)
		return ok && w.asks() || c.Table.Players[s].Talk == table.TalkNow && c.says(s)
	case l == table.Moves:
		return !c.onlySays() || c.Table.Players[s].TalkNow() && c.says(s)
	}
	if c.askedAnew(s) && !c.Table.Players[s].Robot && !c.onlyPasses(s) || c.takesFrom(s) {
		return true
	}
	p := &c.Table.Players[s]
	return p.Letters == table.Rounds && c.isReport(s) || p.TalkNow() && c.says(s)
}

// takesFrom reports whether this change takes back what a seat was told of.
func (c *Change) takesFrom(s engine.Seat) bool {
	return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
		return r.Kind == engine.TookBack && r.Back < c.tellFrom(s).since
	})
}

// isReport reports whether those get news of this change who want one report a round: a
// round has ended, somebody speaks to the table, or the organiser has done something.
func (c *Change) isReport(s engine.Seat) bool {
	return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
		if letters.Says(r) {
			return c.Table.Players[s].TalkNow() && !c.Table.Ignores(s, r.Seat)
		}
		return !r.Aside && (r.Kind == engine.Noted || r.Seat == engine.Nobody || letters.TellsRound(c.Next.Title, r, s))
	})
}

// TellSeat queues the turn letter of a seat, or news if it is not asked, or a robot answers for it.
func (c *Change) TellSeat(s engine.Seat, told ...engine.Message) {
	kind := templates.News
	if c.Table.State == table.Running && c.Table.WaitFor(s) != nil && !c.Table.Players[s].Robot && !c.playsAtOnce(s) && !c.Quiet(s) {
		kind = templates.Turn
	}
	f := letters.Tell(told...)
	f.Undo = c.Table.FreeUndo(s) && slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return r.Seat == s && r.By != "" })
	c.Queue(s, kind, f)
}

// askedAnew reports whether this change asks a seat something, or it has not yet seen the
// letter that asks it.
func (c *Change) askedAnew(s engine.Seat) bool {
	if slices.Contains(c.Fresh, s) {
		return true
	}
	w, ok := c.unseen(s)
	return ok && w.asks() && c.Table.WaitFor(s) != nil
}

// playsAtOnce reports whether the service is about to play for a seat whose player is away: the letter that says what it
// played has all that they would be told before.
func (c *Change) playsAtOnce(s engine.Seat) bool {
	from, w := c.Table.Clock(s).AwayFrom(c.At), c.Table.WaitFor(s)
	return !from.IsZero() && !from.After(c.At) && w != nil && !w.Stuck
}

// TellAll queues one kind of letter to every seat.
func (c *Change) TellAll(kind templates.Kind, f letters.Facts) {
	if kind.Row().Closes {
		c.tellWatchers(kind)
	}
	for s := range c.Table.Players {
		c.Queue(engine.Seat(s), kind, f)
	}
}

// Notify queues a notice to the organiser of the game, or to all organisers of
// the service.
func (c *Change) Notify(told ...engine.Message) { c.NotifyOf(letters.Tell(told...)) }

// NotifyOf is Notify with the lines of a player's mail. An organiser who plays at that
// table does not get them: they may contain what the others must not know.
func (c *Change) NotifyOf(f letters.Facts) {
	c.NeedOrganisersKey()
	for _, address := range c.organisers() {
		f := f
		if c.Table == nil || len(c.Table.SeatsOf(extract.Address(address))) > 0 {
			f.Again = nil
		}
		c.QueueTo(engine.Nobody, address, templates.Notice, f)
	}
}

// organisers returns the addresses of the organisers of the game, or of the service.
func (c *Change) organisers() []string {
	if c.Table != nil && c.Table.Organiser != "" {
		return []string{c.Table.Organiser}
	}
	return c.Journal.Config.Security.AdminAddresses
}

// Organises reports whether a seat's player is an organiser of the game, or of the service.
func (c *Change) Organises(s engine.Seat) bool {
	return slices.ContainsFunc(c.organisers(), func(a string) bool { return c.Table.Players[s].OnFile(a) })
}

// Declined returns what to tell the organiser to do about a seat.
func Declined(s engine.Seat) engine.Message {
	return engine.Msg(key.OrganiserDeclined, engine.Player("seat", s))
}

// TellOthers tells all seats but one something before the game begins.
func (c *Change) TellOthers(not engine.Seat, told engine.Message) {
	for s := range c.Table.Players {
		if engine.Seat(s) != not {
			c.Queue(engine.Seat(s), templates.Told, letters.Tell(told))
		}
	}
}

// QueueConfirmation queues the question to the address where a seat wants its letters.
func (c *Change) QueueConfirmation(s engine.Seat, f letters.Facts) {
	p := c.Table.Players[s]
	asks := engine.Msg(key.ConfirmAddress, engine.Text("address", p.Wanted.Address), engine.Text("name", p.Name), engine.Text("game", c.Table.Game))
	f.Told = append([]engine.Message{asks}, f.Told...)
	c.QueueTo(s, p.Wanted.Address, templates.Confirm, f)
}

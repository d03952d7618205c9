// Package sitter lets a substitute play for a seat's player until a day. tell sends both the letters of the seat.
package sitter

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/names"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
	"railpost/store"
	"railpost/templates"
)

// HandoverSteps limits the past steps that a newcomer is told at once.
const HandoverSteps = 10

// sitter asks somebody to play for the player until a day, or ends it: "sitter
// ben@example.org until 5 jan", "sitter off".
var _ = deed.Bind("sitter", func(ctx context.Context, d *deed.Deed, rest string) bool {
	t, p := d.Change.Table, d.Self()
	if strings.EqualFold(strings.TrimSpace(rest), "off") {
		if p.Sitter == nil {
			return d.Refuse(key.SitterNone)
		}
		name := p.Sitter.Name
		End(ctx, d.Change, d.Seat)
		return d.Done(engine.Msg(key.SitterOff, engine.Text("name", name)))
	}
	fields := strings.Fields(rest)
	at := slices.IndexFunc(fields, func(f string) bool { return strings.Contains(f, "@") })
	if at < 0 || at == len(fields)-1 {
		return d.Refuse(key.SitterHow)
	}
	a, err := journal.ParseAddress(strings.Join(fields[:at+1], " "))
	today := clock.DateOf(d.Change.At.In(t.ZoneOf(d.Seat)))
	from, until, bad := clock.ParseAbsence(strings.Join(fields[at+1:], " "), today)
	if err != nil || bad != nil || from != today {
		return d.Refuse(key.SitterHow)
	}
	local, _ := compose.SplitAddress(a.Address)
	name := cmp.Or(a.Name, local)
	seats := t.SeatsOf(a.Address)
	switch {
	case t.Ended():
		return d.Refuse(key.NotRunningOf + string(t.State))
	case slices.Contains(seats, d.Seat) || journal.IsOwn(d.Change.Journal.Config, a.Address):
		return d.Refuse(key.SitterHow)
	case len(seats) > 0 && !t.Rules.SitterAtTable:
		return d.Refuse(key.SitterAtTable, engine.Player("player", seats[0]))
	case len(seats) > 0:
		name = t.Players[seats[0]].Name
	default:
		words, site := d.Texts.Words(), d.Change.Journal.Config.Identity.SiteName
		switch {
		case names.Misleads(name, words, site):
			return d.Refuse(lobby.SetNameMisleads, engine.Text("value", name))
		case a.Name != "" && names.Valid(name, words, site) == "":
			return d.Refuse(lobby.SetNameHow, engine.Text("value", name))
		}
		name = t.FreeName(engine.Nobody, name)
	}
	if !profiles.MayAsk(ctx, d.Change, p.Address()) {
		return d.Refuse(key.AsksOften, engine.Int("limit", profiles.RequestsADay))
	}
	if p.Sitter != nil {
		End(ctx, d.Change, d.Seat)
	}
	if may, known := profiles.MayBeAsked(ctx, d.Change, a.Address); may {
		p.Sitter = &table.Sitter{Guest: table.Guest{Name: name, Address: a.Address, At: d.Change.At}, Until: until}
		d.Change.Entered(ctx, a.Address)
		d.Change.Remember(ctx, a.Address)
		tell.Asking(ctx, d.Change, d.Seat, p.Sitter.Guest, profiles.AskOnce(known))
	}
	return d.Done(engine.Msg(key.SitterAsked, engine.Text("name", name), engine.Text("address", a.Address), engine.Text("date", until.String())))
})

// Begin lets a substitute who has accepted play for a seat's player. From now on the letters
// of the seat go to both.
func Begin(ctx context.Context, c *journal.Change, s engine.Seat) {
	p := &c.Table.Players[s]
	sits := *p.Sitter
	sits.Sits, sits.From = true, clock.DateOf(c.At.In(c.Table.ZoneOf(s))).Next()
	p.Sitter = &sits
	c.RetimeSeat(s, true) // it runs on days of the player's absence while a substitute plays
	c.Table.Sat = append(c.Table.Sat, sits.Guest)
	c.Remember(ctx, sits.Address)
	c.Put = append(c.Put, store.Due{At: c.Table.Players[s].SitterEnds(), Game: c.Table.Game, Kind: journal.DueSitter, Seat: int(s)})
	told := engine.Msg(key.SitterSits, engine.Player("seat", s), engine.Personal("name", sits.Name), engine.Text("date", sits.Until.String()))
	c.Note(engine.Nobody, engine.Report{Message: told})
	Hand(ctx, c, s)
	tell.Table(ctx, c, s)
	tell.To(ctx, c, s, p.Address(), templates.Answer, content.Tell(told))
}

// Hand queues the letter for a seat's substitute from which they can play.
func Hand(ctx context.Context, c *journal.Change, s engine.Seat) {
	tell.Sitter(ctx, c, s, templates.Handover, content.Facts{Since: c.Table.HiddenRecords.Before(c.Seq(), HandoverSteps, s)}, "")
}

// End ends a substitute's rights, or withdraws the request to one. It tells the table and the substitute, but
// nobody who has never written to us: they only get the question.
func End(ctx context.Context, c *journal.Change, s engine.Seat) {
	p := &c.Table.Players[s]
	g := *p.Sitter
	p.Sitter = nil
	tell.DropSitter(c, s)
	if g.Sits || c.Knows(ctx, g.Address) {
		tell.Guest(ctx, c, s, g.Name, g.Address, engine.Msg(key.SitterThanks, engine.Player("seat", s), engine.Text("game", c.Table.Game), tell.Title(c.Table)))
	}
	if g.Sits {
		c.RetimeSeat(s, true)
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.SitterEnds, engine.Player("seat", s), engine.Personal("name", g.Name))})
	}
}

// Due ends a substitute's rights after their last day.
func Due(ctx context.Context, c *journal.Change, s engine.Seat, d store.Due) {
	if is := c.Table.Players[s].Sitter; is == nil || !is.Sits {
		return
	}
	if ends := c.Table.Players[s].SitterEnds(); c.At.Before(ends) {
		d.At = ends
		c.Put = append(c.Put, d)
		return
	}
	End(ctx, c, s)
	if c.Table.State == table.Running || c.Table.State == table.Paused {
		tell.Table(ctx, c, engine.Nobody)
	}
}

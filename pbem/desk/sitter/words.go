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
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/names"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
)

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

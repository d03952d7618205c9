package orders

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/sitter"
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
var _ = deed.Bind("sitter", func(ctx context.Context, h *deed.Deed, rest string) bool {
	t, p := h.Change.Table, h.Self()
	if strings.EqualFold(strings.TrimSpace(rest), "off") {
		if p.Sitter == nil {
			return h.Refuse(key.SitterNone)
		}
		name := p.Sitter.Name
		sitter.End(ctx, h.Change, h.Seat)
		return h.Done(engine.Msg(key.SitterOff, engine.Text("name", name)))
	}
	fields := strings.Fields(rest)
	at := slices.IndexFunc(fields, func(f string) bool { return strings.Contains(f, "@") })
	if at < 0 || at == len(fields)-1 {
		return h.Refuse(key.SitterHow)
	}
	a, err := journal.ParseAddress(strings.Join(fields[:at+1], " "))
	today := clock.DateOf(h.Change.At.In(t.ZoneOf(h.Seat)))
	from, until, bad := clock.ParseAbsence(strings.Join(fields[at+1:], " "), today)
	if err != nil || bad != nil || from != today {
		return h.Refuse(key.SitterHow)
	}
	local, _ := compose.SplitAddress(a.Address)
	name := cmp.Or(a.Name, local)
	seats := t.SeatsOf(a.Address)
	switch {
	case t.Ended():
		return h.Refuse(key.NotRunningOf + string(t.State))
	case slices.Contains(seats, h.Seat) || journal.IsOwn(h.Change.Journal.Config, a.Address):
		return h.Refuse(key.SitterHow)
	case len(seats) > 0 && !t.Rules.SitterAtTable:
		return h.Refuse(key.SitterAtTable, engine.Player("player", seats[0]))
	case len(seats) > 0:
		name = t.Players[seats[0]].Name
	default:
		words, site := h.Texts.Words(), h.Change.Journal.Config.Identity.SiteName
		switch {
		case names.Misleads(name, words, site):
			return h.Refuse(lobby.SetNameMisleads, engine.Text("value", name))
		case a.Name != "" && names.Valid(name, words, site) == "":
			return h.Refuse(lobby.SetNameHow, engine.Text("value", name))
		}
		name = t.FreeName(engine.Nobody, name)
	}
	if !profiles.MayAsk(ctx, h.Change, p.Address()) {
		return h.Refuse(key.AsksOften, engine.Int("limit", profiles.RequestsADay))
	}
	if p.Sitter != nil {
		sitter.End(ctx, h.Change, h.Seat)
	}
	if may, known := profiles.MayBeAsked(ctx, h.Change, a.Address); may {
		p.Sitter = &table.Sitter{Guest: table.Guest{Name: name, Address: a.Address, At: h.Change.At}, Until: until}
		h.Change.Entered(ctx, a.Address)
		h.Change.Remember(ctx, a.Address)
		tell.Asking(ctx, h.Change, h.Seat, p.Sitter.Guest, profiles.AskOnce(known))
	}
	return h.Done(engine.Msg(key.SitterAsked, engine.Text("name", name), engine.Text("address", a.Address), engine.Text("date", until.String())))
})

// sign records who wrote the orders of a mail, if it was the player's substitute.
func (w *work) sign() {
	if w.in.Sitter == nil {
		return
	}
	for _, r := range w.Change.Records {
		if r.Seat == w.Seat && r.By == "" && !r.Auto {
			r.By = w.in.Sitter.Name
		}
	}
}

// substitute returns the name of the substitute who wrote the mail, "" for the player.
func (w *work) substitute() string {
	if w.in.Sitter == nil {
		return ""
	}
	return w.in.Sitter.Name
}

package pbem

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/table"
	"railpost/templates"
)

// accept answers the invitation; the game begins with the last one.
func (h *handling) accept(string) (bool, error) {
	t := h.c.table
	if t.State != table.Inviting {
		return h.refuse("pbem.accept-late-" + string(t.State))
	}
	t.Players[h.seat].Answer = "accept"
	h.acted = true
	if !t.Accepted() {
		h.tell(engine.Msg("pbem.accepted-waiting", engine.Several("seats", missing(t)...)))
		return true, nil
	}
	h.tell(engine.Msg("pbem.accepted-begins"))
	h.begun = true
	return true, h.office.begin(h.c)
}

// missing lists the seats that have not accepted.
func missing(t *table.Table) []engine.Arg {
	var out []engine.Arg
	for i, p := range t.Players {
		if p.Answer != "accept" {
			out = append(out, engine.Player("", engine.Seat(i)))
		}
	}
	return out
}

// decline calls the game off: the table was to be these players.
func (h *handling) decline(string) (bool, error) {
	t := h.c.table
	if t.State != table.Inviting {
		return h.refuse("pbem.decline-late")
	}
	t.Players[h.seat].Answer = "decline"
	t.State = table.Closed
	h.c.withdraw()
	h.acted = true
	told := engine.Msg("pbem.declined", engine.Player("seat", h.seat))
	h.tell(engine.Msg("pbem.decline-done"))
	for s := range t.Players {
		if engine.Seat(s) == h.seat {
			continue
		}
		if err := h.c.queue(engine.Seat(s), templates.Ended, facts{Told: []engine.Message{told}}); err != nil {
			return false, err
		}
	}
	return true, h.c.notify(told)
}

// begin sets the game up and writes its first record. The start letters are
// the caller's.
func (o *Office) begin(c *change) error {
	t := c.table
	title := o.Titles(t.Title)
	if title == nil {
		return &faultError{fmt.Errorf("this program has no title %q", t.Title)}
	}
	g, record, err := engine.Begin(t.Game, title, t.Setup, t.Names(), t.Seed)
	if err != nil {
		return &faultError{err}
	}
	t.State = table.Running
	c.add(g, record)
	if _, err := c.rewait(engine.Nobody); err != nil {
		return err
	}
	c.withdraw()
	return nil
}

// playPending sends the orders that came from another address with this
// seat's token: the address on file has read them and agrees.
func (h *handling) playPending(string) (bool, error) {
	p, err := h.pending()
	if err != nil || p == nil {
		return p != nil, err
	}
	h.c.values[pendingKey(h.in.game.name, h.seat)] = nil
	h.sorted.Orders = nil
	sorted := sortLines(p.Lines, h)
	if len(sorted.Unread) > 0 || len(sorted.Orders) == 0 {
		return h.refuse("pbem.pending-unread")
	}
	var items []item
	for _, l := range sorted.Orders {
		items = append(items, item{n: l.N, text: l.Text, line: l.Text})
	}
	h.in.step = p.Step
	if err := h.findLetter(); err != nil {
		return false, err
	}
	h.sorted = sorted
	items, err = h.items()
	if err != nil {
		return false, err
	}
	return h.play(items, engine.Mode{})
}

// pending reads the orders that wait; nil, with the reason told, if there are none.
func (h *handling) pending() (*pendingOrders, error) {
	b, err := h.office.Store.Get(h.ctx, pendingKey(h.in.game.name, h.seat))
	if err != nil {
		return nil, err
	}
	if len(b) == 0 {
		_, err := h.refuse("pbem.pending-none")
		return nil, err
	}
	p := &pendingOrders{}
	if err := json.Unmarshal(b, p); err != nil {
		return nil, &faultError{err}
	}
	return p, nil
}

// addAddress accepts an address, from which mail with this seat's token came,
// for good.
func (h *handling) addAddress(rest string) (bool, error) {
	p, err := h.pending()
	if err != nil || p == nil {
		return p != nil, err
	}
	if rest != "" && !strings.EqualFold(rest, p.From) {
		return h.refuse("pbem.add-other", engine.Text("address", p.From))
	}
	player := &h.c.table.Players[h.seat]
	if !slices.Contains(player.Addresses, p.From) {
		player.Addresses = append(player.Addresses, p.From)
	}
	h.acted = true
	h.tell(engine.Msg("pbem.added", engine.Text("address", p.From)))
	return true, h.remember(p.From)
}

// remember puts the game of a change among those of an address.
func (o *Office) remember(ctx context.Context, c *change, address string) error {
	names, err := o.gamesOf(ctx, address)
	if err != nil {
		return err
	}
	if !slices.Contains(names, c.game.name) {
		names = append(names, c.game.name)
	}
	c.values[addressKey(address)] = []byte(strings.Join(names, " "))
	return nil
}

// invite is the content of an invitation.
func invite(t *table.Table, title engine.Title) *templates.Invite {
	in := &templates.Invite{Commitment: engine.Seed(t.Seed).Commitment()}
	for _, p := range t.Players {
		in.Accepted = append(in.Accepted, p.Answer == "accept")
	}
	for _, o := range title.Options() {
		in.Options = append(in.Options, templates.Setting{Key: o.Key, Value: t.Setup.Options[o.Key], Gloss: o.Gloss, Rule: o.Rule})
	}
	in.Declared = title.Declared()
	in.Rules = tableRules(t)
	return in
}

// tableRules are the rules of this table beside those of the game.
func tableRules(t *table.Table) []engine.Message {
	out := []engine.Message{engine.Msg("pbem.rule-within", engine.Text("time", clock.FormatDuration(seconds(t.Within))))}
	if t.HalfTime {
		out = append(out, engine.Msg("pbem.rule-half"))
	}
	for _, r := range t.Reminders {
		out = append(out, engine.Msg("pbem.rule-reminder", engine.Text("cron", r)))
	}
	return append(out, engine.Msg("pbem.rule-late"), engine.Msg("pbem.rule-undo"), engine.Msg("pbem.rule-mail"))
}

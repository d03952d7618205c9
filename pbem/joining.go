package pbem

import (
	"encoding/hex"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/fault"
	"railpost/pbem/table"
	"railpost/store"
)

// accept answers the invitation; the game begins with the last one. What is written
// behind it goes into the seed.
func (h *handling) accept(word string) (bool, error) {
	t := h.c.table
	if t.State != table.Inviting {
		return h.refuse("pbem.accept-late-" + string(t.State))
	}
	t.Players[h.seat].Answer = "accept"
	h.acted = true
	h.addToSeed(word)
	if !t.Accepted() {
		h.tell(engine.Msg("pbem.accepted-waiting", engine.Several("seats", missing(t)...)))
		return true, nil
	}
	h.tell(engine.Msg("pbem.accepted-begins"))
	h.begun = true
	return true, h.office.begin(h.c)
}

// addToSeed lets the seat add to the draws, by its first acceptance: the hash of a
// word, or else of what tells this mail from others. Whoever organises the game knows
// the service's part, and so adds nothing.
func (h *handling) addToSeed(word string) {
	p := h.self()
	switch t := h.c.table; {
	case t.Service == nil:
	case h.c.organises(h.seat):
		h.tell(engine.Msg("pbem.added-nothing"))
	case p.Added != "":
		h.tell(engine.Msg("pbem.added-already", engine.Text("hash", p.Added)))
	case word != "":
		p.Added = engine.Seed(word).Commitment()
		h.tell(engine.Msg("pbem.added-word", engine.Text("word", word), engine.Text("hash", p.Added)))
	case h.in.mail.MessageID != "":
		p.Added = engine.Seed(h.in.mail.MessageID).Commitment()
		h.tell(engine.Msg("pbem.added-id", engine.Text("id", h.in.mail.MessageID), engine.Text("hash", p.Added)))
	default:
		p.Added = hex.EncodeToString(h.in.content[:])
		h.tell(engine.Msg("pbem.added-content", engine.Text("hash", p.Added)))
	}
}

// organises says whether a seat's player runs the game, or the service.
func (c *change) organises(s engine.Seat) bool {
	return slices.ContainsFunc(c.organisers(), func(a string) bool { return c.table.OnFile(s, a) })
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

// decline leaves the seat to somebody else: the organiser fills it or calls the game off.
func (h *handling) decline(string) (bool, error) {
	t := h.c.table
	if t.State != table.Inviting {
		return h.refuse("pbem.decline-late")
	}
	h.tell(engine.Msg("pbem.decline-done"))
	if t.Players[h.seat].Answer == "decline" {
		return true, nil
	}
	t.Players[h.seat].Answer = "decline"
	h.acted = true
	if err := h.c.tellOthers(h.seat, engine.Msg("pbem.declined", engine.Player("seat", h.seat))); err != nil {
		return false, err
	}
	return true, h.c.notify(declined(t, h.seat))
}

// declined tells the organiser what to do about a seat.
func declined(t *table.Table, s engine.Seat) engine.Message {
	return engine.Msg("pbem.organiser-declined", engine.Player("seat", s), engine.Text("game", t.Game), engine.Int("n", int(s)))
}

// begin sets the game up and writes its first record. The start letters are
// the caller's.
func (o *Office) begin(c *change) error {
	t := c.table
	title := o.Titles(t.Title)
	if title == nil {
		return &fault.Error{Err: fmt.Errorf("this program has no title %q", t.Title)}
	}
	if t.Service != nil {
		t.Seed = engine.Mixed(t.Service, t.Added())
	}
	g, record, err := engine.Begin(t.Game, title, t.Setup, t.Names(), t.Seed)
	if err != nil {
		return &fault.Error{Err: err}
	}
	t.State = table.Running
	c.add(g, record)
	c.withdraw(func(d store.Due) bool { return d.Kind == dueInvitation })
	return c.rewait(engine.Nobody)
}

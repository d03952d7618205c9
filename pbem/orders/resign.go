package orders

import (
	"time"

	"railpost/engine"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/table"
)

// seatedOnly are the words that a player who has resigned cannot write.
var seatedOnly = []string{"need", "away", "sitter", "propose", "ok", "yes", "no"}

// resign leaves the seat to somebody else, if the player says it in two mails. Until
// somebody takes it the usual turn is played.
func (h *handling) resign(string) bool {
	t, p := h.c.Table, h.self()
	if t.State != table.Running && t.State != table.Paused {
		return h.refuse(key.NotRunningOf + string(t.State))
	}
	asked := h.in.Game.Table.Players[h.seat].Resigning
	switch {
	case p.Resigned:
		h.tell(engine.Msg(key.ResignDone))
		return true
	case asked.IsZero() || h.c.At.Sub(asked) > journal.PendingFor:
		p.Resigning, h.acted = h.c.At, true
		h.tell(engine.Msg(key.ResignAsk))
		return true
	}
	if p.Sitter != nil {
		h.c.EndSitter(h.seat)
	}
	p.Resigning, p.Resigned, p.Open, p.Robot = time.Time{}, true, true, true
	resigned := engine.Msg(key.Resigned, engine.Player("seat", h.seat))
	h.c.Note(engine.Nobody, engine.Report{Message: resigned})
	h.c.Notify(resigned, journal.Offered(h.seat, h.c.OfferSeat(h.seat)))
	h.moved = true
	h.tell(engine.Msg(key.ResignDone))
	return true
}

// unresign gives the seat back to a player who had left it, if nobody has taken it.
func (h *handling) unresign() bool {
	p := h.self()
	p.Resigned = false
	h.c.TakeBack(h.seat)
	h.acted = true
	h.f.Enclose = true
	h.tell(engine.Msg(key.ResignBack))
	return true
}

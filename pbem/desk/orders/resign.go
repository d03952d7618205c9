package orders

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/key"
)

// resign leaves the seat to somebody else, if the player says it in two mails. Until
// somebody takes it the usual turn is played; when the last person resigns the game ends.
var _ = deeds.Bind("resign", func(ctx context.Context, h *deed, _ string) bool {
	t, p := h.c.Table, h.self()
	asked := h.in.Game.Table.Players[h.seat].Resigning
	switch {
	case p.Resigned:
		h.tell(engine.Msg(key.ResignDone))
		return true
	case asked.IsZero() || h.c.At.Sub(asked) > journal.PendingFor:
		p.Resigning, h.acted = h.c.At, true
		if t.Alone() {
			h.tell(engine.Msg(key.ResignAskAlone))
		} else {
			h.tell(engine.Msg(key.ResignAsk))
		}
		return true
	}
	if p.Sitter != nil {
		sitter.End(ctx, h.c, h.seat)
	}
	if p.Resigning = (time.Time{}); t.Alone() {
		return endAlone(ctx, h)
	}
	p.Resigned, p.Open, p.Robot = true, true, true
	resigned := engine.Msg(key.Resigned, engine.Player("seat", h.seat))
	h.c.Note(engine.Nobody, engine.Report{Message: resigned})
	tell.Organiser(ctx, h.c, resigned, waitlist.Offered(h.seat, waitlist.Offer(ctx, h.c, h.seat)))
	h.moved = true
	h.tell(engine.Msg(key.ResignDone))
	return true
})

// endAlone ends a game with only robots left, since nobody would read it.
func endAlone(ctx context.Context, h *deed) bool {
	resigned := engine.Msg(key.ResignedAlone, engine.Player("seat", h.seat))
	h.c.Note(engine.Nobody, engine.Report{Message: resigned})
	h.c.ToAll = append(h.c.ToAll, resigned)
	h.c.CallOff()
	tell.Organiser(ctx, h.c, resigned)
	h.moved = true
	h.tell(resigned)
	return true
}

// unresign gives the seat back to a player who had left it, if nobody has taken it.
func unresign(ctx context.Context, h *deed) bool {
	if t := h.c.Table; t.Ended() {
		return h.refuse(key.NotRunningOf + string(t.State))
	}
	p := h.self()
	p.Resigned = false
	turn.TakeBack(ctx, h.c, h.seat)
	h.f.Enclose = true
	return h.done(engine.Msg(key.ResignBack))
}

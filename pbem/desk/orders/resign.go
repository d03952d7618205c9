package orders

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/key"
)

// resign leaves the seat to somebody else, if the player says it in two mails. Until
// somebody takes it the usual turn is played; when the last person resigns the game ends.
var _ = deed.Bind("resign", func(ctx context.Context, h *deed.Deed, _ string) bool {
	t, p := h.Change.Table, h.Self()
	asked := h.Change.Game.Table.Players[h.Seat].Resigning
	switch {
	case p.Resigned:
		h.Tell(engine.Msg(key.ResignDone))
		return true
	case asked.IsZero() || h.Change.At.Sub(asked) > journal.PendingFor:
		p.Resigning, h.Acted = h.Change.At, true
		if t.Alone() {
			h.Tell(engine.Msg(key.ResignAskAlone))
		} else {
			h.Tell(engine.Msg(key.ResignAsk))
		}
		return true
	}
	if p.Sitter != nil {
		sitter.End(ctx, h.Change, h.Seat)
	}
	if p.Resigning = (time.Time{}); t.Alone() {
		return endAlone(ctx, h)
	}
	p.Resigned, p.Open, p.Robot = true, true, true
	resigned := engine.Msg(key.Resigned, engine.Player("seat", h.Seat))
	h.Change.Note(engine.Nobody, engine.Report{Message: resigned})
	tell.Organiser(ctx, h.Change, resigned, waitlist.Offered(h.Seat, waitlist.Offer(ctx, h.Change, h.Seat)))
	h.Moved = true
	h.Tell(engine.Msg(key.ResignDone))
	return true
})

// endAlone ends a game with only robots left, since nobody would read it.
func endAlone(ctx context.Context, h *deed.Deed) bool {
	resigned := engine.Msg(key.ResignedAlone, engine.Player("seat", h.Seat))
	h.Change.Note(engine.Nobody, engine.Report{Message: resigned})
	h.Change.ToAll = append(h.Change.ToAll, resigned)
	h.Change.CallOff()
	tell.Organiser(ctx, h.Change, resigned)
	h.Moved = true
	h.Tell(resigned)
	return true
}

// unresign gives the seat back to a player who had left it, if nobody has taken it.
func unresign(ctx context.Context, h *deed.Deed) bool {
	if t := h.Change.Table; t.Ended() {
		return h.Refuse(key.NotRunningOf + string(t.State))
	}
	p := h.Self()
	p.Resigned = false
	waitlist.TakeBack(ctx, h.Change, h.Seat)
	h.Reply.Enclose = true
	return h.Done(engine.Msg(key.ResignBack))
}

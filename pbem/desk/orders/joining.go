package orders

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// accept answers the invitation; the game begins with the last acceptance. The words
// after it go into the seed.
var _ = deeds.Bind("accept", func(ctx context.Context, h *deed, word string) bool {
	t := h.c.Table
	if t.State != table.Inviting {
		return h.refuse(key.AcceptLateOf + string(t.State))
	}
	h.acted = true
	told, begins := seats.Accept(ctx, h.c, h.seat, seats.Addition{Words: word, ID: h.in.Message.MessageID, Content: h.in.Content})
	h.f.Told = append(h.f.Told, told...)
	h.begun = begins
	return true
})

// decline frees the seat: the organiser fills it or calls the game off.
var _ = deeds.Bind("decline", func(ctx context.Context, h *deed, _ string) bool {
	t := h.c.Table
	if t.State != table.Inviting {
		return h.refuse(key.DeclineLate)
	}
	h.tell(engine.Msg(key.DeclineDone))
	if t.Players[h.seat].Answer == "decline" {
		return true
	}
	t.Players[h.seat].Answer = "decline"
	h.acted = true
	tell.Others(ctx, h.c, h.seat, engine.Msg(key.Declined, engine.Player("seat", h.seat)))
	notice := []engine.Message{tell.Declined(h.seat)}
	if names := waitlist.Offer(ctx, h.c, h.seat); len(names) > 0 {
		notice = append(notice, waitlist.Offered(h.seat, names))
	}
	tell.Organiser(ctx, h.c, notice...)
	return true
})

package orders

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// accept answers the invitation; the game begins with the last acceptance. The words
// after it go into the seed.
var _ = deed.Bind("accept", func(ctx context.Context, h *deed.Deed, word string) bool {
	t := h.Change.Table
	if t.State != table.Inviting {
		return h.Refuse(key.AcceptLateOf + string(t.State))
	}
	h.Acted = true
	told, begins := seats.Accept(ctx, h.Change, h.Seat, seats.Addition{Words: word, ID: h.Reply.ReplyTo, Content: h.Content})
	h.Reply.Told = append(h.Reply.Told, told...)
	h.Begun = begins
	return true
})

// decline frees the seat: the organiser fills it or calls the game off.
var _ = deed.Bind("decline", func(ctx context.Context, h *deed.Deed, _ string) bool {
	t := h.Change.Table
	if t.State != table.Inviting {
		return h.Refuse(key.DeclineLate)
	}
	h.Tell(engine.Msg(key.DeclineDone))
	if t.Players[h.Seat].Answer == "decline" {
		return true
	}
	t.Players[h.Seat].Answer = "decline"
	h.Acted = true
	tell.Others(ctx, h.Change, h.Seat, engine.Msg(key.Declined, engine.Player("seat", h.Seat)))
	notice := []engine.Message{tell.Declined(h.Seat)}
	if names := waitlist.Offer(ctx, h.Change, h.Seat); len(names) > 0 {
		notice = append(notice, waitlist.Offered(h.Seat, names))
	}
	tell.Organiser(ctx, h.Change, notice...)
	return true
})

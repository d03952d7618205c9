package seats

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// accept answers the invitation; the game begins with the last acceptance. The words
// after it go into the seed.
var _ = deed.Bind("accept", func(ctx context.Context, d *deed.Deed, word string) bool {
	t := d.Change.Table
	if t.State != table.Inviting {
		return d.Refuse(key.AcceptLateOf + string(t.State))
	}
	d.Acted = true
	told, begins := Accept(ctx, d.Change, d.Seat, Addition{Words: word, ID: d.Reply.ReplyTo, Content: d.Content})
	d.Reply.Told = append(d.Reply.Told, told...)
	d.Begun = begins
	return true
})

// decline frees the seat: the organiser fills it or calls the game off.
var _ = deed.Bind("decline", func(ctx context.Context, d *deed.Deed, _ string) bool {
	t := d.Change.Table
	if t.State != table.Inviting {
		return d.Refuse(key.DeclineLate)
	}
	d.Tell(engine.Msg(key.DeclineDone))
	if t.Players[d.Seat].Answer == "decline" {
		return true
	}
	t.Players[d.Seat].Answer = "decline"
	d.Acted = true
	tell.Others(ctx, d.Change, d.Seat, engine.Msg(key.Declined, engine.Player("seat", d.Seat)))
	notice := []engine.Message{tell.Declined(d.Seat)}
	if names := waitlist.Offer(ctx, d.Change, d.Seat); len(names) > 0 {
		notice = append(notice, waitlist.Offered(d.Seat, names))
	}
	tell.Organiser(ctx, d.Change, notice...)
	return true
})

package seats

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

// resign leaves the seat to somebody else, if the player says it in two mails. Until
// somebody takes it the usual turn is played; when the last person resigns the game ends.
var _ = deed.Bind("resign", func(ctx context.Context, d *deed.Deed, _ string) bool {
	t, p := d.Change.Table, d.Self()
	asked := d.Change.Game.Table.Players[d.Seat].Resigning
	switch {
	case p.Resigned:
		d.Tell(engine.Msg(key.ResignDone))
		return true
	case asked.IsZero() || d.Change.At.Sub(asked) > journal.PendingFor:
		p.Resigning, d.Acted = d.Change.At, true
		if t.Alone() {
			d.Tell(engine.Msg(key.ResignAskAlone))
		} else {
			d.Tell(engine.Msg(key.ResignAsk))
		}
		return true
	}
	if p.Sitter != nil {
		sitter.End(ctx, d.Change, d.Seat)
	}
	if p.Resigning = (time.Time{}); t.Alone() {
		return endAlone(ctx, d)
	}
	p.Resigned, p.Open, p.Robot = true, true, true
	resigned := engine.Msg(key.Resigned, engine.Player("seat", d.Seat))
	d.Change.Note(engine.Nobody, engine.Report{Message: resigned})
	tell.Organiser(ctx, d.Change, resigned, waitlist.Offered(d.Seat, waitlist.Offer(ctx, d.Change, d.Seat)))
	d.Moved = true
	d.Tell(engine.Msg(key.ResignDone))
	return true
})

// endAlone ends a game with only robots left, since nobody would read it.
func endAlone(ctx context.Context, d *deed.Deed) bool {
	resigned := engine.Msg(key.ResignedAlone, engine.Player("seat", d.Seat))
	d.Change.Note(engine.Nobody, engine.Report{Message: resigned})
	d.Change.ToAll = append(d.Change.ToAll, resigned)
	d.Change.CallOff()
	tell.Organiser(ctx, d.Change, resigned)
	d.Moved = true
	d.Tell(resigned)
	return true
}

// Unresign gives the seat back to a player who had left it, if nobody has taken it.
func Unresign(ctx context.Context, d *deed.Deed) bool {
	if t := d.Change.Table; t.Ended() {
		return d.Refuse(key.NotRunningOf + string(t.State))
	}
	p := d.Self()
	p.Resigned = false
	waitlist.TakeBack(ctx, d.Change, d.Seat)
	d.Reply.Enclose = true
	return d.Done(engine.Msg(key.ResignBack))
}

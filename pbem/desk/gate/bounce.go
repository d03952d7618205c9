package gate

import (
	"context"
	"errors"
	"strings"

	"railpost/pbem/desk/bounce"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/outbox"
	"railpost/store"
)

// Bounced records that a letter to a present or possible player came back, or that its reader called it spam
// (RFC 5965). The report is never answered, and little of it is believed: anybody can write one, so the notice
// names the address of our letter.
func (g *Gate) Bounced(ctx context.Context, in *inbox.Mail) *journal.Change {
	b := in.Message.Bounce
	ignored := g.NewChange(nil).Judged(verdict.Ignored, verdict.Why(in.Message.Class))
	complains := in.Message.Class == extract.Complaint
	if b == nil || !complains && (in.Message.Class != extract.Bounce || b.Action != "failed" || b.Recipient == "") {
		return ignored
	}
	l, ok, err := outbox.Sent(ctx, g.Store, b.OriginalMessageID)
	id := b.OriginalMessageID
	if err == nil && !ok {
		id = ""
		l, ok, err = g.meant(ctx, b)
	}
	if err != nil || !ok {
		return ignored.Fail(err)
	}
	if l.Game == "" {
		if known, err := g.knows(ctx, l.To); err != nil || !known {
			return ignored.Fail(err)
		}
	} else if in.Game, err = g.Games.Load(ctx, l.Game); err != nil {
		return ignored.Fail(err)
	}
	c := g.NewChange(in.Game)
	if complains {
		bounce.Complained(ctx, c, l)
		return c.Judged(verdict.Ignored, verdict.Why(in.Message.Class))
	}
	bounce.Bounced(ctx, c, l, id, b.Status)
	return c.Judged(verdict.Ignored, verdict.Bounce)
}

// meant returns the reader of a letter whose Message-ID its provider has replaced: the seat of the token in its
// answer address, or that of the failed address at the table that the letter names. Others may know the latter,
// so the letter itself stays unknown.
func (g *Gate) meant(ctx context.Context, b *extract.Failure) (l store.Letter, ok bool, err error) {
	var answer compose.Reply
	for _, base := range g.Config.AnswerBases() {
		if r, ok := compose.ParseReplyAddress(b.Answers, base, ""); ok {
			answer = r
		}
	}
	name, listed := strings.CutSuffix(b.List, "."+g.Config.ListIDDomain())
	if answer.Game != "" || !listed {
		name = answer.Game
	}
	if !compose.ValidTag(name) {
		return l, false, nil
	}
	game, err := g.Games.Load(ctx, name)
	if errors.Is(err, store.ErrNoGame) {
		return l, false, nil
	}
	if err != nil {
		return l, false, err
	}
	l = store.Letter{Game: name, To: b.Recipient}
	if seat, ok := game.Table.Tokens().SeatOf(answer.Token); ok {
		if l.Seat = int(seat); !game.Table.Players[seat].OnFile(l.To) { // forwarded from there
			l.To = game.Table.Players[seat].Address()
		}
		return l, true, nil
	}
	seats := game.Table.SeatsOf(l.To)
	if len(seats) == 0 {
		return l, false, nil
	}
	l.Seat = int(seats[0])
	return l, true, nil
}

// knows reports whether somebody on the waiting list or with a profile has an address.
func (g *Gate) knows(ctx context.Context, address string) (bool, error) {
	if n, err := g.Newcomer(ctx, address); err != nil || n != nil {
		return err == nil, err
	}
	p, err := g.Profile(ctx, address)
	return p != nil, err
}

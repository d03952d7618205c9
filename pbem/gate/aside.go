package gate

import (
	"context"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/verdict"
	"railpost/store"
	"railpost/templates"
)

// answersADay limits what somebody without a valid token, or a mail that cannot be read,
// can make us send.
const answersADay = 2

// Repeated deals with a mail whose key has been handled before. The same mail has no
// second effect; another mail with the same identity is set aside and its sender told,
// since it would otherwise be lost silently.
func (g *Gate) Repeated(ctx context.Context, in *inbox.Mail, mark store.Mark) *journal.Change {
	if mark.Raw == in.Content {
		c := g.NewChange(ctx, nil)
		c.Empty = true
		return c.Judged(verdict.Ignored, verdict.Repeated)
	}
	in.Key = inbox.RawKey(in.RawID)
	return g.quarantine(ctx, in, verdict.SameID, engine.Msg(key.SameId))
}

// Unreadable puts a mail aside that is over a limit or no mail at all.
func (g *Gate) Unreadable(ctx context.Context, in *inbox.Mail) *journal.Change {
	what := engine.Msg(key.Unreadable)
	if in.Short {
		what = engine.Msg(key.Short)
	} else if in.Large || in.Message != nil && in.Message.Class == extract.Oversize {
		what = engine.Msg(key.TooLarge, engine.Text("limit", g.Config.Mail.In.MaxSize.String()))
	}
	return g.quarantine(ctx, in, verdict.Unreadable, what)
}

// quarantine keeps a mail for the organiser, and tells the organiser and a proven
// player. Mail that cannot be read may be automatic, so its answers are limited. lines
// are those of the mail that the letter gives back.
func (g *Gate) quarantine(ctx context.Context, in *inbox.Mail, kind verdict.Why, why engine.Message, lines ...string) *journal.Change {
	c := g.NewChange(ctx, nil)
	who := "strangers"
	if in.Proof == inbox.Proven {
		c = g.NewChange(ctx, in.Game)
		c.BySitter = in.Sitter != nil
		who = journal.SeatKey(in.Game.Name, in.Seat)
	}
	c.Poison = true
	if c.CountToday("put-aside/"+who) > answersADay {
		return c.Judged(verdict.Quarantined, kind)
	}
	if in.Proof == inbox.Proven {
		f := letters.Facts{ReplyTo: in.Message.MessageID, Said: templates.Said{Told: []engine.Message{engine.Msg(key.PutAside, engine.Say("why", why))}, Again: lines}}
		c.Queue(in.Seat, templates.Answer, f)
	}
	told := engine.Msg(key.OrganiserPutAside, engine.Text("key", in.Key), engine.Say("why", why))
	c.NotifyOf(letters.Facts{Said: templates.Said{Told: []engine.Message{told}, Again: lines}})
	return c.Judged(verdict.Quarantined, kind)
}

// TooSlow puts aside a mail that was slow twice; player and organiser get its lines.
func (g *Gate) TooSlow(ctx context.Context, in *inbox.Mail) *journal.Change {
	g.Log.Error("a mail took too long twice", "mail", in.Key)
	lines := in.Message.Typed(nil)
	return g.quarantine(ctx, in, verdict.TooSlow, engine.Msg(key.Slow), lines[:min(len(lines), g.Config.Security.MaxCommandsPerMail)]...)
}

// answerRevoked tells a player that the address they answered is no longer valid, and
// encloses the letter that counts.
func (g *Gate) answerRevoked(ctx context.Context, in *inbox.Mail) *journal.Change {
	in.Game, in.Seat = in.Revoked.Game, in.Revoked.Seat
	c := g.NewChange(ctx, in.Game)
	if c.CountToday("onfile/"+in.Message.From) > answersADay {
		return c.Judged(verdict.Ignored, verdict.NoToken)
	}
	f := letters.Facts{ReplyTo: in.Message.MessageID, Enclose: true, Said: templates.Said{Told: []engine.Message{engine.Msg(key.Gone)}}}
	c.Queue(in.Seat, templates.Stale, f)
	return c.Judged(verdict.Answered, verdict.Stale)
}

// Faulty puts aside a mail that a fault of ours keeps from being worked out.
func (g *Gate) Faulty(ctx context.Context, in *inbox.Mail, err error) *journal.Change {
	g.Log.Error("a mail could not be processed", "mail", in.Key, "err", err)
	return g.quarantine(ctx, in, verdict.Fault, engine.Msg(key.Fault, engine.Text("what", err.Error())))
}

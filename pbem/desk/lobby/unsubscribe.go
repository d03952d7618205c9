package lobby

import (
	"cmp"
	"context"

	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
)

// Unsubscribe does what the unsubscribe button promises for the letters of the lobby: it is "stop", or
// "unwatch" for a game that the writer watches. Like the button for games it needs no token: a change is told,
// and can be told only once. It returns nil for other mails.
func (l *Lobby) Unsubscribe(ctx context.Context, in *inbox.Mail) *journal.Change {
	what, ok := letters.Unsubscribes(in.Message.Subject)
	if !ok || !inbox.Authentic(l.Config, in.Message) {
		return nil
	}
	return l.stop(ctx, in, what)
}

// Stop does what the button of a letter about tables in formation, or about a game that its reader watches, promises.
// It returns nil if there is nothing left to stop.
func (l *Lobby) Stop(ctx context.Context, s table.Stop) *journal.Change {
	c := l.stop(ctx, &inbox.Mail{Message: &extract.Mail{From: s.Address}}, cmp.Or(s.Game, letters.UnsubscribeLobby))
	if c != nil && c.Err == nil && c.Verdict.Act != verdict.Answered {
		return nil
	}
	return c
}

func (l *Lobby) stop(ctx context.Context, in *inbox.Mail, what string) *journal.Change {
	c := l.NewChange(nil)
	p := c.Profile(ctx, in.Message.From)
	if p == nil {
		return orNil(c, c.Err)
	}
	v := &visit{lobby: l, c: c, from: in.Message.From, in: in, p: p, before: *p, facts: content.Facts{ReplyTo: in.Message.MessageID}}
	if what != letters.UnsubscribeLobby {
		return v.unwatchByButton(ctx, what)
	}
	if profiles.Stopped(ctx, c, v.from) {
		return c.Judged(verdict.Ignored, verdict.Unsubscribed)
	}
	c.Fail(v.stop(ctx, ""))
	profiles.Tell(ctx, c, p, v.from, v.facts)
	return c.Judged(verdict.Answered, verdict.Unsubscribed)
}

// unwatchByButton ends the letters about a game, if the writer watches it.
func (v *visit) unwatchByButton(ctx context.Context, name string) *journal.Change {
	why, err := asRefusal(v.unwatch(ctx, name))
	if why != nil || err != nil {
		return orNil(v.c, err)
	}
	return v.begun().Judged(verdict.Answered, verdict.Unsubscribed)
}

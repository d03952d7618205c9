package gate

import (
	"cmp"
	"context"
	"errors"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/extract"
	"railpost/store"
	"railpost/templates"
)

// answersADay limits the letters that a person without a valid token, or an unreadable mail, can cause.
const answersADay = 2

// Repeated handles a mail whose key has been handled before. The same mail has no second effect; another mail
// with the same identity is set aside and its sender told, since it would otherwise be lost silently.
func (g *Gate) Repeated(ctx context.Context, in *inbox.Mail, mark store.Mark) *journal.Change {
	if mark.Raw == in.Content {
		c := g.NewChange(nil)
		c.Empty = true
		return c.Judged(verdict.Ignored, verdict.Repeated)
	}
	in.Key = inbox.RawKey(in.RawID)
	return g.quarantine(ctx, in, verdict.SameID, engine.Msg(key.SameId))
}

// Unreadable sets aside a mail that is over a limit or no mail at all.
func (g *Gate) Unreadable(ctx context.Context, in *inbox.Mail) *journal.Change {
	what := engine.Msg(key.Unreadable)
	if in.Short {
		what = engine.Msg(key.Short)
	} else if in.Large || in.Message != nil && in.Message.Class == extract.Oversize {
		what = g.tooMuch(in)
	}
	return g.quarantine(ctx, in, verdict.Unreadable, what)
}

// tooMuch says which limit a message is over.
func (g *Gate) tooMuch(in *inbox.Mail) engine.Message {
	switch over, ok := errors.AsType[*extract.LimitError](in.Fault); {
	case !ok || over.What == extract.MailBytes:
		return engine.Msg(key.TooLarge, engine.Text("limit", g.Config.Mail.In.MaxSize.String()))
	case over.What == extract.HeaderBytes:
		return engine.Msg(key.LongHeader)
	}
	return engine.Msg(key.TooMuch)
}

// SenderUnread tells the address on file of a mail whose field From names no one sender, since its writer would otherwise
// never learn why nothing comes of it. Only the token of letters to an address brings a letter there: whoever forges a
// mail without one could have us write to anybody. Where there is none the organiser hears of it, once a day, if the mail
// was meant for us: it has a line for the lobby, or an answer address.
func (g *Gate) SenderUnread(ctx context.Context, in *inbox.Mail, asks bool) *journal.Change {
	c := g.NewChange(nil)
	ignored, from := verdict.Why(in.Message.Class), engine.Text("from", shortened(in.Message.Sender))
	to := in.Claimed
	switch in.Proof {
	case inbox.OtherAddress:
		c, to = g.NewChange(in.Game), in.TokenOwner()
	case inbox.Asked:
		to = in.Guest.Address
	case inbox.Organiser, inbox.FormerOrganiser, inbox.Listed, inbox.Visitor:
	default:
		if (asks || in.Lacks(ignored) == verdict.WrongToken) && c.CountToday(ctx, "sender-unread") == 1 {
			tell.Organiser(ctx, c, engine.Msg(key.AlarmSender, from))
		}
		return c.Judged(verdict.Ignored, ignored)
	}
	if c.CountToday(ctx, "sender-unread/"+to) > answersADay {
		return c.Judged(verdict.Ignored, ignored)
	}
	f := content.Tell(engine.Msg(key.SenderUnread, from))
	f.ReplyTo = in.Message.MessageID
	switch {
	case in.Proof != inbox.OtherAddress:
		tell.To(ctx, c, engine.Nobody, to, templates.Answer, f)
	case in.Digest != nil:
		daily.TellParts(ctx, c, in.Digest, templates.Answers, nil, nil, f)
	default:
		tell.Letter(ctx, c, in.Seat, templates.Answer, f)
	}
	return c.Judged(verdict.Answered, ignored)
}

// fieldShown limits the characters of a header field in a letter.
const fieldShown = 100

func shortened(s string) string {
	if r := []rune(s); len(r) > fieldShown {
		return string(r[:fieldShown]) + "..."
	}
	return s
}

// quarantine keeps a mail for the organiser, and tells the organiser and the player, if their token
// proves them, or the address on file if only the token can be read. Unreadable mail may be
// automatic, so its answers are limited. The letter quotes lines of the mail.
func (g *Gate) quarantine(ctx context.Context, in *inbox.Mail, kind verdict.Why, why engine.Message, lines ...string) *journal.Change {
	c := g.NewChange(nil)
	who := "strangers"
	told := engine.Msg(key.OrganiserPutAside, engine.Text("from", sender(in)), engine.Text("key", in.Key), engine.Say("why", why))
	known := in.Proof == inbox.Proven || in.Game != nil && in.Message.From == ""
	if known {
		c = g.NewChange(in.Game)
		c.BySitter = in.Sitter != nil
		who = journal.SeatKey(in.Game.Name, in.Seat)
		told.Key, told.Args = key.OrganiserPutAsideOf, append(told.Args, engine.Text("game", in.Game.Name))
	}
	c.Poison = true
	if c.CountToday(ctx, "put-aside/"+who) > answersADay {
		return c.Judged(verdict.Quarantined, kind)
	}
	if known {
		f := content.Facts{ReplyTo: in.Message.MessageID, Said: templates.Said{Told: []engine.Message{engine.Msg(key.PutAside, engine.Say("why", why))}, Again: lines}}
		tell.Letter(ctx, c, in.Seat, templates.Answer, f)
	}
	tell.OrganiserOf(ctx, c, content.Facts{Said: templates.Said{Told: []engine.Message{told}, Again: lines}})
	return c.Judged(verdict.Quarantined, kind)
}

// sender returns who wrote a message, as far as it says so.
func sender(in *inbox.Mail) string {
	if in.Message == nil {
		return "?"
	}
	return cmp.Or(in.Message.From, shortened(in.Message.Sender), "?")
}

// TooSlow sets aside a message that was slow, by its own fault or twice; player and organiser get its lines.
func (g *Gate) TooSlow(ctx context.Context, in *inbox.Mail) *journal.Change {
	g.Log.Error("a message took too long", "mail", in.Key)
	lines := in.Message.Typed(nil)
	return g.quarantine(ctx, in, verdict.TooSlow, engine.Msg(key.Slow), lines[:min(len(lines), g.Config.Security.MaxCommandsPerMail)]...)
}

// answerRevoked tells a player that the address they answered is no longer valid, and
// encloses the letter that counts.
func (g *Gate) answerRevoked(ctx context.Context, in *inbox.Mail) *journal.Change {
	in.Game, in.Seat = in.Revoked.Game, in.Revoked.Seat
	c := g.NewChange(in.Game)
	if c.CountToday(ctx, "onfile/"+in.Message.From) > answersADay {
		return c.Judged(verdict.Ignored, verdict.NoToken)
	}
	f := content.Facts{ReplyTo: in.Message.MessageID, Enclose: true, Said: templates.Said{Told: []engine.Message{engine.Msg(key.Gone)}}}
	tell.Letter(ctx, c, in.Seat, templates.Stale, f)
	return c.Judged(verdict.Answered, verdict.Stale)
}

// Faulty sets aside a mail that cannot be decided because of a fault of ours.
func (g *Gate) Faulty(ctx context.Context, in *inbox.Mail, err error) *journal.Change {
	g.Log.Error("a message could not be processed", "mail", in.Key, "err", err)
	return g.quarantine(ctx, in, verdict.Fault, engine.Msg(key.Fault, engine.Text("what", err.Error())))
}

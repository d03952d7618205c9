package gate

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// pressedAgain is the time within which a second press of the button stops even letters that ask for a move.
const pressedAgain = 7 * 24 * time.Hour

// unsubscribe does what the unsubscribe button promises: fewer letters of one game, with instructions to undo
// it. It needs no token, since only Reply-To has one: the letter that it causes warns the player if somebody
// else pressed it.
func (g *Gate) unsubscribe(ctx context.Context, in *inbox.Mail, name string) *journal.Change {
	others := func(t inbox.SeatAt) bool { return name != "" && t.Game.Name != name }
	seats := slices.DeleteFunc(slices.Clone(in.Tables), others)
	c := g.NewChange(nil)
	if name == letters.UnsubscribeDigest && inbox.Authentic(g.Config, in.Message) {
		return g.unsubscribeDigest(ctx, in, c)
	}
	if len(seats) == 0 || !inbox.Authentic(g.Config, in.Message) {
		return c.Judged(verdict.Ignored, verdict.NoToken)
	}
	one := seats[0].Game
	for _, t := range seats {
		if t.Game != one {
			return g.unsubscribeWhich(ctx, in, c)
		}
	}
	in.Game, c = one, g.NewChange(one)
	changed := false
	for _, t := range seats {
		changed = fewerLetters(c, t.Seat) || changed
	}
	// A change is always told: a forged one must not go unnoticed, and there can be only two. A mail without a
	// change counts as any without a token.
	if !changed && c.CountToday(ctx, "onfile/"+in.Message.From) > answersADay {
		return c.Judged(verdict.Ignored, verdict.NoToken)
	}
	for _, t := range seats {
		tellUnsubscribed(ctx, c, t.Seat, in.Message.MessageID, changed)
	}
	return c.Judged(verdict.Answered, verdict.Unsubscribed)
}

// unsubscribeDigest ends the daily letters, without starting letters of each game: only urgent ones are sent.
// It is told once, since repeating it changes nothing.
func (g *Gate) unsubscribeDigest(ctx context.Context, in *inbox.Mail, c *journal.Change) *journal.Change {
	for _, t := range in.Tables {
		if silence(ctx, c, t.Game.Table.Players[t.Seat].Address(), in.Message.MessageID) {
			return c.Judged(verdict.Answered, verdict.Unsubscribed)
		}
	}
	return c.Judged(verdict.Ignored, verdict.Unsubscribed)
}

// silence ends the daily letters to an address, and reports whether there were any.
func silence(ctx context.Context, c *journal.Change, address, replyTo string) bool {
	d := c.Digested(ctx, address)
	if d == nil || d.Silent {
		return false
	}
	d.Silent = true
	f := content.Tell(engine.Msg(key.UnsubscribedOf + table.DigestWord))
	f.ReplyTo = replyTo
	daily.TellParts(ctx, c, d, templates.Answers, nil, nil, f)
	return true
}

// Stop does at once what the button of a daily letter, or of a letter to a seat of a game, does when it is pressed
// twice. Unlike From, its link identifies the reader. It returns nil if there is nothing left to stop.
func (g *Gate) Stop(ctx context.Context, s table.Stop, game *games.Game) *journal.Change {
	c := g.NewChange(game)
	if s.Kind == table.StopDigest {
		if !silence(ctx, c, s.Address, "") {
			return nil
		}
		return c
	}
	p := &c.Table.Players[s.Seat]
	if p.Letters == table.Off {
		return nil
	}
	p.Letters = table.Off
	tellUnsubscribed(ctx, c, s.Seat, "", true)
	return c
}

// unsubscribeWhich tells a player of several games how to name one.
func (g *Gate) unsubscribeWhich(ctx context.Context, in *inbox.Mail, c *journal.Change) *journal.Change {
	if c.CountToday(ctx, "onfile/"+in.Message.From) > answersADay {
		return c.Judged(verdict.Ignored, verdict.NoToken)
	}
	t, others := in.MeantTable()
	at := g.NewChange(t.Game)
	told := []engine.Message{engine.Msg(key.UnsubscribeHow), engine.Msg(key.OtherGames, engine.Several("games", others...), engine.Text("first", others[0].Text))}
	tell.Letter(ctx, at, t.Seat, templates.Answer, content.Facts{ReplyTo: in.Message.MessageID, Said: templates.Said{Told: told}})
	c.Letters = at.Letters
	return c.Fail(at.Err).Judged(verdict.Answered, verdict.NoToken)
}

// fewerLetters takes a seat from all letters to those that ask it something and, when
// pressed again, to only the first and the last. It reports whether that is new.
func fewerLetters(c *journal.Change, s engine.Seat) bool {
	p := &c.Table.Players[s]
	switch again := c.At.Sub(p.Unsubscribed) < pressedAgain; {
	case p.Letters == table.Off:
		return false
	case again:
		p.Letters = table.Off
	default:
		p.Letters, p.Unsubscribed = table.Turns, c.At
	}
	return true
}

// tellUnsubscribed says which letters the seat gets now; the organiser hears of a player
// who is no longer asked.
func tellUnsubscribed(ctx context.Context, c *journal.Change, s engine.Seat, replyTo string, changed bool) {
	wants := c.Table.Players[s].Letters
	told := engine.Msg(key.UnsubscribedOf + string(wants))
	tell.Letter(ctx, c, s, templates.Answer, content.Facts{ReplyTo: replyTo, Said: templates.Said{Told: []engine.Message{told}}})
	if wants == table.Off && changed {
		tell.Organiser(ctx, c, engine.Msg(key.OrganiserUnsubscribed, engine.Player("seat", s)))
	}
}

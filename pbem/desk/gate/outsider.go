package gate

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// AnswerOnFile answers help, status and resend from a known address without a valid token, to the address on
// file. It does nothing else. Anybody can write such a mail, so it causes one letter for any number of games,
// and at most two a day; mail that our own host authenticates is counted separately.
func (g *Gate) AnswerOnFile(ctx context.Context, in *inbox.Mail) *journal.Change {
	if name, ok := letters.Unsubscribes(in.Message.Subject); ok {
		return g.unsubscribe(ctx, in, name)
	}
	wanted := onFileCommand(in.Message.Typed(nil))
	c := g.NewChange(nil)
	if r := in.Revoked; r != nil && wanted == "" && r.Game.Table.Players[r.Seat].OnFile(in.Message.From) {
		return g.answerRevoked(ctx, in)
	}
	// A mail program may have dropped the code, or not know what it answers.
	if wanted == "" && (g.Config.ByCode() || choosesIn(in.Message.Typed(nil))) {
		wanted = "status"
	}
	if wanted == "" {
		return c.Judged(verdict.Ignored, in.Lacks(verdict.NoToken))
	}
	if g.tooMany(ctx, c, in, "onfile", in.Message.From) {
		return c.Judged(verdict.Ignored, in.Lacks(verdict.NoToken))
	}
	t, others := in.MeantTable()
	at := g.NewChange(t.Game)
	f := content.Tell(engine.Msg(g.lacking(in)))
	if len(others) > 0 {
		f.Told = append(f.Told, engine.Msg(key.OtherGames, engine.Several("games", others...), engine.Text("first", others[0].Text)))
	}
	e := &enquiry.Enquiry{Seat: t.Seat, Game: t.Game.Now, Table: t.Game.Table, Facts: &f, Texts: g.Letters.Templates, Pages: g.Config.PageURL("") != ""}
	e.Answer(wanted)
	f.ReplyTo = in.Message.MessageID
	tell.Letter(ctx, at, t.Seat, templates.Answer, f)
	c.Letters = at.Letters
	c.Fail(e.Err).Fail(at.Err)
	return c.Judged(verdict.Answered, in.Lacks(verdict.NoToken))
}

// tooMany counts a mail that identifies no seat, and reports whether it gets no reply. Those that our own host
// authenticates are counted separately, as anybody can write the others.
func (g *Gate) tooMany(ctx context.Context, c *journal.Change, in *inbox.Mail, kind, of string) bool {
	if s := g.Config.Security; s.TrustedAuthservID != "" && inbox.TrustedPass(in.Message, s.TrustedAuthservID) {
		kind += "-authentic"
	}
	return c.CountToday(ctx, kind+"/"+of) > answersADay
}

// lacking returns the explanation for a player whose mail identifies no seat.
func (g *Gate) lacking(in *inbox.Mail) string {
	switch {
	case in.Several:
		return key.SeveralCodes
	case g.Config.ByCode():
		return key.NoCode
	}
	return key.NoToken
}

// choosesIn reports whether a lone line chooses an offer of a letter: a number, or a word for a turn.
func choosesIn(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		_, number := words.Number(line)
		return number || words.IsTurn(line)
	})
}

func onFileCommand(lines []string) string {
	for _, l := range lines {
		if w := words.Find(words.First(extract.Fold(l))); w.Allows(words.NoToken) {
			return w.Name
		}
	}
	return ""
}

// AnswerUnauthentic tells the address on file of a mail that lacks the proof the service
// demands: if the player sent it, they must know.
func (g *Gate) AnswerUnauthentic(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(in.Game)
	if c.CountToday(ctx, "unauthentic/"+journal.SeatKey(in.Game.Name, in.Seat)) > answersADay {
		return c.Judged(verdict.Ignored, verdict.NotAuthentic)
	}
	tell.Letter(ctx, c, in.Seat, templates.Answer, content.Tell(engine.Msg(key.Unauthentic, engine.Text("address", in.Message.From))))
	return c.Judged(verdict.Answered, verdict.NotAuthentic)
}

// AnswerStranger is silent, or sends one letter a day where the configuration says so.
func (g *Gate) AnswerStranger(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(nil)
	if g.Config.Security.UnknownSender != config.Help || !compose.ValidAddress(in.Message.From) || journal.IsOwn(g.Config, in.Message.From) {
		return c.Judged(verdict.Ignored, in.Lacks(verdict.Stranger))
	}
	if c.CountToday(ctx, "stranger/"+in.Message.From) > 1 {
		return c.Judged(verdict.Ignored, in.Lacks(verdict.Stranger))
	}
	f := content.Facts{ReplyTo: in.Message.MessageID, Said: templates.Said{Told: []engine.Message{engine.Msg(key.Stranger)}}}
	tell.To(ctx, c, engine.Nobody, in.Message.From, templates.Answer, f)
	return c.Judged(verdict.Answered, in.Lacks(verdict.Stranger))
}

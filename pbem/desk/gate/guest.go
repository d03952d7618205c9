package gate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/verdict"
	"railpost/templates"
)

// AnswerGuest works out the answer of somebody who was asked to take a seat, or to play for
// its player for a time: accept and decline; any other mail is answered with the question,
// and with what it asks to see of the table's rules.
func (g *Gate) AnswerGuest(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(in.Game)
	guest := in.Guest
	if in.Message.From != guest.Address || !inbox.Authentic(g.Config, in.Message) {
		return c.Judged(verdict.Ignored, verdict.OtherAddress)
	}
	quoted := g.Letters.Answered(ctx, in.Game, engine.Nobody, in.Step, in.Message.InReplyTo).Quoted(words.New(g.Letters.Templates, "", engine.Nobody, in.Game.Now))
	lines := in.Message.Typed(quoted)
	if lang := g.languageIn(lines); lang != "" {
		guest = c.Table.Players[in.Seat].Addressed(guest, lang)
	}
	answers := slices.DeleteFunc(g.answers(lines, cmp.Or(guest.Lang, c.LangOf(ctx, guest.Address), c.Table.LangOf(engine.Nobody))), isNoGuests)
	word, declined := answerIn(answers, "accept", "decline", stopWord), engine.Msg(key.GuestDeclined)
	used := verdict.OfWords(word)
	if word == stopWord {
		word, declined = "decline", g.stopped(c, guest.Address)
	}
	forTime := c.Table.Players[in.Seat].SitterIs(guest)
	switch {
	case word == "decline" && forTime:
		c.Table.Players[in.Seat].Sitter = nil
		tell.Guest(ctx, c, in.Seat, guest.Name, guest.Address, declined)
		tell.Letter(ctx, c, in.Seat, templates.Answer, content.Tell(engine.Msg(key.SitterDeclined, engine.Text("name", guest.Name))))
	case word == "decline":
		c.Table.Players[in.Seat].Forget(guest.Address)
		tell.Guest(ctx, c, in.Seat, guest.Name, guest.Address, declined)
		tell.Organiser(ctx, c, engine.Msg(key.OrganiserGuestDeclined, engine.Text("name", guest.Name), engine.Player("seat", in.Seat)))
	case c.Table.Ended():
		tell.Guest(ctx, c, in.Seat, guest.Name, guest.Address, engine.Msg(key.NotRunningOf+string(c.Table.State)))
	case forTime && !c.At.Before(c.Table.Players[in.Seat].SitterEnds()):
		c.Table.Players[in.Seat].Sitter = nil
		tell.Guest(ctx, c, in.Seat, guest.Name, guest.Address, engine.Msg(key.SitterTooLate))
	case word == "accept" && forTime:
		sitter.Begin(ctx, c, in.Seat)
	case word == "accept":
		seats.TakeAsked(ctx, c, in.Seat, guest.Name, guest.Address)
		tell.Organiser(ctx, c, engine.Msg(key.SeatTaken, engine.Player("seat", in.Seat), engine.Text("was", in.Game.Table.Players[in.Seat].Name)))
	default:
		if c.CountToday(ctx, "guest/"+guest.Address) > guestAnswersADay {
			return c.Judged(verdict.Ignored, verdict.NoOrders)
		}
		tell.Asking(ctx, c, in.Seat, guest, content.Facts{ReplyTo: in.Message.MessageID, Agreed: agreedIn(answers)})
		return c.Judged(verdict.Answered, verdict.NoOrders)
	}
	return c.Judged(verdict.Answered, used)
}

// isNoGuests reports whether a guest's line means nothing.
func isNoGuests(answer string) bool {
	return answer != stopWord && !words.Find(words.First(answer)).Allows(words.Guest)
}

// languageIn returns the language that a mail sets; "" if it sets none.
func (g *Gate) languageIn(lines []string) string {
	for _, line := range lines {
		if what, word, _ := strings.Cut(words.After(line), " "); words.First(line) == "set" && engine.Fold(what) == "language" {
			return g.Letters.Templates.Language(word)
		}
	}
	return ""
}

// guestAnswersADay limits the replies to mails that neither accept nor decline. Their writer has shown a token,
// and may ask to see several things.
const guestAnswersADay = 5

// stopWord answers any letter that asks something of somebody who never wrote to us.
const stopWord = "stop"

// stopped blocks requests to an address, from anybody, and returns the reply.
func (g *Gate) stopped(c *journal.Change, address string) engine.Message {
	profiles.StopRequests(c, address)
	return engine.Msg(lobby.Stopped, engine.Text("address", g.Config.Identity.Contact))
}

// shows are the parts of the agreement that words show.
var (
	shows = words.Deeds[func(*content.Agreed)]{}

	_ = shows.Bind("rules", func(a *content.Agreed) { a.Rules = true })
	_ = shows.Bind("options", func(a *content.Agreed) { a.Options = true })
	_ = shows.Bind("readings", func(a *content.Agreed) { a.Readings = true })
)

// agreedIn returns the parts of it that a mail asks for.
func agreedIn(answers []string) (a content.Agreed) {
	for _, word := range answers {
		if show := shows[word]; show != nil {
			show(&a)
		}
	}
	return a
}

// answers returns the lines of a message in English, without decorations of a word that answers.
func (g *Gate) answers(lines []string, lang string) (out []string) {
	book := g.Letters.Templates.Book(lang, "")
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#") // copied from the letter, with its remark
		out = append(out, engine.Fold(book.ReadService(strings.Trim(line, " .!\"'`")).English))
	}
	return out
}

// answerIn returns the first line that is one of the words that answer; "" if none is.
func answerIn(answers []string, words ...string) string {
	if i := slices.IndexFunc(answers, func(a string) bool { return slices.Contains(words, a) }); i >= 0 {
		return answers[i]
	}
	return ""
}

package gate

import (
	"cmp"
	"context"
	"strings"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/templates"
)

// AnswerNewcomer handles the answer of a person on the waiting list: "leave" to any letter, accept and decline
// to the question whether they want to be on it and to an offer.
func (g *Gate) AnswerNewcomer(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(in.Game)
	if !inbox.Authentic(g.Config, in.Message) {
		return c.Judged(verdict.Ignored, verdict.NotAuthentic)
	}
	n := in.Waits
	c.Lift(ctx, n.Address) // the reply may be a letter
	lines := in.Message.Typed(nil)
	answers := g.answers(lines, cmp.Or(c.LangOf(ctx, n.Address), g.Config.Identity.Language))
	word, added := newcomerWord(lines, answers, in.Offer != nil && c.Table.State == table.Inviting)
	f := content.Facts{ReplyTo: in.Message.MessageID}
	switch {
	case word == "leave", word == stopWord, word == "decline" && n.Agreed.IsZero():
		c = g.NewChange(nil) // it is about no game
		waitlist.Remove(ctx, c, n)
		f.Told = []engine.Message{engine.Msg(key.ListLeft)}
		if word == stopWord {
			f.Told = append(f.Told, g.stopped(c, n.Address))
		}
		waitlist.Tell(ctx, c, n, f)
	case in.Offer != nil && word != "":
		g.answerOffer(ctx, c, in, word, added)
	case word == "accept":
		if n.Agreed.IsZero() {
			n.Agreed = c.At
			waitlist.Keep(c, n)
		}
		f.Told = []engine.Message{engine.Msg(key.ListJoined)}
		if g.Config.Lobby.Open != config.OpenNobody {
			f.Told = append(f.Told, engine.Msg(key.ListSolo, engine.Text("address", g.Config.FromAddress())))
		}
		waitlist.Tell(ctx, c, n, f)
		waitlist.OfferAll(ctx, c, n)
	default:
		f.Agreed = agreedIn(answers)
		return g.askNewcomer(ctx, c, in, f)
	}
	return c.Judged(verdict.Answered, verdict.OfWords(word))
}

// newcomerWord returns the line that answers, "" if none does; of a first line also the words that it
// adds to the draws of a game that has not begun.
func newcomerWord(lines, answers []string, begins bool) (word, added string) {
	if len(lines) > 0 {
		line, _, _ := strings.Cut(lines[0], "#")
		if word, added = words.First(line), words.After(line); word == "accept" && begins {
			return word, added
		}
	}
	return answerIn(answers, "accept", "decline", "leave", stopWord), ""
}

// answerOffer takes or declines the seat that was offered, if it still is free.
func (g *Gate) answerOffer(ctx context.Context, c *journal.Change, in *inbox.Mail, word, added string) {
	n, o, s := in.Waits, *in.Offer, in.Seat
	told := key.OfferOver
	switch {
	case o.Ended || c.Table.WhyVacant(s) == "":
	case word == "decline":
		told = key.OfferDeclined
	case c.Table.State == table.Inviting:
		seats.Join(ctx, c, s, n, seats.Addition{Words: added, ID: in.Message.MessageID, Content: in.Content})
		g.tellTaken(ctx, c, in)
		return
	default:
		seats.TakeAsked(ctx, c, s, c.Table.FreeName(s, n.Name), n.Address)
		g.tellTaken(ctx, c, in)
		return
	}
	if in.Offer.Ended = true; !o.Ended {
		waitlist.Keep(c, n)
		waitlist.Lapsed(ctx, c, o)
	}
	said := engine.Msg(told, engine.Text("game", c.Table.Game), engine.Say("title", engine.Msg(c.Table.Title+".title")))
	waitlist.Tell(ctx, c, n, content.Facts{ReplyTo: in.Message.MessageID, Said: templates.Said{Told: []engine.Message{said}}})
}

// tellTaken tells the organiser about a seat's new player.
func (g *Gate) tellTaken(ctx context.Context, c *journal.Change, in *inbox.Mail) {
	tell.Organiser(ctx, c, engine.Msg(key.SeatTaken, engine.Player("seat", in.Seat), engine.Text("was", in.Game.Table.Players[in.Seat].Name)))
}

// askNewcomer answers a mail without an answer with the possible ones.
func (g *Gate) askNewcomer(ctx context.Context, c *journal.Change, in *inbox.Mail, f content.Facts) *journal.Change {
	n := in.Waits
	if c.CountToday(ctx, "waiting/"+n.Address) > guestAnswersADay {
		return c.Judged(verdict.Ignored, verdict.NoOrders)
	}
	switch o := in.Offer; {
	case n.Agreed.IsZero():
		waitlist.Ask(ctx, c, n, f)
	case o != nil && !o.Ended && c.Table.WhyVacant(o.Seat) != "":
		waitlist.TellOffer(ctx, c, n, *o, f)
	default:
		f.Told = []engine.Message{engine.Msg(key.ListHow)}
		waitlist.Tell(ctx, c, n, f)
	}
	return c.Judged(verdict.Answered, verdict.NoOrders)
}

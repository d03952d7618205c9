package gate

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/verdict"
	"railpost/templates"
)

// Enclose plays nothing: the address on file gets the orders, and may send or disown them.
func (g *Gate) Enclose(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(in.Game)
	if c.CountToday(ctx, "enclosed/"+journal.SeatKey(in.Game.Name, in.Seat)) > answersADay {
		return c.Judged(verdict.Ignored, verdict.OtherAddress)
	}
	lines, digest := in.Part, ""
	if lines != nil {
		digest = in.Digest.Address
		lines = slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == "" })
	}
	w := g.Letters.AnsweredPart(ctx, in.Game, in.Seat, in.Step, in.Message.InReplyTo, digest)
	if lines == nil {
		lines = in.Message.Typed(w.Quoted(words.New(g.Letters.Templates, in.Game.Table.LangOf(in.Seat), in.Seat, in.Game.Now).WithVerbsOf(w.Usual)))
	}
	lines = words.SpellNumbers(lines[:min(len(lines), g.Config.Security.MaxCommandsPerMail)], w.List)
	c.KeepPending(ctx, in.Seat, &journal.Pending{From: in.Message.From, At: c.At, Step: in.Step, Gone: in.Gone, Lines: lines})
	told := []engine.Message{engine.Msg(key.OtherAddress, engine.Text("address", in.Message.From))}
	tell.Letter(ctx, c, in.Seat, templates.Enclosed, content.Facts{From: in.Message.From, Said: templates.Said{Again: lines, Told: told}})
	return c.Judged(verdict.Answered, verdict.OtherAddress)
}

// confirmWord answers the letter that asks an address whether it is the player's.
const confirmWord = "confirm"

// Confirm makes an address the one that letters go to, since its reader agrees. Earlier addresses stay on file,
// and the last one is told.
func (g *Gate) Confirm(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(in.Game)
	p := &c.Table.Players[in.Seat]
	if c.At.Sub(p.PendingAddress.At) > journal.PendingFor || in.Message.From != p.PendingAddress.Address || !inbox.Authentic(g.Config, in.Message) {
		return c.Judged(verdict.Ignored, verdict.OtherAddress)
	}
	quoted := g.Letters.Answered(ctx, in.Game, in.Seat, in.Step, in.Message.InReplyTo).Quoted(words.New(g.Letters.Templates, in.Game.Table.LangOf(in.Seat), in.Seat, in.Game.Now))
	switch answerIn(g.answers(in.Message.Typed(quoted), c.Table.LangOf(in.Seat)), confirmWord, stopWord) {
	case confirmWord:
	case stopWord:
		tell.Guest(ctx, c, in.Seat, "", p.PendingAddress.Address, g.stopped(c, p.PendingAddress.Address))
		p.PendingAddress = nil
		return c.Judged(verdict.Answered, stopWord)
	default:
		if c.CountToday(ctx, "confirm/"+journal.SeatKey(in.Game.Name, in.Seat)) > answersADay {
			return c.Judged(verdict.Ignored, verdict.NoOrders)
		}
		tell.Confirmation(ctx, c, in.Seat, content.Facts{ReplyTo: in.Message.MessageID})
		return c.Judged(verdict.Answered, verdict.NoOrders)
	}
	old, address := p.Address(), p.PendingAddress.Address
	others := slices.DeleteFunc(p.Addresses, func(a string) bool { return a == address })
	p.Addresses, p.PendingAddress = append([]string{address}, others...), nil
	c.Remember(ctx, address)
	told := []engine.Message{engine.Msg(key.SetAddress, engine.Text("address", address), engine.Text("old", old))}
	tell.To(ctx, c, in.Seat, old, templates.Answer, content.Tell(told...))
	tell.Letter(ctx, c, in.Seat, templates.Answer, content.Facts{Enclose: c.Next != nil, ReplyTo: in.Message.MessageID, Said: templates.Said{Told: told}})
	return c.Judged(verdict.Answered, confirmWord)
}

package gate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/extract"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
	"railpost/pbem/words"
	"railpost/templates"
)

// EncloseUnproven deals with orders in a mail from an address on file that proves no seat,
// such as one that a page has composed: nothing is played, and the seat gets them back in a
// letter whose answer may send them. It returns nil for a mail whose subject names no game
// that is under way, or that has no orders of it.
//
// Anybody can write such a mail, so a seat gets few of these letters in a day, and as many again
// once its player has answered one or has otherwise shown who they are.
func (g *Gate) EncloseUnproven(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(ctx, nil)
	at, ok, err := in.MeantSeat(ctx, g.Store)
	if err != nil {
		return c.Fail(err)
	}
	if !ok || at.Game.Table.State != table.Running || !inbox.Authentic(g.Config, in.Message) {
		return nil
	}
	then, err := g.Games.At(ctx, at.Game, in.Step)
	if err != nil {
		return c.Fail(err)
	}
	orders, others := g.ordersIn(ctx, in, at, then)
	if len(orders) == 0 || len(orders) > g.Config.Security.MaxCommandsPerMail {
		return nil
	}
	in.Game, in.Seat = at.Game, at.Seat
	c = g.NewChange(ctx, at.Game)
	p := &journal.Pending{From: in.Message.From, At: c.At, Step: in.Step, Gone: in.Gone, Lines: orders}
	since := fmt.Sprintf("%s/%d", journal.SeatKey(at.Game.Name, at.Seat), at.Game.Table.Players[at.Seat].Wrote.Unix())
	if c.PendingOf(at.Seat).Same(p) || g.tooMany(c, in, "unproven", since) {
		return c.Judged(verdict.Ignored, verdict.NoToken)
	}
	address := engine.Text("address", in.Message.From)
	f := letters.Facts{From: in.Message.From, ReplyTo: in.Message.MessageID}
	if in.Gone || c.IsStale(at.Seat, in.Step, then) {
		for i, o := range orders {
			f.Lines = append(f.Lines, templates.Line{N: i + 1, Text: o, State: engine.Unread})
		}
		f.Enclose, f.Told = true, []engine.Message{engine.Msg(key.UnprovenStale, address, engine.Int("n", int(c.Table.Step(in.Step, engine.Nobody))))}
		c.Queue(at.Seat, templates.Stale, f)
		return c.Judged(verdict.Answered, verdict.Stale)
	}
	c.KeepPending(at.Seat, p)
	why := key.Unproven
	if g.Config.ByCode() {
		why = key.UnprovenCode
	}
	f.Said = templates.Said{Again: orders, Talk: others, Told: []engine.Message{engine.Msg(why, address)}}
	c.Queue(at.Seat, templates.Unproven, f)
	return c.Judged(verdict.Answered, verdict.NoToken)
}

// ordersIn returns the orders of the game in a mail, with those lines that may be meant as
// such, and the other lines: words of the service are not taken from somebody who proves
// nothing.
func (g *Gate) ordersIn(ctx context.Context, in *inbox.Mail, at inbox.SeatAt, then *engine.Game) (orders, others []string) {
	w := g.Letters.Answered(ctx, at.Game, at.Seat, in.Step, in.Message.InReplyTo)
	v := words.New(g.Letters.Templates, at.Game.Table.LangOf(at.Seat), at.Seat, at.Game.Now, then).WithVerbsOf(w.Usual).WithPlayers(at.Game.Table.Players)
	sorted := extract.Sort(in.Message.Typed(w.Quoted(v)), v, false)
	if sorted.TooLong() > 0 {
		return nil, nil
	}
	found, lines := false, sorted.Unread
	for _, o := range sorted.Orders {
		if !ofGame(o.Text, at, then) {
			sorted.Talk = append(sorted.Talk, extract.Unread{N: o.N, Text: sorted.Typed(o)})
			continue
		}
		found = true
		lines = append(lines, extract.Unread{N: o.N, Text: sorted.Typed(o)})
	}
	if !found {
		return nil, nil
	}
	return inOrder(lines), inOrder(sorted.Talk)
}

func inOrder(lines []extract.Unread) (list []string) {
	slices.SortFunc(lines, func(a, b extract.Unread) int { return cmp.Compare(a.N, b.N) })
	for _, l := range lines {
		list = append(list, l.Text)
	}
	return list
}

// ofGame reports whether a line is an order of the game, now or at the answered step.
func ofGame(line string, at inbox.SeatAt, then *engine.Game) bool {
	word := words.First(line)
	for _, g := range []*engine.Game{at.Game.Now, then} {
		if g == nil {
			continue
		}
		for _, p := range g.Pos.Prompts(at.Seat) {
			if slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return words.BeginsWith(v, word) }) {
				return true
			}
		}
		if !words.IsService(word) && advise.LooksLikeOrder(g.Title, g.Pos, at.Seat)(line) {
			return true
		}
	}
	return false
}

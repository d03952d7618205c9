package gate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// EncloseUnproven deals with orders in a mail from an address on file that proves no seat,
// such as one that a page has composed: nothing is played, and the seat gets them back in a
// letter whose answer may send them. It returns nil for a mail that is about no game under way, or that has no orders of
// it.
//
// Anybody can write such a mail, so a seat gets few of these letters in a day, and as many again
// once its player has answered one or has otherwise shown who they are.
func (g *Gate) EncloseUnproven(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := g.NewChange(nil)
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
	c = g.NewChange(at.Game)
	p := &journal.Pending{From: in.Message.From, At: c.At, Step: in.Step, Gone: in.Gone, Lines: orders}
	since := fmt.Sprintf("%s/%d", journal.SeatKey(at.Game.Name, at.Seat), at.Game.Table.Players[at.Seat].Wrote.Unix())
	if c.PendingOf(ctx, at.Seat).Same(p) || g.tooMany(ctx, c, in, "unproven", since) {
		return c.Judged(verdict.Ignored, verdict.NoToken)
	}
	address := engine.Text("address", in.Message.From)
	f := content.Facts{From: in.Message.From, ReplyTo: in.Message.MessageID}
	if in.Gone || turn.IsStale(c.Table, at.Seat, in.Step, then, c.Next) {
		for i, o := range orders {
			f.Lines = append(f.Lines, templates.Line{N: i + 1, Text: o, State: engine.Unread})
		}
		f.Enclose, f.Told = true, []engine.Message{engine.Msg(key.UnprovenStale, address, engine.Int("n", int(c.Table.HiddenRecords.Step(in.Step, engine.Nobody))))}
		tell.Letter(ctx, c, at.Seat, templates.Stale, f)
		return c.Judged(verdict.Answered, verdict.Stale)
	}
	c.KeepPending(ctx, at.Seat, p)
	why := key.Unproven
	if g.Config.ByCode() {
		why = key.UnprovenCode
	}
	f.Said = templates.Said{Again: orders, Talk: others, Told: []engine.Message{engine.Msg(why, address)}}
	tell.Letter(ctx, c, at.Seat, templates.Unproven, f)
	return c.Judged(verdict.Answered, verdict.NoToken)
}

// ordersIn returns the orders of the game in a mail, including doubtful ones, and the other lines. Numbers and
// words for a turn are expanded, so that the player sees their meaning.
func (g *Gate) ordersIn(ctx context.Context, in *inbox.Mail, at inbox.SeatAt, then *engine.Game) (orders, others []string) {
	w := g.Letters.Answered(ctx, at.Game, at.Seat, in.Step, in.Message.InReplyTo)
	v := words.New(g.Letters.Templates, at.Game.Table.LangOf(at.Seat), at.Seat, at.Game.Now, then).WithVerbsOf(w.Usual).WithPlayers(at.Game.Table.Players)
	typed := in.Message.Typed(w.Quoted(v))
	heads := func(line string) bool { head, _ := engine.CutHead(at.Game.Now.Title, line); return head != "" }
	if len(typed) > extract.OwnMost || at.Game.Now != nil && slices.ContainsFunc(typed, heads) { // what "play" sends has no heads
		return nil, nil
	}
	sorted := extract.Sort(typed, v, in.Answers)
	if sorted.TooLong() > 0 {
		return nil, nil
	}
	words.Unsign(&sorted, at.Game.Table.Players[at.Seat].Name, in.Message.FromName)
	found, lines := false, sorted.Unread
	for _, o := range sorted.Orders {
		stands := []string{sorted.Typed(o)}
		switch _, number := words.Number(o.Text); {
		case number || words.IsTurn(o.Text):
			stands = writtenOut(o.Text, in, at.Seat, then, w.List, w.Usual)
		case !ofGame(o.Text, at, then) && !(in.Answers && words.Find(words.First(o.Text)).Allows(words.Unproven)):
			stands = nil
		}
		for _, line := range stands {
			lines = append(lines, extract.Unread{N: o.N, Text: line})
		}
		if found = found || len(stands) > 0; len(stands) == 0 {
			sorted.Talk = append(sorted.Talk, extract.Unread{N: o.N, Text: sorted.Typed(o)})
		}
	}
	if !found {
		return nil, nil
	}
	return inOrder(lines), inOrder(sorted.Talk)
}

// writtenOut returns the lines of the answered letter, or of the turn that is asked for, for which a number or a word
// stands. Where a message does not say what it answers, its numbers may be of any list.
func writtenOut(text string, in *inbox.Mail, s engine.Seat, then *engine.Game, list, usual []string) []string {
	asked := then != nil && slices.Contains(then.Waiting(), s)
	var choices []advise.Choice
	switch n, number := words.Number(text); {
	case number && !in.Answers:
	case number:
		if len(list) == 0 && asked {
			choices, _ = letters.Choices(then, s)
			list = advise.Numbered(choices)
		}
		if line, r := words.ChoiceBy(list, text, n); r == nil {
			return []string{line}
		}
	case words.Turn(text) == words.Usual && in.Answers && len(usual) > 0:
		return usual
	case asked && words.Turn(text) == words.Usual:
		choices, _ = letters.Usual(then, s)
		return advise.LinesOf(choices)
	case asked:
		return advise.LinesOf(plans.Defaults(then, s))
	}
	return nil
}

func inOrder(lines []extract.Unread) (list []string) {
	slices.SortStableFunc(lines, func(a, b extract.Unread) int { return cmp.Compare(a.N, b.N) })
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

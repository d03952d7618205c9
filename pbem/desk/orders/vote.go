package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/vote"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// proposalsADay limits a player's proposals in a day: each is a letter to all.
const proposalsADay = 10

// propose asks the others to agree to something.
var _ = deeds.Bind("propose", func(ctx context.Context, h *deed, rest string) bool {
	turn.TakeBack(ctx, h.c, h.seat) // a seat that the service plays does not vote
	switch what, value := words.First(rest), words.After(rest); {
	case what == "undo":
		return undo(ctx, h, "")
	case what == "extend":
		return proposeExtend(ctx, h, value)
	case what == "end" && value == "":
		return put(ctx, h, table.Proposal{To: table.ToEnd, Says: engine.Msg(key.ProposedOf+string(table.ToEnd), scores(h.c.Next))})
	case what == "call" && engine.Fold(value) == "off":
		return put(ctx, h, table.Proposal{To: table.ToCallOff, Says: engine.Msg(key.ProposedOf + string(table.ToCallOff))})
	case what == "replace" && value != "":
		return proposeReplace(ctx, h, value)
	case strings.Contains(rest, "="):
		name, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(rest, "rule ")), "=")
		return proposeRule(ctx, h, strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value))
	}
	return h.refuse(key.ProposeHow)
})

// scores lists the present public points.
func scores(g *engine.Game) engine.Arg {
	list := g.Title.Scores(g.Pos.View(engine.Nobody))
	return engine.SeveralOf("scores", list, func(_ string, s engine.Score) engine.Arg {
		return engine.Say("", engine.Msg(key.VoteScore, engine.Player("player", s.Seat), engine.Int("points", s.Points)))
	})
}

func proposeExtend(ctx context.Context, h *deed, value string) bool {
	length, err := clock.ParseDuration(value)
	switch {
	case err != nil || length <= 0 || length > table.LongestAnswer:
		return h.refuse(key.ProposeExtendHow)
	case len(h.c.Table.Waiting) == 0:
		return h.refuse(key.ProposeExtendNobody)
	}
	n := int64(length / time.Second)
	return put(ctx, h, table.Proposal{To: table.ToExtend, Time: n, Says: engine.Msg(key.ProposedOf+string(table.ToExtend), content.Seconds("time", n))})
}

func proposeReplace(ctx context.Context, h *deed, name string) bool {
	t := h.c.Table
	switch s, ok := t.SeatNamed(name); {
	case !ok:
		return h.refuse(key.NoPlayer, engine.Text("word", name), players(h.c.Table))
	case s == h.seat:
		return h.refuse(key.ProposeReplaceSelf)
	case t.Players[s].Open:
		return h.refuse(key.ProposeReplaceOpen, engine.Player("seat", s))
	default:
		return put(ctx, h, table.Proposal{To: table.ToReplace, Seat: s, Says: engine.Msg(key.ProposedOf+string(table.ToReplace), engine.Player("player", s))})
	}
}

func proposeRule(ctx context.Context, h *deed, name, value string) bool {
	t := h.c.Table
	for _, o := range h.c.Next.Title.Options() {
		if o.Key == name {
			return proposeOption(ctx, h, o, value)
		}
	}
	if name == table.HouseRule {
		return h.refuse(key.ProposeHouse)
	}
	was, then := t.Terms().Rule(name), t.Clone()
	if err := then.Terms().Set(name, value, h.c.Next.Title.Steps()); err != nil {
		return h.refuse(key.ProposeRuleWrong, engine.Text("why", err.Error()))
	}
	value = then.Terms().Rule(name)
	if value == was {
		return h.refuse(key.ProposeRuleSame, engine.Text("rule", name), engine.Text("value", value))
	}
	return put(ctx, h, table.Proposal{
		To: table.ToRule, Rule: name, Value: value, Differs: letters.NewRules(t, then, h.c.Next.Title, key.VoteMeans),
		Says: engine.Msg(key.ProposedOf+string(table.ToRule), engine.Text("rule", name), engine.Text("value", value), engine.Text("was", was)),
	})
}

// proposeOption asks for another value of an option of the title, if that can change in a
// running game.
func proposeOption(ctx context.Context, h *deed, o engine.Option, value string) bool {
	t := h.c.Table
	was, trial := t.Setup.Options[o.Key], h.c.Next.Clone()
	if _, err := trial.Switch(t.Setup.Choosing(map[string]string{o.Key: value})); err != nil {
		r, refused := engine.AsRefusal(err)
		if !refused {
			return h.refuse(key.ProposeOptionNever, engine.Text("option", o.Key))
		}
		return h.refuse(key.ProposeOptionWrong, engine.Say("why", r.Why), engine.Text("values", strings.Join(r.Expected, ", ")))
	}
	if value == was {
		return h.refuse(key.ProposeRuleSame, engine.Text("rule", o.Key), engine.Text("value", value))
	}
	return put(ctx, h, table.Proposal{To: table.ToOption, Rule: o.Key, Value: value,
		Says: engine.Msg(key.ProposedOf+string(table.ToOption), engine.Text("option", o.Key), engine.Text("value", o.ShownValue(value)), engine.Text("was", o.ShownValue(was)), engine.Say("gloss", engine.Msg(o.Gloss)))})
}

// put puts a proposal to the table.
func put(ctx context.Context, h *deed, p table.Proposal) bool {
	p.By = h.seat
	t := h.c.Table
	if i := slices.IndexFunc(t.Proposals, p.Same); i >= 0 {
		return h.refuse(key.ProposeAgain, engine.Int("n", t.Proposals[i].N))
	}
	if h.c.CountToday(ctx, "proposed/"+journal.SeatKey(t.Game, h.seat)) > proposalsADay {
		return h.refuse(key.ProposeOften, engine.Int("limit", proposalsADay), untilTomorrow(h.c.At))
	}
	told := len(h.c.ToAll)
	n := vote.Propose(h.c, p)
	turn.Settle(ctx, h.c)
	h.acted = true
	tellAll(h, told)
	if t.Voting().Proposal(n) != nil {
		h.tell(engine.Msg(key.Proposed, engine.Int("n", n)))
	}
	return true
}

// tellAll tells the writer everything that this change tells the others. If it ends the game, the orders below
// it in the mail come too late.
func tellAll(h *deed, from int) {
	for _, m := range h.c.ToAll[from:] {
		h.tell(m)
	}
	if !h.moved && slices.ContainsFunc(h.c.Records, func(r *engine.Record) bool { return r.Kind == engine.TookBack }) {
		h.f.Enclose = h.c.Table.WaitFor(h.seat) != nil
	}
	if h.c.Table.State == table.Running {
		return
	}
	for _, it := range h.after {
		h.f.Lines = append(h.f.Lines, templates.Line{N: it.n, Text: it.text, State: engine.Dropped, Dropped: engine.Msg(key.LineEnded)})
	}
	h.after = nil
}

var (
	_ = deeds.Bind("ok", func(ctx context.Context, h *deed, rest string) bool { return cast(ctx, h, rest, true) })
	_ = deeds.Bind("yes", func(ctx context.Context, h *deed, rest string) bool { return cast(ctx, h, rest, true) })
	_ = deeds.Bind("no", func(ctx context.Context, h *deed, rest string) bool { return cast(ctx, h, rest, false) })
)

// cast answers a proposal. Without its number it answers the only one that the seat is asked.
func cast(ctx context.Context, h *deed, rest string, yes bool) bool {
	turn.TakeBack(ctx, h.c, h.seat) // a seat that the service plays does not vote
	t := h.c.Table
	n, numbered := words.VoteNumber(rest)
	if asked := t.Voting().Asked(h.seat); !numbered && len(asked) == 1 {
		n = asked[0].N
	} else if !numbered {
		return h.refuse(key.VoteHow)
	}
	p, number := t.Voting().Proposal(n), engine.Int("n", n)
	switch {
	case p == nil && n > t.Proposed:
		return h.refuse(key.VoteNone, number)
	case p == nil:
		return h.refuse(key.VoteDecided, number)
	case p.By == h.seat && yes:
		return h.refuse(key.VoteOwn, number)
	case !slices.Contains(t.Voting().Voters(*p), h.seat):
		return h.refuse(key.VoteNotAsked, number)
	}
	told := len(h.c.ToAll)
	h.acted = true
	switch {
	case p.By == h.seat:
		vote.Withdraw(h.c, *p)
	case yes:
		p.Vote(h.seat, true)
		h.tell(engine.Msg(key.VotedYes, number))
	default:
		p.Vote(h.seat, false)
		h.tell(engine.Msg(key.VotedNo, number))
	}
	turn.Settle(ctx, h.c)
	tellAll(h, told)
	return true
}

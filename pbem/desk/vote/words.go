package vote

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
)

// proposalsADay limits a player's proposals in a day: each is a letter to all.
const proposalsADay = 10

// propose asks the others to agree to something.
var _ = deed.Bind("propose", func(ctx context.Context, d *deed.Deed, rest string) bool {
	waitlist.TakeBack(ctx, d.Change, d.Seat) // a seat that the service plays does not vote
	switch what, value := words.First(rest), words.After(rest); {
	case what == "undo":
		return undo(ctx, d, "")
	case what == "extend":
		return proposeExtend(ctx, d, value)
	case what == "end" && value == "":
		return put(ctx, d, table.Proposal{To: table.ToEnd}, scores(d.Change.Next))
	case what == "call" && engine.Fold(value) == "off":
		return put(ctx, d, table.Proposal{To: table.ToCallOff})
	case what == "replace" && value != "":
		return proposeReplace(ctx, d, value)
	case strings.Contains(rest, "="):
		name, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(rest, "rule ")), "=")
		return proposeRule(ctx, d, strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value))
	}
	return d.Refuse(key.ProposeHow)
})

// scores lists the present public points.
func scores(g *engine.Game) engine.Arg {
	list := g.Title.Scores(g.Pos.View(engine.Nobody))
	return engine.SeveralOf("scores", list, func(_ string, s engine.Score) engine.Arg {
		return engine.Say("", engine.Msg(key.VoteScore, engine.Player("player", s.Seat), engine.Int("points", s.Points)))
	})
}

func proposeExtend(ctx context.Context, d *deed.Deed, value string) bool {
	length, err := clock.ParseDuration(value)
	switch {
	case err != nil || length <= 0 || length > table.LongestAnswer:
		return d.Refuse(key.ProposeExtendHow)
	case len(d.Change.Table.Waiting) == 0:
		return d.Refuse(key.ProposeExtendNobody)
	}
	n := int64(length / time.Second)
	return put(ctx, d, table.Proposal{To: table.ToExtend, Time: n}, content.Seconds("time", n))
}

func proposeReplace(ctx context.Context, d *deed.Deed, name string) bool {
	t := d.Change.Table
	switch s, ok := t.SeatNamed(name); {
	case !ok:
		return d.Refuse(key.NoPlayer, engine.Text("word", name), engine.Several("seats", t.Everyone()...))
	case s == d.Seat:
		return d.Refuse(key.ProposeReplaceSelf)
	case t.Players[s].Open:
		return d.Refuse(key.ProposeReplaceOpen, engine.Player("seat", s))
	default:
		return put(ctx, d, table.Proposal{To: table.ToReplace, Seat: s}, engine.Player("player", s))
	}
}

func proposeRule(ctx context.Context, d *deed.Deed, name, value string) bool {
	t := d.Change.Table
	for _, o := range d.Change.Next.Title.Options() {
		if o.Key == name {
			return proposeOption(ctx, d, o, value)
		}
	}
	if name == table.HouseRule {
		return d.Refuse(key.ProposeHouse)
	}
	was, then := t.Terms().Rule(name), t.Clone()
	if err := then.Terms().Set(name, value, d.Change.Next.Title.Steps()); err != nil {
		why := content.Wrong(err)
		return d.Refuse(why.Key, why.Args...)
	}
	value = then.Terms().Rule(name)
	if value == was {
		return d.Refuse(key.ProposeRuleSame, engine.Text("rule", name), engine.Text("value", value))
	}
	differs := letters.NewRules(t, then, d.Change.Next.Title, key.VoteMeans)
	return put(ctx, d, table.Proposal{To: table.ToRule, Rule: name, Value: value, Differs: differs},
		engine.Text("rule", name), engine.Text("value", value), engine.Text("was", was))
}

// proposeOption asks for another value of an option of the title, if that can change in a
// running game.
func proposeOption(ctx context.Context, d *deed.Deed, o engine.Option, value string) bool {
	t := d.Change.Table
	was, trial := t.Setup.Options[o.Key], d.Change.Next.Clone()
	if _, err := trial.Switch(t.Setup.Choosing(map[string]string{o.Key: value})); err != nil {
		if _, refused := engine.AsRefusal(err); !refused {
			return d.Refuse(key.ProposeOptionNever, engine.Text("option", o.Key))
		}
		why := content.Wrong(err)
		return d.Refuse(why.Key, why.Args...)
	}
	if value == was {
		return d.Refuse(key.ProposeRuleSame, engine.Text("rule", o.Key), engine.Text("value", value))
	}
	return put(ctx, d, table.Proposal{To: table.ToOption, Rule: o.Key, Value: value}, engine.Text("option", o.Key),
		engine.Text("value", o.ShownValue(value)), engine.Text("was", o.ShownValue(was)), engine.Say("gloss", engine.Msg(o.Gloss)))
}

// put puts a proposal to the table.
func put(ctx context.Context, d *deed.Deed, p table.Proposal, args ...engine.Arg) bool {
	p.By = d.Seat
	t := d.Change.Table
	if i := slices.IndexFunc(t.Proposals, p.Same); i >= 0 {
		return d.Refuse(key.ProposeAgain, engine.Int("n", t.Proposals[i].N))
	}
	if d.Change.CountToday(ctx, "proposed/"+journal.SeatKey(t.Game, d.Seat)) > proposalsADay {
		return d.Refuse(key.ProposeOften, engine.Int("limit", proposalsADay), content.At(journal.Tomorrow(d.Change.At)))
	}
	told := len(d.Change.ToAll)
	n := Propose(d.Change, p, args...)
	Settle(ctx, d.Change, d.Advance)
	d.Acted = true
	tellWriter(d, told)
	if t.Voting().Proposal(n) != nil {
		d.Tell(engine.Msg(key.Proposed, engine.Int("n", n)))
	}
	return true
}

// tellWriter tells the writer everything that this change tells the others. If it ends the game, the orders below
// it in the mail come too late.
func tellWriter(d *deed.Deed, from int) {
	for _, m := range d.Change.ToAll[from:] {
		d.Tell(m)
	}
	took := func(r *engine.Record) bool { return r.Kind == engine.TookBack }
	if !d.Moved && slices.ContainsFunc(d.Change.Records, took) {
		d.Reply.Enclose = d.Change.Table.WaitFor(d.Seat) != nil
	}
	d.Late = d.Change.Table.State != table.Running
}

var (
	_ = deed.Bind("ok", func(ctx context.Context, d *deed.Deed, rest string) bool { return cast(ctx, d, rest, true) })
	_ = deed.Bind("yes", func(ctx context.Context, d *deed.Deed, rest string) bool { return cast(ctx, d, rest, true) })
	_ = deed.Bind("no", func(ctx context.Context, d *deed.Deed, rest string) bool { return cast(ctx, d, rest, false) })
)

// cast answers a proposal. Without its number it answers the only one that the seat is asked.
func cast(ctx context.Context, d *deed.Deed, rest string, yes bool) bool {
	waitlist.TakeBack(ctx, d.Change, d.Seat) // a seat that the service plays does not vote
	t := d.Change.Table
	n, numbered := words.VoteNumber(rest)
	if asked := t.Voting().Asked(d.Seat); !numbered && len(asked) == 1 {
		n = asked[0].N
	} else if !numbered {
		return d.Refuse(key.VoteHow)
	}
	p, number := t.Voting().Proposal(n), engine.Int("n", n)
	switch {
	case p == nil && n > t.Proposed:
		return d.Refuse(key.VoteNone, number)
	case p == nil:
		return d.Refuse(key.VoteDecided, number)
	case p.By == d.Seat && yes:
		return d.Refuse(key.VoteOwn, number)
	case !slices.Contains(t.Voting().Voters(*p), d.Seat):
		return d.Refuse(key.VoteNotAsked, number)
	}
	told := len(d.Change.ToAll)
	d.Acted = true
	if p.By == d.Seat {
		Withdraw(d.Change, *p)
	} else {
		p.Vote(d.Seat, yes)
		d.Tell(engine.Msg(map[bool]string{true: key.VotedYes, false: key.VotedNo}[yes], number))
	}
	Settle(ctx, d.Change, d.Advance)
	tellWriter(d, told)
	return true
}

// proposals lists the open proposals, and the votes.
var _ = enquiry.Answers.Bind("proposals", func(e *enquiry.Enquiry, _ string) bool {
	if len(e.Table.Proposals) == 0 {
		e.Tell(engine.Msg(key.ProposalsNone))
	}
	asked := e.Table.Voting().Asked(e.Seat)
	for _, p := range e.Table.Proposals {
		if slices.ContainsFunc(asked, func(a table.Proposal) bool { return a.N == p.N }) {
			continue // every reply has those at its end
		}
		e.Tell(p.Says)
		for _, m := range p.Differs {
			e.Tell(m)
		}
		e.Tell(content.VoteState(e.Table, p))
	}
	return true
})

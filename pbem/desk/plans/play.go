// Package plans has what players plan for later turns: how a mail gives it, and when it is played. So are orders that
// count only some time after their mail. Plans are in the table's document, not in the log; the records of those that are played look like
// those of a mail.
package plans

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// PlayNext plays the first plan whose turn has come and reports whether there was one. A plan for a turn waits
// as its player might: see At.
func PlayNext(ctx context.Context, c *journal.Change) bool {
	pass(c)
	judge(ctx, c)
	for _, over := range []bool{true, false} {
		for i, p := range c.Table.Plans {
			switch due, gone := p.Due(c.Next); {
			case gone && over:
				end(c, i)
				return true
			case due && !over && (p.Reply || c.Table.PlansAtOnce() && !p.Sent || c.PlanNow == p.Seat):
				playDue(c, i)
				return true
			}
		}
	}
	return false
}

// take takes a plan out of the table and returns its lines.
func take(c *journal.Change, i int) (p plan.Plan, lines []string) {
	p = c.Table.Plans[i]
	c.Table.Plans = slices.Delete(slices.Clone(c.Table.Plans), i, i+1)
	if p.Declined && p.Else != "" {
		return p, slices.Concat([]string{p.Else}, p.Lines)
	}
	return p, p.Lines
}

// end ends a plan whose turn has passed.
func end(c *journal.Change, i int) {
	p, lines := take(c, i)
	switch {
	case p.Round:
		Tell(c, p.Seat, engine.Msg(key.PlanRoundOver, engine.Order("lines", p.Text())))
	case p.Declined && p.Else == "":
		Tell(c, p.Seat, engine.Msg(key.PlanDeclined, engine.Order("lines", p.Text())))
	default:
		tellOver(c, p, lines)
	}
}

// playDue plays a plan whose turn has come.
func playDue(c *journal.Change, i int) {
	if p := c.Table.Plans[i]; p.Always {
		if !PlayLines(c, p, p.Lines) { // it is dropped
			Drop(c, p.Seat, func(x plan.Plan) bool { return x.Always && x.Is(p) })
		}
		return
	}
	p, lines := take(c, i)
	switch {
	case p.Declined && p.Else == "":
		Tell(c, p.Seat, engine.Msg(key.PlanDeclined, engine.Order("lines", p.Text())))
	case len(lines) > 0 && PlayLines(c, p, lines) && p.Sent:
		Overtake(c, p.Seat)
	}
}

// pass lets all plans take note of the present position.
func pass(c *journal.Change) {
	for i := range c.Table.Plans {
		p := &c.Table.Plans[i]
		acted, declined := false, false
		for _, r := range c.Records {
			if r.Seq > p.Given && r.Kind == engine.Ordered && !r.Hidden {
				acted = acted || r.Seat == p.Seat
				declined = declined || c.Next.Title.Declined(r.Reports)
			}
		}
		p.Pass(c.Next, acted, declined)
	}
}

// tellOver tells the owner of a plan that the turn it was the rest of is over; orders that
// would only have ended it are not missed.
func tellOver(c *journal.Change, p plan.Plan, lines []string) {
	if plan.OnlyEnds(lines) {
		return
	}
	Tell(c, p.Seat, engine.Msg(key.PlanOver, engine.Order("lines", strings.Join(lines, "; "))))
}

// PlayLines plays lines of a plan like those of a mail: all or none, up to the first reveal. It reports whether
// all were played.
func PlayLines(c *journal.Change, p plan.Plan, lines []string) bool {
	lines = Spelt(c.Next, p.Seat, lines)
	if len(lines) == 0 {
		Tell(c, p.Seat, engine.Msg(key.PlanOnlyYou, engine.Order("lines", p.Text())))
		return false
	}
	from, text := c.Seq(), strings.Join(lines, "; ")
	c.PlanNow = engine.Nobody // the plan for a later turn waits again
	turn, _ := plan.TurnOf(c.Next, p.Seat)
	done, refusal, line := PlayHolding(c, p.Seat, p.By, lines)
	if c.Err != nil {
		return false
	}
	if refusal != nil {
		Tell(c, p.Seat, engine.Msg(key.PlanStopped, engine.Order("lines", text), engine.Order("line", line), engine.Say("why", refusal.Why)))
	}
	if done == 0 {
		return false
	}
	next(c, p.Seat, turn)
	notePlayed(c, p, from)
	played := key.PlanPlayed
	if p.Sent {
		played = key.SentCounts
	}
	if slices.ContainsFunc(lines, func(line string) bool { return len(engine.Alternatives(line)) > 1 }) { // say which
		lines = nil
		for _, r := range c.Records {
			if r.Seq > from && r.Seat == p.Seat && r.Line != "" {
				lines = append(lines, r.Line)
			}
		}
		text = strings.Join(lines, "; ")
	}
	Tell(c, p.Seat, engine.Msg(played, engine.Order("lines", text)))
	group, reveal, hidden := random(c), false, true
	for _, r := range c.Records {
		if r.Seq > from { // as those of a mail
			r.Group, r.By = fmt.Sprintf("%016x", group), p.By
			reveal, hidden = reveal || r.Reveal, hidden && r.Hidden
		}
	}
	if hidden {
		return refusal == nil
	}
	if w := c.Table.WaitFor(p.Seat); w != nil && !p.Sent {
		w.Plan = c.At // that time was no thinking time
	}
	c.Group(table.Group{Seat: p.Seat, Before: from, Last: c.Seq(), Reveal: reveal, Was: c.Game.Table.WaitFor(p.Seat)})
	return refusal == nil
}

// PlayHolding plays lines of a seat and returns the number played. If another player must answer first, it
// keeps the rest as a plan of their author.
func PlayHolding(c *journal.Change, s engine.Seat, by string, lines []string) (done int, refusal *engine.Refusal, at string) {
	for len(lines) > 0 {
		n, rest := segment(lines)
		out, err := c.Next.Play(s, lines[:n], engine.Mode{})
		if err != nil {
			c.Fail(&fault.Error{Err: err})
			return done, nil, ""
		}
		if i := Held(out, s); i > 0 {
			rest = lines[i:]
			if out, err = c.Next.Play(s, lines[:i], engine.Mode{}); err != nil {
				c.Fail(&fault.Error{Err: err})
				return done, nil, ""
			}
			n = i
		}
		if len(out.Records) > 0 {
			c.Add(out.Game, out.Records...)
			done += len(out.Records)
		}
		if out.Refused {
			v := out.Verdicts[slices.IndexFunc(out.Verdicts, func(v engine.Verdict) bool { return v.Refusal != nil })]
			return done, v.Refusal, v.Line
		}
		last := out.Verdicts[n-1].Result
		if last != nil && plan.Awaits(c.Next, s) {
			Hold(c, s, by, last.Else, rest)
			return done, nil, ""
		}
		if last != nil && last.Else != "" && c.Next.Title.Declined(last.Reports) {
			rest = slices.Concat([]string{last.Else}, rest)
		}
		lines = rest
	}
	return done, nil, ""
}

// segment returns the number of lines to play together: up to the first with alternatives, since one of these
// may be for the case that an offer is declined.
func segment(lines []string) (n int, rest []string) {
	for i, l := range lines {
		if len(engine.Alternatives(l)) > 1 {
			return i + 1, lines[i+1:]
		}
	}
	return len(lines), nil
}

// Held returns the index of the first line that must wait because another player has to
// answer the line before it; 0 for none.
func Held(out *engine.Outcome, s engine.Seat) int {
	for i, v := range out.Verdicts {
		if v.Result == nil || v.Result.Stopped || i+1 == len(out.Verdicts) {
			continue
		}
		then := *out.Game
		then.Pos = v.Result.Pos
		if plan.Awaits(&then, s) {
			return i + 1
		}
	}
	return 0
}

// Hold keeps the rest of a turn until another player has answered.
func Hold(c *journal.Change, s engine.Seat, by, otherwise string, lines []string) {
	if otherwise == "" && len(lines) == 0 {
		return
	}
	for i, p := range c.Table.Plans {
		if p.Seat == s && p.Reply && p.Given == c.Seq() { // more lines of the same mail
			c.Table.Plans[i].Lines = slices.Concat(p.Lines, lines)
			return
		}
	}
	p := plan.Plan{Seat: s, Given: c.Seq(), By: by, Head: c.Next.Title.Heads(c.Next.Pos, s)[0], Reply: true, Else: otherwise, Lines: slices.Clone(lines)}
	c.Table.Plans = append(slices.Clip(c.Table.Plans), p)
}

// Tell adds news about a plan to the next letter of its owner.
func Tell(c *journal.Change, s engine.Seat, m engine.Message) {
	if c.Planned == nil {
		c.Planned = map[engine.Seat][]engine.Message{}
	}
	list := slices.Clip(c.Planned[s])
	if last := len(list) - 1; last >= 0 && m.Key == key.PlanPlayed && list[last].Key == key.PlanPlayed {
		list = slices.Clone(list)
		list[last] = engine.Msg(key.PlanPlayed, engine.Order("lines", list[last].Args[0].Text+"; "+m.Args[0].Text))
	} else {
		list = append(list, m)
	}
	c.Planned[s] = list
}

// Drop deletes the plans of a seat for which drop returns true, and returns them.
func Drop(c *journal.Change, s engine.Seat, drop func(p plan.Plan) bool) (dropped []plan.Plan) {
	var kept []plan.Plan
	for _, p := range c.Table.Plans {
		if p.Seat == s && drop(p) {
			dropped = append(dropped, p)
		} else {
			kept = append(kept, p)
		}
	}
	c.Table.Plans = kept
	return dropped
}

package content

import (
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// Ahead says of each plan of a seat whether it would still be legal, where that can be said.
func Ahead(g *engine.Game, t *table.Table, s engine.Seat) (out []engine.Message) {
	for i, p := range t.PlansOf(s) {
		if list, known := Legality(g, t, s, i); known && !p.Sent {
			out = append(out, list...)
		}
	}
	return out
}

// Legality says whether a plan of a seat would still be legal, and which of its alternatives it would
// play; known is false if that cannot be said.
func Legality(g *engine.Game, t *table.Table, s engine.Seat, i int) (list []engine.Message, known bool) {
	n, o := engine.Int("n", i+1), plan.Ahead(g, t.PlansOf(s), i)
	if len(t.PlansOf(s)[i].Lines) == 1 { // which is shown beside this
		o.Line = ""
	}
	say := func(text string, args ...engine.Arg) {
		list = append(list, engine.Msg(text, append([]engine.Arg{n}, args...)...))
	}
	switch {
	case !o.Known:
		say(key.PlanOpen)
	case o.Refusal == plan.OnlyYou:
		say(key.PlanOnlyYouAhead)
	case o.Refusal != nil && o.Now:
		say(key.PlanRefusedNow, engine.Order("line", o.Line), engine.Say("why", o.Refusal.Why))
	case o.Refusal != nil:
		say(key.PlanNoLonger, engine.Order("line", o.Line), engine.Say("why", o.Refusal.Why))
	case o.Now:
		say(key.PlanLegalNow)
	case o.First:
		say(key.PlanLegalFirst)
	default:
		say(key.PlanLegal)
	}
	if len(o.Plays) > 0 && o.Refusal == nil {
		say(key.PlanPlays, engine.Order("lines", strings.Join(o.Plays, "; ")))
	}
	return list, o.Known
}

// Quiet returns which plan of a seat, from 0, will answer its question, and by when, so that its player has
// nothing to do; the zero time if none does, or the plan would be refused.
func Quiet(t *table.Table, g *engine.Game, s engine.Seat) (i int, at time.Time) {
	w := t.WaitFor(s)
	if w == nil || w.Plan.IsZero() || g == nil || t.State != table.Running {
		return 0, at
	}
	plans := t.PlansOf(s)
	i = slices.IndexFunc(plans, func(p plan.Plan) bool {
		due, over := p.Due(g)
		return due && !over && !p.Reply
	})
	if i < 0 || plans[i].Sent || plan.Ahead(g, plans, i).Refusal != nil {
		return 0, at
	}
	return i, w.Plan.Add(ticks).Truncate(time.Minute)
}

// ticks is how long after its time a plan may be played: the service looks about once a minute, and letters tell no seconds.
const ticks = 2 * time.Minute

// Plans lists the plans of a seat in the order in which they are played, numbered.
func Plans(t *table.Table, g *engine.Game, s engine.Seat) (out []engine.Message) {
	wait := t.WaitFor(s)
	soon := wait != nil && !wait.Plan.IsZero()
	quiet, at := Quiet(t, g, s)
	now := func(p plan.Plan) bool {
		due, over := false, false
		if soon && g != nil {
			due, over = p.Due(g)
		}
		return due && !over
	}
	next := false // one is played in the next turn
	for _, p := range t.PlansOf(s) {
		n, lines := engine.Int("n", len(out)+1), engine.Order("lines", p.Text())
		switch {
		case !at.IsZero() && len(out) == quiet:
			out = append(out, engine.Msg(key.PlanQuiet, n, lines, At(at), engine.Flag("wait", !t.PlansAtOnce())))
			next = p.Certain()
		case p.Sent && wait != nil:
			out = append(out, engine.Msg(key.SentWaits, n, lines, At(wait.Plan)))
		case p.Reply:
			out = append(out, engine.Msg(key.PlanReply, n, lines))
		case p.Late:
			out = append(out, engine.Msg(key.PlanLate, n, lines))
		case now(p) && !p.Always && !next:
			out = append(out, engine.Msg(key.PlanNow, n, lines))
			next = p.Certain()
		case p.Always && p.Head != "":
			out = append(out, engine.Msg(key.PlanAlwaysFor, n, engine.Order("turn", p.Head), lines))
		case p.Always:
			out = append(out, engine.Msg(key.PlanAlways, n, lines))
		case p.Head != "":
			out = append(out, engine.Msg(key.PlanFor, n, engine.Order("turn", p.Head), lines))
		case next:
			out = append(out, engine.Msg(key.PlanAfter, n, lines))
		default:
			out = append(out, engine.Msg(key.PlanNext, n, lines))
			next = p.Certain()
		}
	}
	return out
}

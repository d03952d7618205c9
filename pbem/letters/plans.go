package letters

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/key"
	"railpost/pbem/plan"
	"railpost/pbem/table"
)

// Ahead says of each plan of a seat whether it would still be legal, where that can be said.
func Ahead(g *engine.Game, t *table.Table, s engine.Seat) (out []engine.Message) {
	n := 0
	for _, p := range t.Plans {
		if p.Seat != s {
			continue
		}
		n++
		if m, known := Legality(g, p, n); known && !p.Sent {
			out = append(out, m)
		}
	}
	return out
}

// Legality says whether a plan would still be legal; known is false if that cannot be said.
func Legality(g *engine.Game, p plan.Plan, n int) (m engine.Message, known bool) {
	number := engine.Int("n", n)
	known, line, refusal := plan.Ahead(g, p)
	switch {
	case refusal == plan.OnlyYou:
		return engine.Msg(key.PlanOnlyYouAhead, number), true
	case refusal != nil:
		return engine.Msg(key.PlanNoLonger, number, engine.Order("line", line), engine.Say("why", refusal.Why)), true
	case known:
		if due, _ := p.Due(g); due {
			return engine.Msg(key.PlanLegalNow, number), true
		}
		return engine.Msg(key.PlanLegal, number), true
	}
	return engine.Msg(key.PlanOpen, number), false
}

// Plans lists the plans of a seat in the order in which they are played, numbered.
func Plans(t *table.Table, g *engine.Game, s engine.Seat) (out []engine.Message) {
	wait := t.WaitFor(s)
	soon := wait != nil && !wait.Plan.IsZero()
	now := func(p plan.Plan) bool {
		due, over := false, false
		if soon && g != nil {
			due, over = p.Due(g)
		}
		return due && !over
	}
	for _, p := range t.Plans {
		if p.Seat != s {
			continue
		}
		n, lines := engine.Int("n", len(out)+1), engine.Order("lines", p.Text())
		switch {
		case p.Sent && wait != nil:
			out = append(out, engine.Msg(key.SentWaits, n, lines, At(wait.Plan)))
		case p.Reply:
			out = append(out, engine.Msg(key.PlanReply, n, lines))
		case p.Late:
			out = append(out, engine.Msg(key.PlanLate, n, lines))
		case now(p) && !p.Always:
			out = append(out, engine.Msg(key.PlanNow, n, lines))
		case p.Always && p.Head != "":
			out = append(out, engine.Msg(key.PlanAlwaysFor, n, engine.Order("turn", p.Head), lines))
		case p.Always:
			out = append(out, engine.Msg(key.PlanAlways, n, lines))
		case p.Head != "":
			out = append(out, engine.Msg(key.PlanFor, n, engine.Order("turn", p.Head), lines))
		default:
			out = append(out, engine.Msg(key.PlanNext, n, lines))
		}
	}
	sent := slices.ContainsFunc(t.Plans, func(p plan.Plan) bool { return p.Seat == s && p.Sent })
	if len(out) > 0 && soon && !sent {
		out = append(out, engine.Msg(key.PlanSoon))
	}
	return out
}

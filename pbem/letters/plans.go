package letters

import (
	"railpost/engine"
	"railpost/pbem/key"
	"railpost/pbem/table"
)

// Plans lists the plans of a seat in the order in which they are played, numbered.
func Plans(t *table.Table, s engine.Seat) (out []engine.Message) {
	for _, p := range t.Plans {
		if p.Seat != s {
			continue
		}
		n, lines := engine.Int("n", len(out)+1), engine.Text("lines", p.Text())
		switch {
		case p.Reply:
			out = append(out, engine.Msg(key.PlanReply, n, lines))
		case p.Head != "":
			out = append(out, engine.Msg(key.PlanFor, n, engine.Text("turn", p.Head), lines))
		default:
			out = append(out, engine.Msg(key.PlanNext, n, lines))
		}
	}
	if w := t.WaitFor(s); len(out) > 0 && w != nil && !w.Plan.IsZero() {
		out = append(out, engine.Msg(key.PlanSoon))
	}
	return out
}

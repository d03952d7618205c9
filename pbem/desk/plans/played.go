package plans

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// playedPlansMost limits the played plans that are remembered, in case the game goes back or their player answers the
// old question.
const playedPlansMost = 20

// notePlayed notes that a plan was played after a record. Orders that came in a mail need no note.
func notePlayed(c *journal.Change, p plan.Plan, before uint64) {
	if p.Sent {
		return
	}
	list := append(slices.Clip(c.Table.PlayedPlans), table.PlayedPlan{Plan: p, Before: before})
	c.Table.PlayedPlans = list[max(0, len(list)-playedPlansMost):]
}

// Reopen fits plans to the turns after an undo to a record: the plans of the seat that took its move back are
// deleted if they came with it or since, or have played it; those of others whose play is undone are restored.
// All others wait for the end of the turn that their seat is in. Only their owners are told.
func Reopen(c *journal.Change, to uint64, by engine.Seat) {
	for _, p := range Drop(c, by, func(p plan.Plan) bool { return p.Given > to }) {
		tellUndone(c, p)
	}
	for i := range c.Table.Plans {
		c.Table.Plans[i].Reopen(c.Next)
	}
	var known []table.PlayedPlan
	var again []plan.Plan
	for _, f := range c.Table.PlayedPlans {
		switch p := f.Plan; {
		case f.Before < to:
			known = append(known, f)
		case p.Always, p.Reply: // it has stayed, or goes with its offer
		case p.Seat == by:
			tellUndone(c, p)
		default:
			if f.Before > to { // else its turn has just come
				p.Reopen(c.Next)
			}
			again = append(again, p)
			Tell(c, p.Seat, engine.Msg(key.PlanBack, engine.Order("lines", p.Text())))
		}
	}
	c.Table.PlayedPlans, c.Table.Plans = known, slices.Concat(again, c.Table.Plans)
}

// tellUndone tells the owner of a plan that it is deleted with the move taken back.
func tellUndone(c *journal.Change, p plan.Plan) {
	say := key.PlanUndone
	if p.Sent {
		say = key.SentVoid
	}
	Tell(c, p.Seat, engine.Msg(say, engine.Order("lines", p.Text())))
}

// Forget drops all plans of a seat, those that were played included.
func Forget(c *journal.Change, s engine.Seat) {
	Drop(c, s, func(plan.Plan) bool { return true })
	c.Table.PlayedPlans = slices.DeleteFunc(slices.Clone(c.Table.PlayedPlans), func(f table.PlayedPlan) bool { return f.Plan.Seat == s })
}

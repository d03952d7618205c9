package enquiry

import (
	"railpost/engine"
	"railpost/pbem/key"
	"railpost/pbem/letters"
)

// plans lists the seat's own plans, and whether each would still be legal.
func (e *Enquiry) plans(string) bool {
	list := letters.Plans(e.Table, e.Game, e.Seat)
	if len(list) == 0 {
		e.tell(engine.Msg(key.PlansNone))
	}
	n := 0
	for _, p := range e.Table.Plans {
		if p.Seat != e.Seat || e.Game == nil {
			continue
		}
		e.tell(list[n])
		n++
		m, _ := letters.Legality(e.Game, p, n)
		e.tell(m)
	}
	e.Facts.Told = append(e.Facts.Told, list[n:]...) // when they are played
	return true
}

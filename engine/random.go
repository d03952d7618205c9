package engine

import "math/rand/v2"

// RandomLine is a legal line of a seat, chosen by rng; "" when there is none.
// Every first answer is as likely as the next, so that the random player sees
// all corners of a title.
func RandomLine(rng *rand.Rand, p Position, seat Seat) string {
	line := ""
	s := &search{seat: seat, budget: listBudget, order: rng.Perm}
	s.yield = func(f found) bool {
		line = f.line
		return false
	}
	s.walk(Trial(p, seat), &spelling{}, "")
	return line
}

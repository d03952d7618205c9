package engine

import "math/rand/v2"

// RandomLine is a legal line of a seat, chosen by rng; "" when there is none.
// Every first answer is as likely as the next, and a line that may end goes on
// as often as not, so that the random player sees all corners of a title.
func RandomLine(rng *rand.Rand, p Position, seat Seat) string {
	shuffled := func(_ *spelling, list []candidate) []candidate {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list
	}
	tx := Trial(p, seat)
	line := ""
	for _, c := range shuffled(nil, answers(tx, open(p, seat, true))) {
		s := &search{budget: completeBudget, rank: shuffled, onward: func() bool { return rng.IntN(2) == 0 }}
		s.yield = func(f found) bool {
			line = f.line
			return false
		}
		if s.try(tx, &spelling{}, path{}, c); line != "" {
			return line
		}
	}
	return ""
}

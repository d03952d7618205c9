package arena

import "math"

// Edge and ErrorRate are what a Test tells apart: that a player wins its share of the games
// against Edge times as many; either error happens at most in this part of the cases.
const (
	Edge      = 1.3
	ErrorRate = 0.05
)

// Test is Wald's sequential probability ratio test of one seat among others.
type Test struct {
	Share float64 // of the games that one of equals wins
	Sure  float64 // log likelihood that it wins Edge times its share rather than its share
}

// Add counts a game: 1 for a victory, 0 for none, a part for one that is shared.
func (t *Test) Add(win float64) {
	t.Sure += win*math.Log(Edge) + (1-win)*math.Log((1-Edge*t.Share)/(1-t.Share))
}

// Verdict is what a Test has found out.
type Verdict string

const (
	Open   Verdict = "open" // the games so far do not say
	Better Verdict = "better"
	Not    Verdict = "not better"
)

// Verdict returns what the test has found out so far.
func (t Test) Verdict() Verdict {
	switch bound := math.Log((1 - ErrorRate) / ErrorRate); {
	case t.Sure >= bound:
		return Better
	case t.Sure <= -bound:
		return Not
	}
	return Open
}

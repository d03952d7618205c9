package arena

import "math"

// Edge and ErrorRate are the limits of a Test: whether a player wins its share of the games or Edge times as
// many; it errs either way in at most this part of the cases.
const (
	Edge      = 1.3
	ErrorRate = 0.05
)

// Test is Wald's sequential probability ratio test of one seat among others.
type Test struct {
	Share float64 // share of the games that one of equals wins
	Sure  float64 // log likelihood that it wins Edge times its share rather than its share
}

// Add counts a game: 1 for a victory, 0 for none, a fraction for a shared one.
func (t *Test) Add(win float64) {
	t.Sure += win*math.Log(Edge) + (1-win)*math.Log((1-Edge*t.Share)/(1-t.Share))
}

// Verdict is the result of a Test.
type Verdict string

const (
	Open   Verdict = "open" // undecided so far
	Better Verdict = "better"
	Not    Verdict = "not better"
)

// Verdict returns the result of the test so far.
func (t Test) Verdict() Verdict {
	switch bound := math.Log((1 - ErrorRate) / ErrorRate); {
	case t.Sure >= bound:
		return Better
	case t.Sure <= -bound:
		return Not
	}
	return Open
}

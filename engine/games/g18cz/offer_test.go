package g18cz

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// selling is a position in which EKJ, of seat 0, may buy S1 from seat 1.
func selling(t *testing.T, changes ...func(*State)) *State {
	t.Helper()
	s, _ := turnOf(t, 3, "EKJ", 0, append([]func(*State){inPhase("b"), founded(0, "EKJ", 60, 50), drafted(1, "S1")}, changes...)...)
	s.Turn.Step = StepTrains
	return s
}

// offer offers a price for S1, and returns the reports.
func offer(t *testing.T, s *State, price int) string {
	t.Helper()
	tx := &engine.Tx{Pos: s}
	expect.NoError(t, putOffer(s, tx, Offer{Deal: DealLocal, Buyer: 0, Local: LocalNamed("S1"), Price: price}))
	var said []string
	for _, rep := range tx.Since(0) {
		if key := strings.TrimPrefix(rep.Key, "18cz.report."); key == "offer" || key == "agreed" || key == "refused" {
			said = append(said, key)
		}
	}
	return strings.Join(said, " ")
}

// TestConsent: the other side is asked, unless it is the same person or the table has waived consent (R31).
func TestConsent(t *testing.T) {
	s := selling(t)
	if said := offer(t, s, 40); said != "offer" || s.Actor() != 1 {
		t.Fatalf("%s; seat %d is asked", said, s.Actor())
	}
	for _, line := range []string{"agree", "refuse"} {
		expect.Same(t, line, after(t, s, line).Asking, nil)
	}
	own := selling(t, drafted(0, "S1"))
	if said := offer(t, own, 40); said != "" || own.Asking != nil {
		t.Errorf("his own: %s", said)
	}
	free := selling(t, under(func(r *Rulings) { r.NoConsent = true }))
	if said := offer(t, free, 40); said != "" || free.Asking != nil {
		t.Errorf("consent not asked: %s", said)
	}
}

// TestStanding: a standing answer decides, and stays secret.
func TestStanding(t *testing.T) {
	cases := []struct {
		lines []string
		price int
		want  string
	}{
		{nil, 40, "offer"},
		{[]string{"accept 40 or more for S1"}, 40, "offer agreed"},
		{[]string{"accept 40 for s1"}, 41, "offer agreed"},
		{[]string{"accept 41 or more for S1"}, 40, "offer"},
		{[]string{"accept 10 or more for S2"}, 40, "offer"},
		{[]string{"never sell"}, 40, "offer refused"},
		{[]string{"never sell", "accept 40 or more for S1"}, 40, "offer agreed"},
		{[]string{"accept 40 or more for S1", "never sell"}, 40, "offer refused"},
		{[]string{"accept 40 or more for S1", "accept 50 or more for S1"}, 40, "offer"},
		{[]string{"accept 40 or more for S1", "always ask"}, 40, "offer"},
	}
	for _, c := range cases {
		s := selling(t)
		bare := string(engine.Encode(s.View(0)))
		for _, line := range c.lines {
			r, refusal, err := tryOf(s, 1, line)
			if err != nil || refusal != nil {
				t.Fatalf("%q: %v, %v", line, refusal, err)
			}
			for _, rep := range r.Reports {
				if rep.To == nil || rep.To.Has(0) || !rep.To.Has(1) {
					t.Errorf("%q: %s is known to %v", line, rep.Key, rep.To)
				}
			}
			s = r.Pos.(*State)
		}
		expect.Same(t, fmt.Sprintf("%v shows in the view of seat 0", c.lines), string(engine.Encode(s.View(0))), bare)
		expect.Same(t, fmt.Sprintf("%v, then an offer of %d", c.lines, c.price), offer(t, s, c.price), c.want)
	}
}

// TestNoOracle: a preview ends where the other is asked, even if they have a standing answer.
func TestNoOracle(t *testing.T) {
	s := selling(t)
	for _, a := range []Answering{{}, {Never: true}, {Accept: []Accept{{For: "S1", Least: 1}}}} {
		tx := engine.Trial(s, 0)
		state(tx).Standing[1] = a
		expect.Same(t, a, putOffer(state(tx), tx, Offer{Deal: DealLocal, Buyer: 0, Local: LocalNamed("S1"), Price: 40}),
			engine.ErrRevealAhead)
	}
}

// TestForget: standing answers about a thing end when it is sold; those about other things stay.
func TestForget(t *testing.T) {
	s := selling(t, drafted(1, "S2"))
	for _, line := range []string{"accept 40 or more for S1", "accept 40 or more for S2"} {
		r, refusal, err := tryOf(s, 1, line)
		if err != nil || refusal != nil {
			t.Fatalf("%q: %v, %v", line, refusal, err)
		}
		s = r.Pos.(*State)
	}
	before := s.Clone().(*State)
	expect.Must(t, "offer", offer(t, s, 40), "offer agreed")
	if left := s.Standing[1].Accept; len(left) != 1 || left[0].For != "S2" || len(before.Standing[1].Accept) != 2 {
		t.Errorf("left is %v; it was %v", left, before.Standing[1].Accept)
	}
}

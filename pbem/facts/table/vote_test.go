package table

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestDecide: the decisions of a table of n under each rule.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		rule    Votes
		n       int
		yes, no int
		silence bool
		want    Decision
	}{
		{"", 3, 2, 0, false, Undecided},
		{"", 3, 3, 0, false, Agreed},
		{"", 3, 1, 1, false, Rejected},
		{"", 3, 1, 0, true, Agreed},
		{"", 3, 2, 1, true, Rejected},
		{"", 1, 1, 0, false, Agreed},
		{VotesAllButOne, 4, 3, 0, false, Agreed},
		{VotesAllButOne, 4, 2, 1, false, Undecided},
		{VotesAllButOne, 4, 1, 2, false, Rejected},
		{VotesAllButOne, 2, 1, 0, false, Undecided}, // nobody decides alone
		{VotesAllButOne, 2, 1, 1, false, Rejected},
		{VotesMajority, 4, 2, 1, false, Undecided},
		{VotesMajority, 4, 3, 0, false, Agreed},
		{VotesMajority, 4, 2, 2, false, Rejected},
		{VotesMajority, 5, 3, 2, false, Agreed},
		{VotesMajority, 2, 1, 0, false, Undecided},
	} {
		v := Voting{Players: make([]Player, c.n), Needed: Rules{Votes: c.rule}.Needed()}
		p := Proposal{To: ToEnd}
		for s := range c.yes {
			p.Vote(engine.Seat(s), true)
		}
		for s := range c.no {
			p.Vote(engine.Seat(c.n-1-s), false)
		}
		expect.Same(t, c, v.Decide(p, c.silence), c.want)
	}
}

// TestVoters: seats without a player do not vote, nor does a seat that is to be replaced.
func TestVoters(t *testing.T) {
	v := Voting{Players: []Player{{}, {Robot: true}, {Open: true}, {}}}
	if got := v.Voters(Proposal{To: ToEnd}); len(got) != 2 || got[1] != 3 {
		t.Errorf("voters %v", got)
	}
	if got := v.Voters(Proposal{To: ToReplace, Seat: 3}); len(got) != 2 {
		t.Errorf("with nobody else to ask: %v", got)
	}
	if got := v.Voters(Proposal{To: ToReplace, By: 1, Seat: 3}); len(got) != 2 || got[1] != 1 {
		t.Errorf("voters on a seat: %v", got)
	}
	if got := v.Voters(Proposal{To: ToEnd, By: 1}); len(got) != 3 {
		t.Errorf("the proposer does not vote: %v", got)
	}
	p := Proposal{To: ToEnd, Yes: []engine.Seat{0}}
	p.Vote(3, false)
	p.Vote(3, true)
	if v.Proposals = []Proposal{p}; len(p.No) != 0 || len(p.Yes) != 2 || len(v.Asked(3)) != 0 || len(v.Asked(0)) != 0 {
		t.Errorf("%+v", p)
	}
}

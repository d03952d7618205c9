package table

import (
	"slices"

	"railpost/engine"
)

// Voting is the open proposals of a game and their voters.
type Voting struct {
	Proposals []Proposal // open ones
	Players   []Player
	Needed    Votes
}

// Voting returns that of the table.
func (t *Table) Voting() Voting { return Voting{t.Proposals, t.Players, t.Rules.Needed()} }

// Proposal returns an open proposal by its number, or nil.
func (v Voting) Proposal(n int) *Proposal {
	return find(v.Proposals, func(p Proposal) bool { return p.N == n })
}

// Voters returns the seats that decide on a proposal. Nobody answers for a seat that the
// service plays or that is open, and nobody decides on their own replacement, unless there
// is nobody else to ask.
func (v Voting) Voters(p Proposal) (seats []engine.Seat) {
	for i, player := range v.Players {
		if s := engine.Seat(i); s == p.By || player.Answers() {
			seats = append(seats, s)
		}
	}
	if p.To == ToReplace && len(seats) > 2 {
		seats = slices.DeleteFunc(seats, func(s engine.Seat) bool { return s == p.Seat })
	}
	return seats
}

// Cast is the votes on a proposal.
type Cast struct{ Yes, No, Open []engine.Seat }

// Cast returns the votes so far.
func (v Voting) Cast(p Proposal) (c Cast) {
	for _, s := range v.Voters(p) {
		switch {
		case slices.Contains(p.No, s):
			c.No = append(c.No, s)
		case slices.Contains(p.Yes, s):
			c.Yes = append(c.Yes, s)
		default:
			c.Open = append(c.Open, s)
		}
	}
	return c
}

// Decision is the result of a proposal.
type Decision int

const (
	Undecided Decision = iota
	Agreed
	Rejected
)

// Decide returns the decision on a proposal; with silence, voters who have not answered agree. If there is
// anybody to ask, nobody decides alone.
func (v Voting) Decide(p Proposal, silence bool) Decision {
	c := v.Cast(p)
	yes, no, n := len(c.Yes), len(c.No), len(v.Voters(p))
	if silence {
		yes += len(c.Open)
	}
	need := n
	switch v.Needed {
	case VotesAllButOne:
		need = max(n-1, min(n, 2))
	case VotesMajority:
		need = n/2 + 1
	}
	switch {
	case yes >= need:
		return Agreed
	case no > n-need:
		return Rejected
	}
	return Undecided
}

// Asked returns the open proposals on which a seat has not voted.
func (v Voting) Asked(s engine.Seat) (list []Proposal) {
	settled := func(p Proposal) bool { return !slices.Contains(v.Cast(p).Open, s) }
	return slices.DeleteFunc(slices.Clone(v.Proposals), settled)
}

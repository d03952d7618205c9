package table

import (
	"cmp"
	"slices"
	"time"

	"railpost/engine"
)

// Votes is the number of voters that must agree to a proposal.
type Votes string

const (
	VotesAll       Votes = "all"
	VotesAllButOne Votes = "all-but-one"
	VotesMajority  Votes = "majority" // more than half
)

// AllVotes lists them, as they are offered.
func AllVotes() []Votes { return []Votes{VotesAll, VotesAllButOne, VotesMajority} }

// Needed returns the required votes.
func (r Rules) Needed() Votes { return cmp.Or(r.Votes, VotesAll) }

// Motion is the kind of a proposal.
type Motion string

const (
	ToUndo    Motion = "undo"     // to take back its proposer's last mail and all after it
	ToExtend  Motion = "extend"   // more time for all seats that the game waits for
	ToEnd     Motion = "end"      // end the game with the present score
	ToCallOff Motion = "call-off" // to end it without a result
	ToRule    Motion = "rule"     // to change a rule of the table
	ToReplace Motion = "replace"  // offer a seat to another player
	ToOption  Motion = "option"   // continue with another value of an option of the title
	ToUpgrade Motion = "upgrade"  // continue under a newer version of the title's rules
)

// Proposal is a player's proposal to the others.
type Proposal struct {
	N       int              `json:"n"` // its number in the game, from 1
	To      Motion           `json:"to"`
	By      engine.Seat      `json:"by"` // upgrade: engine.Nobody
	At      time.Time        `json:"at"`
	After   uint64           `json:"after"`             // the record that made it
	Until   time.Time        `json:"until,omitzero"`    // when silence counts as yes; zero: never
	Back    uint64           `json:"back,omitempty"`    // undo: the record that becomes the last again
	Time    int64            `json:"time,omitempty"`    // extend: seconds
	Rule    string           `json:"rule,omitempty"`    // rule, option: its name
	Value   string           `json:"value,omitempty"`   // and new value
	Seat    engine.Seat      `json:"seat,omitempty"`    // replace: the seat
	Version int              `json:"version,omitempty"` // upgrade
	Says    engine.Message   `json:"says"`
	Differs []engine.Message `json:"differs,omitempty"` // upgrade, rule: the changes
	Yes     []engine.Seat    `json:"yes"`
	No      []engine.Seat    `json:"no,omitempty"`
}

// Same reports whether two proposals ask for the same.
func (p Proposal) Same(o Proposal) bool {
	return p.To == o.To && p.Version == o.Version && p.Rule == o.Rule && p.Seat == o.Seat && (p.To != ToUndo || p.By == o.By)
}

// Vote records a seat's vote on the proposal, replacing an earlier one.
func (p *Proposal) Vote(s engine.Seat, yes bool) {
	p.Unvote(s)
	if yes {
		p.Yes = append(p.Yes, s)
	} else {
		p.No = append(p.No, s)
	}
}

// Unvote removes a seat's vote.
func (p *Proposal) Unvote(s engine.Seat) {
	is := func(x engine.Seat) bool { return x == s }
	p.Yes, p.No = slices.DeleteFunc(slices.Clone(p.Yes), is), slices.DeleteFunc(slices.Clone(p.No), is)
}

// Extends reports whether a proposal for more time is for a wait: one that there was when it
// was made.
func (p *Proposal) Extends(w Wait) bool { return w.Asked <= p.After }

// Move shifts the time at which silence counts.
func (p *Proposal) Move(by time.Duration) {
	if by > 0 && !p.Until.IsZero() {
		p.Until = p.Until.Add(by)
	}
}

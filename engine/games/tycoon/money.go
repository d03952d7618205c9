package tycoon

import (
	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// Proceeds of a share when issued, and its costs at the end of a turn and of the game (Money).
const (
	SharePays     = 5
	ShareDividend = 1
	SharePoints   = -1
)

// issue gives a player the money for n shares; there is no limit (Money, R13).
func issue(s *State, seat engine.Seat, n int) {
	p := s.Player(seat)
	p.Shares += n
	p.Money += n * SharePays
}

// SharesFor returns the smallest number of shares that makes a payment possible
// (Money).
func (p *Player) SharesFor(amount int) int { return max(0, (amount-p.Money+SharePays-1)/SharePays) }

// pay takes money from a player, who issues the smallest sufficient number of shares (Money).
func pay(s *State, tx *engine.Tx, seat engine.Seat, amount int) {
	p := s.Player(seat)
	if n := p.SharesFor(amount); n > 0 {
		issue(s, seat, n)
		tx.Report(key.ReportForced, Who(seat), engine.Int("n", n), engine.Int("shares", p.Shares))
	}
	p.Money -= amount
}

// gain moves a player up the income track and reports it under key, with seat, n and
// position added to the arguments.
func gain(s *State, tx *engine.Tx, seat engine.Seat, n int, text string, args ...engine.Arg) {
	p := s.Player(seat)
	p.Position += n
	tx.Report(text, append(args[:len(args):len(args)], Who(seat), engine.Int("n", n), engine.Int("position", p.Position))...)
}

// Who returns a player as the subject of a message.
func Who(seat engine.Seat) engine.Arg { return engine.Player("seat", seat) }

// issueVerb sells shares to the bank at any moment of the own turn; it is not an action (Money).
func issueVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "issue", Also: []string{"issue shares", "sell shares"}, Gloss: key.VerbIssue,
		Params: []engine.Param{{Name: "shares", In: func(engine.Args) engine.Domain { return shareNumbers }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, n := state(tx), engine.Get[int](a, 0)
			issue(s, tx.Seat, n)
			p := s.Player(tx.Seat)
			tx.Report(key.ReportIssued, Who(tx.Seat), engine.Int("n", n), engine.Int("money", n*SharePays), engine.Int("shares", p.Shares))
			return nil
		},
	}
}

// mostTyped caps the numbers in bids and issues, which the rules do not limit: a larger
// number is a slip.
const mostTyped = 999

// shareNumbers is the domain of shares issued at once. Only one share is listed; the
// letter says that more can be issued.
var shareNumbers = numberList{engine.Numbers(key.ParamShares, 1, mostTyped, false, nil), 1, 1, []string{"share", "shares"}, false}

// Costs of track (Build track).
const (
	openCost  = 2
	hillCost  = 4
	riverCost = 1
	RidgeCost = 4
)

// Use tells which of the held cards are used for a build action (Operations cards).
type Use struct {
	Grant       bool // Government Land Grant: track in open hexes costs nothing (R18)
	Engineering bool // Perfect Engineering: five tracks
}

// TrackCost is the cost of one new track, without ridges.
type TrackCost struct {
	Terrain  int
	River    int
	Crossing int // surcharge for a second track in a hex, by option (R7)
}

// Total returns the sum.
func (c TrackCost) Total() int { return c.Terrain + c.River + c.Crossing }

// TrackCost returns the cost of a track from side a to side b of a hex.
func (s *State) TrackCost(at Spot, a, b hex.Edge, u Use) TrackCost {
	h := &s.book.Hexes[at]
	var c TrackCost
	switch {
	case h.Terrain == Hill:
		c.Terrain = hillCost
	case !u.Grant:
		c.Terrain = openCost
	}
	if h.River.crossed(a, b) && !(u.Grant && s.Rules.FreeRivers && h.Terrain == Open) {
		c.River = riverCost
	}
	if s.used(at) != 0 {
		c.Crossing = s.Rules.CrossingCost
	}
	return c
}

// LeastCost returns the least that any track costs.
func LeastCost(u Use) int {
	if u.Grant {
		return 0
	}
	return openCost
}

// StepCost returns the cost of leaving a hex over its side e: a ridge or nothing (R10).
func (b *Book) StepCost(at Spot, e hex.Edge) int {
	if b.Hexes[at].Ridge.Has(e) {
		return RidgeCost
	}
	return 0
}

// crossed reports whether a track from side a to side b crosses a river that crosses
// the sides s in this hex.
func (s Sides) crossed(a, b hex.Edge) bool {
	if s.Count() < 2 { // a source or a mouth
		return false
	}
	switch onA, onB := s.Has(a), s.Has(b); {
	case onA && onB: // the track follows the river
		return false
	case onA || onB: // R8
		return true
	}
	return s&between(a, b) != 0 && s&between(b, a) != 0
}

// between returns the sides clockwise from a to b, without these two.
func between(a, b hex.Edge) (s Sides) {
	for e := a.Turn(1); e != b; e = e.Turn(1) {
		s = s.With(e)
	}
	return s
}

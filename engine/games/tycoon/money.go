package tycoon

import (
	"railpost/engine"
	"railpost/engine/games/tycoon/key"
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
func (p *Player) SharesFor(amount int) int {
	return max(0, (amount-p.Money+SharePays-1)/SharePays)
}

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

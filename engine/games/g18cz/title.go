package g18cz

import (
	"encoding/json"
	"fmt"
	"slices"

	"railpost/engine"
)

var _ engine.Rules = Rules{}

func (Rules) Name() string          { return "18cz" }
func (Rules) Version() int          { return 3 }
func (Rules) Seats() (min, max int) { return 2, 6 }

// declared are the readings of the rules that matter at the table, and the numbers of
// players they matter for. The games for two and for six are variants (R1).
var declared = slices.Concat(
	engine.Readings("18cz", []int{2, 6}, "R1"),
	engine.Readings("18cz", nil, "R6", "R8", "R13", "R14", "R18", "R19", "R20", "R21", "R22", "R23", "R25", "R26", "R27", "R29", "R30",
		"R32", "R33", "R34", "R35", "R36", "R37", "R41", "R43", "R46", "R47", "R49", "R50", "R52", "R53", "R54", "R55", "R58", "R59"),
	engine.Readings("18cz", two, "R57"),
)

// Declared returns the rulings on what the printed game leaves open.
func (Rules) Declared() []engine.Declared { return slices.Clone(declared) }

// Begin sets up the game.
func (Rules) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) { return begin(tx, s) }

// Decode reads a position that engine.Encode wrote.
func (Rules) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	s := &State{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("18cz: reading a position: %w", err)
	}
	s.Board.Keep()
	return s, nil
}

// Scores ranks the seats (X); equal ones share a place (R47).
func (Rules) Scores(p engine.Position) []engine.Score {
	s := p.(*State)
	var list []engine.Score
	for seat := range engine.Seat(s.Seats) {
		w := s.WealthOf(seat)
		list = append(list, engine.Score{Seat: seat, Points: w.Sum(), Parts: w.parts()})
	}
	return engine.Ranked(list)
}

// Wealth is a player's property, in money.
type Wealth struct{ cash, shares, locals, owed int }

// Sum is the score.
func (w Wealth) Sum() int { return w.cash + w.shares + w.locals - w.owed }

func (w Wealth) parts() []engine.Arg {
	return []engine.Arg{engine.Int("cash", w.cash), engine.Int("shares", w.shares), engine.Int("locals", w.locals), engine.Int("owed", w.owed)}
}

// WealthOf is a seat's property: cash, shares at the market price, local railways at their final value, less
// debts and penalties (X).
func (s *State) WealthOf(seat engine.Seat) Wealth {
	loan := s.Loans[seat]
	w := Wealth{cash: s.Cash.Of(SeatAccount(seat)), owed: loan.Debt + loan.Penalty}
	for _, l := range s.LocalsOf(SeatAccount(seat)) {
		w.locals += finalWorth(s, l)
	}
	for c := range Company(len(s.Companies)) {
		if s.Merging.PaidOff(c) {
			continue
		}
		w.shares += s.Shares.Of(c.Stock(), HolderOf(seat)) / s.StructureOf(c).Share * s.PriceOf(c)
	}
	return w
}

// finalWorth is the final value of a local railway: its value at the end of the timeline, or the present one
// when the players have ended the game early.
func finalWorth(s *State, l Local) int {
	if s.Quit {
		return s.LocalWorth(l)
	}
	return Book.Final
}

package g18mag

import (
	"encoding/json"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/rail/stock"
)

// Rules are the rules of 18Mag, in all versions.
type Rules struct{ engine.Printed }

var _ engine.Rules = Rules{}

func (Rules) Name() string          { return "18mag" }
func (Rules) Version() int          { return 3 }
func (Rules) Seats() (min, max int) { return 1, 6 }

// declared lists the rulings that matter at the table: number, and the number of
// players it matters for.
var declared = slices.Concat(
	engine.Readings("18mag", nil, "R-01", "R-05", "R-08", "R-09", "R-11", "R-13", "R-14", "R-15"),
	engine.Readings("18mag", many, "R-16", "R-17"),
	engine.Readings("18mag", alone, "R-20", "R-21", "R-22", "R-23", "R-24", "R-25", "R-26", "R-27", "R-28", "R-29", "R-30", "R-31", "R-32", "R-33"),
	engine.Readings("18mag", nil, "R-35"),
	engine.Readings("18mag", small, "R-36"),
	engine.Readings("18mag", nil, "R-37", "R-40", "R-41", "R-43", "R-46", "R-47", "R-48", "R-50"),
	engine.Readings("18mag", small, "R-51"), engine.Readings("18mag", two, "R-52"), engine.Readings("18mag", small, "R-53", "R-54"),
	engine.Readings("18mag", alone, "R-56", "R-57", "R-58", "R-59", "R-60", "R-61", "R-62", "R-63", "R-64", "R-65", "R-66", "R-67", "R-68", "R-69", "R-70", "R-71"),
)

var (
	alone   = []int{1}
	two     = []int{2}
	small   = []int{1, 2} // on the map for one and two players
	several = []int{2, 3, 4, 5, 6}
	many    = []int{3, 4, 5, 6}
)

// Declared returns the rulings on what the printed game leaves open.
func (Rules) Declared() []engine.Declared { return slices.Clone(declared) }

// Begin sets up the game.
func (Rules) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) { return begin(tx, s) }

// Decode reads a position that engine.Encode wrote.
func (Rules) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	s := &State{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("18mag: reading a position: %w", err)
	}
	s.Board.Keep()
	return s, nil
}

// Scores ranks the seats: cash and shares at market price (IX.2). Against István equality
// is a draw.
func (Rules) Scores(p engine.Position) []engine.Score {
	s := p.(*State)
	var list []engine.Score
	for seat := range engine.Seat(s.Seats) {
		money := s.Cash.Of(Wallet(seat))
		list = append(list, engine.Score{Seat: seat, Points: s.WorthOf(seat), Parts: []engine.Arg{engine.Int("cash", money), engine.Int("shares", s.WorthOf(seat)-money)}})
	}
	return engine.Ranked(list)
}

// Held returns the percentage of a major that a seat holds.
func (s *State) Held(c Company, seat engine.Seat) int {
	return s.Shares.Of(c.Share(), stock.Holder(seat))
}

// PriceOf returns the price of one share of 10 %.
func (s *State) PriceOf(c Company) int { return s.Market.Price(s.Edition().Chart, c.Share()) }

// WorthOf returns the cash of a seat plus its shares at market price (IX.2).
func (s *State) WorthOf(seat engine.Seat) int {
	sum := s.Cash.Of(Wallet(seat))
	for _, c := range s.Edition().Majors {
		sum += s.Held(c, seat) / Book.Structure.Share * s.PriceOf(c)
	}
	return sum
}

// Certificates returns how many certificates of a seat count for the limit (VII.3).
func (s *State) Certificates(seat engine.Seat) int {
	sum := 0
	for _, c := range s.Edition().Majors {
		sum += s.Shares.Certificates(Book.Structure, c.Share(), stock.Holder(seat))
	}
	return sum
}

// InOrder returns the majors in the order of the present operating round, which is
// fixed at its start; between rounds, in the order of their present prices (VI.1).
func (s *State) InOrder() []Company {
	if s.Stage != Operating {
		return s.majorsByPrice()
	}
	return slices.DeleteFunc(slices.Clone(s.Order), Company.Minor)
}

// majorsByPrice returns the majors in the order of the chart, the first to operate
// first (VI.1).
func (s *State) majorsByPrice() []Company {
	list := slices.Clone(s.Edition().Majors)
	slices.SortFunc(list, func(a, b Company) int { return s.Market.Compare(a.Share(), b.Share()) })
	return list
}

package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// begin sets up the game (II.4).
func begin(tx *engine.Tx, setup engine.Setup) (*State, error) {
	s := &State{Rules: rulesOf(setup), Seats: setup.Seats + len(Rules{}.Opponents(setup.Seats)), Stage: Drafting, Set: 1}
	if err := seat(s, tx, setup); err != nil {
		return nil, err
	}
	s.Cash = cash.New(s.Seats + len(Companies))
	s.Shares = stock.NewBook(len(Book.Large.Majors), s.Seats, 1)
	s.Market = stock.NewMarket(len(Book.Large.Majors))
	s.Piles = make([]Pile, len(s.Edition().Piles))
	unpack(s)
	if err := deal(s, tx, setup.Options[OptPrices]); err != nil {
		return nil, err
	}
	s.Board = s.newBoard()
	beginDraft(s)
	if s.Alone != nil {
		return s, dealIstvan(s, tx)
	}
	return s, nil
}

// Limits returns the numbers for this number of players.
func (s *State) Limits() *Limits {
	if s.Alone != nil {
		return Solo.limits[s.Alone.Length]
	}
	if s.Rules.LowLimits && s.Seats > 2 {
		return &Book.low[s.Seats]
	}
	return &Book.tables[s.Seats]
}

// seat assigns places at the table (II.4).
func seat(s *State, tx *engine.Tx, setup engine.Setup) error {
	if setup.Seats == 1 {
		sitAlone(s, setup.Options)
		return nil
	}
	var err error
	if s.Table, err = tx.Seats("seats", s.Seats, setup.Options[OptSeating] == Drawn); err != nil {
		return err
	}
	s.Priority = s.Table[0]
	tx.Report(key.ReportSeating, SeatList("seats", s.Table))
	return nil
}

// unpack sets up the companies of the edition.
func unpack(s *State) {
	s.Minors = make([]Minor, MinorsMost)
	for c := range s.Minors {
		s.Minors[c].Owner = engine.Nobody
	}
	for _, c := range s.Edition().Minors {
		s.Minors[c].In, s.Minors[c].Tokens = true, Companies[c].Tokens
	}
	s.Majors = make([]Major, len(Book.Large.Majors))
	for _, c := range s.Edition().Majors {
		s.Majors[c.Share()].In = true
	}
}

// deal gives each major a start price card (II.4), with two players from four of the
// ten. Majors on the same space are placed in the order of the list.
func deal(s *State, tx *engine.Tx, option string) error {
	prices, err := startPrices(s, tx, option)
	if err != nil {
		return err
	}
	for i, c := range s.Edition().Majors {
		s.Market.Enter(c.Share(), slices.Index(s.Edition().Chart, prices[i]))
		tx.Report(key.ReportStartPrice, CompanySay("company", c), engine.Int("n", prices[i]))
	}
	return nil
}

func startPrices(s *State, tx *engine.Tx, option string) ([]int, error) {
	majors := len(s.Edition().Majors)
	if option != Drawn {
		prices, err := readPrices(option)
		if err != nil || len(prices) != majors {
			return nil, pricesRefusal(key.NoPricesForm, option)
		}
		return prices, nil
	}
	order, err := tx.Shuffle("prices", len(Book.Cards))
	if err != nil {
		return nil, err
	}
	prices := engine.Each(order[:majors], func(card int) int { return Book.Cards[card] })
	return prices, nil
}

// left returns the seat to the left of another.
func left(s *State, seat engine.Seat) engine.Seat {
	return s.Table[(slices.Index(s.Table, seat)+1)%s.Seats]
}

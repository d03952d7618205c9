package tycoon

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// begin sets up the game (Set-up).
func (r Rules) begin(tx *engine.Tx, setup engine.Setup) (*State, error) {
	book, err := bookNamed(setup.Options[optBoard])
	if err != nil {
		return nil, err
	}
	s := &State{
		Rules: variantOf(setup.Options), Seats: setup.Seats, Turn: 1, Stage: StageAuction,
		Players: make([]Player, setup.Seats), Standing: make([]Standing, setup.Seats),
		Bag: book.Bag, Tiles: book.Tiles, Pullman: engine.Nobody, book: book, lister: r.Lister,
	}
	s.relay()
	for i := range s.Players {
		s.Players[i].Engine = 1
	}
	if err := fill(s, tx); err != nil {
		return nil, err
	}
	if !s.Rules.Novice { // 13
		if err := deal(s, tx); err != nil {
			return nil, err
		}
	}
	if setup.Options[optFirst] == drawn { // R1
		n, err := tx.Draw("first", s.Seats)
		if err != nil {
			return nil, err
		}
		s.First = engine.Seat(n)
	}
	s.Auction = Auction{Speaker: s.First, Leader: engine.Nobody, Out: make([]bool, s.Seats)}
	tx.Report(key.ReportBegun, engine.Player("first", s.First))
	return s, nil
}

// fill puts the printed number of cubes into the cities; with two or three players one
// less, but at least one (Set-up).
func fill(s *State, tx *engine.Tx) error {
	s.Cities = make([]Town, len(s.book.Cities))
	for c, p := range s.book.Cities {
		s.Cities[c].Colour = p.Colour
		n := p.Cubes
		if s.Seats <= 3 {
			n = max(1, n-1)
		}
		for range n {
			colour, err := drawCube(s, tx)
			if err != nil {
				return err
			}
			s.Cities[c].Cubes.Add(colour, 1)
		}
	}
	return nil
}

// deal gives each player a baron, and turns up the start cards and twice as many others
// as there are players (Set-up).
func deal(s *State, tx *engine.Tx) error {
	order, err := tx.Shuffle("barons", len(s.book.Barons)-1)
	if err != nil {
		return err
	}
	for i := range s.Players {
		s.Players[i].Baron = order[i] + 1
	}
	var rest []int
	for id, c := range s.book.Cards {
		switch {
		case id == 0:
		case c.Start:
			s.Up = append(s.Up, id)
		default:
			rest = append(rest, id)
		}
	}
	if order, err = tx.Shuffle("deck", len(rest)); err != nil {
		return err
	}
	for _, i := range order {
		s.Deck = append(s.Deck, rest[i])
	}
	dealt := min(2*s.Seats, len(s.Deck))
	s.Up, s.Deck = append(s.Up, s.Deck[:dealt]...), s.Deck[dealt:]
	slices.Sort(s.Up)
	return nil
}

// InOrder returns the seats in the order of play, the first player first.
func (s *State) InOrder() []engine.Seat { return s.around(s.First) }

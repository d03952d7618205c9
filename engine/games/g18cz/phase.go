package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/trains"
)

// Phases, rusting and exports (VIII.12). A phase begins with the first card of
// a pile that leaves the depot, so it has the number of the pile.

// Top is the pile on top of the depot; the last one never runs out.
func (s *State) Top() int {
	pile, _ := s.Depot.Top()
	return pile
}

// takeTop gives the top card of the depot to a corporation, as one of its sides, with all consequences. The
// caller pays.
func takeTop(s *State, tx *engine.Tx, c Company, face int) error {
	pile := s.Top()
	s.Depot.Take(Book.Piles, pile)
	receiveTrain(s, c, Card{Pile: pile, Face: face})
	return leaveDepot(s, tx, pile, face)
}

// takeReserve gives a card of the reserve to a corporation, as one of its sides.
func takeReserve(s *State, tx *engine.Tx, c Company, at, face int) {
	pile := s.Reserve[at].Pile
	s.Reserve = slices.Delete(s.Reserve, at, at+1)
	receiveTrain(s, c, Card{Pile: pile, Face: face})
	soldAs(s, tx, pile, face)
}

// receiveTrain gives a corporation a train.
func receiveTrain(s *State, c Company, card Card) {
	s.Companies[c].Trains = append(s.Companies[c].Trains, card)
	s.Overlooked = false
}

// giveAway puts a train of a corporation into the reserve (VIII.12).
func giveAway(s *State, c Company, at int) {
	own := &s.Companies[c].Trains
	card := (*own)[at]
	card.Received = false
	*own = slices.Delete(*own, at, at+1)
	s.Reserve = append(s.Reserve, card)
	s.Overlooked = false
}

// exportCard takes the top card of the depot out of the game. It counts as all of
// its sides (VIII.13). In imported games no excess trains are looked for when
// none rusts by it, until a corporation gets or loses a train.
func exportCard(s *State, tx *engine.Tx) error {
	pile := s.Top()
	s.Depot.Take(Book.Piles, pile)
	tx.Report(key.ReportExport, engine.Text("train", Book.Piles[pile].Name))
	all := make([]int, 0, len(SizeNames))
	for f := range Book.Piles[pile].Faces {
		all = append(all, f)
	}
	s.Overlooked = s.Rules.LateExcess
	return leaveDepot(s, tx, pile, all...)
}

// leaveDepot carries out the consequences of a card leaving the depot (VIII.12): phase, rusting, corporations
// of a new size. Excess trains are then a question: see crowded.
func leaveDepot(s *State, tx *engine.Tx, pile int, faces ...int) error {
	opened := pile > s.Phase
	if opened {
		s.Phase = pile
		tx.Report(key.ReportPhase, PhaseSay(pile))
	}
	soldAs(s, tx, pile, faces...)
	if !opened {
		return nil
	}
	for size, phase := range Book.Opens {
		if phase != pile {
			continue
		}
		tx.Report(key.ReportOpened, SizeSay("size", Size(size)))
		if err := neutralReceives(s, tx, Size(size)); err != nil {
			return err
		}
	}
	return nil
}

// soldAs marks a card as sold as some of its sides, and removes the trains that rust by it (VIII.12).
func soldAs(s *State, tx *engine.Tx, pile int, faces ...int) {
	for _, f := range faces {
		s.Sold[pile] |= 1 << f
	}
	for c := range s.Companies {
		if gone := rust(s, &s.Companies[c].Trains); len(gone) > 0 {
			s.Overlooked = false
			tx.Report(key.ReportRusted, CompanySay("company", Company(c)), CardsSay("trains", gone))
		}
	}
	if gone := rust(s, &s.Reserve); len(gone) > 0 {
		s.Overlooked = false
		tx.Report(key.ReportRustedReserve, CardsSay("trains", gone))
	}
}

// rust removes the cards that have rusted from a list (VIII.12, R58).
func rust(s *State, list *[]Card) (gone []Card) {
	gone = engine.Where(*list, s.Rusted)
	if len(gone) > 0 {
		*list = slices.DeleteFunc(*list, s.Rusted)
	}
	return gone
}

// Rusted reports whether the side that a card shows has rusted: no train is bought as
// it or flipped to it any more. That holds in the reserve too (VIII.12, R36).
func (s *State) Rusted(c Card) bool {
	return slices.ContainsFunc(Face(c).RustedBy, func(name string) bool {
		pile, f, _ := trains.Find(Book.Piles, name)
		return s.Sold[pile]&(1<<f) != 0
	})
}

// neutralReceives gives the neutral player a corporation of a size that has just
// become available: at the lowest start price, active, without capital, with free
// stations and the top card of the depot.
func neutralReceives(s *State, tx *engine.Tx, size Size) error {
	if !s.Two() {
		return nil
	}
	c, err := drawNeutral(s, tx, size)
	if err != nil {
		return err
	}
	s.Neutral.Companies = append(s.Neutral.Companies, c)
	start := Book.Sizes[size].Starts[0]
	placeMarker(s, c, start)
	structure := s.StructureOf(c)
	s.Shares.Transfer(c.Stock(), stock.Unsold, s.NeutralHolder(), structure.Director)
	for s.Shares.Sold(c.Stock()) < Floats {
		s.Shares.Transfer(c.Stock(), stock.Unsold, s.NeutralHolder(), structure.Share)
	}
	s.Shares.Director[c.Stock()] = s.NeutralHolder()
	it := &s.Companies[c]
	it.Neutral, it.Active, it.TokenCosts = true, true, make([]int, len(it.TokenCosts))
	tx.Report(key.ReportNeutral, CompanySay("company", c), engine.Int("price", start))
	return neutralTrain(s, tx, c)
}

// drawNeutral chooses among the corporations of a size; imported games give them.
func drawNeutral(s *State, tx *engine.Tx, size Size) (Company, error) {
	if int(size) < len(s.Neutral.Given) {
		return s.Neutral.Given[size], nil
	}
	list := slices.DeleteFunc(s.InPlay(), func(c Company) bool { return c.Size() != size })
	i, err := tx.Draw("neutral", len(list))
	if err != nil {
		return NoCompany, err
	}
	return list[i], nil
}

// neutralTrain gives a corporation the top card of the depot as its own size.
func neutralTrain(s *State, tx *engine.Tx, c Company) error {
	card, _ := Flipped(c, Card{Pile: s.Top()})
	tx.Report(key.ReportNeutralTrain, CompanySay("company", c), CardSay("train", card))
	return takeTop(s, tx, c, card.Face)
}

// neutralTrains replaces the export: each corporation of the neutral player scraps its
// trains and takes the top card, except those received in the process.
func neutralTrains(s *State, tx *engine.Tx) error {
	for _, c := range s.Neutral.Companies[:len(s.Neutral.Companies):len(s.Neutral.Companies)] {
		s.Companies[c].Trains = nil
		if err := neutralTrain(s, tx, c); err != nil {
			return err
		}
	}
	return nil
}

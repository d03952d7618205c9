package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/trains"
)

// Phases, rusting and exports (9). A phase begins with the first card of a pile
// that leaves the depot, so it has the number of the pile.

// top is the pile on top of the depot; the last one never runs out.
func (s *State) top() int {
	pile, _ := s.Depot.Top()
	return pile
}

// takeTop gives the top card of the depot to a corporation, as one of its sides,
// with all that follows from it. Money is the caller's.
func (s *State) takeTop(tx *engine.Tx, c Company, face int) error {
	pile := s.top()
	s.Depot.Take(book.piles, pile)
	s.receive(c, Card{Pile: pile, Face: face})
	return s.leaves(tx, pile, face)
}

// takeReserve gives a card of the reserve to a corporation, as one of its sides.
func (s *State) takeReserve(tx *engine.Tx, c Company, at, face int) {
	pile := s.Reserve[at].Pile
	s.Reserve = slices.Delete(s.Reserve, at, at+1)
	s.receive(c, Card{Pile: pile, Face: face})
	s.soldAs(tx, pile, face)
}

// receive gives a corporation a train.
func (s *State) receive(c Company, card Card) {
	s.Companies[c].Trains = append(s.Companies[c].Trains, card)
	s.Overlooked = false
}

// giveAway puts a train of a corporation into the reserve (9.4).
func (s *State) giveAway(c Company, at int) {
	own := &s.Companies[c].Trains
	card := (*own)[at]
	card.Received = false
	*own = slices.Delete(*own, at, at+1)
	s.Reserve = append(s.Reserve, card)
	s.Overlooked = false
}

// export takes the top card of the depot out of the game. It counts as all of its
// sides (9.5). In imported games no excess trains are looked for when none rusts by
// it, until a corporation gets or loses a train.
func (s *State) export(tx *engine.Tx) error {
	pile := s.top()
	s.Depot.Take(book.piles, pile)
	tx.Report("18cz.report.export", engine.Text("train", book.piles[pile].Name))
	all := make([]int, 0, len(sizeNames))
	for f := range book.piles[pile].Faces {
		all = append(all, f)
	}
	s.Overlooked = s.Rules.LateExcess
	return s.leaves(tx, pile, all...)
}

// leaves is what follows when a card leaves the depot (9.1): phase, rusting,
// corporations of a new size. Excess trains are a question then: see crowded.
func (s *State) leaves(tx *engine.Tx, pile int, faces ...int) error {
	opened := pile > s.Phase
	if opened {
		s.Phase = pile
		tx.Report("18cz.report.phase", phaseSay(pile))
	}
	s.soldAs(tx, pile, faces...)
	if !opened {
		return nil
	}
	for size, phase := range book.opens {
		if phase != pile {
			continue
		}
		tx.Report("18cz.report.opened", sizeSay("size", Size(size)))
		if err := s.neutralReceives(tx, Size(size)); err != nil {
			return err
		}
	}
	return nil
}

// soldAs marks a card as sold as some of its sides, and takes away what rusts by
// it (9.2).
func (s *State) soldAs(tx *engine.Tx, pile int, faces ...int) {
	for _, f := range faces {
		s.Sold[pile] |= 1 << f
	}
	for c := range s.Companies {
		if gone := s.rust(&s.Companies[c].Trains); len(gone) > 0 {
			s.Overlooked = false
			tx.Report("18cz.report.rusted", companySay("company", Company(c)), cardsSay("trains", gone))
		}
	}
	if gone := s.rust(&s.Reserve); len(gone) > 0 {
		s.Overlooked = false
		tx.Report("18cz.report.rusted-reserve", cardsSay("trains", gone))
	}
}

// rust takes the cards out of a list that have rusted.
func (s *State) rust(list *[]Card) (gone []Card) {
	for _, c := range *list {
		if s.rusted(c) {
			gone = append(gone, c)
		}
	}
	if len(gone) > 0 {
		*list = slices.DeleteFunc(*list, s.rusted)
	}
	return gone
}

// rusted says whether the side that a card shows has rusted: no train is bought or
// flipped to it any more.
func (s *State) rusted(c Card) bool {
	return slices.ContainsFunc(face(c).RustedBy, func(name string) bool {
		pile, f, _ := trains.Find(book.piles, name)
		return s.Sold[pile]&(1<<f) != 0
	})
}

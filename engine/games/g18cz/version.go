package g18cz

import "railpost/engine"

// What version 1 decided in another way. Its games are replayed and played on by it;
// everything that depends on the version of a game is here.

// second says whether the game is decided by version 2 or a later one.
func (s *State) second() bool { return s.Version >= 2 }

// waitsFirst: only the corporation that operated had its excess trains asked for
// late; others at once.
func (s *State) waitsFirst(c Company) bool { return c == s.company() }

// mergeFirst: of two stations in a city the one in the higher circle was taken off,
// and only after a question about another hex was answered.
func (s *State) mergeFirst(tx *engine.Tx, buyer Company) {
	if _, asks := s.doubled(buyer); asks {
		return
	}
	other := s.Merging.Seller
	for range s.Companies[other].Charter {
		s.Companies[buyer].Charter = append(s.Companies[buyer].Charter, takenPrice)
	}
	for i := s.stationOf(other); i >= 0; i = s.stationOf(other) {
		if own := s.stationIn(buyer, s.Board.Stations[i].Place()); own < 0 {
			s.Board.GiveStation(i, owner(buyer), s.Board.Stations[i].Slot)
		} else if s.Board.Stations[own].Slot < s.Board.Stations[i].Slot {
			s.takeOff(tx, buyer, i)
		} else {
			s.Board.GiveStation(i, owner(buyer), s.Board.Stations[i].Slot)
			s.takeOff(tx, buyer, own)
		}
	}
	s.leave(other)
	s.Merging = nil
}

package g18cz

import (
	"slices"

	"railpost/engine"
)

// Decisions of older versions. Their games are replayed and continued under them; everything that depends on
// the version of a game is here.

// mends are the decisions that the newest version changes.
var mends = []engine.Mend{
	{ID: "sides", Version: 2, Rule: "VIII.10"},
	{ID: "stations", Version: 2, Rule: "VIII.9"},
	{ID: "excess", Version: 2, Rule: "VIII.12", Touches: func(s engine.Setup) bool { return s.Options[optExcess] == "on" }},
	{ID: "over-limit", Version: 3, Rule: "VII.4", Touches: func(s engine.Setup) bool { return s.Options[optLimit] == "off" }},
}

// Mends returns the decisions that newer versions change.
func (Rules) Mends() []engine.Mend { return slices.Clone(mends) }

// Switch continues a game under other rules.
func (Rules) Switch(p engine.Position, to engine.Setup) { goUnder(p.(*State), to) }

// goUnder sets the rules that a position is decided by.
func goUnder(s *State, setup engine.Setup) {
	s.Rules, s.Version = rulesOf(setup.Options), 0
	if setup.Version > 1 {
		s.Version = setup.Version
	}
}

// thirdVersion reports whether the game is decided by version 3 or a later one.
func thirdVersion(s *State) bool { return s.Version >= 3 }

// secondVersion reports whether the game is decided by version 2 or a later one.
func secondVersion(s *State) bool { return s.Version >= 2 }

// waitsFirst is askedLater of version 1: only the operating corporation was asked for
// its excess trains later, others at once.
func waitsFirst(s *State, c Company) bool { return c == s.Company() }

// mergeFirst is mergeStations of version 1: of two stations in a city the one in the higher circle was taken off,
// and only after a question about another hex was answered.
func mergeFirst(s *State, tx *engine.Tx, buyer Company) {
	if _, asks := doubled(s, buyer); asks {
		return
	}
	other := s.Merging.Seller
	s.Companies[buyer].addStations(len(s.Companies[other].TokenCosts))
	for i := stationOf(s, other); i >= 0; i = stationOf(s, other) {
		if own := stationIn(s, buyer, s.Board.Stations[i].Place()); own < 0 {
			s.Board.GiveStation(i, Owner(buyer), s.Board.Stations[i].Slot)
		} else if s.Board.Stations[own].Slot < s.Board.Stations[i].Slot {
			takeOff(s, tx, buyer, i)
		} else {
			s.Board.GiveStation(i, Owner(buyer), s.Board.Stations[i].Slot)
			takeOff(s, tx, buyer, own)
		}
	}
	s.leave(other)
	s.Merging = nil
}

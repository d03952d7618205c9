package g18mag

import (
	"math/bits"

	"railpost/engine"
	"railpost/engine/rail/track"
)

// newBoard is the printed board of the edition.
func (s *State) newBoard() track.Board { return track.NewBoard(s.world()) }

// placeHome puts the home station of a drafted minor on its city (V).
func (s *State) placeHome(c Company) error {
	home := companies[c].homes[s.edition().index]
	h, ok := s.world().Map.Find(home.hex)
	if !ok {
		return engine.Forbid("V", "18mag.no.no-hex", engine.Text("hex", home.hex))
	}
	s.station(c, track.Place{Hex: h, Stop: home.city})
	return nil
}

// station puts a company's next station into the first free circle of a city.
func (s *State) station(c Company, p track.Place) {
	s.Board.AddStation(track.Owner(c), p, bits.TrailingZeros(s.Board.Free(s.world(), p)))
	if c.minor() {
		s.Minors[c].Stations++
		return
	}
	s.Majors[c.share()].Stations++
}

// placed is how many stations a company has on the map.
func (s *State) placed(c Company) int {
	if c.minor() {
		return s.Minors[c].Stations
	}
	return s.Majors[c.share()].Stations
}

package g18mag

import (
	"math/bits"

	"railpost/engine/rail/track"
)

// newBoard returns the printed board of the edition.
func (s *State) newBoard() track.Board { return track.NewBoard(s.World()) }

// placeHome puts the home station of a drafted minor on its city (V).
func (s *State) placeHome(c Company) {
	home := s.HomeOf(c)
	s.Station(c, track.Place{Hex: home.id, Stop: home.city})
}

// Station puts a company's next station on the first free circle of a city.
func (s *State) Station(c Company, p track.Place) {
	s.Board.AddStation(track.Owner(c), p, bits.TrailingZeros(s.Board.Free(s.World(), p)))
	if c.Minor() {
		s.Minors[c].Stations++
		return
	}
	s.Majors[c.Share()].Stations++
}

// placed returns the number of a company's stations on the map.
func (s *State) placed(c Company) int {
	if c.Minor() {
		return s.Minors[c].Stations
	}
	return s.Majors[c.Share()].Stations
}

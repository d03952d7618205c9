package g18cz

import (
	"railpost/engine"
)

// The neutral player of the game for two.

// neutralActor returns the player who decides for a neutral corporation: for track the first player if it is
// small or large, the second if it is medium; for stations the other one; for running the first.
func neutralActor(s *State, c Company) engine.Seat { return neutralDecides(s, c, s.Turn.Step) }

// neutralDecides returns the player who decides a step of a neutral corporation's turn.
func neutralDecides(s *State, c Company, step Step) engine.Seat {
	track, station := s.Players[0], s.Players[1]
	if c.Size() == Medium {
		track, station = station, track
	}
	switch {
	case step == StepTrack, step == StepHome && c.Size() == Large: // its red tile
		return track
	case step == StepHome, step == StepStation:
		return station
	}
	return s.Players[0]
}

// othersStep reports whether the other player decides a step of the turn, so that it
// cannot be declined for them.
func othersStep(s *State, step Step) bool {
	c := s.Company()
	return s.Companies[c].Neutral && neutralDecides(s, c, step) != neutralActor(s, c)
}

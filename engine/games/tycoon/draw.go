package tycoon

import (
	"errors"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// drawCubes draws n random cubes from the bag into a city, or all if there are fewer
// (Set-up, R29). In a dry run it reports how many are coming and returns
// engine.ErrRevealAhead. The drawn cubes stay fresh for the rest of the mail (Orders by
// mail).
func drawCubes(s *State, tx *engine.Tx, at City, n int) error {
	n = min(n, s.Bag.Total())
	if n == 0 {
		tx.Report(key.ReportBagEmpty, s.CityArg(at))
		return nil
	}
	var got Cubes
	for range n {
		c, err := drawCube(s, tx)
		if errors.Is(err, engine.ErrRevealAhead) {
			tx.Report(key.ReportUndrawn, engine.Int("n", n), s.CityArg(at))
		}
		if err != nil {
			return err
		}
		got.Add(c, 1)
		s.Fresh = put(s.Fresh, Fresh{City: at, Colour: c})
	}
	if !tx.Silent() {
		tx.Report(key.ReportDrawn, engine.Int("n", n), s.CityArg(at), CubesArg("cubes", got))
	}
	putCubes(s, tx, at, got)
	return nil
}

// drawCube takes a random cube from the bag, which must not be empty.
func drawCube(s *State, tx *engine.Tx) (Colour, error) {
	i, err := tx.Draw("bag", s.Bag.Total())
	if err != nil {
		return Gray, err
	}
	for c := Red; c <= Colours; c++ {
		if i -= s.Bag.Of(c); i < 0 {
			s.Bag.Add(c, -1)
			return c, nil
		}
	}
	panic("tycoon: a draw beyond the bag")
}

// putCubes adds cubes to a city, which loses its empty marker if any come.
func putCubes(s *State, tx *engine.Tx, at City, cubes Cubes) {
	town := s.change(at)
	for c := Red; c <= Colours; c++ {
		town.Cubes.Add(c, cubes.Of(c))
	}
	if town.Empty && cubes.Total() > 0 {
		town.Empty = false
		tx.Report(key.ReportMarkerOff, s.CityArg(at))
	}
}

// freshCubes returns how many cubes of a colour in a city have just been drawn.
func freshCubes(s *State, at City, c Colour) int {
	return engine.Count(s.Fresh, func(f Fresh) bool { return f.City == at && f.Colour == c })
}

// freshCard reports whether a card has just been dealt.
func freshCard(s *State, id int) bool {
	return slices.ContainsFunc(s.Fresh, func(f Fresh) bool { return f.City == NoCity && f.Card == id })
}

// forget clears the fresh cubes when another player begins to act.
func forget(s *State) { s.Fresh = nil }

package tycoon

import (
	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Cost and cubes of a new city tile (Urbanize).
const (
	UrbanizeCost  = 10
	urbanizeCubes = 2
)

// urbanizeVerb puts a new city tile on a gray city.
func urbanizeVerb(s *State) engine.Verb {
	seat := s.Actor()
	city := once(func() engine.Domain { return tileCity(s, seat) })
	colour := once(func() engine.Domain { return tileColour(s, seat) })
	return engine.Verb{
		Name: "urbanize", Also: []string{"urbanise"}, Gloss: key.VerbUrbanize,
		Params: []engine.Param{
			{Name: "city", About: true, In: func(engine.Args) engine.Domain { return city() }},
			{Name: "colour", In: func(engine.Args) engine.Domain { return colour() }},
		},
		Not: engine.Because(cannotUrbanize(s)), Do: doUrbanize,
	}
}

// cannotUrbanize explains why no new city tile can be placed now; nil if one can.
func cannotUrbanize(s *State) *engine.Refusal {
	if s.Tiles.Total() == 0 {
		return engine.Forbid("Urbanize", key.NoTilesLeft)
	}
	for at := range s.Cities {
		if s.Cities[at].Colour == Gray {
			return nil
		}
	}
	return engine.Forbid("Urbanize", key.NoGrayLeft)
}

func mustBeGray(s *State, at City) error {
	if c := s.Cities[at].Colour; c != Gray {
		return engine.Forbid("Urbanize", key.NoNotGray, s.CityArg(at), ColourArg("colour", c))
	}
	return nil
}

func mustBeTile(s *State, c Colour) error {
	switch {
	case s.Tiles.Of(c) > 0:
		return nil
	case s.book.Tiles.Of(c) == 0:
		return engine.Forbid("Urbanize", key.NoTileColour, ColourArg("colour", c), TilesArg("tiles", s.Tiles))
	}
	return engine.Forbid("Urbanize", key.NoTileLeft, ColourArg("colour", c), TilesArg("tiles", s.Tiles))
}

func doUrbanize(tx *engine.Tx, a engine.Args) error {
	s, at, c := state(tx), engine.Get[City](a, 0), engine.Get[Colour](a, 1)
	tx.Report(key.ReportUrbanize, Who(tx.Seat), s.CityArg(at), ColourArg("colour", c), engine.Int("cost", UrbanizeCost))
	pay(s, tx, tx.Seat, UrbanizeCost)
	if err := urbanizeNow(s, tx, at, c); err != nil {
		return err
	}
	return acted(s, tx)
}

// urbanizeNow puts a new city tile with its cubes on a gray city.
func urbanizeNow(s *State, tx *engine.Tx, at City, c Colour) error {
	s.Tiles.Add(c, -1)
	town := s.change(at)
	town.Colour, town.New = c, true
	return drawCubes(s, tx, at, urbanizeCubes)
}

// ColourDomain is the domain of the colours of cubes with a rule, which may be nil. A
// beginning that fits one colour is enough.
func ColourDomain(rule func(Colour) error) engine.Domain {
	return engine.Words(key.ParamColour, CubeColours[:], rule)
}

// cubeColours is the domain of all colours.
var cubeColours = ColourDomain(nil)

// colourAlso are the abbreviations in our tables and maps that do not begin a colour's
// word.
var colourAlso = map[Colour][]string{Blue: {"bu"}, Black: {"blk", "bk"}}

var CubeColours = func() (words [Colours]engine.Word[Colour]) {
	for i := range words {
		c := Red + Colour(i)
		words[i] = engine.Word[Colour]{Text: c.String(), Also: colourAlso[c], Value: c}
	}
	engine.Prepared(words[:])
	return words
}()

package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// The home station, at the start of a corporation's first turn (VIII.6, R55).

// placeHome places the home station of the operating corporation unless its director
// chooses.
func placeHome(s *State, tx *engine.Tx) error {
	c := s.Company()
	if p, ok := s.HomeCity(c); ok && !s.Companies[c].Home {
		placeHomeIn(s, tx, c, p)
	}
	return nil
}

// placeHomeIn places the home station, which is free.
func placeHomeIn(s *State, tx *engine.Tx, c Company, p track.Place) {
	addStation(s, c, p)
	it := &s.Companies[c]
	it.Home, it.TokenCosts = true, it.TokenCosts[1:]
	tx.Report(key.ReportHome, CompanySay("company", c), citySay(s, "city", p))
}

var homeHead = engine.Verb{Name: "home", Gloss: key.VerbHome}

// homeVerb is "home A8 B7-B9" for a large corporation, which lays its red tile,
// and "home B9.1" for ATE (VIII.6). The red tile is not optional (R46).
func homeVerb(s *State) engine.Verb {
	v := homeHead
	c := s.Company()
	if c.Size() != Large {
		g := s.Words()
		v.Also = []string{"station", "token"}
		v.Params = []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain {
			return g.Cities(func() []track.Place { return homeCities(s) }, func(p track.Place) error { return homeCityRule(s, p) })
		}}}
		v.Do = doHomeCity
		return v
	}
	tile, layer := Book.Companies[c].Red, homeLayer(s, c)
	v.Params = []engine.Param{
		{Name: "home", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamHome, homeWords(s, c), nil)
		}},
		{Name: "exits", In: func(a engine.Args) engine.Domain { return layer.Exits(tile, engine.Get[track.HexID](a, 0)) }},
	}
	v.Do = doHomeTile
	return v
}

// homeWords are the reserved hexes of a large corporation.
func homeWords(s *State, c Company) (words []engine.Word[track.HexID]) {
	for _, name := range s.HomesOf(c) {
		if h, ok := s.World().Map.Find(name); ok {
			words = append(words, engine.Word[track.HexID]{Text: name, Value: h})
		}
	}
	return words
}

// homeLayer lays the red tile, which need not be connected (VIII.4).
func homeLayer(s *State, c Company) *trackword.Layer {
	return &trackword.Layer{Ground: s.Words(), Owner: Owner(c), Colours: []string{Red}, Phase: PhaseSay(s.Phase), Anywhere: true}
}

// doHomeTile lays the red tile, free and outside the allowance of the turn.
func doHomeTile(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	c := s.Company()
	l := track.Lay{Tile: Book.Companies[c].Red, Hex: engine.Get[track.HexID](a, 0), Turn: engine.Get[trackword.Orientation](a, 1).Turn}
	reportLay(s, tx, key.ReportHomeTile, l)
	placeTile(s, l)
	placeHomeIn(s, tx, c, track.Place{Hex: l.Hex})
	return nil
}

// homeCities are the cities of ATE's hex.
func homeCities(s *State) []track.Place { return citiesIn(s, homeHex(s, s.Company())) }

// homeCityRule refuses a city outside the home hex or without a free circle (VIII.6).
func homeCityRule(s *State, p track.Place) error {
	c := s.Company()
	switch {
	case !slices.Contains(homeCities(s), p):
		return engine.Forbid("VIII.6", key.NoNotHome, citySay(s, "city", p), CompanySay("company", c), engine.Text("hex", s.HexName(homeHex(s, c))))
	case s.Board.Free(s.World(), p) == 0:
		g := s.Words()
		return engine.Forbid("VIII.6", key.NoCityFull, citySay(s, "city", p), CompanySay("company", c), g.Owners("owners", p))
	}
	return nil
}

func doHomeCity(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	placeHomeIn(s, tx, s.Company(), engine.Get[track.Place](a, 0))
	return nil
}

// mustLayHome reports whether the first tile of the operating corporation must go to its home hex now: the hex
// has neither a tile nor printed track, and one can be laid (R16).
func mustLayHome(s *State) bool {
	c := s.Company()
	h := homeHex(s, c)
	if !s.Turn.First || h == track.NoHex || s.Board.Shape(s.World(), h).Exits != 0 {
		return false
	}
	return slices.ContainsFunc(layer(s).Lays(), func(l track.Lay) bool { return l.Hex == h })
}

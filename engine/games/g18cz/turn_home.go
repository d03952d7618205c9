package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// The home station, at the start of a corporation's first turn (7.3).

// placeHome places the home station of the operating corporation where nobody has
// a choice.
func (s *State) placeHome(tx *engine.Tx) error {
	c := s.company()
	if p, ok := s.homeCity(c); ok && !s.Companies[c].Home {
		s.placeHomeIn(tx, c, p)
	}
	return nil
}

// placeHomeIn places the home station, which is free.
func (s *State) placeHomeIn(tx *engine.Tx, c Company, p track.Place) {
	s.station(c, p)
	it := &s.Companies[c]
	it.Home, it.Charter = true, slices.Delete(it.Charter, 0, 1)
	tx.Report("18cz.report.home", companySay("company", c), s.citySay("city", p))
}

var homeHead = engine.Verb{Name: "home", Gloss: "18cz.verb.home"}

// homeVerb is "home A8 B7-B9" for a large corporation, which lays its red tile,
// and "home B9.1" for ATE (8.6).
func (s *State) homeVerb() engine.Verb {
	v := homeHead
	c := s.company()
	if companies[c].size != large {
		g := s.words()
		v.Also = []string{"station", "token"}
		v.Params = []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain { return g.Cities(s.homeCities, s.homeCityRule) }}}
		v.Do = doHomeCity
		return v
	}
	tile, layer := companies[c].red, s.homeLayer(c)
	v.Params = []engine.Param{
		{Name: "home", In: func(engine.Args) engine.Domain {
			return engine.Words("18cz.param.home", s.homeWords(c), nil)
		}},
		{Name: "exits", In: func(a engine.Args) engine.Domain { return layer.Exits(tile, engine.Get[track.HexID](a, 0)) }},
	}
	v.Do = doHomeTile
	return v
}

// homeWords are the reserved hexes of a large corporation.
func (s *State) homeWords(c Company) (words []engine.Word[track.HexID]) {
	for _, name := range s.homesOf(c) {
		if h, ok := s.world().Map.Find(name); ok {
			words = append(words, engine.Word[track.HexID]{Text: name, Value: h})
		}
	}
	return words
}

// homeLayer lays the red tile, which need not be connected (7.3).
func (s *State) homeLayer(c Company) *trackword.Layer {
	return &trackword.Layer{Ground: s.words(), Owner: owner(c), Colours: []string{red}, Phase: phaseSay(s.Phase), Anywhere: true}
}

// doHomeTile is free and beside the allowance of the turn.
func doHomeTile(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	c := s.company()
	l := track.Lay{Tile: companies[c].red, Hex: engine.Get[track.HexID](a, 0), Turn: engine.Get[trackword.Facing](a, 1).Turn}
	s.reportLay(tx, "18cz.report.home-tile", l)
	s.placeTile(l)
	s.placeHomeIn(tx, c, track.Place{Hex: l.Hex})
	return s.proceed(tx)
}

// homeCities are the cities of ATE's hex.
func (s *State) homeCities() (list []track.Place) {
	h := s.homeHex(s.company())
	for i, stop := range s.Board.Stops(s.world(), h) {
		if stop.Slots > 0 {
			list = append(list, track.Place{Hex: h, Stop: i})
		}
	}
	return list
}

// homeCityRule: a free circle of a city of its home hex (8.6).
func (s *State) homeCityRule(p track.Place) error {
	c := s.company()
	switch {
	case !slices.Contains(s.homeCities(), p):
		return engine.Forbid("8.6", "18cz.no.not-home", s.citySay("city", p), companySay("company", c), engine.Text("hex", s.hexName(s.homeHex(c))))
	case s.Board.Free(s.world(), p) == 0:
		g := s.words()
		return engine.Forbid("8.6", "18cz.no.city-full", s.citySay("city", p), companySay("company", c), g.Owners("owners", p))
	}
	return nil
}

func doHomeCity(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	s.placeHomeIn(tx, s.company(), engine.Get[track.Place](a, 0))
	return s.proceed(tx)
}

// mustLayHome says whether the first tile of the operating corporation must go to
// its home hex now: it has neither a tile nor printed track, and one can be laid
// (R16).
func (s *State) mustLayHome() bool {
	c := s.company()
	h := s.homeHex(c)
	if !s.Turn.First || h == track.NoHex || s.Board.Shape(s.world(), h).Exits != 0 {
		return false
	}
	return slices.ContainsFunc(s.layer().Lays(), func(l track.Lay) bool { return l.Hex == h })
}

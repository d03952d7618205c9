package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Stations (VIII.6), and the one that was lifted in B9 (VIII.5).

var stationHead = engine.Verb{Name: "token", Also: []string{"station", "place"}, Gloss: key.VerbToken}

// stationVerb is "token HEX[.CITY]".
func stationVerb(s *State) engine.Verb {
	v := stationHead
	v.Do = doStation
	v.Params = []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain { return placer(s, s.Company()).Cities() }}}
	v.Not = engine.Because(stationRefusal(s))
	return v
}

// placer finds the cities where a corporation may place a station.
func placer(s *State, c Company) *trackword.Placer {
	return &trackword.Placer{Ground: s.Words(), Owner: Owner(c), Closed: func(p track.Place) error { return closedTo(s, c, p) }}
}

// canStation reports whether a corporation may place a station: one in a turn (R34), paid by the treasury or by
// selling local railways (VIII.3).
func canStation(s *State, c Company) bool {
	it := &s.Companies[c]
	return !s.Turn.Station && len(it.TokenCosts) > 0 && (it.Neutral || it.TokenCosts[0] <= s.Treasury(c)+localMoney(s, c)) && len(placer(s, c).Places()) > 0
}

// stationRefusal explains why the operating corporation cannot place a station
// anywhere; nil if it has one left and can pay for it.
func stationRefusal(s *State) *engine.Refusal {
	c := s.Company()
	costs := s.Companies[c].TokenCosts
	if !s.Companies[c].Home && len(costs) > 0 {
		costs = costs[1:] // the home station comes first
	}
	switch {
	case s.Turn.Station:
		return engine.Forbid("VIII.6", key.NoOneStation, CompanySay("company", c))
	case len(costs) == 0:
		return engine.Forbid("VIII.6", key.NoNoStation, CompanySay("company", c))
	case !s.affords(c, costs[0]):
		return tooExpensive(s, "VIII.6", c, costs[0])
	}
	return nil
}

func doStation(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), engine.Get[track.Place](a, 0)
	c := s.Company()
	it := &s.Companies[c]
	price := it.TokenCosts[0]
	if err := s.charge(c, price); err != nil {
		return err
	}
	it.TokenCosts, s.Turn.Station = it.TokenCosts[1:], true
	addStation(s, c, p)
	tx.Report(key.ReportStation, CompanySay("company", c), citySay(s, "city", p), engine.Int("price", price))
	return nil
}

// liftedVerb is "station B9.2": it chooses the city of the lifted station (R21).
func liftedVerb(s *State) engine.Verb {
	g := s.Words()
	return engine.Verb{
		Name: "station", Also: []string{"token", "home"}, Gloss: key.VerbStation,
		Params: []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain {
			return g.Cities(func() []track.Place { return liftedCities(s) }, func(p track.Place) error { return liftedRule(s, p) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, p := state(tx), engine.Get[track.Place](a, 0)
			c := s.Lifted.Owner
			s.Lifted = nil
			addStation(s, c, p)
			tx.Report(key.ReportSetDown, CompanySay("company", c), citySay(s, "city", p))
			return nil
		},
	}
}

func liftedCities(s *State) []track.Place { return citiesIn(s, s.Lifted.Hex) }

func liftedRule(s *State, p track.Place) error {
	if p.Hex != s.Lifted.Hex || p.Stop >= len(liftedCities(s)) {
		return engine.Forbid("VIII.5", key.NoNotHome, citySay(s, "city", p), CompanySay("company", s.Lifted.Owner), engine.Text("hex", s.HexName(s.Lifted.Hex)))
	}
	return nil
}

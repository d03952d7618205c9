package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Stations (7.6), and the one that was lifted in B9 (8.6).

var stationHead = engine.Verb{Name: "token", Also: []string{"station", "place"}, Gloss: "18cz.verb.token"}

// stationVerb is "token HEX[.CITY]".
func (s *State) stationVerb() engine.Verb {
	v := stationHead
	v.Do = doStation
	v.Params = []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain { return s.placer(s.company()).Cities() }}}
	if s.stationRefusal() != nil {
		v.Not = s.stationRefusal
	}
	return v
}

// placer is a corporation with the cities for its station.
func (s *State) placer(c Company) *trackword.Placer {
	return &trackword.Placer{Ground: s.words(), Owner: owner(c), Closed: func(p track.Place) error { return s.closed(c, p) }}
}

// canStation: one in a turn, and the money for it is there, or local railways may
// bring it (actions.md 5).
func (s *State) canStation(c Company) bool {
	it := &s.Companies[c]
	return !s.Turn.Station && len(it.Charter) > 0 && (it.Neutral || it.Charter[0] <= s.purse(c)+s.prospect(c)) && len(s.placer(c).Places()) > 0
}

// stationRefusal says why the operating corporation cannot place a station
// anywhere; nil when it has one and can pay for it.
func (s *State) stationRefusal() *engine.Refusal {
	c := s.company()
	charter := s.Companies[c].Charter
	if !s.Companies[c].Home && len(charter) > 0 {
		charter = charter[1:] // the home station comes first
	}
	switch {
	case s.Turn.Station:
		return engine.Forbid("7.6", "18cz.no.one-station", companySay("company", c))
	case len(charter) == 0:
		return engine.Forbid("7.6", "18cz.no.no-station", companySay("company", c))
	case !s.affords(c, charter[0]):
		return s.dear("7.6", c, charter[0])
	}
	return nil
}

func doStation(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), engine.Get[track.Place](a, 0)
	if err := s.decline(tx, stepStation); err != nil {
		return err
	}
	c := s.company()
	it := &s.Companies[c]
	price := it.Charter[0]
	if err := s.charge(c, price); err != nil {
		return err
	}
	it.Charter, s.Turn.Station = it.Charter[1:], true
	s.station(c, p)
	tx.Report("18cz.report.station", companySay("company", c), s.citySay("city", p), engine.Int("price", price))
	return s.proceed(tx)
}

// liftedVerb is "station B9.2": the city of the station that was lifted (R21).
func (s *State) liftedVerb() engine.Verb {
	g := s.words()
	return engine.Verb{
		Name: "station", Also: []string{"token", "home"}, Gloss: "18cz.verb.station",
		Params: []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain { return g.Cities(s.liftedCities, s.liftedRule) }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, p := state(tx), engine.Get[track.Place](a, 0)
			c := s.Lifted.Owner
			s.Lifted = nil
			s.station(c, p)
			tx.Report("18cz.report.set-down", companySay("company", c), s.citySay("city", p))
			return s.proceed(tx)
		},
	}
}

func (s *State) liftedCities() (list []track.Place) {
	h := s.Lifted.Hex
	for i, stop := range s.Board.Stops(s.world(), h) {
		if stop.Slots > 0 {
			list = append(list, track.Place{Hex: h, Stop: i})
		}
	}
	return list
}

func (s *State) liftedRule(p track.Place) error {
	if p.Hex != s.Lifted.Hex || p.Stop >= len(s.liftedCities()) {
		return engine.Forbid("8.6", "18cz.no.not-home", s.citySay("city", p), companySay("company", s.Lifted.Owner), engine.Text("hex", s.hexName(s.Lifted.Hex)))
	}
	return nil
}

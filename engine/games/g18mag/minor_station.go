package g18mag

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// stationVerb is "token HEX[.CITY]" (VI.3.4).
func (s *State) stationVerb() engine.Verb {
	v := stationHead
	v.Do = doStation
	v.Params = []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain { return s.placer().Cities() }}}
	if s.stationRefusal() != nil {
		v.Not = s.stationRefusal
	}
	return v
}

var stationHead = engine.Verb{Name: "token", Also: []string{"station", "place"}, Gloss: "18mag.verb.token"}

// stationRefusal says why the company that operates cannot place a station
// anywhere; nil when it has one and can pay for it (VI.3.4, VI.4.2).
func (s *State) stationRefusal() *engine.Refusal {
	c, rule := s.company(), "VI.3.4"
	if !c.minor() {
		rule = "VI.4.2"
	}
	company, price := companySay("company", c), s.nextStation(c)
	switch costs := companies[c].costs; {
	case s.placed(c) >= len(costs):
		return engine.Forbid(rule, "18mag.no.stations-placed", company, engine.Int("n", len(costs)))
	case s.purse(c) < price:
		return engine.Forbid(rule, "18mag.no.station-dear", company, engine.Int("n", price), engine.Int("treasury", s.purse(c)))
	}
	return nil
}

// placer is the operating minor with the cities for its station.
func (s *State) placer() *trackword.Placer {
	return &trackword.Placer{Ground: s.words(), Owner: owner(s.company())}
}

// stationPlaces are the cities in which the operating minor may place a station.
func (s *State) stationPlaces() []track.Place { return s.placer().Places() }

// doStation pays half to SzKÉV and half to the bank, and places the station.
func doStation(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), a[0].(track.Place)
	if err := s.decline(tx, stepStation); err != nil {
		return err
	}
	c := s.company()
	price := s.nextStation(c)
	if err := s.payHalf(c, skev, price, price/2); err != nil {
		return err
	}
	tx.Report("18mag.report.station", companySay("company", c), engine.Int("n", price), companySay("to", skev), engine.Int("share", price/2), engine.Int("bank", price-price/2))
	s.station(c, p)
	return s.advance(tx)
}

// payHalf pays a price of which a major gets a share and the bank the rest.
func (s *State) payHalf(from, major Company, price, share int) error {
	if err := s.pay(s.account(from), s.account(major), share); err != nil {
		return err
	}
	return s.pay(s.account(from), cash.Bank, price-share)
}

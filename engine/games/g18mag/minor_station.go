package g18mag

import (
	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// stationVerb is "token HEX[.CITY]" (VI.3.4).
func stationVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "token", Also: stationAlso, Gloss: key.VerbToken, Do: doStation}
	v.Params = []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain { return placer(s).Cities() }}}
	v.Not = engine.Because(stationRefusal(s))
	return v
}

var stationAlso = []string{"station", "place"}

// stationRefusal explains why the operating company cannot place a station anywhere;
// nil if it has one left and can pay for it (VI.3.4, VI.4.2).
func stationRefusal(s *State) *engine.Refusal {
	c, rule := s.Company(), "VI.3.4"
	if !c.Minor() {
		rule = "VI.4.2"
	}
	price := s.NextStation(c)
	switch costs := Companies[c].TokenCosts; {
	case s.placed(c) >= len(costs):
		return engine.Forbid(rule, key.NoStationsPlaced, CompanySay("company", c), engine.Int("n", len(costs)))
	case s.Purse(c) < price:
		return engine.Forbid(rule, key.NoStationDear, CompanySay("company", c), engine.Int("n", price), engine.Int("treasury", s.Purse(c)))
	}
	return nil
}

// placer returns the operating minor with the cities for its station.
func placer(s *State) *trackword.Placer {
	return &trackword.Placer{Ground: s.Words(), Owner: Owner(s.Company())}
}

// StationPlaces returns the cities in which the operating minor may place a station.
func (s *State) StationPlaces() []track.Place { return placer(s).Places() }

func doStation(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), a[0].(track.Place)
	if err := decline(s, tx, StepStation); err != nil {
		return err
	}
	if err := placeStation(s, tx, p); err != nil {
		return err
	}
	return advance(s, tx)
}

// placeStation pays half to SzKÉV and half to the bank, and places the station of the
// operating minor.
func placeStation(s *State, tx *engine.Tx, p track.Place) error {
	c := s.Company()
	price := s.NextStation(c)
	if err := payHalf(s, c, szKEV, price, price/2); err != nil {
		return err
	}
	tx.Report(key.ReportStation, CompanySay("company", c), engine.Int("n", price), CompanySay("to", szKEV), engine.Int("share", price/2), engine.Int("bank", price-price/2))
	s.Station(c, p)
	return nil
}

// payHalf pays a price: share to a major and the rest to the bank.
func payHalf(s *State, from, major Company, price, share int) error {
	if err := s.Pay(s.Account(from), s.Account(major), share); err != nil {
		return err
	}
	return s.Pay(s.Account(from), cash.Bank, price-share)
}

// NextStation returns the price of a company's next station; 0 if it has none left.
func (s *State) NextStation(c Company) int {
	if placed, costs := s.placed(c), Companies[c].TokenCosts; placed < len(costs) {
		return costs[placed]
	}
	return 0
}

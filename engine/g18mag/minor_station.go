package g18mag

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/cash"
	"railpost/engine/track"
)

// stationVerb is "token HEX[.CITY]" (VI.3.4).
func (s *State) stationVerb() engine.Verb {
	v := stationHead
	v.Do = doStation
	v.Params = []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain { return stationSites{s} }}}
	if s.stationRefusal() != nil {
		v.Not = s.stationRefusal
	}
	return v
}

var stationHead = engine.Verb{Name: "token", Also: []string{"station", "place"}, Gloss: "18mag.verb.token"}

// stationRefusal says why the operating minor cannot place a station anywhere;
// nil when it has one and can pay for it (VI.3.4).
func (s *State) stationRefusal() *engine.Refusal {
	c := s.company()
	costs, m := companies[c].costs, &s.Minors[c]
	if m.Stations >= len(costs) {
		return engine.Forbid("VI.3.4", "18mag.no.stations-placed", companySay("company", c), engine.Int("n", len(costs)))
	}
	if price := costs[m.Stations]; s.purse(c) < price {
		return engine.Forbid("VI.3.4", "18mag.no.station-dear", companySay("company", c), engine.Int("n", price), engine.Int("treasury", s.purse(c)))
	}
	return nil
}

// stationPlaces are the cities in which the operating minor may place a station.
func (s *State) stationPlaces() []track.Place {
	c := s.company()
	return slices.DeleteFunc(s.Board.Reach(s.world(), owner(c)).Places(), func(p track.Place) bool {
		_, own := s.Board.Own(owner(c), p.Hex)
		return own || s.Board.Free(s.world(), p) == 0
	})
}

// stationRule says what forbids a station in a city.
func (s *State) stationRule(p track.Place) error {
	c, w := s.company(), s.world()
	args := []engine.Arg{engine.Text("city", s.stopName(p)), companySay("company", c)}
	_, own := s.Board.Own(owner(c), p.Hex)
	switch {
	case s.Board.Slots(w, p) == 0:
		return engine.Forbid("VI.3.4", "18mag.no.no-city", engine.Text("hex", s.hexName(p.Hex)), s.kindSay(p.Hex))
	case own:
		return engine.Forbid("VI.3.4", "18mag.no.station-here", args...)
	case !s.Board.Reach(w, owner(c)).Meets(p):
		args = append(args, s.reached("reached", c))
		if full := s.blockedFor(c); full != nil {
			return engine.Forbid("VI.3.4", "18mag.no.not-reached-blocked", append(args, engine.Several("blocked", full...))...)
		}
		return engine.Forbid("VI.3.4", "18mag.no.not-reached", args...)
	case s.Board.Free(w, p) == 0:
		return engine.Forbid("VI.3.4", "18mag.no.city-full", append(args, s.ownersIn("owners", p))...)
	}
	return nil
}

// blockedFor names the cities at which the network of a company ends because all
// circles are taken by others (VI.2).
func (s *State) blockedFor(c Company) (parts []engine.Arg) {
	for _, p := range s.Board.Reach(s.world(), owner(c)).Places() {
		if _, own := s.Board.Own(owner(c), p.Hex); !own && s.Board.Slots(s.world(), p) > 0 && s.Board.Free(s.world(), p) == 0 {
			parts = append(parts, engine.Text("", s.stopName(p)))
		}
	}
	return parts
}

// ownersIn names the companies with a station in a city.
func (s *State) ownersIn(name string, p track.Place) engine.Arg {
	var parts []engine.Arg
	for _, st := range s.Board.In(p) {
		parts = append(parts, companySay("", Company(st.Owner)))
	}
	return engine.Several(name, parts...)
}

// doStation pays half to SzKÉV and half to the bank, and places the station.
func doStation(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), a[0].(track.Place)
	if err := s.decline(tx, stepStation); err != nil {
		return err
	}
	c := s.company()
	price := companies[c].costs[s.Minors[c].Stations]
	if err := s.payHalf(c, skev, price, price/2); err != nil {
		return err
	}
	tx.Report("18mag.report.station", companySay("company", c), engine.Text("city", s.stopName(p)),
		engine.Int("n", price), companySay("to", skev), engine.Int("share", price/2), engine.Int("bank", price-price/2))
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

// stationSites is the domain of the cities for a station.
type stationSites struct{ s *State }

func (d stationSites) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, p := range d.s.stationPlaces() {
			if !yield(p) {
				return
			}
		}
	}
}

func (d stationSites) Rule(v engine.Value) error { return d.s.stationRule(v.(track.Place)) }

func (d stationSites) Text(v engine.Value) string { return d.s.stopName(v.(track.Place)) }

func (d stationSites) Read(t *engine.Tokens) (engine.Value, error) {
	return d.s.readCity(t, d.Members(), d.s.stationRule)
}

// hexesOf are the hexes of places.
func hexesOf(places iter.Seq[engine.Value]) iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for p := range places {
			if !yield(p.(track.Place).Hex) {
				return
			}
		}
	}
}

// readCity takes "G16", "G14.2" or "G14 2". A hex with several cities may stand
// without a number when the rule allows one of them only.
func (s *State) readCity(t *engine.Tokens, list iter.Seq[engine.Value], rule func(track.Place) error) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		skip(t, "in", "on", "at")
		tok := t.Peek()
		name, number, dotted := strings.Cut(tok.Text, ".")
		h, ok := findHex(s.world().Map, name)
		if !ok {
			v, err := s.readHex(t, hexesOf(list))
			if err != nil {
				return nil, err
			}
			return track.Place{Hex: v.(track.HexID)}, nil
		}
		t.At++
		if !dotted {
			number, dotted = s.cityNumber(t, h)
		}
		if !dotted {
			return s.onlyCity(tok, h, rule)
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > max(1, len(s.Board.Stops(s.world(), h))) {
			return nil, s.whichCity(tok, h)
		}
		return track.Place{Hex: h, Stop: n - 1}, nil
	})
}

// cityNumber takes a number that stands alone behind a hex with several cities.
func (s *State) cityNumber(t *engine.Tokens, h track.HexID) (number string, ok bool) {
	if len(s.Board.Stops(s.world(), h)) < 2 {
		return "", false
	}
	if _, err := strconv.Atoi(t.Peek().Text); err != nil {
		return "", false
	}
	return t.Next().Text, true
}

// onlyCity is the city meant by a hex alone.
func (s *State) onlyCity(tok engine.Token, h track.HexID, rule func(track.Place) error) (engine.Value, error) {
	var legal []track.Place
	for i := range s.Board.Stops(s.world(), h) {
		if p := (track.Place{Hex: h, Stop: i}); rule(p) == nil {
			legal = append(legal, p)
		}
	}
	switch {
	case len(legal) == 1:
		return legal[0], nil
	case len(legal) == 0:
		return track.Place{Hex: h}, nil
	}
	return nil, s.whichCity(tok, h)
}

// whichCity refuses a hex of which the city is not clear.
func (s *State) whichCity(tok engine.Token, h track.HexID) error {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: len([]rune(tok.Text)), Rule: "VI.3.4"}
	stops := s.Board.Stops(s.world(), h)
	r.Why = engine.Msg("18mag.no.which-city", engine.Text("word", tok.Text), engine.Text("hex", s.hexName(h)), engine.Int("n", len(stops)))
	for i := range stops {
		r.Expected = append(r.Expected, s.stopName(track.Place{Hex: h, Stop: i}))
	}
	return r
}

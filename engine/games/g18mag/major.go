package g18mag

import (
	"iter"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// DirectorOf returns the director of a major; Nobody while no player has its
// certificate (III.3.3).
func (s *State) DirectorOf(c Company) engine.Seat {
	if h := s.Shares.Director[c.Share()]; h != stock.Bank {
		return engine.Seat(h)
	}
	return engine.Nobody
}

// majorCan reports whether a step of the operating major needs a decision (VI.4.1).
func majorCan(s *State, step Step) bool {
	c := s.Company()
	if s.DirectorOf(c) == engine.Nobody {
		return false
	}
	if step == StepPayout {
		return s.Purse(c) >= unit
	}
	return stationRefusal(s) == nil
}

// unit is the step of pay-outs: a coin for each share (VI.4.3).
const unit = 10

// fewListed caps the cities, pay-outs and sales that a letter lists.
const fewListed = 8

// majorVerbs returns the orders of the operating major.
func majorVerbs(s *State) []engine.Verb {
	station := majorStationVerb(s)
	if s.Turn.Step != StepStation {
		station.Not = func() *engine.Refusal { return stationOver(s) }
	}
	return []engine.Verb{station, payVerb(s), holdVerb(s)}
}

// stationOver explains why a major that must pay out next cannot place a station
// (VI.4.1).
func stationOver(s *State) *engine.Refusal {
	if r := stationRefusal(s); r != nil {
		return r
	}
	return stepOver(s, StepStation)()
}

// majorStationVerb is "token E12.1": any free circle of the map (VI.4.2).
func majorStationVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "token", Also: []string{"station", "place"}, Gloss: key.VerbToken,
		Params: []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain { return anyCity(s) }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, p := state(tx), engine.Get[track.Place](a, 0)
			c := s.Company()
			price := s.NextStation(c)
			if err := s.Pay(s.Account(c), cash.Bank, price); err != nil {
				return err
			}
			s.Station(c, p)
			tx.Report(key.ReportMajorStation, CompanySay("company", c), engine.Int("n", price))
			return advance(s, tx)
		},
	}
}

// majorStationRule requires a free circle, and no other station of this major in the
// hex.
func majorStationRule(s *State, p track.Place) error {
	c, g := CompanySay("company", s.Company()), s.Words()
	if s.Board.Slots(s.World(), p) == 0 {
		return engine.Forbid("VI.4.2", key.NoNoCity, engine.Text("hex", s.HexName(p.Hex)), g.Kind(p.Hex))
	}
	if _, own := s.Board.Own(Owner(s.Company()), p.Hex); own {
		return engine.Forbid("VI.4.2", key.NoStationHere, engine.Text("city", s.StopName(p)), c)
	}
	if s.Board.Free(s.World(), p) == 0 {
		return engine.Forbid("VI.4.2", key.NoCityFull, engine.Text("city", s.StopName(p)), c, g.Owners("owners", p))
	}
	return nil
}

// anyCity is the domain of all cities on the map, for the station of a major.
func anyCity(s *State) engine.Domain {
	g := s.Words()
	return g.Cities(func() []track.Place { return allCities(s) }, func(p track.Place) error { return majorStationRule(s, p) })
}

func allCities(s *State) []track.Place {
	var list []track.Place
	w := s.World()
	for h := range track.HexID(len(w.Map.Hexes)) {
		for i, stop := range s.Board.Stops(w, h) {
			if stop.Slots > 0 {
				list = append(list, track.Place{Hex: h, Stop: i})
			}
		}
	}
	return list
}

// Most returns the largest possible pay-out: the treasury in whole tens.
func (s *State) Most() int { return s.Purse(s.Company()) / unit * unit }

// payVerb is "pay 40" (VI.4.3): the total, in tens.
func payVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "pay", Also: []string{"dividend"}, Gloss: key.VerbPay,
		Params: []engine.Param{{Name: "amount", In: func(engine.Args) engine.Domain {
			return amounts{s}
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error { return doPay(tx, engine.Get[int](a, 0)) },
	}
}

// holdVerb pays nothing. It is a separate verb so that "hold" is understood, too.
func holdVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "pay 0", Also: []string{"hold", "withhold", "pay nothing"}, Gloss: key.VerbHold,
		Do: func(tx *engine.Tx, _ engine.Args) error { return doPay(tx, 0) },
	}
}

// amounts is the domain of pay-outs, the largest first. If there are many it lists only
// the largest and the smallest amount for each move of the price.
type amounts struct{ s *State }

func (d amounts) Members() iter.Seq[engine.Value] {
	most := d.s.Most()
	return func(yield func(engine.Value) bool) {
		for n := most; n > 0; n -= unit {
			if listed := most <= fewListed*unit || n == most || movesFrom(d.s, n); listed && !yield(n) {
				return
			}
		}
	}
}

func (d amounts) Rule(v engine.Value) error {
	n, most := v.(int), d.s.Most()
	switch {
	case n < 0 || n%unit != 0:
		r := engine.Forbid("VI.4.3", key.NoPayTens, engine.Int("n", n))
		for _, near := range []int{n / unit * unit, (n/unit + 1) * unit} {
			if near >= 0 && near <= most {
				r.Expected = append(r.Expected, d.Text(near))
			}
		}
		return r
	case n > most:
		return engine.Forbid("VI.4.3", key.NoPayMore, CompanySay("company", d.s.Company()), engine.Int("n", n), engine.Int("most", most))
	}
	return nil
}

func (d amounts) Text(v engine.Value) string { return strconv.Itoa(v.(int)) }

// Record lets amounts that are not listed be written.
func (d amounts) Record(v engine.Value) string { return d.Text(v) }

func (d amounts) Read(t *engine.Tokens) (engine.Value, error) {
	tok := t.Peek()
	if tok.Fold == "all" {
		t.At++
		return d.s.Most(), nil
	}
	return forints{engine.Numbers(key.ParamAmount, 0, d.s.Most(), false, nil)}.Read(t)
}

// doPay carries out the decision of a director.
func doPay(tx *engine.Tx, amount int) error {
	s := state(tx)
	if err := decline(s, tx, StepPayout); err != nil {
		return err
	}
	if err := payOut(s, tx, amount); err != nil {
		return err
	}
	return advance(s, tx)
}

// payOut pays a total on the ten shares, including those of the bank, and moves the
// price (VI.4.3, VIII.2).
func payOut(s *State, tx *engine.Tx, amount int) error {
	c := s.Company()
	old := s.PriceOf(c)
	var parts []engine.Arg
	for _, seat := range s.Table {
		part := amount * s.Held(c, seat) / 100
		if part == 0 {
			continue
		}
		if err := s.Pay(s.Account(c), Wallet(seat), part); err != nil {
			return err
		}
		parts = append(parts, engine.Say("", engine.Msg(key.ReportPart, Who(seat), engine.Int("n", part))))
	}
	if err := s.Pay(s.Account(c), cash.Bank, amount*s.Shares.Of(c.Share(), stock.Bank)/100); err != nil {
		return err
	}
	steps := s.Edition().steps(amount)
	s.Market.Move(s.Edition().Chart, c.Share(), sign(steps), max(steps, -steps))
	tx.Report(paidKey(amount, len(parts)), CompanySay("company", c), engine.Int("n", amount), engine.Several("parts", parts...), engine.Int("old", old), engine.Int("price", s.PriceOf(c)))
	return nil
}

// paidKey returns the key of the report of a pay-out to this many players.
func paidKey(amount, players int) string {
	switch {
	case amount == 0:
		return key.ReportPaidNothing
	case players == 0:
		return key.ReportPaidBank
	}
	return key.ReportPaid
}

// movesFrom reports whether an amount is the smallest one that moves the price that
// far.
func movesFrom(s *State, amount int) bool {
	return slices.ContainsFunc(s.Edition().Moves, func(m priceMove) bool { return m.From == amount })
}

// steps returns how far the price moves for a pay-out (VI.4.3).
func (e *Edition) steps(amount int) int {
	steps := 0
	for _, m := range e.Moves {
		if amount >= m.From {
			steps = m.Steps
		}
	}
	return steps
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// passOver skips a step that needs no decision. A major without a director pays all it
// has; one with a director and less than 10 Ft pays nothing (VI.4.3).
func passOver(s *State, tx *engine.Tx, step Step) error {
	if step != StepPayout {
		return nil
	}
	return payOut(s, tx, s.Most())
}

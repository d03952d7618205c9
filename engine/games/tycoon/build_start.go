package tycoon

import (
	"iter"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// startNames is the domain of the hexes where a build order may begin: a city, or the
// hex of an open end of the player. Its values are Spots; as text "Chicago:", since the
// canonical order has a colon there.
type startNames struct {
	s    *State
	seat engine.Seat
}

// Read takes the name of any hex or city, so that a hex that cannot be a start is
// refused with a reason.
func (d startNames) Read(t *engine.Tokens) (engine.Value, error) {
	before := *t
	for t.At+1 < len(t.All) && t.Peek().Fold == "from" {
		t.Next()
	}
	start, err := d.read(t)
	if err != nil {
		*t = before
		return nil, err
	}
	if t.Peek().Text == ":" {
		t.Next()
	}
	return start, nil
}

func (d startNames) read(t *engine.Tokens) (Spot, error) {
	tok := t.Peek()
	if at := d.s.book.SpotNamed(tok.Fold); at != NoSpot {
		t.Next()
		return at, nil
	}
	if w, ok := d.s.book.hexInTwoWords(t); ok {
		return w.spot, nil
	}
	if w, ok := d.s.book.firstOf(t); ok && !w.isSide() {
		return w.spot, nil
	}
	if looksHex(tok.Fold) {
		return NoSpot, d.s.book.noSuchHex(tok)
	}
	v, err := d.s.book.CityDomain(nil).Read(t)
	if err != nil { // now list the possible words
		_, err = d.s.book.cities(key.ParamStart, d.startCities(), nil).Read(t)
		return NoSpot, err
	}
	return d.s.book.Cities[v.(City)].Spot, nil
}

// startCities returns the cities with a free exit.
func (d startNames) startCities() (list []City) {
	for c := range d.s.book.Cities {
		if d.s.freeExit(City(c)) {
			list = append(list, City(c))
		}
	}
	return list
}

// freeExit reports whether a chain may begin in a city.
func (s *State) freeExit(c City) bool {
	for e := range hex.Edge(hex.Edges) {
		if s.MayLeave(c, e) {
			return true
		}
	}
	return false
}

// Rule refuses hexes where no chain of the player can begin.
func (d startNames) Rule(v engine.Value) error {
	start := v.(Spot)
	if c := d.s.book.Hexes[start].City; c != NoCity {
		if !d.s.freeExit(c) {
			return forbid(key.NoBuildFullCity, d.s.PlaceArg("city", c))
		}
		return nil
	}
	if len(d.s.ownEnds(d.seat, start)) > 0 {
		return nil
	}
	return d.notStart(start)
}

// notStart explains why no chain of the player can begin in a hex: they have no open
// end there. It suggests the one that was probably meant.
func (d startNames) notStart(start Spot) *engine.Refusal {
	for i := range d.s.Open {
		l, last := &d.s.Open[i], d.s.OpenAt(i)
		next := d.s.book.Hexes[last].Next[l.Way.Last()]
		switch {
		case l.Owner == d.seat && next == start:
			return forbid(key.NoBuildStartBehind, d.s.HexArg("hex", start), d.s.HexArg("end", last))
		case l.Owner == d.seat && slices.Contains(d.s.book.ChainSpots(l), start):
			return forbid(key.NoBuildStartInside, d.s.HexArg("hex", start), d.s.HexArg("end", last), d.s.HexArg("next", next))
		case l.Owner != d.seat && last == start:
			return forbid(key.NoBuildStartOther, d.s.HexArg("hex", start), engine.Player("owner", l.Owner))
		}
	}
	return forbid(key.NoBuildStartNone, d.s.HexArg("hex", start))
}

// Members are the hexes of own open ends, then the cities, with those of own links
// first.
func (d startNames) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, at := range d.starts() {
			if !yield(at) {
				return
			}
		}
	}
}

// starts lists the hexes where a chain of the player may begin.
func (d startNames) starts() (list []Spot) {
	for i := range d.s.Open {
		if at := d.s.OpenAt(i); d.s.Open[i].Owner == d.seat && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	cities := d.startCities()
	slices.SortStableFunc(cities, func(a, b City) int { return min(1, d.s.Network(d.seat).From(b)) - min(1, d.s.Network(d.seat).From(a)) })
	for _, c := range cities {
		list = append(list, d.s.book.Cities[c].Spot)
	}
	return list
}

// Text returns the name with a colon.
func (d startNames) Text(v engine.Value) string { return d.s.book.spotText(v.(Spot)) + ":" }

// ownEnds returns the incomplete links of a player whose open end is in a hex.
func (s *State) ownEnds(seat engine.Seat, at Spot) (list []int) {
	for i := range s.Open {
		if s.Open[i].Owner == seat && s.OpenAt(i) == at {
			list = append(list, i)
		}
	}
	return list
}

// A build order that leaves its way open is a question, and is refused. The Cause of the refusal has the open
// part, so that a view can list the lines that answer it.

// WayOpen is the Cause of a build order without any way.
type WayOpen struct {
	Start          Spot
	To             City // where the link must lead; NoCity: anywhere
	With           Use  // cards named with the question
	Column, Length int  // of the words that name the city
}

// Answers is the Cause of a build order that can be completed in only a few ways; it
// has all of them.
type Answers struct {
	Plans []Plan
	With  Use // cards named with the question
}

// Misbuilt is the Cause of a build order that a rule forbids.
type Misbuilt struct {
	Plan Plan // without a way if the order has none
	Use  Use  // cards with which Plan was checked
	Step int  // index in Plan.Way of the failure: 0 is the step into the first new hex

	// Start and end of the order; To is NoCity if it does not end in a city.
	Start Spot
	To    City // or NoCity
	With  Use  // cards named with the order
}

// CardsMissing is the Cause of a build order that names cards which the player does not
// hold.
type CardsMissing struct {
	Order any // the Cause of the same order without them, or the legal order as Answers
}

// askAnywhere asks where to build from the start.
func (d wayNames) askAnywhere() *engine.Refusal {
	no := engine.Ask("Build track", key.NoBuildAskWhere, d.s.book.PlaceSay("from", d.start))
	no.Cause = WayOpen{Start: d.start, To: NoCity, With: d.with}
	return no
}

// askTo asks for the way of an order that names only its end.
func (d wayNames) askTo(w stepWord) *engine.Refusal {
	to := w.spot
	if w.isSide() {
		if to = d.s.book.Hexes[d.start].Next[w.side]; to == NoSpot {
			return marked(d.notNext(d.start, w), w)
		}
	}
	if c := d.s.book.Hexes[to].City; c != NoCity {
		return d.askCity(c, w)
	}
	if _, ok := d.side(d.start, w); !ok {
		return marked(d.askHexes(to), w)
	}
	return d.askOnward([]stepWord{w})
}

// askHexes asks which hexes a link should go through.
func (d wayNames) askHexes(to Spot) *engine.Refusal {
	return engine.Ask("Build track", key.NoBuildAskHexes, d.s.book.PlaceSay("from", d.start), d.s.Book().PlaceSay("hex", to))
}

// askCity asks for the way to a city, unless no link may lead there.
func (d wayNames) askCity(to City, w stepWord) *engine.Refusal {
	if no := d.s.MayReach(d.seat, d.start, to); no != nil {
		no.Cause = Misbuilt{Start: d.start, To: to, With: d.with}
		return marked(no, w)
	}
	no := d.askHexes(d.s.book.Cities[to].Spot)
	no.Cause = WayOpen{Start: d.start, To: to, With: d.with, Column: w.column, Length: w.length}
	return no
}

// MayReach explains why no link from the start may end in a city; nil if one may: R6.
func (s *State) MayReach(seat engine.Seat, start Spot, to City) *engine.Refusal {
	c := chain{s: s, seat: seat}
	if from := s.book.Hexes[start].City; from != NoCity {
		return c.between(from, to)
	}
	var no *engine.Refusal
	for _, open := range s.ownEnds(seat, start) {
		if no = c.between(s.Open[open].From, to); no == nil {
			return nil
		}
	}
	return no
}

// answers asks a question with the plans that answer it.
func (d wayNames) answers(text string, plans []Plan, hex engine.Arg) *engine.Refusal {
	no := engine.Ask("Build track", text, hex, engine.Int("n", len(plans)))
	no.Cause = Answers{plans, d.with}
	return no
}

// askOnward asks where the last of some steps leads.
func (d wayNames) askOnward(steps []stepWord) *engine.Refusal {
	plans, no := d.onward(steps)
	if len(plans) == 0 && no != nil {
		return no
	}
	return d.answers(key.NoBuildAskEnd, plans, engine.Text("hex", d.lastText(steps)))
}

// askEnd asks whether the last hex of a list without ">" gets a track.
func (d wayNames) askEnd(steps []stepWord) *engine.Refusal {
	var plans []Plan
	short := d.follow(steps)
	if short.No == nil {
		plans = append(plans, short.Plan)
	}
	more, _ := d.onward(steps)
	plans = append(plans, more...)
	if len(plans) == 0 {
		return short.No
	}
	return d.answers(key.NoBuildAskLast, plans, d.s.HexArg("hex", steps[len(steps)-1].spot))
}

// onward returns the legal plans that lay track in the hexes of all steps; if there are
// none, the reason.
func (d wayNames) onward(steps []stepWord) (plans []Plan, no *engine.Refusal) {
	p, step, no := d.walk(steps)
	if no != nil {
		return nil, marked(no, steps[step])
	}
	for e := range hex.Edge(hex.Edges) {
		longer := p
		longer.Way = p.Way.Then(e)
		_, step, not := d.s.inspect(d.seat, longer, d.widest())
		switch {
		case not == nil:
			plans = append(plans, longer)
		case no == nil || step < len(steps)-1:
			no = marked(not, steps[min(step, len(steps)-1)])
		}
	}
	return plans, no
}

// lastText returns the name of the hex that steps lead to.
func (d wayNames) lastText(steps []stepWord) string {
	here := d.start
	for _, w := range steps {
		if e, ok := d.side(here, w); ok {
			here = d.s.book.Hexes[here].Next[e]
		}
	}
	return d.s.book.spotText(here)
}

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
	if w, ok := d.s.book.apart(t); ok {
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

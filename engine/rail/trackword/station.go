package trackword

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/track"
)

// Placer is a company that places a station in a city that it reaches.
type Placer struct {
	Ground
	Owner track.Owner
	// Closed returns the reason against a free circle of a city, like a reservation. May be nil.
	Closed func(track.Place) error
}

// Places lists the legal cities.
func (p *Placer) Places() []track.Place {
	return slices.DeleteFunc(p.Board.Reach(p.World, p.Owner).Places(), func(at track.Place) bool {
		_, own := p.Board.Own(p.Owner, at.Hex)
		return own || p.Board.Free(p.World, at) == 0 || p.closed(at) != nil
	})
}

func (p *Placer) closed(at track.Place) error {
	if p.Closed == nil {
		return nil
	}
	return p.Closed(at)
}

// Rule returns the reason against a station in a city.
func (p *Placer) Rule(at track.Place) error {
	args := []engine.Arg{engine.Text("city", p.City(at)), p.Company("company", p.Owner)}
	_, own := p.Board.Own(p.Owner, at.Hex)
	rule := p.Sections.Station
	switch {
	case p.Board.Slots(p.World, at) == 0:
		return p.forbid(rule, "no-city", engine.Text("hex", p.Hex(at.Hex)), p.Kind(at.Hex))
	case own:
		return p.forbid(rule, "station-here", args...)
	case !p.Board.Reach(p.World, p.Owner).Meets(at):
		args = append(args, p.Reached("reached", p.Owner))
		if full := p.blocked(); len(full) > 0 {
			return p.forbid(rule, "not-reached-blocked", append(args, p.cities("blocked", full))...)
		}
		return p.forbid(rule, "not-reached", args...)
	case p.Board.Free(p.World, at) == 0:
		return p.forbid(rule, "city-full", append(args, p.Owners("owners", at))...)
	}
	return p.closed(at)
}

// blocked lists the cities at which the network ends because all circles are taken by
// others.
func (p *Placer) blocked() []track.Place {
	return slices.DeleteFunc(p.Board.Reach(p.World, p.Owner).Places(), func(at track.Place) bool {
		_, own := p.Board.Own(p.Owner, at.Hex)
		return own || p.Board.Slots(p.World, at) == 0 || p.Board.Free(p.World, at) > 0
	})
}

// Cities is the domain of the legal cities.
func (p *Placer) Cities() engine.Domain { return p.Ground.Cities(p.Places, p.Rule) }

// Cities is a domain of cities, or of stops of another kind; its values are
// track.Places. It tries those of list; rule forbids some.
func (g *Ground) Cities(list func() []track.Place, rule func(track.Place) error) engine.Domain {
	return cities{g, list, rule}
}

type cities struct {
	*Ground
	list func() []track.Place
	rule func(track.Place) error
}

func (d cities) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, p := range d.list() {
			if !yield(p) {
				return
			}
		}
	}
}

func (d cities) Rule(v engine.Value) error { return d.rule(v.(track.Place)) }

func (d cities) Text(v engine.Value) string { return d.City(v.(track.Place)) }

// hexes lists the hexes of the members.
func (d cities) hexes(yield func(engine.Value) bool) {
	for _, p := range d.list() {
		if !yield(p.Hex) {
			return
		}
	}
}

// Read takes "G16", "G14.2" or "G14 2". A hex with several cities needs no number if
// the rule allows only one of them.
func (d cities) Read(t *engine.Tokens) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		skip(t, "in", "on", "at")
		tok := t.Peek()
		name, number, dotted := strings.Cut(tok.Text, ".")
		h, ok := FindHex(d.World.Map, name)
		if !ok {
			v, err := d.ReadHex(t, d.hexes)
			if err != nil {
				return nil, err
			}
			return track.Place{Hex: v.(track.HexID)}, nil
		}
		t.At++
		if !dotted {
			number, dotted = d.number(t, h)
		}
		if !dotted {
			return d.only(tok, h)
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > max(1, len(d.Board.Stops(d.World, h))) {
			return nil, d.which(tok, h)
		}
		return track.Place{Hex: h, Stop: n - 1}, nil
	})
}

// number reads a number that follows a hex with several cities as a separate word.
func (d cities) number(t *engine.Tokens, h track.HexID) (number string, ok bool) {
	if len(d.Board.Stops(d.World, h)) < 2 {
		return "", false
	}
	if _, err := strconv.Atoi(t.Peek().Text); err != nil {
		return "", false
	}
	return t.Next().Text, true
}

// only returns the city that a hex alone means.
func (d cities) only(tok engine.Token, h track.HexID) (engine.Value, error) {
	var legal []track.Place
	for i := range d.Board.Stops(d.World, h) {
		if p := (track.Place{Hex: h, Stop: i}); d.rule(p) == nil {
			legal = append(legal, p)
		}
	}
	switch {
	case len(legal) == 1:
		return legal[0], nil
	case len(legal) == 0:
		return track.Place{Hex: h}, nil
	}
	return nil, d.which(tok, h)
}

// which refuses a hex if its cities leave the meaning open.
func (d cities) which(tok engine.Token, h track.HexID) error {
	stops := d.Board.Stops(d.World, h)
	r := d.unread(tok, d.Sections.Station, "which-city", engine.Text("word", tok.Text), engine.Text("hex", d.Hex(h)), engine.Int("n", len(stops)))
	for i := range stops {
		r.Expected = append(r.Expected, d.City(track.Place{Hex: h, Stop: i}))
	}
	return r
}

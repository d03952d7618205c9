package tycoon

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// pathDomain is the domain of the paths of a cube: "> Detroit(2) > Chicago". Its values
// are []Leg. Members are the deliveries that differ in their effect (see courier), the
// best first; any other path is accepted and checked, too.
type pathDomain struct {
	s      *State
	seat   engine.Seat
	colour Colour
	from   City
	listed func(Colour, City) []Delivery
}

// Read takes cities, each after ">", "to", a comma or nothing, with the owner of the
// link that ends there in brackets if one is named. An owner who is not named and
// cannot be inferred is Nobody.
func (d pathDomain) Read(t *engine.Tokens) (engine.Value, error) {
	var legs []Leg
	at := d.from
	for {
		begin := t.At
		signed := false
		for !t.Done() && (pathSigns[t.Peek().Fold] || overWords[t.Peek().Fold]) {
			t.At++
			signed = true
		}
		if t.Done() && legs != nil && !signed {
			return d.only(legs), nil
		}
		v, err := d.s.book.CityDomain(nil).Read(t)
		if err != nil && legs != nil && !signed {
			t.At = begin
			return legs, nil
		}
		if err != nil {
			return nil, err
		}
		leg := Leg{To: v.(City)}
		if leg.Owner, err = d.readOwner(t, at, leg.To); err != nil {
			return nil, err
		}
		legs, at = append(legs, leg), leg.To
	}
}

// readOwner reads "(2)", "(Ann)" or "over Ann's link"; without it, the owner is the
// usual one.
func (d pathDomain) readOwner(t *engine.Tokens, from, to City) (engine.Seat, error) {
	if t.Peek().Text != "(" {
		if seat, ok := d.readOver(t); ok {
			return seat, nil
		}
		return d.s.ownersOf(from, to).usual(d.seat), nil
	}
	t.At++
	for overWords[t.Peek().Fold] {
		t.At++
	}
	first := t.Peek()
	if seat, ok := d.readPlayer(t); ok && t.Next().Text == ")" {
		return seat, nil
	}
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: first.Column, Length: utf8.RuneCountInString(first.Text)}
	r.Why = engine.Msg(key.NoPathOwner, engine.Order("word", first.Text), engine.Int("n", d.s.Seats))
	for seat := range engine.Seat(d.s.Seats) {
		if d.s.ownersOf(from, to).has(seat) {
			r.Expected = append(r.Expected, seatText(seat))
		}
	}
	return engine.Nobody, r
}

// readOver reads "over Ann" or "via Ann's link"; "over Toledo" is left. A city takes
// precedence over a player whose name only begins that way.
func (d pathDomain) readOver(t *engine.Tokens) (engine.Seat, bool) {
	if !overWords[t.Peek().Fold] {
		return engine.Nobody, false
	}
	then := *t
	then.At++
	named := slices.ContainsFunc(d.s.names, func(name string) bool { return engine.Fold(name) == then.Peek().Fold })
	if probe := then; !named {
		if _, err := d.s.book.CityDomain(nil).Read(&probe); err == nil {
			return engine.Nobody, false
		}
	}
	seat, ok := d.readPlayer(&then)
	if ok {
		*t = then
	}
	return seat, ok
}

// readPlayer reads the number of a seat, a name, or "my", and an optional "link" after
// it.
func (d pathDomain) readPlayer(t *engine.Tokens) (engine.Seat, bool) {
	seat, ok := d.seat, true
	switch tok := t.Peek(); tok.Fold {
	case "my", "mine", "your", "own":
		t.At++
	default:
		players := engine.Players(key.NoPathOwner, d.s.names, d.s.Seats, nil)
		v, err := players.Read(t)
		if short := strings.TrimSuffix(strings.ReplaceAll(tok.Fold, "’", "'"), "'s"); err != nil && short != tok.Fold {
			t.All = slices.Clone(t.All)
			t.All[t.At].Text, t.All[t.At].Fold = short, short
			v, err = players.Read(t)
		}
		if ok = err == nil; ok {
			seat = v.(engine.Seat)
		}
	}
	if ok && strings.TrimSuffix(t.Peek().Fold, "s") == "link" {
		t.At++
	}
	return seat, ok
}

// seatText returns how orders name a player: by the number of the seat.
func seatText(seat engine.Seat) string { return strconv.Itoa(int(seat) + 1) }

// Rule checks the path link by link; the colour of the start city does not matter (Deliver, R11).
func (d pathDomain) Rule(v engine.Value) error {
	legs, at := v.([]Leg), d.from
	for i, leg := range legs {
		if leg.To == d.from || slices.ContainsFunc(legs[:i], func(l Leg) bool { return l.To == leg.To }) {
			return d.no(key.NoCityTwice, d.s.CityArg(leg.To))
		}
		if i > 0 && d.s.Cities[at].Colour == d.colour {
			return d.no(key.NoPathStops, d.s.CityArg(at), ColourArg("colour", d.colour))
		}
		if err := d.link(i == 0, at, leg); err != nil {
			if ways := d.ways(legs); ways != nil { // nothing is played: the order asks for the way
				no := engine.Ask("Deliver one goods cube", key.NoPathWays, d.s.PlaceArg("from", d.from), d.s.PlaceArg("to", leg.To))
				no.Cause = PathOpen{d.colour, d.from, ways}
				return no
			}
			return err
		}
		at = leg.To
	}
	return d.arrives(at, len(legs))
}

// link checks one link of the path and its owner.
func (d pathDomain) link(first bool, from City, leg Leg) error {
	owners := d.s.ownersOf(from, leg.To)
	args := []engine.Arg{d.s.PlaceArg("from", from), d.s.PlaceArg("to", leg.To)}
	switch {
	case owners == 0:
		return d.no(key.NoPathNoLink, args...)
	case first && !owners.has(d.seat):
		return d.no(key.NoPathFirst, append(args, owners.arg("owners"))...)
	case first && leg.Owner != d.seat:
		return d.no(key.NoPathFirstOther, args...)
	case leg.Owner == engine.Nobody:
		return d.no(key.NoPathOwners, append(args, owners.arg("owners"), d.choices(leg.To, owners))...)
	case !owners.has(leg.Owner):
		return d.no(key.NoPathNotHis, append(args, engine.Player("owner", leg.Owner), owners.arg("owners"))...)
	}
	return nil
}

// PathOpen is the Cause of a delivery over several links that names only its end: the
// ways there, the best first.
type PathOpen struct {
	Colour Colour
	From   City
	Ways   [][]Leg
}

// only returns the way to a city that no link joins to the start, if there is just one; otherwise the written way.
func (d pathDomain) only(legs []Leg) []Leg {
	if ways := d.ways(legs); len(ways) == 1 {
		return ways[0]
	}
	return legs
}

// ways returns the ways to a city that no link joins to the start, if the order names
// nothing else.
func (d pathDomain) ways(legs []Leg) (ways [][]Leg) {
	if len(legs) != 1 || d.listed == nil || d.s.ownersOf(d.from, legs[0].To) != 0 {
		return nil
	}
	add := func(way []Leg) {
		if !slices.ContainsFunc(ways, func(w []Leg) bool { return slices.Equal(w, way) }) {
			ways = append(ways, way)
		}
	}
	for _, one := range d.listed(d.colour, d.from) {
		if one.To() == legs[0].To {
			add(one.Legs)
			d.overOthers(one.Legs, add)
		}
	}
	return ways
}

// overOthers adds the same way with another owner's link in one place.
func (d pathDomain) overOthers(way []Leg, add func(way []Leg)) {
	from := d.from
	for i, leg := range way {
		for set := d.s.ownersOf(from, leg.To); i > 0 && set != 0; set &= set - 1 {
			if other := set.first(); other != leg.Owner {
				same := slices.Clone(way)
				same[i].Owner = other
				add(same)
			}
		}
		from = leg.To
	}
}

// arrives checks the end of the path.
func (d pathDomain) arrives(to City, links int) error {
	if most := d.s.Player(d.seat).Engine; links > most {
		return d.no(key.NoPathLong, engine.Int("n", links), engine.Int("level", most))
	}
	switch c := d.s.Cities[to].Colour; c {
	case d.colour:
		return nil
	case Gray:
		return d.no(key.NoPathGray, d.s.CityArg(to))
	default:
		return d.no(key.NoPathColour, d.s.CityArg(to), ColourArg("colour", c), ColourArg("cube", d.colour))
	}
}

func (d pathDomain) no(text string, args ...engine.Arg) error {
	return engine.Forbid("Deliver one goods cube", text, args...)
}

// choices returns the ways to name the owner of a link: "Detroit(2)".
func (d pathDomain) choices(to City, owners seatSet) engine.Arg {
	var list []engine.Arg
	for set := owners; set != 0; set &= set - 1 {
		list = append(list, engine.Text("", d.s.book.Cities[to].Name+"("+seatText(set.first())+")"))
	}
	return engine.Several("choices", list...)
}

// arg lists players for a message.
func (set seatSet) arg(name string) engine.Arg {
	var list []engine.Arg
	for ; set != 0; set &= set - 1 {
		list = append(list, engine.Player("", set.first()))
	}
	return engine.Several(name, list...)
}

func (d pathDomain) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, one := range d.listed(d.colour, d.from) {
			if !yield(one.Legs) {
				return
			}
		}
	}
}

// Record returns Text. A legal path need not be listed, so Members are not all that a
// log may contain.
func (d pathDomain) Record(v engine.Value) string { return d.Text(v) }

func (d pathDomain) Text(v engine.Value) string { return d.s.pathText("> ", d.seat, d.from, v.([]Leg)) }

// pathText returns a path without its start, after what leads it in. It names the owner of
// a link if several have one and it is not the default owner (Orders by mail).
func (s *State) pathText(lead string, seat engine.Seat, from City, legs []Leg) string {
	var b strings.Builder
	b.Grow(len(lead) + cityRoom*len(legs))
	b.WriteString(lead)
	for i, leg := range legs {
		if i > 0 {
			b.WriteString(" > ")
		}
		b.WriteString(s.book.Cities[leg.To].Name)
		if leg.Owner != engine.Nobody && s.ownersOf(from, leg.To).usual(seat) != leg.Owner {
			b.WriteString("(" + seatText(leg.Owner) + ")")
		}
		from = leg.To
	}
	return b.String()
}

// skipping is a domain whose values may be preceded by words without a meaning.
type skipping struct {
	engine.Domain
	words map[string]bool
}

// Allows makes it an engine.Sieve where its domain is one.
func (d skipping) Allows(v engine.Value) bool { return engine.Allows(d.Domain, v) }

func (d skipping) Read(t *engine.Tokens) (engine.Value, error) {
	for !t.Done() && d.words[t.Peek().Fold] {
		t.At++
	}
	return d.Domain.Read(t)
}

// DeliverLine returns the order for a delivery.
func (s *State) DeliverLine(seat engine.Seat, d *Delivery) string {
	return "deliver " + d.Colour.String() + " " + s.Book().Cities[d.From].Name + s.pathText(" > ", seat, d.From, d.Legs)
}

package tycoon

import (
	"cmp"
	"math/bits"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// deliverVerb delivers a cube (Deliver).
func deliverVerb(s *State) engine.Verb {
	seat := s.Actor()
	var c *courier // made when deliveries are first listed
	listed := func(colour Colour, from City) []Delivery {
		if c == nil {
			c = s.courier(seat)
		}
		return c.of(colour, from)
	}
	v := engine.Verb{
		Name: "deliver", Also: []string{"move"}, Gloss: key.VerbDeliver,
		Params: []engine.Param{
			{Name: "colour", In: func(engine.Args) engine.Domain { return cubeColours }},
			{Name: "city", About: true, In: func(a engine.Args) engine.Domain {
				colour := engine.Get[Colour](a, 0)
				holds := func(at City) bool { return s.Cities[at].Cubes.Of(colour) > 0 }
				return skipping{s.book.citiesIf(holds, func(at City) error { return mustHold(s, at, colour) }), cubeWords}
			}},
			{Name: "path", In: func(a engine.Args) engine.Domain {
				colour, from := engine.Get[Colour](a, 0), engine.Get[City](a, 1)
				return pathDomain{s: s, seat: seat, colour: colour, from: from, listed: listed}
			}},
		},
		Do: doDeliver,
	}
	if s.Network(seat).Links() == 0 {
		v.Not = func() *engine.Refusal { return engine.Forbid("Deliver one goods cube", key.NoDeliverNoLink) }
	}
	return v
}

// mustHold checks that a city has a cube of a colour.
func mustHold(s *State, at City, c Colour) error {
	cubes := s.Cities[at].Cubes
	switch {
	case cubes.Of(c) > 0:
		return nil
	case cubes.Total() == 0:
		return engine.Forbid("Deliver one goods cube", key.NoDeliverNoCubes, s.CityArg(at))
	}
	return engine.Forbid("Deliver one goods cube", key.NoDeliverNoCube, s.CityArg(at), ColourArg("colour", c), CubesArg("cubes", cubes))
}

// doDeliver carries out the effects in the order of "Deliver one goods cube".
func doDeliver(tx *engine.Tx, a engine.Args) error {
	s, colour, from, legs := state(tx), engine.Get[Colour](a, 0), engine.Get[City](a, 1), engine.Get[[]Leg](a, 2)
	if tx.Revealed() && s.Cities[from].Cubes.Of(colour) <= freshCubes(s, from, colour) {
		return engine.Forbid("", key.NoCubeFresh, s.CityArg(from), ColourArg("colour", colour))
	}
	if !tx.Silent() {
		reportDelivery(s, tx, colour, from, legs)
	}
	s.change(from).Cubes.Add(colour, -1)
	s.Bag.Add(colour, 1)
	to := legs[len(legs)-1].To
	for _, seat := range s.around(tx.Seat) {
		if n := linksOf(legs, seat); n > 0 {
			gain(s, tx, seat, n, key.ReportLinks)
		}
	}
	if seat, id := s.HotelOf(to); seat != engine.Nobody {
		gain(s, tx, seat, s.book.Cards[id].Points, key.ReportHotel, s.book.CardArg(id))
	}
	for _, id := range deliveryAwards(s, legs) {
		award(s, tx, tx.Seat, id)
	}
	if err := toMarket(s, tx, from, to); err != nil {
		return err
	}
	if s.Cities[from].Cubes.Total() == 0 {
		s.change(from).Empty = true
		tx.Report(key.ReportMarkerOn, s.CityArg(from))
		emptied(s, tx)
	}
	return acted(s, tx)
}

// around returns the seats in seating order, starting with this one.
func (s *State) around(seat engine.Seat) []engine.Seat {
	list := make([]engine.Seat, s.Seats)
	for i := range list {
		list[i] = s.After(seat, i)
	}
	return list
}

// linksOf returns the number of links of a path that belong to a player.
func linksOf(legs []Leg, seat engine.Seat) int {
	return engine.Count(legs, func(l Leg) bool { return l.Owner == seat })
}

// HotelOf returns the seat that has taken the hotel of a city, and the card; Nobody if
// it is not taken.
func (s *State) HotelOf(at City) (engine.Seat, int) {
	for seat := range s.Players {
		for _, id := range s.Players[seat].Cards {
			if c := &s.book.Cards[id]; c.Kind == Hotel && c.City == at {
				return engine.Seat(seat), id
			}
		}
	}
	return engine.Nobody, 0
}

// deliveryAwards returns the available award cards that a delivery meets (Deliver):
// there may be several.
func deliveryAwards(s *State, legs []Leg) []int {
	var list []int
	for _, id := range s.Up {
		switch c := &s.book.Cards[id]; c.Kind {
		case EraBegins:
			list = append(list, id)
		case SpeedRecord:
			if len(legs) >= c.N { // R12
				list = append(list, id)
			}
		case ServiceBounty:
			if legs[len(legs)-1].To == c.City {
				list = append(list, id)
			}
		}
	}
	return list
}

// deliveryPoints returns each seat's points for a delivery of a player: for links, for the hotel, and with the
// award cards that it meets.
func deliveryPoints(s *State, seat engine.Seat, legs []Leg) (points, awards []int) {
	points, awards = make([]int, s.Seats), deliveryAwards(s, legs)
	for _, l := range legs {
		points[l.Owner]++
	}
	if owner, id := s.HotelOf(legs[len(legs)-1].To); owner != engine.Nobody {
		points[owner] += s.book.Cards[id].Points
	}
	for _, id := range awards {
		points[seat] += s.book.Cards[id].Points
	}
	return points, awards
}

// reportDelivery reports the delivery and each player's points. Its path has no ">" between the cities, which
// would look like a quotation where a mail program breaks the line.
func reportDelivery(s *State, tx *engine.Tx, colour Colour, from City, legs []Leg) {
	d := Delivery{Colour: colour, From: from, Legs: legs}
	d.Points, d.Awards = deliveryPoints(s, tx.Seat, legs)
	tx.Report(key.ReportDeliver, Who(tx.Seat), ColourArg("colour", colour), s.PlaceArg("from", from),
		s.PlaceArg("to", d.To()), pathArg(s, "path", tx.Seat, from, legs),
		engine.Int("n", d.Points[tx.Seat]), pointsArg(s, "points", tx.Seat, &d))
}

// pathArg returns a path for a message, with the owners of links where pathText has
// them.
func pathArg(s *State, name string, seat engine.Seat, from City, legs []Leg) engine.Arg {
	var path engine.Arg
	for i, leg := range legs {
		next := engine.Msg(key.PathCity, s.CityArg(leg.To))
		if leg.Owner != engine.Nobody && s.ownersOf(from, leg.To).usual(seat) != leg.Owner {
			next = engine.Msg(key.PathOver, s.CityArg(leg.To), Who(leg.Owner))
		}
		if i > 0 {
			next = engine.Msg(key.PathThen, path, engine.Say("next", next))
		}
		path, from = engine.Say("way", next), leg.To
	}
	path.Name = name
	return path
}

// pointsArg lists the points of a delivery for a message, those of the deliverer first.
func pointsArg(s *State, name string, seat engine.Seat, d *Delivery) engine.Arg {
	var parts []engine.Arg
	for _, other := range s.around(seat) {
		if n := d.Points[other]; n > 0 {
			parts = append(parts, engine.Say("", engine.Msg(key.PointsTo, Who(other), engine.Int("n", n))))
		}
	}
	return engine.Several(name, parts...)
}

// Leg is a link of a delivery: its end and its owner.
type Leg struct {
	To    City
	Owner engine.Seat
}

// Delivery is a way to deliver a cube, with the income that each player gets for it: by
// links, by a hotel and by award cards.
type Delivery struct {
	Colour Colour
	From   City
	Legs   []Leg
	Points []int // by seat
	Awards []int // cards that it wins
	Net    int   // points of the deliverer minus those of others
}

// To returns the city where the cube arrives.
func (d *Delivery) To() City { return d.Legs[len(d.Legs)-1].To }

// seatSet is a set of seats, a bit each.
type seatSet uint8

func (set seatSet) has(seat engine.Seat) bool { return seat >= 0 && set>>seat&1 != 0 }

func (set seatSet) len() int { return bits.OnesCount8(uint8(set)) }

// first returns the first seat of a set that is not empty.
func (set seatSet) first() engine.Seat { return engine.Seat(bits.TrailingZeros8(uint8(set))) }

// road is all complete links between two cities, seen from one of them.
type road struct {
	to     City
	owners seatSet
}

// roads returns the roads of the board by the city they begin in. Positions with the same track
// share them.
func (s *State) roads() [][]road {
	l := s.layout
	l.linked.Do(func() { l.roads = s.findRoads() })
	return l.roads
}

func (s *State) findRoads() [][]road {
	all := make([][]road, len(s.Cities))
	room := make([]road, 2*len(s.Links)) // a city takes as much as it needs
	for at := range City(len(all)) {
		n := 0
		for i := range s.Links {
			if l := &s.Links[i]; l.From == at || l.To == at {
				n++
			}
		}
		all[at], room = room[:0:n], room[n:]
	}
	add := func(from, to City, owner engine.Seat) {
		i := slices.IndexFunc(all[from], func(r road) bool { return r.to == to })
		if i < 0 {
			i = len(all[from])
			all[from] = append(all[from], road{to: to})
		}
		all[from][i].owners |= 1 << owner
	}
	for i := range s.Links {
		l := &s.Links[i]
		add(l.From, l.To, l.Owner)
		add(l.To, l.From, l.Owner)
	}
	return all
}

// ownersOf returns the players who own a complete link between two cities.
func (s *State) ownersOf(a, b City) (set seatSet) {
	for i := range s.Links {
		if l := &s.Links[i]; l.From == a && l.To == b || l.From == b && l.To == a {
			set |= 1 << l.Owner
		}
	}
	return set
}

// usual returns the default owner of the link between two cities: the player, or the
// only owner (Orders by mail); Nobody if one must be named.
func (set seatSet) usual(seat engine.Seat) engine.Seat {
	switch {
	case set.has(seat):
		return seat
	case set.len() == 1:
		return set.first()
	}
	return engine.Nobody
}

// Bounds of the search for deliveries: links tried from one city, and deliveries listed
// for a cube of a city. The first bound is not reached in games: on the printed board
// with 92 links of six players, more than fit in a game, and all engines at the highest
// level, 4,000 links are tried from the worst city. The second keeps the best.
// Deliveries that are not listed can still be ordered, for an order is checked link by
// link.
const (
	pathSteps    = 60_000
	pathsPerCube = 24
)

// courier searches the deliveries of a player. Between two cities where the player has a link it considers only
// that one, since another's earns less; of paths with the same effect, that is, the same end and the same
// number of links for each owner, it keeps one.
type courier struct {
	s     *State
	seat  engine.Seat
	roads [][]road
	far   [Colours][]int8 // by colour: smallest number of links from a city to one of that colour
	found map[City][]Delivery

	// the search from one city
	from  City
	steps int
	on    []bool // cities on the path
	legs  []Leg
	score uint64 // links of each owner on the path, a byte for each seat
	seen  map[effect]bool
}

// effect identifies deliveries of a cube with the same result.
type effect struct {
	to    City
	score uint64
}

func (s *State) courier(seat engine.Seat) *courier {
	n := len(s.Cities)
	c := &courier{s: s, seat: seat, roads: s.roads(), found: map[City][]Delivery{}, on: make([]bool, n), seen: map[effect]bool{}}
	far, queue := make([]int8, n*Colours), make([]City, 0, n)
	for colour := Red; colour <= Colours; colour++ {
		c.far[colour-1], far = far[:n:n], far[n:]
		c.farFrom(colour, c.far[colour-1], queue)
	}
	return c
}

// farAway is more links than any engine allows.
const farAway = 100

// farFrom notes the smallest number of links from each city to one of a colour; queue is room.
func (c *courier) farFrom(colour Colour, far []int8, queue []City) {
	for at := range far {
		far[at] = farAway
		if c.s.Cities[at].Colour == colour {
			far[at] = 0
			queue = append(queue, City(at))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, r := range c.roads[at] {
			if far[r.to] == farAway {
				far[r.to] = far[at] + 1
				queue = append(queue, r.to)
			}
		}
	}
}

// all returns the deliveries from a city, the best of each cube first.
func (c *courier) all(from City) []Delivery {
	if len(c.roads[from]) == 0 || c.s.Cities[from].Cubes.Total() == 0 {
		return nil
	}
	list, ok := c.found[from]
	if !ok {
		list = c.search(from)
		c.found[from] = list
	}
	return list
}

// of returns the deliveries of a cube of a city, the best first.
func (c *courier) of(colour Colour, from City) []Delivery {
	list := c.all(from)
	for len(list) > 0 && list[0].Colour != colour {
		list = list[1:]
	}
	n := 0
	for n < len(list) && list[n].Colour == colour {
		n++
	}
	return list[:n:n]
}

func (c *courier) search(from City) []Delivery {
	var wanted uint8 // colours, a bit each
	for colour := Red; colour <= Colours; colour++ {
		if c.s.Cities[from].Cubes.Of(colour) > 0 {
			wanted |= 1 << (colour - 1)
		}
	}
	if wanted == 0 {
		return nil
	}
	c.from, c.steps, c.score = from, pathSteps, 0
	clear(c.seen)
	c.legs = c.legs[:0]
	c.on[from] = true
	for _, r := range c.roads[from] {
		if r.owners.has(c.seat) {
			c.follow(r.to, c.seat, wanted)
		}
	}
	c.on[from] = false
	return c.best()
}

// follow follows a link to a city, and continues from there with the colours that do
// not stop.
func (c *courier) follow(to City, owner engine.Seat, wanted uint8) {
	if c.steps--; c.steps < 0 || c.on[to] {
		return
	}
	c.legs = append(c.legs, Leg{to, owner})
	c.score += 1 << (8 * owner)
	if colour := c.s.Cities[to].Colour; colour != Gray && wanted>>(colour-1)&1 != 0 {
		c.arrive(to)
		wanted &^= 1 << (colour - 1)
	}
	if wanted = c.within(to, wanted); wanted != 0 {
		c.on[to] = true
		for _, r := range c.roads[to] {
			if r.owners.has(c.seat) {
				c.follow(r.to, c.seat, wanted)
				continue
			}
			for set := r.owners; set != 0; set &= set - 1 {
				c.follow(r.to, set.first(), wanted)
			}
		}
		c.on[to] = false
	}
	c.score -= 1 << (8 * owner)
	c.legs = c.legs[:len(c.legs)-1]
}

// within keeps the colours that can still arrive with the links that the engine has
// left.
func (c *courier) within(at City, wanted uint8) uint8 {
	left := int8(c.s.Player(c.seat).Engine - len(c.legs))
	for rest := wanted; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros8(rest); c.far[i][at] > left || left == 0 {
			wanted &^= 1 << i
		}
	}
	return wanted
}

func (c *courier) arrive(to City) {
	e := effect{to, c.score}
	if c.seen[e] {
		return
	}
	c.seen[e] = true
	d := Delivery{Colour: c.s.Cities[to].Colour, From: c.from, Legs: slices.Clone(c.legs)}
	d.Points, d.Awards = deliveryPoints(c.s, c.seat, d.Legs)
	d.Net = 2 * d.Points[c.seat]
	for _, n := range d.Points {
		d.Net -= n
	}
	c.found[c.from] = append(c.found[c.from], d)
}

// best sorts the results for a city and keeps the best of each cube.
func (c *courier) best() []Delivery {
	list := c.found[c.from]
	slices.SortFunc(list, func(a, b Delivery) int { return cmp.Or(cmp.Compare(a.Colour, b.Colour), better(a, b)) })
	kept, n := list[:0], 0
	for i := range list {
		if i == 0 || list[i].Colour != list[i-1].Colour {
			n = 0
		}
		if n++; n <= pathsPerCube {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// better sorts by the player's advantage over the others, then by length, then in a way that does not depend on
// the search.
func better(a, b Delivery) int {
	if a.Net != b.Net {
		return b.Net - a.Net
	}
	return cmp.Or(cmp.Compare(len(a.Legs), len(b.Legs)), cmp.Compare(a.From, b.From), cmp.Compare(a.Colour, b.Colour),
		slices.CompareFunc(a.Legs, b.Legs, func(x, y Leg) int { return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.Owner, y.Owner)) }))
}

// Deliveries returns the legal deliveries of a player with the points for each owner,
// the best first: one path of those with the same effect, see courier. It is meant for
// lists, and takes from a few microseconds to some milliseconds.
func (s *State) Deliveries(seat engine.Seat) []Delivery {
	c := s.courier(seat)
	var list []Delivery
	for at := range s.Cities {
		list = append(list, c.all(City(at))...)
	}
	slices.SortFunc(list, better)
	return list
}

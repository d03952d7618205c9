package tycoon

import (
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
func linksOf(legs []Leg, seat engine.Seat) (n int) {
	for _, l := range legs {
		if l.Owner == seat {
			n++
		}
	}
	return n
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

package tycoon

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Cost and cubes of a western link.
const (
	WesternCost = 30
	WesternRed  = 4 // red cubes, for the gateway
	MarketCubes = 2 // random cubes, for the market with each delivery
)

// westernVerb builds a western link.
func westernVerb(s *State) engine.Verb {
	v := engine.Verb{
		Name: "western", Gloss: key.VerbWestern,
		Params: []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain { return s.book.citiesIf(s.book.isGateway, s.MayWestern) }}},
		Do:     doWestern,
	}
	switch {
	case s.Rules.Novice:
		v.Not = func() *engine.Refusal { return engine.Forbid("Optional rule for novices", key.NoNoviceWestern) }
	case len(s.Western) == len(s.book.Gateways):
		v.Not = func() *engine.Refusal { return engine.Forbid("Western link", key.NoWesternAll, gatewaysArg(s)) }
	}
	return v
}

// gatewaysArg lists the cities where a western link may be built.
func gatewaysArg(s *State) engine.Arg {
	return engine.SeveralOf("gateways", s.book.Gateways, s.PlaceArg)
}

// WesternAt returns the western link of a city.
func (s *State) WesternAt(at City) (WesternLink, bool) {
	i := slices.IndexFunc(s.Western, func(w WesternLink) bool { return w.At == at })
	if i < 0 {
		return WesternLink{}, false
	}
	return s.Western[i], true
}

// isGateway reports whether a western link may be built at a city.
func (b *Book) isGateway(at City) bool { return slices.Contains(b.Gateways, at) }

// MayWestern checks whether the acting player may build a western link at a city: an
// own link must have been completed there in an earlier turn (Western link, R15).
func (s *State) MayWestern(at City) error {
	if !s.book.isGateway(at) {
		return engine.Forbid("Western link", key.NoNotGateway, s.CityArg(at), gatewaysArg(s))
	}
	if w, ok := s.WesternAt(at); ok {
		return engine.Forbid("Western link, R15", key.NoWesternThere, s.CityArg(at), engine.Player("owner", w.Owner))
	}
	seat, young := s.Actor(), false
	for i := range s.Links {
		l := &s.Links[i]
		if l.Owner != seat || l.From != at && l.To != at {
			continue
		}
		if l.Turn < s.Turn {
			return nil
		}
		young = true
	}
	if young {
		return engine.Forbid("Western link, R15", key.NoWesternYoung, s.CityArg(at))
	}
	return engine.Forbid("Western link", key.NoWesternNoLink, s.CityArg(at))
}

func doWestern(tx *engine.Tx, a engine.Args) error {
	s, at := state(tx), engine.Get[City](a, 0)
	s.Western = put(s.Western, WesternLink{At: at, Owner: tx.Seat, After: len(s.Links)})
	tx.Report(key.ReportWestern, Who(tx.Seat), s.CityArg(at), engine.Int("cost", WesternCost))
	pay(s, tx, tx.Seat, WesternCost)
	red := min(WesternRed, s.Bag.Of(Red))
	s.Bag.Add(Red, -red)
	tx.Report(key.ReportWesternCubes, s.CityArg(at), ColourArg("colour", Red), engine.Int("n", red))
	var cubes Cubes
	cubes.Add(Red, red)
	putCubes(s, tx, at, cubes)
	connected(s, tx, tx.Seat)
	return acted(s, tx)
}

// toMarket adds goods to the market when a cube has been delivered there from a city
// with a western link, regardless of who built it and who delivers (R15).
func toMarket(s *State, tx *engine.Tx, from, to City) error {
	if _, ok := s.WesternAt(from); !ok || to != s.book.Market {
		return nil
	}
	return drawCubes(s, tx, to, MarketCubes)
}

// Cost and cubes of a new city tile (Urbanize).
const (
	UrbanizeCost  = 10
	urbanizeCubes = 2
)

// urbanizeVerb puts a new city tile on a gray city.
func urbanizeVerb(s *State) engine.Verb {
	seat := s.Actor()
	city := once(func() engine.Domain { return tileCity(s, seat) })
	colour := once(func() engine.Domain { return tileColour(s, seat) })
	return engine.Verb{
		Name: "urbanize", Also: []string{"urbanise"}, Gloss: key.VerbUrbanize,
		Params: []engine.Param{
			{Name: "city", About: true, In: func(engine.Args) engine.Domain { return city() }},
			{Name: "colour", In: func(engine.Args) engine.Domain { return colour() }},
		},
		Not: engine.Because(cannotUrbanize(s)), Do: doUrbanize,
	}
}

// cannotUrbanize explains why no new city tile can be placed now; nil if one can.
func cannotUrbanize(s *State) *engine.Refusal {
	if s.Tiles.Total() == 0 {
		return engine.Forbid("Urbanize", key.NoTilesLeft)
	}
	for at := range s.Cities {
		if s.Cities[at].Colour == Gray {
			return nil
		}
	}
	return engine.Forbid("Urbanize", key.NoGrayLeft)
}

func mustBeGray(s *State, at City) error {
	if c := s.Cities[at].Colour; c != Gray {
		return engine.Forbid("Urbanize", key.NoNotGray, s.CityArg(at), ColourArg("colour", c))
	}
	return nil
}

func mustBeTile(s *State, c Colour) error {
	switch {
	case s.Tiles.Of(c) > 0:
		return nil
	case s.book.Tiles.Of(c) == 0:
		return engine.Forbid("Urbanize", key.NoTileColour, ColourArg("colour", c), TilesArg("tiles", s.Tiles))
	}
	return engine.Forbid("Urbanize", key.NoTileLeft, ColourArg("colour", c), TilesArg("tiles", s.Tiles))
}

func doUrbanize(tx *engine.Tx, a engine.Args) error {
	s, at, c := state(tx), engine.Get[City](a, 0), engine.Get[Colour](a, 1)
	tx.Report(key.ReportUrbanize, Who(tx.Seat), s.CityArg(at), ColourArg("colour", c), engine.Int("cost", UrbanizeCost))
	pay(s, tx, tx.Seat, UrbanizeCost)
	if err := urbanizeNow(s, tx, at, c); err != nil {
		return err
	}
	return acted(s, tx)
}

// urbanizeNow puts a new city tile with its cubes on a gray city.
func urbanizeNow(s *State, tx *engine.Tx, at City, c Colour) error {
	s.Tiles.Add(c, -1)
	town := s.change(at)
	town.Colour, town.New = c, true
	return drawCubes(s, tx, at, urbanizeCubes)
}

// ColourDomain is the domain of the colours of cubes with a rule, which may be nil. A
// beginning that fits one colour is enough.
func ColourDomain(rule func(Colour) error) engine.Domain {
	return engine.Words(key.ParamColour, CubeColours[:], rule)
}

// cubeColours is the domain of all colours.
var cubeColours = ColourDomain(nil)

// colourAlso are the abbreviations in our tables and maps that do not begin a colour's
// word.
var colourAlso = map[Colour][]string{Blue: {"bu"}, Black: {"blk", "bk"}}

var CubeColours = func() (words [Colours]engine.Word[Colour]) {
	for i := range words {
		c := Red + Colour(i)
		words[i] = engine.Word[Colour]{Text: c.String(), Also: colourAlso[c], Value: c}
	}
	engine.Prepared(words[:])
	return words
}()

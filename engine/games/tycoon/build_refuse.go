package tycoon

import (
	"strings"

	"railpost/engine"
	"railpost/engine/rail/hex"
)

// noKey begins the keys of refusals.
const noKey = "tycoon.no."

// forbid is a refusal of 6.1.
func forbid(key string, args ...engine.Arg) *engine.Refusal {
	return engine.Forbid("6.1", noKey+key, args...)
}

// leave says whether a chain may begin on a side of a city.
func (c *chain) leave(city City, e hex.Edge) *engine.Refusal {
	if c.mayLeave(city, e) {
		return nil
	}
	place := &c.book.Cities[city]
	next := c.book.Hexes[place.Spot].Next[e]
	if place.Exits.Has(e) {
		return c.exitUsed(city, e, next)
	}
	if next == NoSpot || c.book.Hexes[next].Track() {
		return forbid("build-no-exit-open", c.placeArg("city", city), sideArg("side", e), c.exitsArg(city))
	}
	return forbid("build-no-exit", c.placeArg("city", city), sideArg("side", e), c.hexArg("hex", next), c.exitsArg(city))
}

// exitUsed says whose link has an exit of a city. An own incomplete one may be what
// was to be continued.
func (c *chain) exitUsed(city City, e hex.Edge, next Spot) *engine.Refusal {
	for i := range c.Open {
		if l := &c.Open[i]; l.Owner == c.seat && l.From == city && l.Way.Side(0) == e {
			end := c.openAt(i)
			no := forbid("build-exit-open", c.placeArg("city", city), sideArg("side", e), c.hexArg("end", end), c.hexArg("next", c.book.Hexes[end].Next[l.Way.Last()]))
			if rest, ok := strings.CutPrefix(string(c.plan.Way), string(l.Way)); ok && rest != "" {
				no.Near = c.legalLine(no.Near, fromEnd(i, l.Way[l.Way.Tracks():]+Way(rest)), c.use)
			}
			return no
		}
	}
	owner := c.holder(next, e.Opposite())
	key := "build-exit-used"
	if owner == c.seat {
		key = "build-exit-own"
	}
	return forbid(key, c.placeArg("city", city), sideArg("side", e), c.hexArg("hex", next), engine.Player("owner", owner))
}

// exitsArg lists the exits of a city, clockwise.
func (s *State) exitsArg(city City) engine.Arg {
	return engine.Several("exits", s.sidesWith(s.book.Cities[city].Exits.Has)...)
}

// holder is the owner of the track on a side of a hex.
func (s *State) holder(at Spot, e hex.Edge) engine.Seat {
	for _, p := range s.pieces(at) {
		if p.A == e || p.B == e {
			return p.Owner
		}
	}
	return engine.Nobody
}

// passable says whether a chain may lay a track in the hex behind side e of a hex.
func (c *chain) passable(at, next Spot, e hex.Edge) *engine.Refusal {
	if next == NoSpot {
		return forbid("build-off-board", c.hexArg("hex", at), sideArg("side", e))
	}
	h := &c.book.Hexes[next]
	switch {
	case h.Track():
		return nil
	case h.City != NoCity:
		return forbid("build-city-on-way", c.hexArg("hex", next), c.placeArg("city", h.City))
	case h.Terrain == West:
		return forbid("build-west", c.hexArg("hex", next))
	}
	return forbid("build-unusable", c.hexArg("hex", next))
}

// deadEnd says why the last track may not lead over side e.
func (c *chain) deadEnd(at, next Spot, e hex.Edge) *engine.Refusal {
	if next == NoSpot {
		return forbid("build-end-off-board", c.hexArg("hex", at), sideArg("side", e))
	}
	h := &c.book.Hexes[next]
	switch {
	case h.City != NoCity:
		return forbid("build-end-no-exit", c.hexArg("hex", at), c.placeArg("city", h.City), sideArg("side", e.Opposite()), c.exitsArg(h.City))
	case h.Terrain == West:
		return forbid("build-end-west", c.hexArg("hex", at), c.hexArg("next", next))
	}
	return forbid("build-end-unusable", c.hexArg("hex", at), c.hexArg("next", next))
}

// full refuses a third track.
func (c *chain) full(at Spot, list []Piece) *engine.Refusal {
	var owners []engine.Arg
	for _, p := range list {
		owners = append(owners, engine.Player("", p.Owner))
	}
	return forbid("build-third", c.hexArg("hex", at), engine.Several("owners", owners...))
}

// taken refuses a side of a hex that has a track.
func (c *chain) taken(at Spot, e hex.Edge, entering bool) *engine.Refusal {
	next := c.book.Hexes[at].Next[e]
	if entering {
		if what, _, _ := c.ahead(c.seat, next, e.Opposite()); what == OwnEnd {
			return forbid("build-meets-own", c.hexArg("hex", at), c.hexArg("from", next))
		}
	}
	owner := c.holder(at, e)
	key := "build-side-taken"
	if owner == c.seat {
		key = "build-side-own"
	}
	return forbid(key, c.hexArg("hex", at), sideArg("side", e), engine.Player("owner", owner))
}

// tooMany refuses a track beyond the limit. The first ones may stand as they are,
// and one more with a card.
func (c *chain) tooMany() *engine.Refusal {
	n, most := c.plan.Way.Tracks(), c.mostTracks(c.use)
	no := forbid("build-too-many", engine.Int("n", n), engine.Int("most", most))
	if wide := (Use{Grant: c.use.Grant, Engineering: true}); !c.use.Engineering && c.engineeringCard(c.seat) != 0 && n <= c.mostTracks(wide) {
		no.Why.Key += "-card"
		no.Near = c.legalLine(no.Near, c.plan, wide)
	}
	part := c.plan
	part.Way = part.Way[:most+1]
	no.Near = c.legalLine(no.Near, part, c.use)
	return no
}

// legalLine adds the order for a plan to a list, if it is legal.
func (c *chain) legalLine(list []string, p Plan, u Use) []string {
	if _, err := c.check(c.seat, p, u); err != nil {
		return list
	}
	return append(list, c.buildLine(p, u))
}

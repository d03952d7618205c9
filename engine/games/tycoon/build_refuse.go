package tycoon

import (
	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// forbid returns a refusal of "Build track".
func forbid(text string, args ...engine.Arg) *engine.Refusal {
	return engine.Forbid("Build track", text, args...)
}

// leave checks whether a chain may begin on a side of a city.
func (c *chain) leave(city City, e hex.Edge) *engine.Refusal {
	if c.s.MayLeave(city, e) {
		return nil
	}
	place := &c.s.book.Cities[city]
	next := c.s.book.Hexes[place.Spot].Next[e]
	if place.Exits.Has(e) {
		return c.exitUsed(city, e, next)
	}
	if next == NoSpot || c.s.book.Hexes[next].Track() {
		return forbid(key.NoBuildNoExitOpen, c.s.PlaceArg("city", city), SideArg("side", e), exitsArg(c.s, city))
	}
	return forbid(key.NoBuildNoExit, c.s.PlaceArg("city", city), SideArg("side", e), c.s.HexArg("hex", next), exitsArg(c.s, city))
}

// exitUsed names the owner of the link at an exit of a city. If it is an own incomplete one, the player may
// have meant to continue it.
func (c *chain) exitUsed(city City, e hex.Edge, next Spot) *engine.Refusal {
	for i := range c.s.Open {
		if l := &c.s.Open[i]; l.Owner == c.seat && l.From == city && l.Way.Side(0) == e {
			end := c.s.OpenAt(i)
			return forbid(key.NoBuildExitOpen, c.s.PlaceArg("city", city), SideArg("side", e), c.s.HexArg("end", end), c.s.HexArg("next", c.s.book.Hexes[end].Next[l.Way.Last()]))
		}
	}
	owner := c.s.holder(next, e.Opposite())
	text := key.NoBuildExitUsed
	if owner == c.seat {
		text = key.NoBuildExitOwn
	}
	return forbid(text, c.s.PlaceArg("city", city), SideArg("side", e), c.s.HexArg("hex", next), engine.Player("owner", owner))
}

// exitsArg lists the exits of a city, clockwise.
func exitsArg(s *State, city City) engine.Arg {
	return engine.Several("exits", SidesWith(s.book.Cities[city].Exits.Has)...)
}

// holder returns the owner of the track on a side of a hex.
func (s *State) holder(at Spot, e hex.Edge) engine.Seat {
	for _, p := range s.Pieces(at) {
		if p.A == e || p.B == e {
			return p.Owner
		}
	}
	return engine.Nobody
}

// passable checks whether a chain may lay a track in the hex beyond side e of a hex.
func (c *chain) passable(at, next Spot, e hex.Edge) *engine.Refusal {
	if next == NoSpot {
		return forbid(key.NoBuildOffBoard, c.s.HexArg("hex", at), SideArg("side", e))
	}
	h := &c.s.book.Hexes[next]
	switch {
	case h.Track():
		return nil
	case h.City != NoCity:
		return forbid(key.NoBuildCityOnWay, c.s.HexArg("hex", next), c.s.PlaceArg("city", h.City))
	case h.Terrain == West:
		return forbid(key.NoBuildWest, c.s.HexArg("hex", next))
	}
	return forbid(key.NoBuildUnusable, c.s.HexArg("hex", next))
}

// deadEnd explains why the last track may not lead over side e.
func (c *chain) deadEnd(at, next Spot, e hex.Edge) *engine.Refusal {
	if next == NoSpot {
		return forbid(key.NoBuildEndOffBoard, c.s.HexArg("hex", at), SideArg("side", e))
	}
	h := &c.s.book.Hexes[next]
	switch {
	case h.City != NoCity:
		return forbid(key.NoBuildEndNoExit, c.s.HexArg("hex", at), c.s.PlaceArg("city", h.City), SideArg("side", e.Opposite()), exitsArg(c.s, h.City))
	case h.Terrain == West:
		return forbid(key.NoBuildEndWest, c.s.HexArg("hex", at), c.s.HexArg("next", next))
	}
	return forbid(key.NoBuildEndUnusable, c.s.HexArg("hex", at), c.s.HexArg("next", next))
}

// full refuses a third track.
func (c *chain) full(at Spot, list []Piece) *engine.Refusal {
	owners := engine.Each(list, func(p Piece) engine.Arg { return engine.Player("", p.Owner) })
	return forbid(key.NoBuildThird, c.s.HexArg("hex", at), engine.Several("owners", owners...))
}

// taken refuses a side of a hex that has a track.
func (c *chain) taken(at Spot, e hex.Edge, entering bool) *engine.Refusal {
	next := c.s.book.Hexes[at].Next[e]
	if entering {
		if what, _, _ := c.s.Ahead(c.seat, next, e.Opposite()); what == OwnEnd {
			return forbid(key.NoBuildMeetsOwn, c.s.HexArg("hex", at), c.s.HexArg("from", next))
		}
	}
	owner := c.s.holder(at, e)
	text := key.NoBuildSideTaken
	if owner == c.seat {
		text = key.NoBuildSideOwn
	}
	return forbid(text, c.s.HexArg("hex", at), SideArg("side", e), engine.Player("owner", owner))
}

// tooMany refuses a track beyond the limit, which a card may raise.
func (c *chain) tooMany() *engine.Refusal {
	n, most := c.plan.Way.Tracks(), c.s.book.MostTracks(c.use)
	text := key.NoBuildTooMany
	if !c.use.Engineering && c.s.Hand(c.seat).Engineering() != 0 && n <= c.s.book.EngineeringTracks() {
		text = key.NoBuildTooManyCard
	}
	return forbid(text, engine.Int("n", n), engine.Int("most", most))
}

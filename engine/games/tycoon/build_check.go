package tycoon

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// Check checks a plan of a seat against "Build track" and computes its cost. The error
// is a *engine.Refusal.
func (s *State) Check(seat engine.Seat, p Plan, u Use) (Bill, error) {
	bill, _, no := s.inspect(seat, p, u)
	if no != nil {
		return Bill{}, no
	}
	return bill, nil
}

// inspect is Check that also returns the step of the way at which a plan fails: 0 is
// the step into the first new hex.
func (s *State) inspect(seat engine.Seat, p Plan, u Use) (bill Bill, step int, no *engine.Refusal) {
	c := chain{s: s, seat: seat, plan: p, use: u, bill: Bill{To: NoCity, Joins: NoOpen}}
	c.seen = c.room[:0]
	if p.Open != NoOpen {
		c.seen = s.book.ChainSpots(&s.Open[p.Open])
	}
	if no := s.Hand(seat).lacks(u); no != nil {
		return bill, 0, no
	}
	if p.Open == NoOpen && s.Rules.BoxLimits && s.linksOf(seat) == boxLinks {
		return bill, 0, engine.Forbid("R13", key.OptionOf+optBox+".no", engine.Int("n", boxLinks))
	}
	if step, no = c.follow(); no != nil {
		no.Cause = Misbuilt{Plan: p, Use: u, Step: step, To: NoCity}
	}
	return c.bill, step, no
}

// boxLinks is the number of locomotives of a colour in the box for links: 25, one of which is on the income
// track (R13).
const boxLinks = 24

// linksOf counts the links of a player, incomplete ones, too.
func (s *State) linksOf(seat engine.Seat) int {
	return engine.Count(slices.Concat(s.Links, s.Open), func(l Link) bool { return l.Owner == seat })
}

// chain is the state of a check on its way through the hexes.
type chain struct {
	s    *State
	seat engine.Seat
	plan Plan
	use  Use
	seen []Spot // hexes of the chain so far, including the incomplete link that it continues
	room [8]Spot
	bill Bill
}

func (c *chain) follow() (step int, no *engine.Refusal) {
	at := c.s.Start(c.plan)
	c.bill.Tracks = make([]Item, 0, c.plan.Way.Tracks())
	for k := range c.plan.Way.Tracks() {
		in := c.plan.Way.Side(k)
		if no := c.enter(k, at, in); no != nil {
			return k, no
		}
		next := c.s.book.Hexes[at].Next[in]
		if no := c.lay(next, in.Opposite(), c.plan.Way.Side(k+1)); no != nil {
			return k, no
		}
		item := Item{At: next, TrackCost: c.s.TrackCost(next, in.Opposite(), c.plan.Way.Side(k+1), c.use), Ridge: c.s.book.StepCost(at, in)}
		c.bill.Tracks = append(c.bill.Tracks, item)
		c.bill.Total += item.Total() + item.Ridge
		at = next
	}
	c.bill.Last = at
	return c.plan.Way.Tracks(), c.arrive(at, c.plan.Way.Last())
}

// enter takes the step over side e of a hex to the next track.
func (c *chain) enter(k int, at Spot, e hex.Edge) *engine.Refusal {
	if k == c.s.book.MostTracks(c.use) {
		return c.tooMany()
	}
	if k == 0 && c.plan.Open == NoOpen {
		if no := c.leave(c.plan.From, e); no != nil {
			return no
		}
	}
	next := c.s.book.Hexes[at].Next[e]
	if no := c.passable(at, next, e); no != nil {
		return no
	}
	if i := slices.Index(c.seen, next); i >= 0 {
		text := key.NoBuildTwice
		if i < len(c.seen)-k {
			text = key.NoBuildTwiceOpen
		}
		return forbid(text, c.s.HexArg("hex", next))
	}
	c.seen = append(c.seen, next)
	return nil
}

// lay puts a track from side a to side b into a hex.
func (c *chain) lay(at Spot, a, b hex.Edge) *engine.Refusal {
	if a == b {
		return forbid(key.NoBuildBack, c.s.HexArg("hex", at))
	}
	if !shapely(a, b) {
		return engine.Forbid("Build track, R4", key.NoBuildSharp, c.s.HexArg("hex", at), SideArg("a", a), SideArg("b", b))
	}
	if c.s.used(at).Count() >= 4 { // two tracks
		return c.full(at, c.s.Pieces(at))
	}
	for _, side := range []hex.Edge{a, b} {
		if c.s.used(at).Has(side) {
			return c.taken(at, side, side == a)
		}
	}
	return nil
}

// arrive checks where the last track leads: the link is complete in a city or in an own
// open end (R5).
func (c *chain) arrive(at Spot, e hex.Edge) *engine.Refusal {
	what, next, open := c.s.Ahead(c.seat, at, e)
	c.bill.Ahead = next
	switch what {
	case Nowhere:
		return c.deadEnd(at, next, e)
	case Gate:
		c.bill.To = c.s.book.Hexes[next].City
	case OwnEnd:
		other := &c.s.Open[open]
		for _, h := range c.s.book.ChainSpots(other) {
			if slices.Contains(c.seen, h) {
				return forbid(key.NoBuildTwiceJoined, c.s.HexArg("hex", h), c.s.HexArg("end", next))
			}
		}
		c.bill.To, c.bill.Joins = other.From, open
	default:
		return nil
	}
	c.bill.Ridge = c.s.book.StepCost(at, e)
	c.bill.Total += c.bill.Ridge
	return c.between(c.s.origin(c.plan), c.bill.To)
}

// between checks whether a link may join two cities (R6).
func (c *chain) between(from, to City) *engine.Refusal {
	switch {
	case from == to:
		return engine.Forbid("Build track, R6", key.NoBuildLoop, c.s.PlaceArg("city", to))
	case c.s.Linked(c.seat, from, to):
		return engine.Forbid("Build track, R6", key.NoBuildSecond, c.s.PlaceArg("from", from), c.s.PlaceArg("to", to))
	}
	return nil
}

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

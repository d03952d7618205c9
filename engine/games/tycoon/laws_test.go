package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/rail/hex"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, New(), enginetest.Options{
		MaxMoves: 5000, Conserved: conserved, Hide: hide, Endless: true,
		Stated: stated,
		Ahead:  []string{"tycoon.report.undrawn", "tycoon.report.baron-will-show"},
	})
}

// hide redeals everything that seat may not know: the barons of others and the cards of the deck, as robots
// imagine them, and bids in advance (Hidden information).
func hide(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := New().Foresight(p, seat).Imagine(p.View(seat), seat, rng).(*State)
	if s.Over() {
		return p
	}
	for other := range engine.Seat(s.Seats) {
		switch {
		case other == seat || s.Stage == StageActions && s.Turn == s.Last:
		case s.Stage == StageAuction && (s.Auction.Out[other] || other == s.Actor()): // none is kept
		default:
			s.Standing[other] = Standing{Set: rng.IntN(3) > 0}
			if s.Standing[other].Set {
				s.Standing[other].Most = rng.IntN(12)
			}
		}
	}
	return s
}

// conserved counts constants: cubes and tiles of each colour, and faults that must not occur.
func conserved(p engine.Position) map[string]int {
	s := p.(*State)
	out := map[string]int{"cards in two places": cardsTwice(s)}
	for c := Red; c <= Purple; c++ {
		cubes, tiles := s.Bag.Of(c), s.Tiles.Of(c)
		for i := range s.Cities {
			cubes += s.Cities[i].Cubes.Of(c)
			if s.Cities[i].New && s.Cities[i].Colour == c {
				tiles++
			}
		}
		out["cubes "+c.String()], out["tiles "+c.String()] = cubes, tiles
	}
	for _, fault := range slices.Concat(faultsOfTrack(s), faultsOfLinks(s), faultsOfState(s)) {
		out[fault]++
	}
	return out
}

func cardsTwice(s *State) int {
	all := slices.Concat(s.Up, s.Deck)
	for i := range s.Players {
		all = append(all, s.Players[i].Cards...)
	}
	n := len(all)
	slices.Sort(all)
	return n - len(slices.Compact(all))
}

// faultsOfTrack are hexes with more than two tracks or a side used twice, track
// where none may lie, sides of cities used twice (Build track).
func faultsOfTrack(s *State) (list []string) {
	type side struct {
		at Spot
		e  hex.Edge
	}
	tracks, sides := map[Spot]int{}, map[side]int{}
	for _, links := range [][]Link{s.Links, s.Open} {
		for _, l := range links {
			at := s.book.Cities[l.From].Spot
			seen := map[Spot]bool{at: true}
			sides[side{at, l.Way.Side(0)}]++
			if !s.book.Cities[l.From].Exits.Has(l.Way.Side(0)) {
				list = append(list, "a link begins where there is no exit")
			}
			for k := range l.Way.Tracks() {
				in, out := l.Way.Side(k).Opposite(), l.Way.Side(k+1)
				at = s.book.Hexes[at].Next[l.Way.Side(k)]
				if seen[at] {
					list = append(list, "a chain uses a hex twice")
				}
				seen[at] = true
				tracks[at]++
				sides[side{at, in}]++
				sides[side{at, out}]++
				if turn := (out - in + hex.Edges) % hex.Edges; turn < 2 || turn > 4 {
					list = append(list, "a sharp curve in "+s.book.Hexes[at].At.String())
				}
				if t := s.book.Hexes[at].Terrain; t != Open && t != Hill {
					list = append(list, "track in "+s.book.Hexes[at].At.String())
				}
			}
			end := s.book.Hexes[at].Next[l.Way.Last()]
			switch {
			case l.To != NoCity:
				sides[side{end, l.Way.Last().Opposite()}]++
				if s.book.Cities[l.To].Spot != end || !s.book.Cities[l.To].Exits.Has(l.Way.Last().Opposite()) {
					list = append(list, "a complete link does not end in its city")
				}
			case end == NoSpot || s.book.Hexes[end].Terrain != Open && s.book.Hexes[end].Terrain != Hill:
				list = append(list, "an incomplete link leads nowhere")
			}
		}
	}
	for at, n := range tracks {
		if n > 2 {
			list = append(list, "three tracks in "+s.book.Hexes[at].At.String())
		}
	}
	for x, n := range sides {
		if n > 1 {
			list = append(list, fmt.Sprintf("a side of %s used twice", s.book.Hexes[x.at].At))
		}
	}
	return list
}

// faultsOfLinks are loops, second links, links out of order, and incomplete links
// that outlive their turn (Build track, R5, R6, Income).
func faultsOfLinks(s *State) (list []string) {
	for i, l := range s.Links {
		if l.From == l.To {
			list = append(list, "a link from a city to itself")
		}
		for _, m := range s.Links[:i] {
			if m.Owner == l.Owner && (m.From == l.From && m.To == l.To || m.From == l.To && m.To == l.From) {
				list = append(list, "two links of one player between the same cities")
			}
			if m.Turn > l.Turn {
				list = append(list, "links do not stand in the order of their completion")
			}
		}
	}
	if len(s.Open) > 0 && s.Stage != StageActions {
		list = append(list, "incomplete links after the end of a turn")
	}
	for i, l := range s.Open { // R5: own open ends that meet are joined
		for _, m := range s.Open[:i] {
			a, b := endSpot(s, l), endSpot(s, m)
			if l.Owner == m.Owner && s.book.Hexes[a].Next[l.Way.Last()] == b && l.Way.Last() == m.Way.Last().Opposite() {
				list = append(list, "own open ends meet")
			}
		}
	}
	return list
}

// endSpot is the last hex of a chain.
func endSpot(s *State, l Link) Spot {
	at := s.book.Cities[l.From].Spot
	for k := range l.Way.Tracks() {
		at = s.book.Hexes[at].Next[l.Way.Side(k)]
	}
	return at
}

// faultsOfState are markers on cities with goods, debts, engines beyond the table,
// and hands that cannot be.
func faultsOfState(s *State) (list []string) {
	for i := range s.Cities {
		if s.Cities[i].Empty && s.Cities[i].Cubes.Total() > 0 {
			list = append(list, "an empty marker on a city with goods")
		}
		// R29: only an empty bag leaves a city without goods and without a marker, and a market that has sent
		// its last cube has one.
		if !s.Cities[i].Empty && s.Cities[i].Cubes.Total() == 0 {
			list = append(list, "a city without goods and without a marker")
		}
		for c := Red; c <= Purple; c++ {
			if s.Cities[i].Cubes.Of(c) < 0 || s.Bag.Of(c) < 0 || s.Tiles.Of(c) < 0 {
				list = append(list, "fewer than no cubes or tiles")
			}
		}
	}
	for i := range s.Players {
		p := &s.Players[i]
		if p.Money < 0 || p.Shares < 0 || p.Engine < 1 || p.Engine > 8 {
			list = append(list, "a player with debts or no engine")
		}
		for _, id := range p.Cards {
			if t := s.book.Cards[id].Timing; t == Award || t == AtOnce {
				list = append(list, "a player holds a card that is not kept")
			}
		}
		for _, id := range p.Used {
			if !slices.Contains(p.Cards, id) {
				list = append(list, "a card used that is not held")
			}
		}
	}
	if len(s.Western) > len(s.book.Gateways) {
		list = append(list, "too many western links")
	}
	if s.Last > 0 && s.Turn > s.Last {
		list = append(list, "played beyond the last turn")
	}
	return list
}

package view

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// The rule of "Build track" a second time, written from the rules reference alone and on the
// names of hexes as the data files have them, to be held against build_check.go.
// Sides are numbered as in "Build track": NE 0, E 1, SE 2, SW 3, W 4, NW 5.

// bruteSides are the sides by hex.Edge.
var bruteSides = [hex.Edges]int{0: 3, 1: 4, 2: 5, 3: 0, 4: 1, 5: 2}

var bruteNames = []string{"NE", "E", "SE", "SW", "W", "NW"}

// brute is a board with tracks on it.
type brute struct {
	ground   map[string]byte // "." "^" "@" "~" "="
	exits    map[string][]int
	river    map[string][]int
	ridge    map[[2]string]bool
	tracks   map[string][][2]int
	open     []bruteOpen
	linked   map[[2]string]bool // hexes of cities
	crossing int
}

// bruteOpen is an incomplete link of the player.
type bruteOpen struct {
	city  string
	hexes []string
	side  int
}

// bruteHex names the hex in a row and a column, from 1.
func bruteHex(row, column int) string {
	name := string(rune('A' + (row-1)%26))
	if row > 26 {
		name = "A" + name
	}
	return name + strconv.Itoa(column)
}

// bruteNext is the neighbour over a side (Orders by mail).
func bruteNext(name string, side int) string {
	letters := strings.TrimRight(name, "0123456789")
	column, _ := strconv.Atoi(name[len(letters):])
	row := int(letters[len(letters)-1]-'A') + 1 + 26*(len(letters)-1)
	step := [][2]int{{-1, 1}, {0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}}[side]
	if row+step[0] < 1 || column+step[1] < 1 {
		return "-"
	}
	return bruteHex(row+step[0], column+step[1])
}

func bruteLabels(labels tycoon.Labels) (sides []int) {
	for _, l := range labels {
		sides = append(sides, slices.Index(bruteNames, l))
	}
	return sides
}

// bruteOf reads the board from the data, and the tracks of a position as seat sees
// them.
func bruteOf(s *tycoon.State, seat engine.Seat) *brute {
	m := tycoon.PrintedFiles().Map
	b := &brute{
		ground: map[string]byte{}, exits: map[string][]int{}, river: map[string][]int{}, ridge: map[[2]string]bool{},
		tracks: map[string][][2]int{}, linked: map[[2]string]bool{}, crossing: s.Rules.CrossingCost,
	}
	for i, row := range m.Rows {
		for k := range row {
			if row[k] != ' ' {
				b.ground[bruteHex(i+1, k+1)] = row[k]
			}
		}
	}
	for _, c := range m.Cities {
		b.exits[c.Hex] = bruteLabels(c.Exits)
	}
	for at, sides := range m.Sides {
		b.river[at] = bruteLabels(sides)
	}
	for _, r := range m.Ridges {
		b.ridge[[2]string{r[0], r[1]}], b.ridge[[2]string{r[1], r[0]}] = true, true
	}
	for _, l := range s.Links {
		b.lay(m.Cities[l.From].Hex, l.Way)
		if l.Owner == seat {
			from, to := m.Cities[l.From].Hex, m.Cities[l.To].Hex
			b.linked[[2]string{from, to}], b.linked[[2]string{to, from}] = true, true
		}
	}
	for _, l := range s.Open {
		hexes := b.lay(m.Cities[l.From].Hex, l.Way)
		o := bruteOpen{m.Cities[l.From].Hex, hexes, bruteSides[l.Way.Last()]}
		if l.Owner != seat {
			o.city = ""
		}
		b.open = append(b.open, o)
	}
	return b
}

func (b *brute) lay(at string, w tycoon.Way) (hexes []string) {
	for i := range w.Tracks() {
		in := bruteSides[w.Side(i)]
		at = bruteNext(at, in)
		b.tracks[at] = append(b.tracks[at], [2]int{(in + 3) % 6, bruteSides[w.Side(i+1)]})
		hexes = append(hexes, at)
	}
	return hexes
}

// used reports whether a track meets a side of a hex, from either hex.
func (b *brute) used(at string, side int) bool {
	for _, t := range b.tracks[at] {
		if t[0] == side || t[1] == side {
			return true
		}
	}
	return false
}

// build is the cost of a chain and the hex of the city that it completes a link to,
// "" for none; not ok when it is illegal. The chain leaves a city, or the own open
// end with an index, over its sides one after the other.
func (b *brute) build(start string, open int, most int, grant bool, sides []int) (cost int, to string, ok bool) {
	n := len(sides) - 1
	if n < 1 || n > most {
		return 0, "", false
	}
	var hexes []string
	at, from := start, start
	if open >= 0 {
		o := b.open[open]
		at, from, hexes = o.hexes[len(o.hexes)-1], o.city, slices.Clone(o.hexes)
		if sides[0] != o.side {
			return 0, "", false
		}
	} else if !slices.Contains(b.exits[at], sides[0]) || b.used(bruteNext(at, sides[0]), (sides[0]+3)%6) {
		return 0, "", false
	}
	for i := range n {
		a, z := (sides[i]+3)%6, sides[i+1]
		next := bruteNext(at, sides[i])
		if g := b.ground[next]; g != '.' && g != '^' {
			return 0, "", false
		}
		if turn := (z - a + 6) % 6; turn < 2 || turn > 4 {
			return 0, "", false
		}
		if len(b.tracks[next]) > 1 || b.used(next, a) || b.used(next, z) || slices.Contains(hexes, next) {
			return 0, "", false
		}
		cost += b.trackCost(next, a, z, grant)
		if b.ridge[[2]string{at, next}] {
			cost += 4
		}
		hexes = append(hexes, next)
		at = next
	}
	return b.end(from, at, sides[n], hexes, cost)
}

func (b *brute) trackCost(at string, a, z int, grant bool) (cost int) {
	switch {
	case b.ground[at] == '^':
		cost = 4
	case !grant:
		cost = 2
	}
	if len(b.tracks[at]) > 0 {
		cost += b.crossing
	}
	s := b.river[at]
	if len(s) < 2 || grant && b.ground[at] != '^' { // R18
		return cost
	}
	onA, onZ := slices.Contains(s, a), slices.Contains(s, z)
	one, other := false, false
	for side := (a + 1) % 6; side != z; side = (side + 1) % 6 {
		one = one || slices.Contains(s, side)
	}
	for side := (z + 1) % 6; side != a; side = (side + 1) % 6 {
		other = other || slices.Contains(s, side)
	}
	if onA != onZ || !onA && !onZ && one && other {
		cost++
	}
	return cost
}

// end looks where the last track leads.
func (b *brute) end(from, at string, side int, hexes []string, cost int) (int, string, bool) {
	ahead := bruteNext(at, side)
	to := ""
	switch b.ground[ahead] {
	case '@':
		if !slices.Contains(b.exits[ahead], (side+3)%6) {
			return 0, "", false
		}
		to = ahead
	case '.', '^':
		for _, o := range b.open {
			if o.city == "" || o.hexes[len(o.hexes)-1] != ahead || o.side != (side+3)%6 {
				continue
			}
			for _, h := range o.hexes {
				if slices.Contains(hexes, h) {
					return 0, "", false
				}
			}
			to = o.city
		}
	default:
		return 0, "", false
	}
	if to == "" {
		return cost, "", true
	}
	if to == from || b.linked[[2]string{from, to}] {
		return 0, "", false
	}
	if b.ridge[[2]string{at, ahead}] {
		cost += 4
	}
	return cost, to, true
}

// bruteCompare holds one plan against build_check.go.
func bruteCompare(t *testing.T, s *tycoon.State, b *brute, seat engine.Seat, p tycoon.Plan, u tycoon.Use) (legal bool) {
	t.Helper()
	var sides []int
	for i := range len(p.Way) {
		sides = append(sides, bruteSides[p.Way.Side(i)])
	}
	start := ""
	if p.Open == tycoon.NoOpen {
		start = tycoon.PrintedFiles().Map.Cities[p.From].Hex
	}
	most := 4
	if u.Engineering {
		most = 5
	}
	cost, to, ok := b.build(start, p.Open, most, u.Grant, sides)
	bill, err := s.Check(seat, p, u)
	if ok != (err == nil) {
		t.Fatalf("seat %d %+v %+v from %s sides %v: the rules say legal %v, check says %v", seat, p, u, start, sides, ok, err)
	}
	if !ok {
		return false
	}
	if _, refused := engine.AsRefusal(err); err != nil && !refused {
		t.Fatalf("%+v: %v is no refusal", p, err)
	}
	got := ""
	if bill.To != tycoon.NoCity {
		got = tycoon.PrintedFiles().Map.Cities[bill.To].Hex
	}
	if got != to || bill.Total != cost {
		t.Fatalf("seat %d %+v %+v from %s sides %v: the rules say %d to %q, check says %d to %q", seat, p, u, start, sides, cost, to, bill.Total, got)
	}
	return true
}

// TestBuildByBrute compares every chain of up to three tracks, legal or not, in random
// positions, and random longer ones.
func TestBuildByBrute(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		legal, illegal := 0, 0
		seat := engine.Seat(rng.IntN(s.Seats))
		holdBoth(s, seat)
		b := bruteOf(s, seat)
		for _, o := range origins(s, seat) {
			for w := range everyWay(s, o, 3) {
				u := tycoon.Use{Grant: rng.IntN(2) == 0, Engineering: rng.IntN(2) == 0}
				if bruteCompare(t, s, b, seat, o.plan(w), u) {
					legal++
				} else {
					illegal++
				}
			}
			for range level.Of(500, 2000, 2000) {
				u := tycoon.Use{Grant: rng.IntN(2) == 0, Engineering: rng.IntN(2) == 0}
				if bruteCompare(t, s, b, seat, o.plan(randomWay(s, o, 4+rng.IntN(3), rng)), u) {
					legal++
				}
			}
		}
		if legal < 100 || illegal < 100 {
			t.Errorf("%d legal and %d illegal chains: too few to tell", legal, illegal)
		}
	})
}

// holdBoth gives a player both cards for building.
func holdBoth(s *tycoon.State, seat engine.Seat) {
	for id := range s.Book().Cards {
		if k := s.Book().Cards[id].Kind; (k == tycoon.LandGrant || k == tycoon.PerfectEngineering) && len(s.Players[seat].Cards) < 8 {
			s.Players[seat].Cards = append(s.Players[seat].Cards, id)
		}
	}
}

// everyWay are all rows of sides of up to n tracks from an origin.
func everyWay(s *tycoon.State, o origin, n int) func(yield func(tycoon.Way) bool) {
	return func(yield func(tycoon.Way) bool) {
		var grow func(w tycoon.Way) bool
		grow = func(w tycoon.Way) bool {
			for e := range hex.Edge(hex.Edges) {
				if on := w.Then(e); !yield(on) || on.Tracks() < n && !grow(on) {
					return false
				}
			}
			return true
		}
		for e := range hex.Edge(hex.Edges) {
			if o.Open != tycoon.NoOpen && e != s.Open[o.Open].Way.Last() {
				continue
			}
			if !grow(tycoon.Way("").Then(e)) {
				return
			}
		}
	}
}

// randomWay is a row of sides that keeps to the shapes of tracks.
func randomWay(s *tycoon.State, o origin, tracks int, rng *rand.Rand) tycoon.Way {
	e := hex.Edge(rng.IntN(hex.Edges))
	if o.Open != tycoon.NoOpen {
		e = s.Open[o.Open].Way.Last()
	}
	w := tycoon.Way("").Then(e)
	for range tracks {
		e = e.Turn(rng.IntN(3) - 1)
		w = w.Then(e)
	}
	return w
}

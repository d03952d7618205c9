package tycoon

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// A second reading of "Build track", by names of hexes and the map file alone. Sides are
// numbered as the rules do: NE 0, E 1, SE 2, SW 3, W 4, NW 5.

type oracle struct {
	terrain map[string]byte // by hex: '.' open, '^' hill, '@' city and others
	cities  map[string]string
	names   map[string]string // city by hex
	exits   map[string][]int
	rivers  map[string][]int
	ridges  map[[2]string]bool
}

var oracleSides = []string{"NE", "E", "SE", "SW", "W", "NW"}

// oracleSteps are rows and columns to go, by side.
var oracleSteps = [6][2]int{{-1, 1}, {0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}}

func readOracle(t testing.TB) *oracle {
	b := expect.Get(os.ReadFile("data/map.json"))(t)
	var m struct {
		Rows   []string `json:"terrain_rows"`
		Cities []struct {
			Name, Hex string
			Exits     []string
		}
		River  map[string][]string `json:"river_sides"`
		Ridges [][2]string
	}
	expect.NoError(t, json.Unmarshal(b, &m))
	o := &oracle{map[string]byte{}, map[string]string{}, map[string]string{}, map[string][]int{}, map[string][]int{}, map[[2]string]bool{}}
	for y, row := range m.Rows {
		for x, c := range []byte(row) {
			if c != ' ' {
				o.terrain[hexAt(y, x+1)] = c
			}
		}
	}
	sidesOf := func(list []string) (out []int) {
		for _, s := range list {
			out = append(out, slices.Index(oracleSides, s))
		}
		return out
	}
	for _, c := range m.Cities {
		o.cities[c.Name], o.names[c.Hex], o.exits[c.Name] = c.Hex, c.Name, sidesOf(c.Exits)
	}
	for at, list := range m.River {
		o.rivers[at] = sidesOf(list)
	}
	for _, r := range m.Ridges {
		o.ridges[r], o.ridges[[2]string{r[1], r[0]}] = true, true
	}
	return o
}

// hexAt names a hex by its row from 0 and its column from 1.
func hexAt(row, column int) string {
	letters := string(rune('A' + row%26))
	if row >= 26 {
		letters = "A" + letters
	}
	return letters + strconv.Itoa(column)
}

var hexParts = regexp.MustCompile(`^(A?)([A-Z])(\d+)$`)

func hexPlace(name string) (row, column int) {
	m := hexParts.FindStringSubmatch(name)
	row = int(m[2][0] - 'A')
	if m[1] != "" {
		row += 26
	}
	column, _ = strconv.Atoi(m[3])
	return row, column
}

// toward is the side of a hex towards a neighbour; -1 for no neighbour.
func toward(from, to string) int {
	a, b := hexPlace(from)
	c, d := hexPlace(to)
	return slices.Index(oracleSteps[:], [2]int{c - a, d - b})
}

func beside(at string, side int) string {
	row, column := hexPlace(at)
	row, column = row+oracleSteps[side][0], column+oracleSteps[side][1]
	if row < 0 || column < 1 {
		return ""
	}
	return hexAt(row, column)
}

// laid is a track on the board.
type laid struct {
	at   string
	a, b int
	link int // index among all links, the complete ones first
}

// ours are the sides of the rules by hex.Edge.
var ours = [6]int{3, 4, 5, 0, 1, 2}

func tracksOf(s *State) (list []laid) {
	for i, l := range slices.Concat(s.Links, s.Open) {
		at := s.book.Hexes[s.book.Cities[l.From].Spot].At.String()
		for k := range l.Way.Tracks() {
			at = beside(at, ours[l.Way.Side(k)])
			list = append(list, laid{at, (ours[l.Way.Side(k)] + 3) % 6, ours[l.Way.Side(k+1)], i})
		}
	}
	return list
}

// try is a build order: START and END by names, a city or a hex.
type try struct {
	start string
	way   []string
	end   string
	most  int  // tracks
	grant bool // open hexes cost nothing
}

func (o *oracle) hexOf(name string) string {
	if at, ok := o.cities[name]; ok {
		return at
	}
	return name
}

// judge reports whether a build is legal, what it costs and whether it completes a link.
func (o *oracle) judge(s *State, seat engine.Seat, t try) (legal bool, cost int, completes bool) {
	lies := tracksOf(s)
	chain := append(append([]string{o.hexOf(t.start)}, t.way...), o.hexOf(t.end))
	if len(t.way) == 0 || len(t.way) > t.most {
		return false, 0, false
	}
	for i := range chain[1:] {
		if toward(chain[i], chain[i+1]) < 0 {
			return false, 0, false
		}
	}
	from, before, ok := o.begins(s, seat, chain, lies)
	if !ok {
		return false, 0, false
	}
	for i, at := range t.way {
		if slices.Contains(before, at) || slices.Contains(t.way[:i], at) {
			return false, 0, false
		}
		a, b := toward(at, chain[i]), toward(at, chain[i+2])
		price, ok := o.lay(at, a, b, lies, t.grant, s.Rules)
		if !ok {
			return false, 0, false
		}
		cost += price
		if o.ridges[[2]string{chain[i], at}] {
			cost += 4
		}
	}
	to, joined, ok := o.ends(s, seat, chain, lies)
	if !ok {
		return false, 0, false
	}
	if to == "" {
		return true, cost, false
	}
	if o.ridges[[2]string{chain[len(chain)-2], chain[len(chain)-1]}] {
		cost += 4
	}
	for _, at := range joined {
		if slices.Contains(before, at) || slices.Contains(t.way, at) {
			return false, 0, false
		}
	}
	if from == to || o.owns(s, seat, from, to) {
		return false, 0, false
	}
	return true, cost, true
}

// begins is the city that the chain comes from, with the hexes it has already.
func (o *oracle) begins(s *State, seat engine.Seat, chain []string, lies []laid) (from string, before []string, ok bool) {
	side := toward(chain[0], chain[1])
	if city := o.names[chain[0]]; city != "" {
		used := slices.ContainsFunc(lies, func(l laid) bool {
			return l.at == chain[1] && (l.a == (side+3)%6 || l.b == (side+3)%6)
		})
		return city, nil, slices.Contains(o.exits[city], side) && !used
	}
	return o.openEnd(s, seat, chain[0], side, lies)
}

// openEnd finds an own incomplete link that ends in a hex and points over a side.
func (o *oracle) openEnd(s *State, seat engine.Seat, at string, side int, lies []laid) (from string, before []string, ok bool) {
	for i, l := range s.Open {
		var hexes []string
		last := laid{}
		for _, x := range lies {
			if x.link == len(s.Links)+i {
				hexes = append(hexes, x.at)
				last = x
			}
		}
		if l.Owner == seat && last.at == at && last.b == side {
			return s.book.Cities[l.From].Name, hexes, true
		}
	}
	return "", nil, false
}

// lay is the cost of a track in a hex, if it is legal there.
func (o *oracle) lay(at string, a, b int, lies []laid, grant bool, rules Variant) (cost int, ok bool) {
	switch (b - a + 6) % 6 {
	case 2, 3, 4:
	default:
		return 0, false
	}
	n := 0
	for _, l := range lies {
		if l.at == at {
			n++
			if l.a == a || l.a == b || l.b == a || l.b == b {
				return 0, false
			}
		}
	}
	switch {
	case n > 1:
		return 0, false
	case o.terrain[at] == '^':
		cost = 4
	case o.terrain[at] != '.':
		return 0, false
	case !grant:
		cost = 2
	}
	if n > 0 {
		cost += rules.CrossingCost
	}
	if grant && rules.FreeRivers && o.terrain[at] == '.' { // R18
		return cost, true
	}
	return cost + o.river(at, a, b), true
}

func (o *oracle) river(at string, a, b int) int {
	list := o.rivers[at]
	if len(list) < 2 {
		return 0
	}
	on := func(x int) bool { return slices.Contains(list, x) }
	if on(a) && on(b) {
		return 0
	}
	if on(a) || on(b) {
		return 1
	}
	left, right := false, false
	for x := (a + 1) % 6; x != b; x = (x + 1) % 6 {
		left = left || on(x)
	}
	for x := (b + 1) % 6; x != a; x = (x + 1) % 6 {
		right = right || on(x)
	}
	if left && right {
		return 1
	}
	return 0
}

// ends is the city in which the link is completed, "" if none, with the hexes of a joined link.
func (o *oracle) ends(s *State, seat engine.Seat, chain []string, lies []laid) (to string, joined []string, ok bool) {
	last, end := chain[len(chain)-2], chain[len(chain)-1]
	if city := o.names[end]; city != "" {
		return city, nil, slices.Contains(o.exits[city], toward(end, last))
	}
	if o.terrain[end] != '.' && o.terrain[end] != '^' {
		return "", nil, false
	}
	from, hexes, _ := o.openEnd(s, seat, end, toward(end, last), lies)
	return from, hexes, true
}

func (o *oracle) owns(s *State, seat engine.Seat, a, b string) bool {
	return slices.ContainsFunc(s.Links, func(l Link) bool {
		x, y := s.book.Cities[l.From].Name, s.book.Cities[l.To].Name
		return l.Owner == seat && (x == a && y == b || x == b && y == a)
	})
}

// planned is a plan as an order.
func (o *oracle) planned(s *State, p Plan, u Use) try {
	at := s.Book().HexName(s.Start(p))
	t := try{start: at, most: 4, grant: u.Grant}
	if u.Engineering {
		t.most = 5
	}
	for k := range len(p.Way) {
		at = beside(at, ours[p.Way.Side(k)])
		t.way = append(t.way, at)
	}
	t.way, t.end = t.way[:p.Way.Tracks()], at
	return t
}

// line spells the order.
func (o *oracle) line(t try, cards string) string {
	name := func(at string) string {
		if city := o.names[at]; city != "" {
			return city
		}
		return at
	}
	return "build " + name(o.hexOf(t.start)) + ": " + strings.Join(t.way, " ") + " > " + name(o.hexOf(t.end)) + cards
}

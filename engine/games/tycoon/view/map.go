package view

import (
	"math"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// mapSheet is the whole board, a region, or the surroundings of a city or a hex: a drawing, or in
// words.
func mapSheet(s *tycoon.State, r engine.Request) ([]engine.Block, error) {
	whole := r.Arg == "" || engine.Fold(r.Arg) == "all"
	switch {
	case whole && r.Spoken:
		return spokenOverview(s), nil
	case whole:
		return overview(s), nil
	}
	if w, name, ok := regionAsked(s, r.Arg); ok {
		head, w := engine.Msg(key.HeadMapRegion, engine.Order("region", name)), widened(s.Book(), w)
		if r.Spoken {
			return spokenMap(s, head, w, tycoon.NoSpot), nil
		}
		blocks := drawn(s, head, w, nil)
		blocks[1].Lines = append(blocks[1].Lines, engine.Msg(key.SheetLegendBeyond, exampleArgs(s)...))
		return blocks, nil
	}
	at, err := spotAsked(s, r.Arg)
	if err != nil {
		if seat, no := seatAsked(s, r.Arg); no == nil {
			return []engine.Block{linksBlock(s, seat)}, nil
		}
		return nil, err
	}
	head, w := engine.Msg(key.HeadMapNear, spotSay(s, "hex", at)), around(s.Book(), s.Book().Hexes[at].At)
	if r.Spoken {
		return spokenMap(s, head, w, at), nil
	}
	words := []tycoon.Spot{at}
	for e := range hex.Edge(hex.Edges) {
		if n := s.Book().Hexes[at].Next[e]; n != tycoon.NoSpot && usable(&s.Book().Hexes[n]) {
			words = append(words, n)
		}
	}
	return drawn(s, head, w, words), nil
}

// drawn returns a drawing with its legend, its cities, and some hexes in words.
func drawn(s *tycoon.State, title engine.Message, w window, words []tycoon.Spot) []engine.Block {
	blocks := []engine.Block{
		{Head: title, Drawing: draw(s, w)},
		{Head: engine.Msg(key.HeadLegend), Lines: legend(s), Instead: &engine.Block{}},
	}
	if cities := citiesIn(s, w); len(cities) > 0 {
		b := sidesTable(s, cities)
		b.Head = engine.Msg(key.HeadMapCities)
		blocks = append(blocks, b)
	}
	if len(words) > 0 {
		blocks = append(blocks, wordsBlock(s, words))
	}
	return blocks
}

// legend explains the drawing.
func legend(s *tycoon.State) []engine.Message {
	list := []engine.Message{engine.Msg(key.SheetLegendGround), engine.Msg(key.SheetLegendSides)}
	if anyShut(s.Book()) {
		list = append(list, engine.Msg(key.SheetLegendShut))
	}
	if len(s.Links)+len(s.Open) > 0 {
		list = append(list, engine.Msg(key.SheetLegendTrack, marksArg(s, key.SheetNumberOf, func(seat engine.Seat) engine.Arg { return engine.Int("n", int(seat)+1) })))
	}
	return list
}

// bounds returns the smallest window that contains all land of the board.
func bounds(b *tycoon.Book) window {
	w := window{west: math.MaxInt, north: math.MaxInt}
	for i := range b.Hexes {
		if at := b.Hexes[i].At; b.Hexes[i].Terrain != tycoon.Unusable {
			w = window{min(w.west, at.X), max(w.east, at.X), min(w.north, at.Y), max(w.south, at.Y)}
		}
	}
	return w
}

// regionNames are the words for regions: from north to south, from west to east.
var regionNames = [3][3]string{
	{"north-west", "north", "north-east"},
	{"west", "centre", "east"},
	{"south-west", "south", "south-east"},
}

// region is a part of the board that fits in one drawing.
type region struct {
	name string
	window
}

// regions divides the board into parts, three by three at most, from the north-west to
// the south-east. A board larger than nine drawings has wider ones.
func regions(b *tycoon.Book) (list []region) {
	w := bounds(b)
	cut := func(first, last, most int) (parts [][2]int) {
		n := min(3, (last-first)/most+1)
		each := (last - first + n) / n
		for i := range n {
			parts = append(parts, [2]int{first + i*each, min(first+(i+1)*each-1, last)})
		}
		return parts
	}
	rows, cols := cut(w.north, w.south, down), cut(w.west, w.east, across)
	place := func(i, n int) int { // of 3
		switch {
		case n == 1:
			return 1
		case i == n-1:
			return 2
		}
		return i
	}
	for i, r := range rows {
		for k, c := range cols {
			list = append(list, region{regionNames[place(i, len(rows))][place(k, len(cols))], window{c[0], c[1], r[0], r[1]}})
		}
	}
	return list
}

// regionsArg names the regions.
func regionsArg(b *tycoon.Book) engine.Arg {
	return engine.SeveralOf("regions", regions(b), func(_ string, r region) engine.Arg { return engine.Order("", r.name) })
}

// margin is how many rows and half-columns of the neighbouring regions a drawing shows
// on each side.
const margin = 2

// widened returns a region with its margin, as far as the width of a line and the board
// allow.
func widened(b *tycoon.Book, w window) window {
	whole := bounds(b)
	w.north, w.south = max(w.north-margin, whole.north), min(w.south+margin, whole.south)
	for range margin {
		if w.west > whole.west && w.east-w.west+1 < across {
			w.west--
		}
		if w.east < whole.east && w.east-w.west+1 < across {
			w.east++
		}
	}
	return w
}

// regionOf returns the region of a hex.
func regionOf(b *tycoon.Book, at hex.Coord) string {
	for _, r := range regions(b) {
		if r.has(at) {
			return r.name
		}
	}
	return ""
}

// regionAsked reads the name of a region: "north-east", "northeast", "ne".
func regionAsked(s *tycoon.State, arg string) (window, string, bool) {
	want := strings.ReplaceAll(engine.Fold(arg), " ", "")
	if want == "center" || want == "middle" {
		want = "centre"
	}
	for _, r := range regions(s.Book()) {
		short := ""
		for _, w := range strings.Split(r.name, "-") {
			short += w[:1]
		}
		if want == engine.Fold(r.name) || want == short && len(short) == 2 {
			return r.window, r.name, true
		}
	}
	return window{}, "", false
}

// spotAsked reads a city or a hex.
func spotAsked(s *tycoon.State, arg string) (tycoon.Spot, error) {
	if at := s.Book().SpotNamed(engine.Fold(arg)); at != tycoon.NoSpot {
		return at, nil
	}
	at, err := wholeOf[tycoon.City](s.Book().CityDomain(nil), arg)
	if err == nil {
		return s.Book().Cities[at].Spot, nil
	}
	no := engine.Forbid("", key.NoSheetPlace, engine.Text("word", arg), regionsArg(s.Book()))
	if r, ok := engine.AsRefusal(err); ok {
		no.Expected = r.Expected
	}
	return tycoon.NoSpot, no
}

// citiesIn returns the cities in a window.
func citiesIn(s *tycoon.State, w window) []tycoon.City {
	return cities(s, func(at tycoon.City) bool { return w.has(s.Book().Hexes[s.Book().Cities[at].Spot].At) })
}

// The overview has two characters per hex.

// cityLetters are the colours of cities in the overview, indexed by Colour.
var cityLetters = [tycoon.Colours + 1]string{"G", "R", "Y", "B", "K", "P"}

// overview is the whole board, small, with the names of cities if they hide no track.
func overview(s *tycoon.State) []engine.Block {
	w := bounds(s.Book())
	rows := make([][]byte, w.south-w.north+1)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(" ", w.east-w.west+2))
	}
	for i := range s.Book().Hexes {
		h := &s.Book().Hexes[i]
		copy(rows[h.At.Y-w.north][h.At.X-w.west:], twoSigns(s, tycoon.Spot(i)))
	}
	for i := range s.Book().Cities {
		c := &s.Book().Cities[i]
		at := s.Book().Hexes[c.Spot].At
		rows[at.Y-w.north] = named(rows[at.Y-w.north], at.X-w.west, c.Name)
	}
	list := []string{ruler(w)}
	for y, r := range rows {
		name := strings.TrimRight(hex.Coord{X: 0, Y: w.north + y}.String(), "0123456789")
		list = append(list, strings.TrimRight(name+strings.Repeat(" ", 3-len(name))+string(r), " "))
	}
	how := engine.Block{Head: engine.Msg(key.HeadLegend), Lines: []engine.Message{engine.Msg(key.SheetOverviewGround), engine.Msg(key.SheetOverviewCity, exampleArgs(s)...)}}
	if len(s.Links)+len(s.Open) > 0 {
		how.Add(key.SheetOverviewTrack, marksArg(s, key.SheetLetterOf, func(seat engine.Seat) engine.Arg { return engine.Text("letter", trackLetter(seat)) }))
	}
	how.Instead = &engine.Block{} // it explains the drawing
	larger := engine.Block{Lines: []engine.Message{engine.Msg(key.SheetOverviewRegions, regionsArg(s.Book()))}}
	return []engine.Block{{Head: engine.Msg(key.HeadMap), Drawing: list}, how, larger}
}

// nameLeast is the least part of a city's name that is worth writing.
const nameLeast = 3

// named writes the name of a city that is drawn in two columns of a row of the overview, next to it over ground
// without track: to the right, or where there is more room to the left.
func named(row []byte, at int, name string) []byte {
	free := func(step, x int) (n int) {
		for n < len(name)+2 {
			i := x + step*n
			if i < 0 || step > 0 && i >= columns-3 || i < len(row) && !strings.ContainsRune(" ."+signHill, rune(row[i])) {
				return n
			}
			n++
		}
		return n
	}
	right, left := min(free(1, at+2)-2, len(name)), min(free(-1, at-1)-2, len(name)) // with a blank at both ends
	switch {
	case max(right, left) < min(nameLeast, len(name)):
		return row
	case right >= left:
		for len(row) < at+3+right {
			row = append(row, ' ')
		}
		row[at+2] = ' '
		copy(row[at+3:], name[:right])
	default:
		row[at-1] = ' '
		copy(row[at-1-left:], name[:left])
	}
	return row
}

// trackLetter returns a player's track in the overview: a small letter, since the numbers of cubes are next to it.
func trackLetter(seat engine.Seat) string { return string(rune('a' + seat)) }

// marksArg lists the marks of the players: "1 Ana and 2 Ben", "a Ana and b Ben".
func marksArg(s *tycoon.State, text string, mark func(seat engine.Seat) engine.Arg) engine.Arg {
	var list []engine.Arg
	for seat := range engine.Seat(s.Seats) {
		list = append(list, say(engine.Msg(text, mark(seat), engine.Player("player", seat))))
	}
	return engine.Several("players", list...)
}

// ruler returns a line with the number of every tenth column.
func ruler(w window) string {
	list := []byte(strings.Repeat(" ", w.east-w.west+6))
	for x := w.west; x <= w.east; x++ {
		if x%10 == 0 {
			copy(list[3+x-w.west:], strconv.Itoa(x+1))
		}
	}
	return strings.TrimRight(string(list), " ")
}

// twoSigns returns a hex in the overview.
func twoSigns(s *tycoon.State, at tycoon.Spot) string {
	h := &s.Book().Hexes[at]
	switch {
	case h.City != tycoon.NoCity:
		town := &s.Cities[h.City]
		return cityLetters[town.Colour] + strconv.Itoa(min(9, town.Cubes.Total()))
	case h.Terrain == tycoon.West:
		return "W"
	case !h.Track():
		return ""
	}
	switch list := s.Pieces(at); {
	case len(list) == 1 || len(list) > 1 && list[0].Owner == list[1].Owner:
		return trackLetter(list[0].Owner)
	case len(list) > 1:
		return "+"
	case h.Terrain == tycoon.Hill:
		return signHill
	}
	return "."
}

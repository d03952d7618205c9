package view

import (
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// mapSheet is the whole board, a region, or the surroundings of a city or a hex.
func mapSheet(s *tycoon.State, arg string) ([]engine.Block, error) {
	if arg == "" || engine.Fold(arg) == "all" {
		return overview(s), nil
	}
	if w, name, ok := regionAsked(s, arg); ok {
		blocks := drawn(s, engine.Msg(key.HeadMapRegion, engine.Order("region", name)), widened(s.Book(), w), nil)
		blocks[1].Lines = append(blocks[1].Lines, engine.Msg(key.SheetLegendBeyond, exampleArgs(s)...))
		return blocks, nil
	}
	at, err := spotAsked(s, arg)
	if err != nil {
		if seat, no := seatAsked(s, arg); no == nil {
			return []engine.Block{linksBlock(s, seat)}, nil
		}
		return nil, err
	}
	words := []tycoon.Spot{at}
	for e := range hex.Edge(hex.Edges) {
		if n := s.Book().Hexes[at].Next[e]; n != tycoon.NoSpot && usable(&s.Book().Hexes[n]) {
			words = append(words, n)
		}
	}
	return drawn(s, engine.Msg(key.HeadMapNear, spotSay(s, "hex", at)), around(s.Book(), s.Book().Hexes[at].At), words), nil
}

// drawn returns a drawing with its legend, its cities, and some hexes in words.
func drawn(s *tycoon.State, title engine.Message, w window, words []tycoon.Spot) []engine.Block {
	blocks := []engine.Block{
		{Head: title, Drawing: draw(s, w)},
		{Head: engine.Msg(key.HeadLegend), Lines: legend(s)},
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
		list = append(list, engine.Msg(key.SheetLegendTrack, numbersArg(s)))
	}
	return list
}

// numbersArg tells which number is which player: "1 Ana and 2 Ben".
func numbersArg(s *tycoon.State) engine.Arg {
	var list []engine.Arg
	for seat := range engine.Seat(s.Seats) {
		list = append(list, say(engine.Msg(key.SheetNumberOf, engine.Int("n", int(seat)+1), engine.Player("player", seat))))
	}
	return engine.Several("players", list...)
}

// bounds returns the smallest window that contains all land of the board.
func bounds(b *tycoon.Book) window {
	var w window
	first := true
	for i := range b.Hexes {
		at := b.Hexes[i].At
		if b.Hexes[i].Terrain == tycoon.Unusable {
			continue
		}
		if first {
			w, first = window{at.X, at.X, at.Y, at.Y}, false
		} else {
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
	at, err := wholeOf[tycoon.City](s.CityDomain(nil), arg)
	if err == nil {
		return s.Book().Cities[at].Spot, nil
	}
	var names []engine.Arg
	for _, r := range regions(s.Book()) {
		names = append(names, engine.Order("", r.name))
	}
	no := engine.Forbid("", key.NoSheetPlace, engine.Text("word", arg), engine.Several("regions", names...))
	if r, ok := engine.AsRefusal(err); ok {
		no.Expected = r.Expected
	}
	return tycoon.NoSpot, no
}

// citiesIn returns the cities in a window, in the order of the map file.
func citiesIn(s *tycoon.State, w window) (list []tycoon.City) {
	for i := range s.Book().Cities {
		if w.has(s.Book().Hexes[s.Book().Cities[i].Spot].At) {
			list = append(list, tycoon.City(i))
		}
	}
	return list
}

// The overview has two characters per hex.

// cityLetters are the colours of cities in the overview, indexed by Colour.
var cityLetters = [tycoon.Colours + 1]string{"G", "R", "Y", "B", "K", "P"}

// overview is the whole board, small, with the names of the cities where nothing that was
// built would be hidden.
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
		how.Lines = append(how.Lines, engine.Msg(key.SheetOverviewTrack, lettersArg(s)))
	}
	names := engine.SeveralOf("regions", regions(s.Book()), func(_ string, r region) engine.Arg { return engine.Order("", r.name) })
	how.Lines = append(how.Lines, engine.Msg(key.SheetOverviewRegions, names))
	return []engine.Block{{Head: engine.Msg(key.HeadMap), Drawing: list}, how}
}

// nameLeast is how many letters of a city's name are worth writing.
const nameLeast = 3

// named writes the name of a city that is drawn in two columns of a row of the overview beside
// it, over ground without track: to the right, or where there is more room to the left.
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

// trackLetter returns a player's track in the overview: a small letter, since the
// numbers of cubes are beside it.
func trackLetter(seat engine.Seat) string { return string(rune('a' + seat)) }

// lettersArg tells which letter is which player: "a Ana and b Ben".
func lettersArg(s *tycoon.State) engine.Arg {
	var list []engine.Arg
	for seat := range engine.Seat(s.Seats) {
		list = append(list, say(engine.Msg(key.SheetLetterOf, engine.Text("letter", trackLetter(seat)), engine.Player("player", seat))))
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

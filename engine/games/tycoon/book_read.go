package tycoon

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// reader reads the files of a board and collects all their faults.
type reader struct {
	boardFiles

	b      *Book
	cities map[string]City // by name as printed
	noWest bool            // a gateway is no city, so that nothing else about western links can be checked
	faults []engine.BoardFault
}

// bookOf reads a board; if there are faults, the Book must not be used.
func bookOf(f boardFiles) (*Book, []engine.BoardFault) {
	r := &reader{boardFiles: f, cities: map[string]City{}}
	r.b = &Book{Name: f.Map.Name, spots: map[hex.Coord]Spot{}, Market: NoCity}
	for _, read := range []func(){
		r.hexes, r.places, r.rivers, r.ridges, r.western,
		r.cards, r.barons, r.engines, r.income, r.setup, r.tiles, r.supply,
	} {
		read()
	}
	return r.b, r.faults
}

// fault records a fault: the key of a sentence that describes it and gives advice.
func (r *reader) fault(file, entry, text string, args ...engine.Arg) {
	r.faults = append(r.faults, engine.BoardFault{File: file, Entry: entry, Say: engine.Msg(text, args...)})
}

// Limits of the names of hexes (Orders by mail): rows A to AZ, columns of two digits.
const (
	rowsMost    = 52
	columnsMost = 99
)

// formatVersion is the known version of map files.
const formatVersion = 1

// terrains are the characters in the rows of a map file.
var terrains = map[rune]Terrain{'.': Open, '^': Hill, '@': InCity, '=': West, '~': Unusable}

// hexes reads the rows: character i is column i, and every second one is blank because
// columns are doubled.
func (r *reader) hexes() {
	rows := r.Map.Rows
	if r.Map.Version != formatVersion {
		r.fault(mapFile, "format_version", key.BoardVersion, engine.Int("n", r.Map.Version), engine.Int("want", formatVersion))
	}
	if strings.TrimSpace(r.Map.Name) == "" {
		r.fault(mapFile, "name", key.BoardNameMissing)
	}
	if len(rows) == 0 || len(rows) > rowsMost {
		r.fault(mapFile, "terrain_rows", key.BoardRows, engine.Int("n", len(rows)), engine.Int("most", rowsMost))
	}
	for y, row := range rows[:min(len(rows), rowsMost)] {
		r.row(y, row)
	}
	for i := range r.b.Hexes {
		h := &r.b.Hexes[i]
		for e := range h.Next {
			h.Next[e] = r.b.spotAt(h.At.Neighbour(hex.Edge(e)))
		}
	}
}

func (r *reader) row(y int, row string) {
	for x, char := range []rune(row) {
		at := hex.Coord{X: x, Y: y}
		terrain, known := terrains[char]
		switch {
		case char == ' ':
		case x >= columnsMost:
			r.fault(mapFile, rowEntry(y), key.BoardRowLong, engine.Int("most", columnsMost))
			return
		case !known:
			r.fault(mapFile, rowEntry(y), key.BoardTerrain, engine.Text("sign", string(char)), engine.Int("column", x+1))
		case (x+y)%2 != 0:
			r.fault(mapFile, rowEntry(y), key.BoardParity, engine.Text("sign", string(char)), engine.Int("column", x+1))
			return
		default:
			r.b.spots[at] = Spot(len(r.b.Hexes))
			r.b.Hexes = append(r.b.Hexes, Hex{At: at, Terrain: terrain, City: NoCity})
		}
	}
}

// rowEntry names a row of the map file: "terrain_rows: row F".
func rowEntry(y int) string {
	return "terrain_rows: row " + strings.TrimRight(hex.Coord{Y: y}.String(), "0123456789")
}

// spotAt returns the hex at a place; NoSpot off the board.
func (b *Book) spotAt(at hex.Coord) Spot {
	if spot, on := b.spots[at]; on {
		return spot
	}
	return NoSpot
}

// sideNames are the names of the sides, indexed by hex.Edge.
var sideNames = [hex.Edges]string{"SW", "W", "NW", "NE", "E", "SE"}

// side returns the side with this name in a file; ok is false for any other word.
func side(name string) (hex.Edge, bool) {
	e := slices.Index(sideNames[:], name)
	return hex.Edge(e), e >= 0
}

// hexNamed returns the hex that a file names; a malformed name, or one off the board,
// is a fault and gives NoSpot.
func (r *reader) hexNamed(file, entry, name string) Spot {
	at, err := hex.Parse(name)
	if err != nil {
		r.fault(file, entry, key.BoardHexName, engine.Text("hex", name))
		return NoSpot
	}
	spot := r.b.spotAt(at)
	if spot == NoSpot {
		r.fault(file, entry, key.BoardHexOff, engine.Text("hex", name))
	}
	return spot
}

// cityNamed returns the city that a file names.
func (r *reader) cityNamed(file, entry, name string) City {
	if c, known := r.cities[name]; known {
		return c
	}
	if name == "" {
		r.fault(file, entry, key.BoardCityMissing)
	} else {
		r.fault(file, entry, key.BoardCityUnknown, engine.Text("city", name))
	}
	return NoCity
}

// colourNamed returns the colour that a file names; only cities can be gray.
func colourNamed(name string) (Colour, bool) {
	c := slices.Index(colourWords[:], name)
	return Colour(c), c >= 0
}

func (r *reader) places() {
	if len(r.Map.Cities) < 2 {
		r.fault(mapFile, "cities", key.BoardCitiesFew, engine.Int("n", len(r.Map.Cities)))
	}
	for _, d := range r.Map.Cities {
		r.place(d, "cities: "+d.Name)
	}
	for i := range r.b.Hexes {
		if h := &r.b.Hexes[i]; h.Terrain == InCity && h.City == NoCity {
			r.fault(mapFile, rowEntry(h.At.Y), key.BoardCityNone, engine.Text("hex", h.At.String()))
		}
	}
}

func (r *reader) place(d cityData, entry string) {
	c := City(len(r.b.Cities))
	p := Place{Name: d.Name, plain: plainName(d.Name), Cubes: d.Cubes, Spot: r.hexNamed(mapFile, entry, d.Hex)}
	r.cityName(d.Name, entry)
	r.cities[d.Name] = c
	known := false
	if p.Colour, known = colourNamed(d.Colour); !known {
		r.fault(mapFile, entry, key.BoardColour, engine.Text("colour", d.Colour))
	}
	if d.Cubes < 1 {
		r.fault(mapFile, entry, key.BoardCubes, engine.Int("n", d.Cubes))
	}
	if p.Spot != NoSpot {
		h := &r.b.Hexes[p.Spot]
		switch {
		case h.Terrain != InCity:
			r.fault(mapFile, entry, key.BoardCityGround, engine.Text("hex", d.Hex))
		case h.City != NoCity:
			r.fault(mapFile, entry, key.BoardCityTwice, engine.Text("hex", d.Hex), engine.Text("city", r.b.Cities[h.City].Name))
		default:
			h.City = c
		}
		p.Exits = r.exits(h, d.Exits, entry)
	}
	r.b.Cities = append(r.b.Cities, p)
}

// cityName checks that orders can name a city (Orders by mail).
func (r *reader) cityName(name, entry string) {
	if _, twice := r.cities[name]; twice {
		r.fault(mapFile, entry, key.BoardNameTwice, engine.Text("city", name))
	}
	short := plainName(name)
	_, err := hex.Parse(strings.ToUpper(short))
	words := engine.Tokenize(name)
	if len(short) < beginning || err == nil || strings.ContainsAny(name, ":,;[](){}>?=#") || len(words.All) > cityWords || words.Line != strings.TrimSpace(name) {
		r.fault(mapFile, entry, key.BoardName, engine.Text("city", name))
	}
	if word, used := orderWord(name); used {
		r.fault(mapFile, entry, key.BoardNameWord, engine.Text("city", name), engine.Text("word", word))
	}
	for _, other := range r.b.Cities {
		if other.Name != name && other.plain == short {
			r.fault(mapFile, entry, key.BoardNameAlike, engine.Text("city", name), engine.Text("other", other.Name))
		}
	}
}

// orderWord finds a word of a name that orders use themselves: the first, or the whole name if it is a direction.
func orderWord(name string) (word string, used bool) {
	words := engine.Tokenize(name).All
	if len(words) == 0 {
		return "", false
	}
	first := words[0].Fold
	_, side := sideWords[plainName(name)]
	used = side && len(words) == 1 || withWords[first] || arrows[first] || fillers[first] || pathSigns[first] || overWords[first] || cubeWords[first]
	return words[0].Text, used
}

// exits reads the sides of a city that take track; they must lead to usable hexes.
func (r *reader) exits(h *Hex, names Labels, entry string) (exits Sides) {
	if len(names) == 0 {
		r.fault(mapFile, entry, key.BoardExitsNone)
	}
	for _, name := range names {
		e, ok := side(name)
		switch {
		case !ok:
			r.fault(mapFile, entry, key.BoardSide, engine.Text("side", name))
			continue
		case exits.Has(e):
			r.fault(mapFile, entry, key.BoardSideTwice, engine.Text("side", name))
		case h.Next[e] == NoSpot || !usable(&r.b.Hexes[h.Next[e]]):
			r.fault(mapFile, entry, key.BoardExit, engine.Text("side", name), engine.Text("hex", h.At.Neighbour(e).String()))
		}
		exits = exits.With(e)
	}
	return exits
}

// usable reports whether track may lead into a hex.
func usable(h *Hex) bool { return h.Track() || h.Terrain == InCity }

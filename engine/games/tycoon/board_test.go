package tycoon

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// smallBoard are the files of a small board with cities of its own.
func smallBoard(t *testing.T) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/board/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		b := expect.Get(os.ReadFile(name))(t)
		files[filepath.Base(name)] = b
	}
	return files
}

// TestBoard reads the small board, from its files and from the option.
func TestBoard(t *testing.T) {
	value, faults := boardValue(smallBoard(t))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s := set(t, 2, map[string]string{optBoard: value})
	if s.book.Name != "Long River Valley" || len(s.Cities) != 10 || len(s.Up) != 7 || len(s.Deck) != 6 {
		t.Errorf("%s: %d cities, cards %v, deck %v", s.book.Name, len(s.Cities), s.Up, s.Deck)
	}
	for _, o := range New().Options() {
		if o.Key == optBoard && (o.ShownValue(value) != "Long River Valley" || o.ShownValue(printedBoard) != printedBoard) {
			t.Errorf("letters show the board as %s", o.ShownValue(value))
		}
	}
	back, err := New().Decode(engine.Setup{Options: map[string]string{optBoard: value}}, engine.Encode(s))
	if err != nil || back.(*State).book != s.book {
		t.Errorf("the position comes back with another board: %v", err)
	}
	printed := map[string][]byte{}
	for _, name := range []string{mapFile, cardsFile, baronsFile, enginesFile, incomeFile, setupFile, tilesFile} {
		printed[name], err = files.ReadFile("data/" + name)
		expect.NoError(t, err)
	}
	if _, faults = boardValue(printed); len(faults) > 0 {
		t.Errorf("the printed board: %v", faults)
	}
}

// TestBoardOption refuses invalid boards.
func TestBoardOption(t *testing.T) {
	small := smallBoard(t)
	small[mapFile] = bytes.Replace(small[mapFile], []byte("Hilltop"), []byte("Millbrook"), 1)
	for value, want := range map[string]string{
		"moon": "tycoon.no.board", "{": "tycoon.no.board", `{"map":{"nam":"x"}}`: "tycoon.no.board",
		`{"map":{"name":"x"}}`: "tycoon.no.board-faulty",
	} {
		_, err := engine.CheckSetup(New(), engine.Setup{Seats: 3, Options: map[string]string{optBoard: value}})
		if r, refused := engine.AsRefusal(err); !refused || r.Why.Key != want {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// change is one change to a file of the small board.
type change struct{ file, from, to string }

// TestBoardFaults spoils the small board in each way, and finds the fault where it
// is; every sentence about boards is met.
func TestBoardFaults(t *testing.T) {
	met := map[string]bool{"tycoon.board.file-missing": true, "tycoon.board.file-unknown": true}
	for _, c := range boardFaults {
		files := smallBoard(t)
		if c.file == tilesFile || c.file == enginesFile || c.file == incomeFile {
			files[c.file] = smallFile(t, c.file)
		}
		before := files[c.file]
		files[c.file] = []byte(strings.Replace(string(before), c.from, c.to, 1))
		expect.True(t, !bytes.Equal(before, files[c.file]), "%s: %q is not there", c.file, c.from)
		value, faults := boardValue(files)
		for _, f := range faults {
			met[f.Say.Key] = true
		}
		want := engine.BoardFault{File: c.in, Entry: c.entry, Say: engine.Message{Key: "tycoon.board." + c.key}}
		if !slices.ContainsFunc(faults, func(f engine.BoardFault) bool {
			return f.File == want.File && f.Entry == want.Entry && f.Say.Key == want.Say.Key
		}) || value != "" {
			t.Errorf("%s: %q for %q: want %+v, got %+v", c.file, c.to, c.from, want, faults)
		}
	}
	sentences := expect.Get(os.ReadFile("../../../templates/en/tycoon-board.toml"))(t)
	for _, m := range regexp.MustCompile(`"(tycoon\.board\.[a-z-]+)"`).FindAllSubmatch(sentences, -1) {
		if key := string(m[1]); !met[key] {
			t.Errorf("no fault is %s", key)
		}
	}
}

// smallFile is a printed file that fits the small board.
func smallFile(t *testing.T, name string) []byte {
	t.Helper()
	b := expect.Get(files.ReadFile("data/" + name))(t)
	for from, to := range map[string]string{`"Kansas City",`: `"Westend"`, `"Des Moines"`: "", "Chicago": "Harbour", `"count": 2,`: `"count": 1,`} {
		b = bytes.ReplaceAll(b, []byte(from), []byte(to))
	}
	return b
}

// boardFaults are changes to a file, with the faults that they cause.
var boardFaults = []struct {
	change
	in, entry, key string
}{
	{change{mapFile, `"format_version": 1`, `"format_version": 2`}, mapFile, "format_version", "version"},
	{change{mapFile, `"name": "Long River Valley"`, `"name": " "`}, mapFile, "name", "name-missing"},
	{change{mapFile, `"name": "Long River Valley",`, `"name": "Long River Valley", "title": 3,`}, mapFile, "", "json"},
	{change{mapFile, `"terrain_rows": [`, `"terrain_rows": [` + strings.Repeat(`"",`, 50)}, mapFile, "terrain_rows", "rows"},
	{change{mapFile, "~ . . . . . . . ~", "~ . . . . . . . ~" + strings.Repeat(" .", 50)}, mapFile, "terrain_rows: row A", "row-long"},
	{change{mapFile, "~ . . .", "~ . x ."}, mapFile, "terrain_rows: row A", "terrain"},
	{change{mapFile, "~ . . .", "~ .. ."}, mapFile, "terrain_rows: row A", "parity"},
	{change{mapFile, `"hex": "B6"`, `"hex": "6B"`}, mapFile, "cities: Northgate", "hex-name"},
	{change{mapFile, `"hex": "B6"`, `"hex": "B46"`}, mapFile, "cities: Northgate", "hex-off"},
	{change{mapFile, `"hex": "B6"`, `"hex": "B8"`}, mapFile, "cities: Northgate", "city-ground"},
	{change{mapFile, `"hex": "B6"`, `"hex": "B8"`}, mapFile, "terrain_rows: row B", "city-none"},
	{change{mapFile, `"hex": "B12"`, `"hex": "B6"`}, mapFile, "cities: Eastport", "city-twice"},
	{change{mapFile, `"cities": [`, `"cities": [], "about": [`}, mapFile, "cities", "cities-few"},
	{change{mapFile, `"name": "Eastport"`, `"name": "B12"`}, mapFile, "cities: B12", "name"},
	{change{mapFile, `"name": "Eastport"`, `"name": "Ea"`}, mapFile, "cities: Ea", "name"},
	{change{mapFile, `"name": "Eastport"`, `"name": "Port (East)"`}, mapFile, "cities: Port (East)", "name"},
	{change{mapFile, `"name": "Eastport"`, `"name": "with grant"`}, mapFile, "cities: with grant", "name-word"},
	{change{mapFile, `"name": "Eastport"`, `"name": "East"`}, mapFile, "cities: East", "name-word"},
	{change{mapFile, `"name": "Eastport"`, `"name": "South-West"`}, mapFile, "cities: South-West", "name-word"},
	{change{mapFile, `"name": "Eastport"`, `"name": "Via Reggio"`}, mapFile, "cities: Via Reggio", "name-word"},
	{change{mapFile, `"name": "Eastport"`, `"name": "Northgate"`}, mapFile, "cities: Northgate", "name-twice"},
	{change{mapFile, `"name": "Eastport"`, `"name": "North Gate"`}, mapFile, "cities: North Gate", "name-alike"},
	{change{mapFile, `"color": "blue"`, `"color": "green"`}, mapFile, "cities: Eastport", "colour"},
	{change{mapFile, `"color": "blue", "cubes": 3`, `"color": "blue", "cubes": 0`}, mapFile, "cities: Eastport", "cubes"},
	{change{mapFile, `"exits": ["NE", "E", "SE", "SW", "W", "NW"]`, `"exits": []`}, mapFile, "cities: Northgate", "exits-none"},
	{change{mapFile, `"exits": ["NE", "E", "SE", "SW", "W", "NW"]`, `"exits": ["N"]`}, mapFile, "cities: Northgate", "side"},
	{change{mapFile, `"exits": ["NE", "E", "SE", "SW", "W", "NW"]`, `"exits": ["E", "E"]`}, mapFile, "cities: Northgate", "side-twice"},
	{change{mapFile, `"exits": ["NE", "E", "SE", "SW", "NW"]`, `"exits": ["W"]`}, mapFile, "cities: Westend", "exit"},
	{change{mapFile, `"path": ["A11", "B10", "C11", "D12", "E13", "F12", "G13"]`, `"path": []`}, mapFile, "rivers: Long River", "river-short"},
	{change{mapFile, `"A11", "B10"`, `"A11", "B8"`}, mapFile, "rivers: Long River", "river-gap"},
	{change{mapFile, `"enters_from_off_map": "NE"`, `"enters_from_off_map": "W"`}, mapFile, "rivers: Long River", "river-off"},
	{change{mapFile, `"enters_from_off_map": "NE"`, `"leaves_off_map": "down"`}, mapFile, "rivers: Long River", "side"},
	{change{mapFile, `"B10": ["NE", "SE"]`, `"B10": ["NE", "E"]`}, mapFile, "river_sides: B10", "river-sides"},
	{change{mapFile, `"B10": ["NE", "SE"], `, ``}, mapFile, "river_sides: B10", "river-sides"},
	{change{mapFile, `"B10": ["NE", "SE"], `, `"B10": ["NE", "SE"], "B12": ["E"], `}, mapFile, "river_sides: B12", "river-ground"},
	{change{mapFile, `["C9", "D10"]`, `["C9"]`}, mapFile, "ridges: C9", "ridge-pair"},
	{change{mapFile, `["C9", "D10"]`, `["C9", "E9"]`}, mapFile, "ridges: C9 E9", "ridge-far"},
	{change{mapFile, `["C9", "D10"]`, `["F8", "E9"]`}, mapFile, "ridges: E9 F8", "ridge-twice"},
	{change{mapFile, " = @ . ^", " . @ . ^"}, mapFile, "western_link: Westend", "western-ground"},
	{change{mapFile, `"Westend": "D2"`, `"Westend": "D6"`}, mapFile, "western_link: Westend", "western-place"},
	{change{mapFile, `"Westend": "D2"`, `"Westend": "D6"`}, mapFile, "terrain_rows: row D", "western-none"},
	{change{mapFile, `"name": "Westend"`, `"western_link_hex": "D6", "name": "Westend"`}, mapFile, "cities: Westend", "western-two"},
	{change{mapFile, `"Westend": "D2"`, `"Nowhere": "D2"`}, mapFile, "western_link: gateways", "city-unknown"},
	{change{mapFile, `"market": "Harbour"`, `"market": ""`}, mapFile, "western_link: market", "city-missing"},
	{change{cardsFile, `"id": 5`, `"id": 6`}, cardsFile, "operation_cards: 5 Hotel Northgate", "card-id"},
	{change{cardsFile, `"kind": "hotel"`, `"kind": "inn"`}, cardsFile, "operation_cards: 4 Hotel Harbour", "card-kind"},
	{change{cardsFile, `"timing": "keep"`, `"timing": "award"`}, cardsFile, "operation_cards: 4 Hotel Harbour", "card-timing"},
	{change{cardsFile, `"points": 8`, `"points": 0`}, cardsFile, "operation_cards: 7 Major Line Harbour - Westend", "card-points"},
	{change{cardsFile, `"name": "New Industry"`, `"name": "New Industry", "points": 2`}, cardsFile, "operation_cards: 10 New Industry", "card-points"},
	{change{cardsFile, `"name": "New Industry"`, `"name": "New Industry", "links": 2`}, cardsFile, "operation_cards: 10 New Industry", "card-field"},
	{change{cardsFile, `"name": "New Industry"`, `"name": "New Industry", "city": "Ford"`}, cardsFile, "operation_cards: 10 New Industry", "card-city"},
	{change{cardsFile, `"tiles": 5`, `"tiles": 0`}, cardsFile, "operation_cards: 13 Perfect Engineering", "card-number"},
	{change{cardsFile, `"city_b": "Ford"`, `"city_b": "Northgate"`}, cardsFile, "operation_cards: 6 Major Line Northgate - Ford", "card-ends"},
	{change{cardsFile, `"needs_western_link_at": "Westend"`, `"needs_western_link_at": "Ford"`}, cardsFile, "operation_cards: 7 Major Line Harbour - Westend", "card-west"},
	{change{cardsFile, `"city": "Hilltop"`, `"city": "Chicago"`}, cardsFile, "operation_cards: 8 Service Bounty Hilltop", "city-unknown"},
	{change{cardsFile, `"city": "Hilltop"`, `"note": "Chicago"`}, cardsFile, "operation_cards: 8 Service Bounty Hilltop", "city-missing"},
	{change{cardsFile, `"per_turn": 1`, `"per_turn": 2`}, cardsFile, "setup: per_turn", "fixed"},
	{change{baronsFile, `"barons": [`, `"barons": [], "what": [`}, baronsFile, "barons", "barons-few"},
	{change{baronsFile, `"id": "net"`, `"id": "line"`}, baronsFile, "barons: line", "baron-id"},
	{change{baronsFile, `"name": "C. Webb"`, `"name": ""`}, baronsFile, "barons: net", "name-missing"},
	{change{baronsFile, `"points": 2`, `"points": 0`}, baronsFile, "barons: hub", "baron-points"},
	{change{baronsFile, `"goal": "most_money"`, `"goal": "more_money"`}, baronsFile, "barons: purse", "baron-goal"},
	{change{baronsFile, `"max": 6`, `"max": 1`}, baronsFile, "barons: hub", "baron-each"},
	{change{baronsFile, `"level": 4`, `"level": 9`}, baronsFile, "barons: steam", "baron-level"},
	{change{baronsFile, `"city_b": "Northgate"`, `"city_b": "Ford"`}, baronsFile, "barons: link", "card-ends"},
	{change{mapFile, `"gateways": {"Westend": "D2"},`, ``}, baronsFile, "barons: west", "baron-west"},
	{change{enginesFile, `"max_level": 8`, `"max_level": 1`}, enginesFile, "max_level", "engine-most"},
	{change{enginesFile, `"max_level": 8`, `"max_level": 9`}, enginesFile, "upgrade_cost", "engine-costs"},
	{change{enginesFile, `"8": 20`, `"8": -20`}, enginesFile, "upgrade_cost: 8", "engine-cost"},
	{change{enginesFile, `"start_level": 1`, `"start_level": 2`}, enginesFile, "start_level", "fixed"},
	{change{incomeFile, "  0, 3", "  0, 1, 3"}, incomeFile, "income_by_position", "income"},
	{change{incomeFile, "  0, 3", "  -1, 3"}, incomeFile, "income_by_position: 0", "income-low"},
	{change{incomeFile, `"above_100": "wrap"`, `"above_100": "flat"`}, incomeFile, "above_100", "income-above"},
	{change{setupFile, `"2": 4`, `"2": 11`}, setupFile, "empty_city_markers_to_end: 2", "markers"},
	{change{setupFile, `"red": 12, "yellow": 12, "blue": 12, "black": 12, "purple": 12`, `"red": 12`}, setupFile, "bag", "bag"},
	{change{setupFile, `"red": 12`, `"gray": 12`}, setupFile, "bag", "colour"},
	{change{setupFile, `"red": 12`, `"red": -1`}, setupFile, "bag: red", "cubes-number"},
	{change{setupFile, `"red": 12`, `"red": 1000`}, setupFile, "bag: red", "cubes-number"},
	{change{setupFile, `"pays": 5`, `"pays": 6`}, setupFile, "share: pays", "fixed"},
	{change{tilesFile, `"hill": 4`, `"hill": 3`}, tilesFile, "track: cost: hill", "fixed"},
	{change{tilesFile, `"color": "red"`, `"color": "blue"`}, tilesFile, "western_link: cubes_added: color", "western-colour"},
	{change{tilesFile, `"market": "Harbour"`, `"market": "Ford"`}, tilesFile, "western_link: market", "western-market"},
	{change{tilesFile, `"Westend"`, `"Ford"`}, tilesFile, "western_link: gateways", "western-gateway"},
}

// TestBoardAllFaults finds the faults of several files in one go.
func TestBoardAllFaults(t *testing.T) {
	small := smallBoard(t)
	delete(small, baronsFile)
	small["notes.json"] = []byte("{}")
	small[cardsFile] = []byte("{")
	_, faults := boardValue(small)
	got := map[string]string{}
	for _, f := range faults {
		got[f.File] = f.Say.Key
	}
	want := map[string]string{baronsFile: "tycoon.board.file-missing", "notes.json": "tycoon.board.file-unknown", cardsFile: "tycoon.board.json"}
	expect.Same(t, "faults by file", got, want)
	small = smallBoard(t)
	small[mapFile] = []byte(strings.NewReplacer(`"yellow"`, `"green"`, `"B10": `, `"B8": `).Replace(string(small[mapFile])))
	if _, faults = boardValue(small); len(faults) != 4 {
		t.Errorf("%d faults: %v", len(faults), faults)
	}
}

// A misspelt gateway is one fault: files that agree with the intended name, and omitted ones, are not blamed for it.
func TestBoardGatewayMisspelt(t *testing.T) {
	for _, given := range []bool{false, true} {
		small := smallBoard(t)
		if given {
			small[tilesFile] = smallFile(t, tilesFile)
		}
		small[mapFile] = bytes.Replace(small[mapFile], []byte(`"Westend": "D2"`), []byte(`"Westand": "D2"`), 1)
		_, faults := boardValue(small)
		if len(faults) != 1 || faults[0].Entry != "western_link: gateways" || faults[0].Say.Key != "tycoon.board.city-unknown" {
			t.Errorf("tiles.json given: %v: %+v", given, faults)
		}
	}
}

// TestBoardGames plays on the small board: random lines, then usual actions alone. The
// log decides the game again, without the files.
func TestBoardGames(t *testing.T) {
	value, _ := boardValue(smallBoard(t))
	find := func(string) engine.Title { return New() }
	for seats := seatsLeast; seats <= seatsMost; seats++ {
		for _, player := range []string{"random", "usual"} {
			setup, err := engine.CheckSetup(New(), engine.Setup{Seats: seats, Options: map[string]string{optBoard: value}})
			expect.NoError(t, err)
			g, first := expect.Get2(engine.Begin("small", New(), setup, make([]string, seats), engine.Seed("small board")))(t)
			records := append([]*engine.Record{first}, playOn(t, g, player)...)
			again, err := engine.Replay(find, records, engine.Seed("small board"))
			if err != nil || again.Digest() != g.Digest() {
				t.Errorf("%d seats, %s: decided again: %v", seats, player, err)
			}
			if !g.Pos.Over() && player == "usual" {
				t.Errorf("%d seats: the game of usual actions does not end", seats)
			}
		}
	}
}

// playOn plays a game on, at most for this many lines.
func playOn(t *testing.T, g *engine.Game, player string) (records []*engine.Record) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, uint64(g.Setup.Seats)))
	for range 600 {
		if g.Pos.Over() {
			break
		}
		seat := g.Waiting()[0]
		line := ""
		if player == "random" {
			line = advise.RandomLine(rng, g.Title, g.Pos, seat)
		} else {
			line = New().Usual(g.Pos, seat).Lines[0]
		}
		out, err := g.Try(seat, line, false)
		expect.NoError(t, err, line)
		records = append(records, g.Take(seat, out))
	}
	return records
}

package data18xx

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// A tiny box of two editions: three hexes in a row; the second edition lacks one.
const (
	tinyMap = `{"boards": [
		{"edition": "large", "barriers": [["A3", "A5"]], "hexes": [
			{"hex": "A1", "kind": "town", "stops": [{"kind": "town"}], "terrain": {"river": 10, "hill": 20}, "log": 0},
			{"hex": "A3", "kind": "city", "name": "Town", "label": "K", "stops": [{"kind": "city"}], "stubs": [1], "log": 1},
			{"hex": "A5", "kind": "area", "colour": "red", "stops": [{"kind": "area", "values": {"yellow": 30}}], "track": "1-a"}]},
		{"edition": "small", "of": "large", "without": ["A5"], "log": {"A3": 7}}]}`
	tinyTiles = `{"first": {"city": ["6"], "city K": ["57"]},
		"stacks": [{"faces": ["57", "6"], "count": 2}, {"faces": ["14"], "count": 1, "editions": ["large"]}],
		"tiles": [
			{"tile": "57", "colour": "yellow", "stops": [{"kind": "city", "value": 20}], "track": "0-a a-3", "to": ["14"]},
			{"tile": "6", "colour": "yellow", "stops": [{"kind": "city", "value": 20}], "track": "0-a 2-a", "on": {"K": ["14"]}},
			{"tile": "14", "colour": "green", "stops": [{"kind": "city", "slots": 2, "value": 30}], "track": "0-a 1-a 3-a 4-a"}]}`
	tinyGame = `{"editions": [
			{"name": "large", "tables": {"3": {"cash": 400, "certificates": 12}}, "chart": [40, 50], "phases": [{"name": "a", "colours": ["yellow"], "limit": [2]}]},
			{"name": "small", "tables": {"2": {"certificates": 9}}}],
		"kinds": [{"name": "major", "director": 20, "share": 10, "most": 60, "stations": [0, 40]}],
		"companies": [{"id": "X", "kind": "major"}, {"id": "Y", "word": "Ý", "kind": "major", "editions": ["large"]}],
		"trains": [{"name": "2", "count": 3, "faces": [{"name": "2", "kind": "major", "range": 2, "price": 80}]},
			{"name": "3", "opens": true, "editions": ["large"], "faces": [{"name": "3", "kind": "major", "range": 3, "rusted_by": ["2"]}]}]}`
)

// files are the tiny data with one text replaced.
func files(old, fresh string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{"map": tinyMap, "tiles": tinyTiles, "game": tinyGame} {
		fsys["data/"+name+".json"] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, fresh, 1))}
	}
	return fsys
}

func tiny(t *testing.T) (large, small *Edition) {
	t.Helper()
	g := expect.Get(Read(files("", ""), "toy"))(t)
	if len(g.Companies) != 2 || g.Companies[0].Word != "X" || g.Companies[1].Word != "Ý" || g.Kinds[0].Structure() != (stock.Structure{Director: 20, Share: 10, Most: 60}) {
		t.Errorf("%+v of %+v", g.Companies, g.Kinds)
	}
	return &g.Editions[0], &g.Editions[1]
}

func TestEditions(t *testing.T) {
	large, small := tiny(t)
	if !slices.Equal(large.Companies, []int{0, 1}) || !slices.Equal(small.Companies, []int{0}) {
		t.Errorf("companies %v and %v", large.Companies, small.Companies)
	}
	if !slices.Equal(small.Chart, stock.Chart{40, 50}) || len(small.Phases) != 1 || small.Tables[2].Certificates != 9 || large.Tables[3].Cash != 400 {
		t.Errorf("the second edition: %+v", small)
	}
	if len(large.Trains) != 2 || len(small.Trains) != 1 || large.Trains[0].Count != 3 || large.Trains[1].Count != trains.Endless || !large.Trains[1].Opens {
		t.Errorf("trains %+v and %+v", large.Trains, small.Trains)
	}
	for e, want := range map[*Edition][]int{large: {2, 1}, small: {2, 0}} {
		for i, n := range want {
			if stack := e.World.Set.Stacks[i]; stack.Count != n {
				t.Errorf("%s: stack %d has %d pieces, want %d", e.Name, i, stack.Count, n)
			}
		}
	}
}

func TestBoard(t *testing.T) {
	large, small := tiny(t)
	hexes := large.World.Map.Hexes
	if h := &hexes[0]; h.Cost != 30 || h.Terrain != "hill river" || !h.Fixed || h.LogID != "A1-0" || h.Printed.Colour != "white" {
		t.Errorf("A1: %+v", h)
	}
	h := &hexes[1]
	if h.Fixed || h.Place != "Town" || h.LogID != "A3-1" || h.Barred != 1<<4 || h.Allowed != 0 || h.Printed.Stops[0].Slots != 1 {
		t.Errorf("A3: %+v", h)
	}
	// Of the rotations of 57, those with an exit at the stub.
	if len(h.First) != 1 || h.First[0].To != 0 || !slices.Equal(h.First[0].Turns, []int{1, 4}) {
		t.Errorf("the first tiles of A3: %+v", h.First)
	}
	if on := h.Upgrades[1]; len(on) != 1 || on[0].To != 2 || !slices.Equal(on[0].Turns, []int{2, 5}) {
		t.Errorf("the upgrades on A3: %+v", h.Upgrades)
	}
	if area := &hexes[2].Printed; area.Stops[0].Kind != track.Area || area.Stops[0].Worth("yellow") != 30 || area.Paths[0] != (track.Path{A: 1, B: track.StopEnd(0)}) {
		t.Errorf("A5: %+v", area)
	}
	if h := &small.World.Map.Hexes[1]; len(small.World.Map.Hexes) != 2 || h.LogID != "A3-7" || h.Neighbour[4] != track.NoHex {
		t.Errorf("A3 of the small board: %+v", h)
	}
	if to := large.World.Set.Upgrades[0]; len(to) != 1 || !slices.Equal(to[0].Turns, []int{0, 2, 3, 5}) {
		t.Errorf("57 becomes %+v", to)
	}
}

// TestAllowed: track may lead to a hex that takes tiles, and to printed track on a hex that takes none.
func TestAllowed(t *testing.T) {
	g := expect.Get(Read(files(`"barriers": [["A3", "A5"]], `, ""), "toy"))(t)
	if h := &g.Editions[0].World.Map.Hexes[1]; h.Allowed != 1<<4 {
		t.Errorf("track may lead from A3 to %06b", h.Allowed)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ old, fresh, fault string }{
		{`"log": 0`, `"colour_of_ink": 0`, "unknown field"},
		{`"hex": "A1"`, `"hex": "1A"`, "not the name of a hex"},
		{`"A5"]]`, `"A1"]]`, ""},
		{`["A3", "A5"]`, `["A1", "A5"]`, "are not neighbours"},
		{`"kind": "town"}`, `"kind": "port"}`, `unknown kind of stop "port"`},
		{`0-a a-3`, `0-b a-3`, `unknown track "0-b"`},
		{`0-a a-3`, `0-a a-6`, `unknown track "a-6"`},
		{`0-a a-3`, `0-0`, "tile 57"},
		{`"to": ["14"]`, `"to": ["15"]`, "tile 15"},
		{`"on": {"K": ["14"]}`, `"on": {"K": ["15"]}`, "tile 15"},
		{`"city": ["6"]`, `"town": ["9"]`, "tile 9"},
		{`["57", "6"]`, `["57", "9"]`, "tile 9"},
		{`"id": "X", "kind": "major"`, `"id": "X", "kind": "minor"`, `company X: there is no kind of company "minor"`},
		{`"name": "3", "kind": "major"`, `"name": "3", "kind": "minor"`, "train 3"},
		{`"edition": "small"`, `"edition": "tiny"`, "no board"},
	} {
		_, err := Read(files(c.old, c.fresh), "toy")
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, want %q", c.fresh, err, c.fault)
		}
	}
	expect.Fails(t, "no files are read", expect.Err(Read(fstest.MapFS{}, "toy")), "")
}

package track_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/rail/track"
	"railpost/engine/rail/track/tracktest"
)

// TestTraces18CZ compares with whole games of 18CZ that the public engine
// recorded: every lay and station that it took is legal, what it refused for
// reasons of track is not, every piece of a route is a link. RAILPOST_TRACES adds
// a folder of traces. The rest of the game is compared by the title.
func TestTraces18CZ(t *testing.T) {
	files, err := filepath.Glob("testdata/18CZ-*.jsonl.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	if dir := os.Getenv("RAILPOST_TRACES"); dir != "" {
		files = append(files, tracesBelow(t, dir)...)
	}
	var sum counts
	for _, file := range files {
		r := newReplay(t, file)
		r.play()
		sum.lays += r.lays
		sum.refused += r.refused
		sum.stations += r.stations
		sum.pieces += r.pieces
	}
	t.Logf("%d games, %+v", len(files), sum)
	if sum.lays < 100 || sum.refused < 20 || sum.stations < 5 || sum.pieces < 100 {
		t.Error("that is too little")
	}
}

func tracesBelow(t *testing.T, dir string) (files []string) {
	err := filepath.WalkDir(level.Path(dir), func(file string, _ fs.DirEntry, err error) error {
		if name := filepath.Base(file); strings.HasPrefix(name, "18CZ-") && strings.HasSuffix(name, ".jsonl.gz") {
			files = append(files, file)
		}
		return err
	})
	expect.NoError(t, err)
	return files
}

type counts struct{ lays, refused, stations, pieces int }

// replay follows a trace with a board of our own. Stations come from the trace
// after each action.
type replay struct {
	t     *testing.T
	file  string
	lines *bufio.Scanner
	w     *track.World
	board track.Board
	state map[string]any
	names []string // of companies, by Owner
	counts
}

// action is an action of a trace, with the fields that are about track.
type action struct {
	Type, Entity, Hex, Tile, City string
	Kind                          string `json:"entity_type"`
	Rotation                      int
	Routes                        []struct{ Connections [][]string }
}

type line struct {
	Header *struct{ Players []any }
	Action *json.RawMessage
	State  map[string]any
	Refuse *json.RawMessage `json:"refused"`
	Why    string
}

func newReplay(t *testing.T, file string) *replay {
	f := expect.Get(os.Open(file))(t)
	t.Cleanup(func() { f.Close() })
	z := expect.Get(gzip.NewReader(f))(t)
	r := &replay{t: t, file: filepath.Base(file), lines: bufio.NewScanner(z)}
	r.lines.Buffer(nil, 1<<22)
	return r
}

func (r *replay) play() {
	for r.lines.Scan() {
		var l line
		if err := json.Unmarshal(r.lines.Bytes(), &l); err != nil {
			r.t.Fatal(err)
		}
		switch {
		case l.Header != nil:
			r.w, r.state = tracktest.World18CZ(len(l.Header.Players)), l.State
			r.board = track.NewBoard(r.w)
		case l.Action != nil:
			a := r.read(*l.Action)
			r.accepted(a)
			merge(r.state, l.State)
			r.compare(a)
		case l.Refuse != nil:
			r.refusal(r.read(*l.Refuse), l.Why)
		}
	}
	if err := r.lines.Err(); err != nil {
		r.t.Fatal(err)
	}
}

func (r *replay) read(text json.RawMessage) (a action) {
	var other *json.UnmarshalTypeError // the entity of a player is a number
	if err := json.Unmarshal(text, &a); err != nil && !errors.As(err, &other) {
		r.t.Fatal(err)
	}
	return a
}

func (r *replay) differ(a action, format string, args ...any) {
	r.t.Errorf("%s: %s of %s %s%s: %s", r.file, a.Type, a.Entity, a.Hex, a.City, fmt.Sprintf(format, args...))
}

// merge applies a patch (RFC 7386).
func merge(to, patch map[string]any) {
	for key, v := range patch {
		sub, isMap := v.(map[string]any)
		old, wasMap := to[key].(map[string]any)
		switch {
		case v == nil:
			delete(to, key)
		case isMap && wasMap:
			merge(old, sub)
		default:
			to[key] = v
		}
	}
}

// owner is the company that acts; for a local railway its owner.
func (r *replay) owner(a action) track.Owner {
	name := a.Entity
	if list, ok := r.state["companies"].(map[string]any)[name].([]any); ok && a.Kind == "company" {
		name = fmt.Sprint(list[0])
	}
	if !slices.Contains(r.names, name) {
		r.names = append(r.names, name)
	}
	return track.Owner(slices.Index(r.names, name))
}

// colours of the phase; a local railway of 18CZ lays the purple ones, too.
func (r *replay) colours(a action) []string {
	colours := []string{"yellow", "red"}
	for _, c := range []struct{ phase, colour string }{{"d", "green"}, {"f", "brown"}, {"i", "gray"}} {
		if r.state["phase"].(string) < c.phase {
			break
		}
		colours = append(colours, c.colour)
		if a.Kind == "company" {
			colours = append(colours, "purple "+c.colour)
		}
	}
	return colours
}

func (r *replay) lay(a action) track.Lay {
	return track.Lay{Hex: at(r.t, r.w, a.Hex), Tile: find(r.t, r.w.Set, a.Tile[:strings.LastIndexByte(a.Tile, '-')]), Turn: a.Rotation}
}

// accepted examines an action before it is carried out.
func (r *replay) accepted(a action) {
	switch a.Type {
	case "lay_tile":
		r.lays++
		l := r.lay(a)
		fault := r.board.Check(r.w, r.owner(a), r.colours(a), l)
		home := r.w.Set.Tiles[l.Tile].Colour == "red" // laid anywhere among its two hexes (7.3)
		if fault.Why != track.Legal && !(home && fault.Why == track.NotConnected) {
			r.differ(a, "we refuse tile %s turned %d: %+v", a.Tile, a.Rotation, fault)
		}
		r.board.Place(r.w, l)
	case "place_token":
		if p, ok := r.place(a); ok && !strings.Contains(fmt.Sprint(r.state["step"]), "Home") {
			r.stations++
			if !r.board.Reach(r.w, r.owner(a)).Meets(p) || r.board.Free(r.w, p) == 0 {
				r.differ(a, "we refuse the station")
			}
		}
	case "run_routes":
		if !r.board.Reach(r.w, r.owner(a)).Runs {
			r.differ(a, "we know no route")
		}
		r.findPieces(a)
	}
}

// findPieces finds every piece of the routes among the links.
func (r *replay) findPieces(a action) {
	known := map[string]bool{}
	for _, l := range r.board.Links(r.w, r.owner(a)).Links {
		back := slices.Clone(l.Hexes)
		slices.Reverse(back)
		known[fmt.Sprint(l.Hexes)], known[fmt.Sprint(back)] = true, true
	}
	for _, route := range a.Routes {
		for _, names := range route.Connections {
			r.pieces++
			var hexes []track.HexID
			for _, name := range names {
				hexes = append(hexes, at(r.t, r.w, name))
			}
			if !known[fmt.Sprint(hexes)] {
				r.differ(a, "we know no link %v", names)
			}
		}
	}
}

// refusal: we also refuse actions that were refused because of track.
func (r *replay) refusal(a action, why string) {
	switch why {
	case "tile is not a legal replacement", "tile orientation or reach not legal":
		r.refused++
		if r.board.Check(r.w, r.owner(a), r.colours(a), r.lay(a)).Why == track.Legal {
			r.differ(a, "we take tile %s turned %d, refused as %q", a.Tile, a.Rotation, why)
		}
	case "token place not reachable":
		if p, ok := r.place(a); ok {
			r.refused++
			if r.board.Reach(r.w, r.owner(a)).Meets(p) {
				r.differ(a, "we reach it")
			}
		}
	}
}

// place finds the city "619-1-0"; ok is false if there are two such tiles.
func (r *replay) place(a action) (track.Place, bool) {
	parts := strings.Split(a.City, "-")
	stop, err := strconv.Atoi(parts[2])
	if err != nil {
		r.t.Fatal(err)
	}
	var found []track.HexID
	for h := range r.w.Map.Hexes {
		tile, _ := r.board.Face(r.w, track.HexID(h))
		if name := r.w.Map.Hexes[h].Name; tile.Number == parts[0] || tile.Number == "" && name == parts[0] {
			found = append(found, track.HexID(h))
		}
	}
	if len(found) != 1 {
		return track.Place{}, false
	}
	return track.Place{Hex: found[0], Stop: stop}, true
}

// compare examines the board after an action, and copies the stations.
func (r *replay) compare(a action) {
	laid := r.state["map"].(map[string]any)
	for h, l := range r.board.Laid {
		got, want := "", laid[r.w.Map.Hexes[h].Name]
		if id, ok := l.ID(); ok {
			got = fmt.Sprintf("%s/%d", r.w.Set.Tiles[id].Number, l.Turn)
		}
		if want != nil && got != want || want == nil && got != "" {
			r.t.Fatalf("%s: on %s lies %q, want %v", r.file, r.w.Map.Hexes[h].Name, got, want)
		}
	}
	before := r.board.Stations
	r.takeStations()
	// A station on B9 is placed again, and red tiles come with one (8.6, 7.3).
	if a.Type != "lay_tile" || a.Hex == "B9" || r.w.Set.Tiles[r.lay(a).Tile].Colour == "red" {
		return
	}
	for _, s := range before {
		now, ok := r.board.Own(s.Owner, s.Hex)
		if !ok || r.board.Stations[now].Place() != s.Place() {
			r.differ(a, "we move the station to %+v", s)
		}
	}
}

// takeStations sets the stations as the trace has them.
func (r *replay) takeStations() {
	fresh := track.NewBoard(r.w)
	fresh.Laid, fresh.Left = r.board.Laid, r.board.Left
	for name, company := range r.state["corporations"].(map[string]any) {
		tokens, _ := company.(map[string]any)["tokens"].([]any)
		for _, token := range tokens {
			t := token.([]any)
			p := track.Place{Hex: at(r.t, r.w, t[0].(string)), Stop: int(t[1].(float64))}
			fresh.AddStation(r.owner(action{Entity: name}), p, int(t[2].(float64)))
		}
	}
	r.board = fresh
}

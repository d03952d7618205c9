// Package routetest compares the best routes of a title with those of route problems: situations of other
// people's games, with the maximum found by an exhaustive search. The problems of the package itself come from
// random play; RAILPOST_ROUTES=FILE[,FILE] adds more, as absolute paths or from the module's root.
package routetest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

//go:embed routes.jsonl.gz
var own []byte

// Problem is a situation: a company, its trains and a board.
type Problem struct {
	ID            string         `json:"id"`
	Category      string         `json:"category"`
	Title         string         `json:"title"`
	Players       int            `json:"players"`
	OptionalRules []string       `json:"optional_rules"`
	Phase         string         `json:"phase"`
	Colours       []string       `json:"colours"` // of tiles; the last gives the values of red areas
	Company       string         `json:"company"`
	Kind          string         `json:"kind"` // "small", "medium", "large", "minor"
	Trains        []Train        `json:"trains"`
	Powers        []string       `json:"powers"` // of 18Mag: services bought, each of which must be used
	Board         map[string]Hex `json:"board"`

	Recorded int     `json:"recorded_revenue"` // revenue of the run in the game
	Best     int     `json:"best_revenue"`
	Proven   bool    `json:"proven"`
	Routes   []Route `json:"routes"` // one best set

	Segments   int     `json:"segments"`
	Stops      int     `json:"stops_reachable"`
	Candidates int     `json:"candidate_routes"`
	Seconds    float64 `json:"solver_seconds"`

	own bool // of this package
}

// Train is a train with the stops it may visit.
type Train struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Kind   string `json:"kind"` // "stops", "plus", "express"
	Cities int    `json:"cities"`
	Towns  int    `json:"towns"`
}

// Hex is a hex that differs from the printed map.
type Hex struct {
	Tile     string  `json:"tile"` // "": the printed hex
	Rotation int     `json:"rotation"`
	Tokens   []Token `json:"tokens"`
}

// Token is a station.
type Token struct {
	City, Slot int
	Owner      string
}

// UnmarshalJSON reads [city, slot, owner].
func (t *Token) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&t.City, &t.Slot, &t.Owner})
}

// Route is one of the routes of a best set.
type Route struct {
	Train       string     `json:"train"`
	Revenue     int        `json:"revenue"`
	Connections [][]string `json:"connections"` // hexes from stop to stop, either way round
	Stops       []string   `json:"stops"`       // "E12-0": hex and index of the stop, in order
}

// Problems are all problems of a title, as FORMAT.md names it ("18Mag").
func Problems(t testing.TB, title string) (list []Problem) {
	t.Helper()
	found := expect.Get(ownProblems())(t)
	all := found[:len(found):len(found)]
	if files := os.Getenv("RAILPOST_ROUTES"); files != "" {
		for name := range strings.SplitSeq(files, ",") {
			f := expect.Get(os.Open(level.Path(name)))(t)
			defer f.Close()
			found, err := read(f)
			if err != nil || len(found) == 0 {
				t.Fatalf("RAILPOST_ROUTES: %s: %d problems, %v", name, len(found), err)
			}
			all = append(all, found...)
		}
	}
	seen := map[string]bool{}
	for i, p := range all {
		if p.Title == title && !seen[p.ID] {
			seen[p.ID], p.own = true, i < len(found)
			list = append(list, p)
		}
	}
	return list
}

// ownProblems are those of this package.
var ownProblems = sync.OnceValues(func() ([]Problem, error) { return read(bytes.NewReader(own)) })

// read reads problems, one per line, and refuses unknown fields.
func read(r io.Reader) (list []Problem, err error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<22)
	for n := 1; lines.Scan(); n++ {
		var p Problem
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, p)
	}
	return list, lines.Err()
}

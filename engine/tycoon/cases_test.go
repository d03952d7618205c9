package tycoon

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"railpost/engine"
)

// A file of cases, as testdata/cases.json.
type caseFile struct {
	Unit  string     `json:"unit"`
	Note  string     `json:"note"`
	Tests []gameCase `json:"tests"`
}

type gameCase struct {
	ID     string                     `json:"id"`
	Topic  string                     `json:"topic"`
	What   string                     `json:"what"`
	Given  map[string]json.RawMessage `json:"given"`
	Expect map[string]json.RawMessage `json:"expect"`
	Basis  string                     `json:"basis"`
}

// caseRun is one case being worked out. Every given key must be known, every
// expected one compared.
type caseRun struct {
	gameCase
	*scene
	strict  bool     // prose and reasons must be in the tables
	players []string // their names in the case
	mover   engine.Seat

	given   *State // as the case sets it up
	before  *State // before the last move
	after   *State
	gains   [][]int         // by move: position gained by each seat
	reports []engine.Report // of the last move, or of the end of the turn
	refusal *engine.Refusal // of the first line that was refused
	wrong   int             // which line that was, from 1
	last    int             // last turn of a game that was played to its end
	told    map[string]any  // what the table of prose found out, by expected key
	read    []string        // names of cities as they were read

	comparisons int
	faults      []string
	notes       []string
}

func (c *caseRun) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// same compares a value with what the case expects under key.
func (c *caseRun) same(key string, got any) {
	c.comparisons++
	want, err := normal(c.Expect[key])
	if err != nil {
		c.fault("expected %s: %v", key, err)
		return
	}
	b, err := json.Marshal(got)
	if err != nil {
		c.fault("%s: %v", key, err)
		return
	}
	have, err := normal(b)
	if err != nil {
		c.fault("%s: %v", key, err)
		return
	}
	if have != want {
		c.fault("%s is %s, expected %s", key, have, want)
	}
}

// normal writes JSON in one way.
func normal(b []byte) (string, error) {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return "", err
	}
	out, err := json.Marshal(v)
	return string(out), err
}

// value reads a value of the case; a wrong type is a fault of the case.
func value[T any](c *caseRun, b json.RawMessage, what string) T {
	var v T
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		c.fault("%s: %v", what, err)
	}
	return v
}

// oneOrMany reads a list, or a single value as a list of one.
func oneOrMany(c *caseRun, b json.RawMessage, what string) []string {
	if len(b) > 0 && b[0] == '[' {
		return value[[]string](c, b, what)
	}
	return []string{value[string](c, b, what)}
}

// each reads numbers by the names of players; a single number is the mover's.
func (c *caseRun) each(b json.RawMessage, what string) map[engine.Seat]int {
	out := map[engine.Seat]int{}
	if len(b) > 0 && b[0] == '{' {
		for name, n := range value[map[string]int](c, b, what) {
			out[c.seat(name)] = n
		}
		return out
	}
	out[c.mover] = value[int](c, b, what)
	return out
}

func (c *caseRun) seat(name string) engine.Seat {
	i := slices.Index(c.players, name)
	if i < 0 {
		c.fault("nobody is called %q", name)
		return 0
	}
	return engine.Seat(i)
}

func readCases(name string) (*caseFile, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	f := &caseFile{}
	if err := d.Decode(f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// TestCases works out the cases of testdata, and those of the folder
// RAILPOST_CASES when it is set.
func TestCases(t *testing.T) {
	type source struct {
		file   string
		strict bool
	}
	sources := []source{{"testdata/cases.json", true}}
	if dir := os.Getenv("RAILPOST_CASES"); dir != "" {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join("..", "..", dir) // meant from the module's root
		}
		sources = append(sources, source{filepath.Join(dir, "tycoon.json"), false})
	}
	cases, comparisons, failed := 0, 0, 0
	for _, src := range sources {
		f, err := readCases(src.file)
		if errors.Is(err, fs.ErrNotExist) && !src.strict {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range f.Tests {
			cases++
			c := runCase(in, src.strict)
			comparisons += c.comparisons
			for _, n := range c.notes {
				fmt.Printf("%s: %s\n", in.ID, n)
			}
			if len(c.faults) > 0 {
				failed++
				t.Errorf("%s: %q", in.ID, c.faults)
			}
		}
	}
	fmt.Printf("cases: tycoon cases=%d comparisons=%d failed=%d\n", cases, comparisons, failed)
}

// TestOwnCases works out the cases of this project's own, in the same format.
func TestOwnCases(t *testing.T) {
	f, err := readCases("testdata/cases-own.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range f.Tests {
		if c := runCase(in, true); len(c.faults) > 0 {
			t.Errorf("%s: %q", in.ID, c.faults)
		}
	}
}

// runCase sets a case up, plays it and compares.
func runCase(in gameCase, strict bool) *caseRun {
	c := &caseRun{gameCase: in, strict: strict, told: map[string]any{}}
	if c.setUp() {
		c.play()
		c.compare()
	}
	if c.comparisons == 0 && len(c.faults) == 0 {
		c.fault("nothing was compared")
	}
	return c
}

// The harness must notice what it does not know, and what is not so.
func TestCasesNoticeFaults(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	type keys = map[string]json.RawMessage
	build := raw(`"build New York: G47 > Philadelphia"`)
	for name, in := range map[string]gameCase{
		"given key":    {Topic: "track", Given: keys{"weather": raw(`1`), "move": build}, Expect: keys{"cost": raw(`2`)}},
		"expected key": {Topic: "track", Given: keys{"move": build}, Expect: keys{"cost": raw(`2`), "weather": raw(`1`)}},
		"nothing":      {Topic: "track", Given: keys{"move": build}},
		"only a note":  {Topic: "track", Given: keys{"move": build}, Expect: keys{"note": raw(`"x"`)}},
		"value":        {Topic: "track", Given: keys{"move": build}, Expect: keys{"cost": raw(`3`)}},
		"type":         {Topic: "track", Given: keys{"move": build, "money": raw(`"much"`)}, Expect: keys{"cost": raw(`2`)}},
		"legal":        {Topic: "track", Given: keys{"move": build}, Expect: keys{"legal": raw(`false`)}},
		"illegal":      {Topic: "track", Given: keys{"move": raw(`"urbanize Chicago blue"`)}, Expect: keys{"legal": raw(`true`)}},
		"illegal, not said": {Topic: "track", Given: keys{"move": raw(`"urbanize Chicago blue"`)},
			Expect: keys{"engine": raw(`1`)}},
		"reason": {Topic: "track", Given: keys{"move": raw(`"urbanize Chicago blue"`)},
			Expect: keys{"legal": raw(`false`), "reason": raw(`"five tracks"`)}},
		"new reason": {Topic: "track", Given: keys{"move": raw(`"urbanize Chicago blue"`)},
			Expect: keys{"legal": raw(`false`), "reason": raw(`"it rains"`)}},
		"event":  {Topic: "cards", Given: keys{"event": raw(`"it rains"`)}, Expect: keys{"first": raw(`"nothing"`)}},
		"income": {Topic: "dividends", Given: keys{"position": raw(`5`)}, Expect: keys{"income": raw(`8`)}},
		"winner": {Topic: "scoring", Given: keys{"score": raw(`{"A":1,"B":2}`)}, Expect: keys{"winner": raw(`"A"`)}},
		"city":   {Topic: "names", Given: keys{"names": raw(`["Jackson"]`)}, Expect: keys{"cities": raw(`["Boston"]`)}},
		"mail": {Topic: "mail", Given: keys{"lines": raw(`["issue 2","upgrade"]`)},
			Expect: keys{"wrong_line": raw(`2`)}},
	} {
		if c := runCase(in, true); len(c.faults) == 0 {
			t.Errorf("%s: the fault was not noticed", name)
		}
	}
}

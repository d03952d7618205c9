package russian

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A file of cases, as testdata/cases.json.
type caseFile struct {
	About string     `json:"about"`
	Tests []gameCase `json:"tests"`
}

type gameCase struct {
	ID          string                     `json:"id"`
	Kind        string                     `json:"kind"`
	DerivedFrom string                     `json:"derived_from"`
	Reasoning   string                     `json:"reasoning"`
	Setup       map[string]json.RawMessage `json:"setup"`
	Input       json.RawMessage            `json:"input"`
	Expected    map[string]json.RawMessage `json:"expected"`
}

// caseRun is one case being worked out. Every expected key must be compared.
type caseRun struct {
	gameCase
	strict      bool // every reason must be in the table
	names       []string
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
	want, err := normal(c.Expected[key])
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

var caseKinds = map[string]func(*caseRun){
	"round_scoring": caseScoring,
	"reach":         caseReach,
	"legal_move":    caseLegal,
	"illegal_move":  caseIllegal,
	"turn_order":    caseOrder,
	"pass":          casePass,
	"final":         caseFinal,
	"mail":          caseMail,
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
		sources = append(sources, source{filepath.Join(dir, "russian.json"), false})
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
				t.Errorf("%s: %s", in.ID, c.faults)
			}
		}
	}
	fmt.Printf("cases: russian cases=%d comparisons=%d failed=%d\n", cases, comparisons, failed)
}

func runCase(in gameCase, strict bool) *caseRun {
	c := &caseRun{gameCase: in, strict: strict}
	run := caseKinds[in.Kind]
	if run == nil {
		c.fault("the kind %q is not known", in.Kind)
		return c
	}
	run(c)
	if c.comparisons == 0 && len(c.faults) == 0 {
		c.fault("nothing was compared")
	}
	if c.comparisons < len(c.Expected) && len(c.faults) == 0 {
		c.fault("%d of %d expected values were compared", c.comparisons, len(c.Expected))
	}
	return c
}

// TestRulings works out the cases of this project's own.
func TestRulings(t *testing.T) {
	f, err := readCases("testdata/rulings.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range f.Tests {
		if c := runCase(in, true); len(c.faults) > 0 {
			t.Errorf("%s: %s: %s", in.ID, in.Input, c.faults)
		}
	}
}

// The harness must notice what it does not know.
func TestCasesNoticesFaults(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for name, in := range map[string]gameCase{
		"kind":        {Kind: "riddle"},
		"setup key":   {Kind: "legal_move", Setup: map[string]json.RawMessage{"weather": raw(`1`)}, Input: raw(`"pass"`), Expected: map[string]json.RawMessage{"score": raw(`0`)}},
		"expectation": {Kind: "legal_move", Setup: map[string]json.RawMessage{"players": raw(`4`)}, Input: raw(`"pass"`), Expected: map[string]json.RawMessage{"weather": raw(`1`)}},
		"nothing":     {Kind: "legal_move", Setup: map[string]json.RawMessage{"players": raw(`4`)}, Input: raw(`"pass"`)},
		"value":       {Kind: "legal_move", Setup: map[string]json.RawMessage{"players": raw(`4`)}, Input: raw(`"pass"`), Expected: map[string]json.RawMessage{"score": raw(`99`)}},
		"legal":       {Kind: "illegal_move", Setup: map[string]json.RawMessage{"players": raw(`4`)}, Input: raw(`"pass"`), Expected: map[string]json.RawMessage{"error": raw(`"space occupied"`)}},
		"reason":      {Kind: "illegal_move", Setup: map[string]json.RawMessage{"players": raw(`4`)}, Input: raw(`"place last"`), Expected: map[string]json.RawMessage{"error": raw(`"space occupied"`)}},
		"new reason":  {Kind: "illegal_move", Setup: map[string]json.RawMessage{"players": raw(`4`)}, Input: raw(`"place last"`), Expected: map[string]json.RawMessage{"error": raw(`"it rains"`)}},
	} {
		if c := runCase(in, true); len(c.faults) == 0 {
			t.Errorf("%s: the fault was not noticed", name)
		}
	}
}

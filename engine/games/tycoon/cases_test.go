package tycoon

import (
	"encoding/json"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/enginetest/expect"
)

// A case, as in testdata/cases.json.
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
	casetest.Run
	gameCase
	*scene
	players []string // their names in the case
	mover   engine.Seat

	given   *State // set up by the case
	before  *State // before the last move
	after   *State
	gains   [][]int         // by move: position gained by each seat
	reports []engine.Report // of the last move, or of the end of the turn
	refusal *engine.Refusal // of the first line that was refused
	wrong   int             // which line that was, from 1
	last    int             // last turn of a game that was played to its end
	told    map[string]any  // findings of the table of prose, by expected key
	read    []string        // names of cities as they were read
}

// oneOrMany reads a list, or a single value as a list of one.
func oneOrMany(c *caseRun, b json.RawMessage, what string) []string {
	if len(b) > 0 && b[0] == '[' {
		return casetest.Value[[]string](c, b, what)
	}
	return []string{casetest.Value[string](c, b, what)}
}

// each reads numbers by the names of players; a single number is the mover's.
func (c *caseRun) each(b json.RawMessage, what string) map[engine.Seat]int {
	out := map[engine.Seat]int{}
	if len(b) > 0 && b[0] == '{' {
		for name, n := range casetest.Value[map[string]int](c, b, what) {
			out[c.seat(name)] = n
		}
		return out
	}
	out[c.mover] = casetest.Value[int](c, b, what)
	return out
}

func (c *caseRun) seat(name string) engine.Seat {
	i := slices.Index(c.players, name)
	if i < 0 {
		c.Fault("nobody is called %q", name)
		return 0
	}
	return engine.Seat(i)
}

// TestCases works out the cases of testdata, and those of the folder
// RAILPOST_CASES when it is set.
func TestCases(t *testing.T) { casetest.All(t, "tycoon", worked) }

// TestOwnCases works out the cases of this project's own, in the same format.
func TestOwnCases(t *testing.T) { casetest.Own(t, "testdata/cases-own.json", worked) }

func worked(in gameCase, strict bool) *casetest.Run { return &runCase(in, strict).Run }

// runCase sets a case up, plays it and compares.
func runCase(in gameCase, strict bool) *caseRun {
	c := &caseRun{gameCase: in, told: map[string]any{}}
	c.Run = casetest.Run{Case: in.ID, Want: in.Expect, Strict: strict}
	if c.setUp() {
		c.play()
		c.compare()
	}
	if c.Comparisons == 0 && len(c.Faults) == 0 {
		c.Fault("nothing was compared")
	}
	return c
}

// The harness reports unknown words and false statements.
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
		expect.True(t, len(runCase(in, true).Faults) != 0, "%s: the fault was not noticed", name)
	}
}

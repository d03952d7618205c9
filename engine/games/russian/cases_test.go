package russian

import (
	"encoding/json"
	"testing"

	"railpost/engine/enginetest/casetest"
	"railpost/engine/enginetest/expect"
)

// A case, as in testdata/cases.json.
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
	casetest.Run
	gameCase
	names []string
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
func TestCases(t *testing.T) { casetest.All(t, "russian", worked) }

// TestRulings works out the cases of this project's own.
func TestRulings(t *testing.T) { casetest.Own(t, "testdata/rulings.json", worked) }

func worked(in gameCase, strict bool) *casetest.Run { return &runCase(in, strict).Run }

func runCase(in gameCase, strict bool) *caseRun {
	c := &caseRun{gameCase: in, Run: casetest.Run{Case: in.ID, Want: in.Expected, Strict: strict}}
	run := caseKinds[in.Kind]
	if run == nil {
		c.Fault("the kind %q is not known", in.Kind)
		return c
	}
	run(c)
	if c.Comparisons == 0 && len(c.Faults) == 0 {
		c.Fault("nothing was compared")
	}
	if c.Comparisons < len(c.Expected) && len(c.Faults) == 0 {
		c.Fault("%d of %d expected values were compared", c.Comparisons, len(c.Expected))
	}
	return c
}

// The harness reports unknown keys.
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
		expect.True(t, len(runCase(in, true).Faults) != 0, "%s: the fault was not noticed", name)
	}
}

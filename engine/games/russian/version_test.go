package russian

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// Positions in which one locomotive triggers several ? spaces.
var severalDue = []string{
	`{"tracks": {"petersburg": {"black": 6}}, "lowest_pile": 6, "own_workers": 1}`,
	`{"tracks": {"petersburg": {"black": 6}, "transsib": {"black": 13}}, "locomotives": {"transsib": [7]}, "lowest_pile": 6, "industry": [4], "own_workers": 1}`,
	`{"tracks": {"petersburg": {"black": 6}}, "lowest_pile": 6, "industry": [9], "factories": [2, 3, 4], "own_workers": 1}`,
	`{"tracks": {"petersburg": {"black": 6}}, "lowest_pile": 6, "doublers": 8, "industry": [4], "own_workers": 1}`,
}

// TestTokensAndSpaces: with any listed orders for tokens due within tokens, there is a ? space reached for each
// token used, and each space has one (The tokens and cards).
func TestTokensAndSpaces(t *testing.T) {
	lines, several := 0, 0
	for _, setup := range severalDue {
		g := gameOf(t, setup)
		for _, line := range advise.List(bare, g.Pos, 0, "place loco-1: loco", 0, 300).Choices {
			r, err := g.Try(0, line.Line, false)
			expect.NoError(t, err, line.Line)
			p := &r.Pos.(*State).Players[0]
			expect.Same(t, fmt.Sprintf("%q uses", line.Line), surplus(p), 0)
			lines++
			if strings.Count(line.Line, "? ") > 1 {
				several++
			}
		}
	}
	expect.True(t, several >= 100, "only %d of %d lines use more than one token", several, lines)
	t.Logf("lines=%d several=%d", lines, several)
}

// TestThreeTokens: a game of version 1 whose last order uses three tokens for two ? spaces leads to the same
// position, and version 2 refuses that order.
func TestThreeTokens(t *testing.T) {
	text, err := os.ReadFile("testdata/three-tokens.log") // as `game export` writes it
	expect.NoError(t, err)
	var records []*engine.Record
	var seed engine.Seed
	for line := range bytes.Lines(text) {
		var in struct {
			Record json.RawMessage
			Seed   string
		}
		expect.NoError(t, json.Unmarshal(line, &in))
		if in.Record == nil {
			seed, err = hex.DecodeString(in.Seed)
			expect.NoError(t, err)
			continue
		}
		r := expect.Get(engine.ReadRecord(in.Record))(t)
		records = append(records, r)
	}
	find := func(string) engine.Title { return bare }
	g, err := engine.Replay(find, records, seed)
	expect.NoError(t, err)
	last := records[len(records)-1]
	expect.Same(t, last.Line, surplus(&g.Pos.(*State).Players[last.Seat]), 1)
	g, err = engine.Replay(find, records[:len(records)-1], seed)
	expect.NoError(t, err)
	expect.Get(g.Switch(engine.Setup{Seats: 2, Version: 2, Options: g.Setup.Options}))(t)
	if _, err := g.Try(last.Seat, last.Line, false); err == nil {
		t.Errorf("version 2 takes %q", last.Line)
	} else if _, ok := engine.AsRefusal(err); !ok {
		t.Error(err)
	}
}

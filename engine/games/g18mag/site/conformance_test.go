package site

import (
	"compress/gzip"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/engine/rail/stock"
)

// notCompared are fields of the state that our states do not have, or have otherwise.
var notCompared = map[string]string{
	"may":               "the kinds of action that the site takes now; ours are verbs of prompts",
	"terrain_tokens.14": "R-37: minor 14 is of an expansion; the site lists its tokens in every game",
}

func TestConformance(t *testing.T) {
	log18xxtest.Conformance(t, wired, log18xxtest.Traces(t, "../testdata/traces"), notCompared)
}

// TestConformanceFinds spoils a trace and checks the findings.
func TestConformanceFinds(t *testing.T) {
	const name = "../testdata/traces/18Mag-2p-1200.jsonl.gz"
	good := unpacked(t, name)
	cases := []struct {
		name, old, new string
		field          string
		theirs         string
	}{
		{"a price", `"par":70`, `"par":75`, "corporations.RABA.par", "75"},
		{"who is to act", `"active":["player",2],"who":[2]`, `"active":["player",2],"who":[1]`, "who", "[1]"},
		{"a tile turned", `"map":{"B15":"5/0"}`, `"map":{"B15":"5/1"}`, "map.B15", `"5/1"`},
		{"the end", `{"result":{"2":1033`, `{"result":{"2":1034`, "result.2", "1034"},
		{"an action that is none", `"minor":"11","price":0`, `"minor":"99","price":0`, "refused", "accepted"},
		{"a refusal of what is allowed", `{"refused":{"type":"pass","entity":1,"entity_type":"player"},"why":"not`, `{"refused":{"type":"pass","entity":"6","entity_type":"minor"},"why":"not`, "refusal", "not the turn of this one"},
	}
	for _, c := range cases {
		if !strings.Contains(good, c.old) {
			t.Errorf("%s: the trace has no %s", c.name, c.old)
			continue
		}
		trace := expect.Get(log18xx.OpenTrace(strings.NewReader(strings.Replace(good, c.old, c.new, 1))))(t)
		out, err := log18xxtest.Compare(c.name, wired, trace, slices.Collect(maps.Keys(notCompared))...)
		if out != nil && slices.ContainsFunc(out.Differences, func(f log18xxtest.Found) bool { return f.Field == c.field && f.Theirs == c.theirs }) {
			continue
		}
		if err == nil {
			t.Errorf("%s: found %v", c.name, out.Differences)
		} else if !strings.Contains(err.Error(), c.field) { // a full state of the trace shows it
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// unpacked is the text of a trace.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	in := expect.Get(os.Open(name))(t)
	defer in.Close()
	z := expect.Get(gzip.NewReader(in))(t)
	b := expect.Get(io.ReadAll(z))(t)
	return string(b)
}

// Decisions about attempts, see log18xxtest.Judge.

// Strict returns p under the rules that the site applies to live moves only: services
// that were bought must be used.
func (t *translator) Strict(p engine.Position) engine.Position {
	s := p.Clone().(*g18mag.State)
	s.Rules.IdleServices = false
	return s
}

// Owns returns an error if an action names pieces that its company or player does not
// have; an order names only a size or a major.
func (t *translator) Owns(p engine.Position, a *log18xx.Action) error {
	trains := []string{a.Train}
	switch a.Type {
	case "buy_shares", "sell_shares":
		return t.heldBy(p.(*g18mag.State), a)
	case "buy_train":
		return t.onSale(p.(*g18mag.State), a)
	case "run_routes":
		trains = nil
		for _, r := range a.Routes {
			trains = append(trains, r.Train)
		}
	case "discard_train":
	default:
		return nil
	}
	for _, name := range trains {
		if c, _ := companyNamed(a.EntityType, a.Entity); !t.has(c, name) {
			return log18xx.CannotSay("a train that the company does not have")
		}
	}
	return nil
}

// onSale returns an error if a train is neither another minor's nor the next one of the bank.
func (t *translator) onSale(s *g18mag.State, a *log18xx.Action) error {
	owner, known := t.pieces.trains.ownerOf(a.Train)
	size, _ := sizeOf(a.Train)
	next := t.pieces.trains.next(size)
	if known && owner != s.Company() || !known && a.Train == next.name && t.pieces.trains.known(next) {
		return nil
	}
	return log18xx.CannotSay("a train that the bank does not sell now")
}

// heldBy returns an error if the certificates of a trade are not where they come from.
func (t *translator) heldBy(s *g18mag.State, a *log18xx.Action) error {
	from := stock.Bank
	if seat, ok := t.seat(s, a.Entity); ok && a.Type == "sell_shares" {
		from = stock.Holder(seat)
	}
	for _, name := range a.Shares {
		if c, number, err := t.pieces.shares.Read(name); err != nil || !t.pieces.shares.Holds(c, number, from) {
			return log18xx.CannotSay("a certificate that somebody else holds")
		}
	}
	return nil
}

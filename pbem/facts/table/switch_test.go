package table

import (
	"testing"

	"railpost/engine"
)

// TestSince: since when a value applies, and the value at a record.
func TestSince(t *testing.T) {
	setup := func(version int, consent string) engine.Setup {
		return engine.Setup{Version: version, Options: map[string]string{"consent": consent, "seating": "drawn"}}
	}
	g := &Table{Setup: setup(1, "off")}
	g.GoUnder(10, setup(1, "on"))
	g.GoUnder(20, setup(2, "on"))
	g.GoUnder(30, setup(2, "off"))
	for option, want := range map[string]uint64{"": 20, "consent": 30, "seating": 0} {
		if got, _ := g.Switches.Since(option, g.Setup); got != want {
			t.Errorf("%q since record %d, want %d", option, got, want)
		}
	}
	for record, want := range map[uint64]engine.Setup{9: setup(1, "off"), 10: setup(1, "on"), 29: setup(2, "on"), 30: setup(2, "off")} {
		if got := g.Switches.SetupAt(record, g.Setup); got.Version != want.Version || got.Options["consent"] != want.Options["consent"] {
			t.Errorf("at record %d: %+v", record, got)
		}
	}
}

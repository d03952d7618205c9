package letters

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/table"
)

// TestSeenIgnores: ignoring a player changes one's own pages and nobody else's.
func TestSeenIgnores(t *testing.T) {
	of := func(s engine.Seat, ignores ...engine.Seat) string {
		return expect.Get(PageState(&table.Table{Game: "winter", Title: "toy", Players: []table.Player{{Name: "Ana", Ignores: ignores}, {Name: "Ben"}}}, 4, s))(t)
	}
	for s, changes := range map[engine.Seat]bool{0: true, 1: false, engine.Nobody: false} {
		expect.Same(t, s, of(s, 1) != of(s), changes)
	}
}

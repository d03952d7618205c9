package table

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/hook"
)

func TestHookOf(t *testing.T) {
	public, own := hook.Hook{ID: "public"}, hook.Hook{ID: "own"}
	tb := &Table{Hooks: []hook.Hook{public}, Players: []Player{{Hook: &own}, {}}}
	closed := *tb
	closed.Rules.NoWatchers = true
	for _, c := range []struct {
		table *Table
		seat  engine.Seat
		id    string
		want  bool
	}{
		{tb, engine.Nobody, "public", true},
		{tb, engine.Nobody, "removed", false},
		{&closed, engine.Nobody, "public", false},
		{&closed, engine.Nobody, "removed", false},
		{tb, 0, "own", true},
		{&closed, 0, "own", true},
		{tb, 0, "public", false},
		{tb, 1, "own", false},
	} {
		h := c.table.HookOf(c.seat, c.id)
		expect.Same(t, []any{c.seat, c.id, !c.table.Rules.NoWatchers}, h != nil && h.ID == c.id, c.want)
	}
}

package table

import (
	"railpost/engine"
	"railpost/pbem/facts/hook"
)

// HookOf returns a hook of the table, or with a seat that of its player; nil if it was removed,
// or nobody may watch any more.
func (t *Table) HookOf(s engine.Seat, id string) *hook.Hook {
	if s >= 0 && int(s) < len(t.Players) {
		if h := t.Players[s].Hook; h != nil && h.ID == id {
			return h
		}
		return nil
	}
	if t.Rules.NoWatchers {
		return nil
	}
	return find(t.Hooks, func(h hook.Hook) bool { return h.ID == id })
}

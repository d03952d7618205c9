package games_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/games"
)

// TestCache: what was used longest ago is dropped; a value that is replaced takes no second place.
func TestCache(t *testing.T) {
	c := games.NewCache[int](2)
	c.Put("a", 1)
	c.Put("b", 2)
	c.Put("b", 3)
	_, kept := c.Get("a")
	expect.True(t, kept, "a was dropped when b was replaced")
	c.Put("c", 4)
	for key, want := range map[string]int{"a": 1, "b": 0, "c": 4} {
		v, ok := c.Get(key)
		expect.Same(t, key, v, want)
		expect.Same(t, key, ok, want > 0)
	}
	c.Drop("a")
	c.Drop("b")
	_, kept = c.Get("a")
	expect.True(t, !kept, "a was dropped and is kept")
}

package words

import (
	"fmt"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/templates"
)

func TestOtherWords(t *testing.T) {
	v := New(texts(t), "", 0)
	v.verbs["work"] = true
	for line, want := range map[string][]string{
		"try work mine-1": {"preview work mine-1"},
		"Try: 3":          {"preview 3"},
		"try the coffee":  nil,
		"try":             nil,
		"show":            {"status", "map"},
		"Show!":           {"status", "map"},
		"show me":         nil,
		"work mine-1":     nil,
	} {
		expect.Same(t, line, v.otherWords(line), want)
		expect.Same(t, fmt.Sprintf("%q: an order", line), v.Order(line), want != nil)
	}
	v.verbs["show"] = true
	expect.Same(t, "a word of the game gives way", v.otherWords("show"), nil)
}

// texts are the embedded words and messages.
func texts(t testing.TB) *templates.Set {
	t.Helper()
	texts := expect.Get(templates.New())(t)
	return texts
}

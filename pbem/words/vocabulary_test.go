package words

import (
	"slices"
	"testing"

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
		if got := v.otherWords(line); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
		if v.Order(line) != (want != nil) {
			t.Errorf("%q: an order: %v", line, v.Order(line))
		}
	}
	v.verbs["show"] = true
	if got := v.otherWords("show"); got != nil {
		t.Errorf("a word of the game gives way: %q", got)
	}
}

// texts are the embedded words and messages.
func texts(t testing.TB) *templates.Set {
	t.Helper()
	texts, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

package titles

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestFind(t *testing.T) {
	for _, title := range All() {
		if got := Find(title.Name()); got == nil || got.Name() != title.Name() {
			t.Errorf("Find(%q) is %v", title.Name(), got)
		}
	}
	expect.Same(t, "a log names its title in full", Find("russ"), nil)
}

func TestMatch(t *testing.T) {
	for word, want := range map[string]string{"russian": "russian", " Russ ": "russian", "r": "russian", "": "", "chess": ""} {
		got, names := Match(word)
		switch {
		case want == "" && (got != nil || len(names) != len(All())):
			t.Errorf("Match(%q) is %v with %q", word, got, names)
		case want != "" && (got == nil || got.Name() != want):
			t.Errorf("Match(%q) is %v", word, got)
		}
	}
}

package steps

import (
	"errors"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// walk is a turn of steps named by letters: those of in can ask for a decision, capitals in it are mandatory;
// said records the events.
type walk struct {
	can  string
	now  string
	said []string
}

var errFault = errors.New("a fault")

func (w *walk) turn() *Turn[string] {
	return &Turn[string]{
		Steps: []string{"a", "b", "c", "d"},
		Can:   func(s string) bool { return strings.Contains(strings.ToLower(w.can), s) },
		Must:  func(s string) bool { return strings.Contains(w.can, strings.ToUpper(s)) },
		PassOver: func(s string) error {
			w.said = append(w.said, "over "+s)
			return nil
		},
		Enter:    func(s string) { w.now = s },
		Declined: func(s string) { w.said = append(w.said, "declined "+s) },
		Past:     func(s string) error { return errors.New("past " + s) },
		Stuck:    func(s string) error { return errors.New("stuck at " + s) },
	}
}

func (w *walk) text() string { return strings.Join(append(w.said, "at "+w.now), ", ") }

func TestAdvance(t *testing.T) {
	cases := []struct {
		can, now string
		more     bool
		want     string
	}{
		{"abcd", "a", true, "at b"},
		{"ad", "a", true, "over b, over c, at d"},
		{"ab", "b", false, "over c, over d, at d"},
		{"", "d", false, "at d"},
	}
	for _, c := range cases {
		w := &walk{can: c.can, now: c.now}
		if more, err := w.turn().Advance(c.now); more != c.more || err != nil || w.text() != c.want {
			t.Errorf("%q from %s: %t, %s, %v", c.can, c.now, more, w.text(), err)
		}
	}
}

func TestDecline(t *testing.T) {
	cases := []struct {
		can, now, upTo string // upTo "": the rest
		refused        string
		want           string
	}{
		{"abcd", "a", "c", "", "declined a, declined b, at c"},
		{"acd", "a", "c", "", "declined a, over b, at c"},
		{"abcd", "c", "c", "", "at c"},
		{"abcd", "c", "a", "past a", "at c"},
		{"aBcd", "a", "d", "stuck at b", "declined a, at a"},
		{"abcD", "a", "d", "", "declined a, declined b, declined c, at d"},
		{"bd", "b", "", "", "declined b, over c, declined d, at b"},
		{"abcD", "b", "", "stuck at d", "declined b, declined c, at b"},
	}
	for _, c := range cases {
		w := &walk{can: c.can, now: c.now}
		var err error
		if c.upTo != "" {
			err = w.turn().Decline(c.now, c.upTo)
		} else {
			err = w.turn().DeclineRest(c.now)
		}
		if (err == nil) != (c.refused == "") || err != nil && err.Error() != c.refused || w.text() != c.want {
			t.Errorf("%q from %s to %q: %s, %v", c.can, c.now, c.upTo, w.text(), err)
		}
	}
}

// TestFault: an error of passing over is passed on.
func TestFault(t *testing.T) {
	w := &walk{can: "", now: "a"}
	turn := w.turn()
	turn.PassOver = func(string) error { return errFault }
	expect.Is(t, "advancing", expect.Err(turn.Advance("a")), errFault)
	w.now = "a"
	if err := turn.Decline("a", "c"); !errors.Is(err, errFault) || w.now != "a" {
		t.Errorf("declining: %v, at %s", err, w.now)
	}
	expect.Is(t, "declining all", turn.DeclineRest("a"), errFault)
}

func TestAround(t *testing.T) {
	turn := (&walk{}).turn()
	for at, want := range map[string]string{"a": "|bcd", "c": "ab|d", "d": "abc|"} {
		expect.Same(t, at, strings.Join(turn.Before(at), "")+"|"+strings.Join(turn.After(at), ""), want)
	}
}

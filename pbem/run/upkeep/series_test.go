package upkeep

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
)

// TestCopiesOfAWrongClock: copies dated in the future neither delay the next one nor displace it.
func TestCopiesOfAWrongClock(t *testing.T) {
	now := time.Date(2026, 3, 2, 10, 0, 30, 0, time.UTC)
	for name, c := range map[string]struct {
		copies []time.Duration // from now
		last   time.Duration   // 0: none
		left   []time.Duration // of two that are kept
	}{
		"none":       {},
		"right":      {[]time.Duration{-3 * time.Hour, -2 * time.Hour, -time.Hour}, -time.Hour, []time.Duration{-2 * time.Hour, -time.Hour}},
		"all later":  {[]time.Duration{time.Hour, 48 * time.Hour, 960 * time.Hour}, 0, []time.Duration{48 * time.Hour, 960 * time.Hour}},
		"some later": {[]time.Duration{-time.Hour, 0, 960 * time.Hour}, 0, []time.Duration{-time.Hour, 0}},
	} {
		s := Series{Dir: t.TempDir(), Keep: 2}
		for _, d := range c.copies {
			expect.NoError(t, os.WriteFile(filepath.Join(s.Dir, now.Add(d).Format(copyName)), nil, 0o600))
		}
		last := expect.Get(s.Last(now))(t)
		want := time.Time{}
		if name == "right" || name == "some later" {
			want = now.Add(c.last).Truncate(time.Minute)
		}
		expect.True(t, last.Equal(want), "%s: the last copy is of %s, want %s", name, last, want)
		expect.NoError(t, s.rotate(now))
		var left []string
		for _, d := range c.left {
			left = append(left, now.Add(d).Format(copyName))
		}
		names := expect.Get(s.names(now))(t)
		if slices.Sort(names); !slices.Equal(names, left) {
			t.Errorf("%s: left are %v, want %v", name, names, left)
		}
	}
}

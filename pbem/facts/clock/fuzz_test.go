package clock_test

import (
	"testing"
	"time"

	"railpost/pbem/facts/clock"
)

// FuzzParse: times that are read, of any kind, are written so that they read as the same, and lie ahead.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"0 9 * * *", "TZ=UTC", "CRON_TZ= 0 9 * * *", "@every 1h", "*/5 8-18 1,15 JAN MON-FRI",
		"0 0 30 2 *", "0 0 29 2 *", ", , , , ,", "- - - - -", "*/9223372036854775807 * * * *", "59/1 23/1 31/1 12/1 6/1", "\u00a00 9 * * *",
		"2026-12-24", "2026-02-30", "22:00-08:00", "mon-fri", "18:00", "3d", "1d12h", "2w", "9223372036854775807s", "1h\x00", "١d",
		"24 dec - 2 jan", "until 5.1.2027"} {
		f.Add(seed)
	}
	madrid := zone(f, "Europe/Madrid")
	today, _ := clock.ParseDate("2026-11-23")
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := clock.ParseDate(s); err == nil && must(t, clock.ParseDate, d.String()) != d {
			t.Errorf("%q", s)
		}
		if v, err := clock.ParseSpan(s); err == nil && must(t, clock.ParseSpan, v.String()) != v {
			t.Errorf("%q", s)
		}
		if v, err := clock.ParseDays(s); err == nil && v != 0 && v != 127 && must(t, clock.ParseDays, v.String()) != v {
			t.Errorf("%q", s)
		}
		if d, err := clock.ParseDuration(s); err == nil && (d <= 0 || d > 3650*24*time.Hour) {
			t.Fatalf("%q gave %v", s, d)
		}
		if from, to, err := clock.ParseAbsence(s, today); err == nil && (from.Before(today) || to.Before(from)) {
			t.Errorf("%q: %s to %s", s, from, to)
		}
		e, err := clock.Parse(s)
		if err != nil {
			return
		}
		after := time.Date(2026, 3, 28, 23, 0, 0, 0, time.UTC)
		for range 3 {
			next := e.Next(after, madrid)
			if !next.After(after) {
				t.Fatalf("%q: %s after %s", s, next, after)
			}
			after = next
		}
		if again, err := clock.Parse(e.String()); err != nil || !again.Equal(e) {
			t.Fatalf("%q reads back as %q, %v", s, again, err)
		}
	})
}

package clock_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/facts/clock"
)

func TestPlan(t *testing.T) {
	madrid := zone(t, "Europe/Madrid")
	at := func(text string) time.Time {
		instant := expect.Get(time.ParseInLocation("2006-01-02 15:04", text, madrid))(t)
		return instant
	}
	nine, evening := clock.MustParse("0 9 * * *"), clock.MustParse("0 20 * * 5")
	asked := at("2026-05-06 14:00") // a Wednesday
	for _, c := range []struct {
		name   string
		within time.Duration
		plan   clock.Plan
		want   []string
	}{
		{"as the defaults", 3 * day, clock.Plan{Reminders: []clock.Expr{nine}, HalfTime: true},
			[]string{"2026-05-08 09:00", "2026-05-09 09:00", "2026-05-10 09:00"}}, // half time at 02:00
		{"half time by day", 4 * day, clock.Plan{Reminders: []clock.Expr{nine}, HalfTime: true},
			[]string{"2026-05-08 14:00", "2026-05-09 09:00", "2026-05-10 09:00"}},
		{"half time late in the evening", 64 * time.Hour, clock.Plan{Reminders: []clock.Expr{evening}, HalfTime: true},
			[]string{"2026-05-08 08:00", "2026-05-08 20:00", "2026-05-15 20:00"}}, // at 22:00
		{"half time soon before an expression of the night", 60 * time.Hour, clock.Plan{Reminders: []clock.Expr{clock.MustParse("0 22 * * *")}, HalfTime: true},
			[]string{"2026-05-07 20:00", "2026-05-07 22:00"}},
		{"the deadline is over before the morning", 16 * time.Hour, clock.Plan{Reminders: []clock.Expr{nine}, HalfTime: true},
			[]string{"2026-05-07 09:00"}},
		{"two expressions", 3 * day, clock.Plan{Reminders: []clock.Expr{evening, nine}},
			[]string{"2026-05-07 09:00", "2026-05-08 09:00", "2026-05-08 20:00", "2026-05-09 09:00"}},
		{"half time falls on an expression", 38 * time.Hour, clock.Plan{Reminders: []clock.Expr{nine}, HalfTime: true},
			[]string{"2026-05-07 09:00", "2026-05-08 09:00"}},
		{"half time only", day, clock.Plan{HalfTime: true}, []string{"2026-05-07 08:00", "2026-05-08 09:00"}},
		{"none", day, clock.Plan{}, []string{"2026-05-08 09:00", "2026-05-09 09:00"}},
		{"a day and six hours before", 3 * day, clock.Plan{HalfTime: true, Before: []time.Duration{day, 6 * time.Hour}},
			[]string{"2026-05-08 08:00", "2026-05-08 14:00", "2026-05-09 08:00", "2026-05-10 09:00"}},
		{"half of two days is a day before", 2 * day, clock.Plan{HalfTime: true, Before: []time.Duration{day, 6 * time.Hour}},
			[]string{"2026-05-07 14:00", "2026-05-08 08:00", "2026-05-09 09:00"}},
	} {
		due := asked.Add(c.within)
		next := c.plan.NextReminder(asked, asked, due, madrid)
		for i, want := range c.want {
			got := "never"
			if !next.IsZero() {
				got = next.Format("2006-01-02 15:04")
			}
			expect.Same(t, fmt.Sprintf("%s: reminder %d at", c.name, i+1), got, want)
			next = c.plan.NextReminder(next, asked, due, madrid)
		}
	}
}

// After missed reminders only the next one is sent.
func TestMissedRemindersAreSkipped(t *testing.T) {
	plan := clock.Plan{Reminders: []clock.Expr{clock.MustParse("0 9 * * *")}, HalfTime: true}
	asked := time.Date(2026, 5, 6, 14, 0, 0, 0, time.UTC)
	now := asked.Add(4 * day)
	want := time.Date(2026, 5, 11, 9, 0, 0, 0, time.UTC)
	if got := plan.NextReminder(now, asked, asked.Add(3*day), time.UTC); !got.Equal(want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A reminder after the deadline does not stand in for that at half time.
func TestHalfTimeOfShortTimes(t *testing.T) {
	plan := clock.Plan{Reminders: []clock.Expr{clock.MustParse("0 9 * * *"), clock.MustParse("0 */6 * * *")}, HalfTime: true}
	asked := time.Date(2027, 1, 15, 8, 0, 0, 0, time.UTC)
	want := asked.Add(90 * time.Minute)
	if got := plan.NextReminder(asked, asked, asked.Add(3*time.Hour), time.UTC); !got.Equal(want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

func awake(t time.Time) bool { return t.Hour() >= 8 && t.Hour() < 22 }

// The next reminder is in the future, and none is skipped; none comes before half time.
func TestReminderLaws(t *testing.T) {
	specs := []string{"0 9 * * *", "30 2 * * *", "0 */6 * * *", "0 20 * * 5", "0 0 1 * *"}
	level.Check(t, func(t *rapid.T) {
		z, err := clock.LoadZone(rapid.SampledFrom([]string{"Europe/Madrid", "America/New_York", "UTC"}).Draw(t, "zone"))
		expect.NoError(t, err)
		plan := clock.Plan{
			HalfTime: rapid.Bool().Draw(t, "half"),
		}
		for _, spec := range rapid.SliceOfN(rapid.SampledFrom(specs), 1, 3).Draw(t, "specs") {
			plan.Reminders = append(plan.Reminders, clock.MustParse(spec))
		}
		asked := time.Unix(rapid.Int64Range(1.7e9, 1.8e9).Draw(t, "asked"), 0)
		due := asked.Add(time.Duration(rapid.Int64Range(1, 400).Draw(t, "hours")) * time.Hour)
		after := asked.Add(time.Duration(rapid.Int64Range(0, 2e6).Draw(t, "later")) * time.Second)
		next := plan.NextReminder(after, asked, due, z)
		if !next.After(after) {
			t.Fatalf("%s is not after %s", next, after)
		}
		first := plan.NextReminder(asked, asked, due, z)
		if half := clock.HalfWay(asked, due); plan.HalfTime && first.Before(half) && first.Before(due) && awake(half.In(z)) {
			t.Fatalf("%s comes before half time %s", first, half)
		}
		if plan.HalfTime && after.Before(first) {
			if !next.Equal(first) {
				t.Fatalf("%s comes first, and not %s", first, next)
			}
			return
		}
		for _, e := range plan.Reminders {
			if first := e.Next(after, z); first.Before(next) {
				t.Fatalf("%q would fire at %s, before %s", e, first, next)
			}
		}
	})
}

func TestShift(t *testing.T) {
	tick := time.Date(2026, 10, 24, 12, 0, 0, 0, zone(t, "Europe/Madrid")) // the clocks go back that night
	for _, c := range []struct {
		name string
		last time.Time
		now  time.Time
		want time.Duration
	}{
		{"a new store", time.Time{}, tick, 0},
		{"the next minute", tick, tick.Add(time.Minute), 0},
		{"as long as the threshold", tick, tick.Add(time.Hour), 0},
		{"a second longer", tick, tick.Add(time.Hour + time.Second), time.Hour + time.Second},
		{"two days", tick, tick.Add(2 * day), 2 * day},
		{"the clock went back", tick, tick.Add(-day), 0},
	} {
		expect.Same(t, c.name, clock.Shift(c.last, c.now, time.Hour), c.want)
	}
}

func TestSetBack(t *testing.T) {
	seen := time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		latest time.Time
		now    time.Time
		want   time.Duration
	}{
		{"a new store", time.Time{}, seen, 0},
		{"forward", seen, seen.Add(time.Minute), 0},
		{"corrected a little", seen, seen.Add(-5 * time.Minute), 0},
		{"a day", seen, seen.Add(-day), day},
	} {
		expect.Same(t, c.name, clock.SetBack(c.latest, c.now), c.want)
	}
}

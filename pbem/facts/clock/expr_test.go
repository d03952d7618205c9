package clock_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/facts/clock"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z := expect.Get(clock.LoadZone(name))(t)
	return z
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ spec, says string }{
		{"", "it is empty; write five fields"},
		{"   ", "it is empty"},
		{"TZ=UTC", "leave the zone out"}, // the library panics
		{"TZ=UTC 0 9 * * *", "leave the zone out"},
		{"CRON_TZ=Europe/Madrid 0 9 * * *", "leave the zone out"},
		{"@every 24h", "words with @ are not supported"},
		{"@every -1h", "words with @ are not supported"},
		{"@daily", "words with @ are not supported"},
		{"0 0 9 * * *", "six fields; seconds are not supported"},
		{"0 9 * *", "the number of fields is 4, not five"},
		{"9:00", "the number of fields is 1, not five"},
		{"0 9 * * * * *", "the number of fields is 7, not five"},
		{"60 9 * * *", `minute "60" cannot be read; write 0 to 59`},
		{"0 24 * * *", `hour "24" cannot be read; write 0 to 23`},
		{"0 9 32 * *", `day of month "32" cannot be read; write 1 to 31`},
		{"0 9 * 13 *", `month "13" cannot be read; write 1 to 12 or JAN to DEC`},
		{"0 9 * * 7", `day of week "7" cannot be read; write 0 to 6 or SUN to SAT (Sunday is 0)`},
		{"0 9 * * lunes", `day of week "lunes" cannot be read`},
		{"0 , * * *", `hour "," cannot be read`},
		{"0 9, * * *", `hour "9," cannot be read`},
		{"0 */0 * * *", `hour "*/0" cannot be read`},
		{"0 18-9 * * *", `hour "18-9" cannot be read`},
		{"+5 9 * * *", `minute "+5" cannot be read`},
		{"0 0 30 2 *", "there is no such day in any year; choose a day that the month has"},
		{"0 0 31 4,6,9,11 *", "there is no such day in any year"},
		{strings.Repeat("1,", 200) + "1 * * * *", "it is longer than 200 characters"},
	} {
		_, err := clock.Parse(c.spec)
		refusal, ok := errors.AsType[*clock.ExprError](err)
		if !ok {
			t.Errorf("%q: error %v is not an *ExprError", c.spec, err)
			continue
		}
		expect.True(t, strings.Contains(err.Error(), c.says) && refusal.Spec == c.spec && refusal.Instead != "",
			"%q: says %q, want %q", c.spec, err, c.says)
	}
}

func TestParseTakes(t *testing.T) {
	for spec, want := range map[string]string{
		"0 9 * * *":             "0 9 * * *",
		"  0\t9  *  * * ":       "0 9 * * *",
		"*/15 8-18 1,15 * ?":    "*/15 8-18 1,15 * ?",
		"0 9 * jan-MAR mon,FRI": "0 9 * jan-MAR mon,FRI",
		"0 9 29 2 *":            "0 9 29 2 *",
	} {
		e, err := clock.Parse(spec)
		expect.True(t, err == nil && e.String() == want, "%q: %v, %v", spec, e, err)
	}
}

func TestExprText(t *testing.T) {
	e := clock.MustParse("0 9 * * 1-5")
	text := expect.Get(e.MarshalText())(t)
	var back clock.Expr
	if err := back.UnmarshalText(text); err != nil || !back.Equal(e) {
		t.Errorf("%q came back as %v, %v", text, back, err)
	}
	before := back
	if err := back.UnmarshalText([]byte("TZ=UTC")); err == nil || !back.Equal(before) {
		t.Errorf("a refused text gave %v, %v", back, err)
	}
	expect.True(t, (clock.Expr{}).Next(time.Now(), time.UTC).IsZero(), "the zero Expr fires")
}

// Instants the changes of clocks make doubtful, worked out by hand.
func TestNextAtClockChanges(t *testing.T) {
	for _, c := range []struct{ zone, spec, after, want string }{
		// Madrid 2026: 29 March 02:00 -> 03:00, 25 October 03:00 -> 02:00.
		{"Europe/Madrid", "30 2 * * *", "2026-03-28T12:00:00+01:00", "2026-03-29T03:00:00+02:00"},
		{"Europe/Madrid", "30 2 * * *", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"},
		{"Europe/Madrid", "0 9 * * *", "2026-03-28T12:00:00+01:00", "2026-03-29T09:00:00+02:00"},
		{"Europe/Madrid", "30 2 * * *", "2026-10-24T12:00:00+02:00", "2026-10-25T02:30:00+02:00"},
		{"Europe/Madrid", "30 2 * * *", "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"},
		{"Europe/Madrid", "30 2 * * *", "2026-10-25T02:10:00+01:00", "2026-10-26T02:30:00+01:00"},
		{"Europe/Madrid", "*/10 2 * * *", "2026-03-29T01:59:00+01:00", "2026-03-29T03:00:00+02:00"},
		{"Europe/Madrid", "*/10 2 * * *", "2026-03-29T03:00:00+02:00", "2026-03-30T02:00:00+02:00"},
		{"Europe/Madrid", "0 9 * * *", "2026-10-24T12:00:00+02:00", "2026-10-25T09:00:00+01:00"},
		// New York 2026: 8 March 02:00 -> 03:00, 1 November 02:00 -> 01:00.
		{"America/New_York", "30 1 * * *", "2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"},
		{"America/New_York", "15 2 * * *", "2026-03-08T01:00:00-05:00", "2026-03-08T03:00:00-04:00"},
		// Lord Howe changes by half an hour: 5 April 2026 02:00 -> 01:30, 4 October 02:00 -> 02:30.
		{"Australia/Lord_Howe", "45 1 * * *", "2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30"},
		{"Australia/Lord_Howe", "15 2 * * *", "2026-10-04T01:59:00+10:30", "2026-10-04T02:30:00+11:00"},
		// Sao Paulo left midnight out on 4 November 2018; Apia all of 30 December 2011.
		{"America/Sao_Paulo", "0 0 * * *", "2018-11-03T12:00:00-03:00", "2018-11-04T01:00:00-02:00"},
		{"Pacific/Apia", "0 9 * * *", "2011-12-29T12:00:00-10:00", "2011-12-31T00:00:00+14:00"},
		// Strictly after, also by less than a second; and over 2100, no leap year.
		{"UTC", "0 9 * * *", "2026-05-01T09:00:00Z", "2026-05-02T09:00:00Z"},
		{"UTC", "0 9 * * *", "2026-05-01T08:59:59.999Z", "2026-05-01T09:00:00Z"},
		{"UTC", "0 9 29 2 *", "2096-02-29T09:00:00Z", "2104-02-29T09:00:00Z"},
		{"Asia/Kathmandu", "0 9 * * 1", "2026-05-01T00:00:00Z", "2026-05-04T09:00:00+05:45"},
	} {
		after := expect.Get(time.Parse(time.RFC3339, c.after))(t)
		got := clock.MustParse(c.spec).Next(after, zone(t, c.zone))
		expect.Same(t, fmt.Sprintf("%s %q after %s", c.zone, c.spec, c.after), got.Format(time.RFC3339), c.want)
	}
}

// In a whole year an expression for one time a day fires once on every day: at
// the first minute of that day at which the clock shows that time or a later
// one.
func TestOnceADay(t *testing.T) {
	for _, name := range []string{"Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo", "UTC"} {
		z := zone(t, name)
		times := []int{0, 30, 60, 90, 105, 120, 135, 150, 165, 180, 9 * 60, 23*60 + 59}
		walked := firstAtOrPast(2026, z, times)
		for i, at := range times {
			spec := fmt.Sprintf("%d %d * * *", at%60, at/60)
			want := walked[i]
			if got := fires(clock.MustParse(spec), 2026, z); !slices.EqualFunc(got, want, time.Time.Equal) {
				t.Errorf("%s %q: %d times instead of %d", name, spec, len(got), len(want))
				for i := range min(len(got), len(want)) {
					if !got[i].Equal(want[i]) {
						t.Errorf("first difference: %s instead of %s", got[i], want[i])
						break
					}
				}
			}
		}
	}
}

// fires lists a year's firings.
func fires(e clock.Expr, year int, z *time.Location) []time.Time {
	var all []time.Time
	end := time.Date(year+1, 1, 1, 0, 0, 0, 0, z)
	for t := e.Next(time.Date(year, 1, 1, 0, 0, 0, -1, z), z); t.Before(end); t = e.Next(t, z) {
		all = append(all, t)
	}
	return all
}

// firstAtOrPast finds the same, for several times in minutes of the day, by
// looking at every minute of the year.
func firstAtOrPast(year int, z *time.Location, times []int) [][]time.Time {
	all := make([][]time.Time, len(times))
	fired := make([]int, len(times)) // day of the year
	for t := time.Date(year, 1, 1, 0, 0, 0, 0, z); t.Year() == year; t = t.Add(time.Minute) {
		today, minute := t.YearDay(), t.Hour()*60+t.Minute()
		for i, at := range times {
			if today != fired[i] && minute >= at {
				all[i] = append(all[i], t)
				fired[i] = today
			}
		}
	}
	return all
}

// Any expression of hours and minutes, in any zone, around any change of
// clocks, against a walk over every minute.
func TestNextAgainstWalk(t *testing.T) {
	zones := []string{"Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "Asia/Tehran",
		"Pacific/Kiritimati", "Pacific/Kwajalein", "America/Santiago", "America/Havana", "Africa/Cairo", "Asia/Beirut", "Antarctica/Troll", "Africa/Casablanca"}
	level.Check(t, func(t *rapid.T) {
		z := expect.Get(clock.LoadZone(rapid.SampledFrom(zones).Draw(t, "zone")))(t)
		minutes := rapid.SliceOfNDistinct(rapid.IntRange(0, 59), 1, 4, rapid.ID).Draw(t, "minutes")
		hours := rapid.SliceOfNDistinct(rapid.IntRange(0, 23), 1, 4, rapid.ID).Draw(t, "hours")
		e := clock.MustParse(list(minutes) + " " + list(hours) + " * * *")
		// A day before some change of clocks between 1980 and 2030.
		anywhere := time.Unix(rapid.Int64Range(315532800, 1893456000).Draw(t, "anywhere"), 0).In(z)
		change, _ := anywhere.ZoneBounds()
		if change.Year() < 1971 {
			change = anywhere
		}
		after := change.Add(time.Duration(rapid.Int64Range(-26*3600, 26*3600).Draw(t, "off")) * time.Second)
		got, want := e.Next(after, z), walk(after, z, minutes, hours)
		if !got.Equal(want) {
			t.Fatalf("%s %q after %s: %s, the walk finds %s", z, e, after, got, want)
		}
	})
}

func list(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ","), "[]")
}

// walk looks at every minute after the given instant. A minute fires if its
// wall time matches and was not shown before, or if a matching wall time was
// leapt over just before it.
func walk(after time.Time, z *time.Location, minutes, hours []int) time.Time {
	matches := func(wall time.Time) bool {
		return slices.Contains(minutes, wall.Minute()) && slices.Contains(hours, wall.Hour())
	}
	wallOf := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), 0, 0, time.UTC)
	}
	t := after.Add(-72 * time.Hour).Truncate(time.Minute).In(z)
	shown := wallOf(t) // the latest wall time so far
	for {
		t = t.Add(time.Minute)
		fire := false
		for wall := wallOf(t); shown.Before(wall); {
			shown = shown.Add(time.Minute)
			fire = fire || matches(shown)
		}
		if fire && t.After(after) {
			return t
		}
	}
}

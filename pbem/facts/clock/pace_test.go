package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/facts/clock"
)

func at(t testing.TB, name, wall string) time.Time {
	t.Helper()
	got := expect.Get(time.ParseInLocation("2006-01-02 15:04", wall, zone(t, name)))(t)
	return got
}

func must[T any](t testing.TB, parse func(string) (T, error), s string) T {
	t.Helper()
	v := expect.Get(parse(s))(t)
	return v
}

// TestDue: 2026-03-29 and 2026-10-25 are the changes of clocks in Madrid; 2026-12-25 is a
// Friday.
func TestDue(t *testing.T) {
	for _, c := range []struct {
		name, asked    string
		length         time.Duration
		days, at, hush string
		off            []string
		want           string
		plus           time.Duration
	}{
		{name: "plain", asked: "2026-11-23 10:00", length: 3 * day, want: "2026-11-26 10:00"},
		{name: "a day is 24 hours, in March", asked: "2026-03-28 20:00", length: day, want: "2026-03-29 21:00"},
		{name: "and in October", asked: "2026-10-24 20:00", length: day, want: "2026-10-25 19:00"},
		{name: "weekends", asked: "2026-11-27 18:00", length: day, days: "mon-fri", want: "2026-11-30 18:00"},
		{name: "asked on a weekend", asked: "2026-11-28 18:00", length: day, days: "mon-fri", want: "2026-12-01 00:00"},
		{name: "the weekend of March", asked: "2026-03-27 18:00", length: day, days: "mon-fri", want: "2026-03-30 18:00"},
		{name: "until midnight", asked: "2026-11-27 18:00", length: 6 * time.Hour, days: "mon-fri", want: "2026-11-28 00:00"},
		{name: "holidays", asked: "2026-12-24 12:00", length: 2 * day, days: "mon-fri", off: []string{"2026-12-25"}, want: "2026-12-29 12:00"},
		{name: "absence", asked: "2026-12-20 12:00", length: 2 * day, off: []string{"2026-12-21", "2026-12-22", "2026-12-23"}, want: "2026-12-25 12:00"},
		{name: "time of day", asked: "2026-11-23 10:00", length: 3 * day, at: "18:00", want: "2026-11-26 18:00"},
		{name: "on that time", asked: "2026-11-23 18:00", length: 3 * day, at: "18:00", want: "2026-11-26 18:00"},
		{name: "the next day", asked: "2026-11-23 18:01", length: 3 * day, at: "18:00", want: "2026-11-27 18:00"},
		{name: "time of day, no weekend", asked: "2026-11-26 19:00", length: day, at: "18:00", days: "mon-fri", want: "2026-11-30 18:00"},
		{name: "time of day that is leapt over", asked: "2026-03-28 10:00", length: 12 * time.Hour, at: "02:30", want: "2026-03-29 03:00"},
		{name: "time of day that comes twice", asked: "2026-10-24 10:00", length: 12 * time.Hour, at: "02:30", want: "2026-10-25 01:30", plus: time.Hour}, // the first
		{name: "quiet hours", asked: "2026-11-23 23:30", length: 3 * day, hush: "22:00-08:00", want: "2026-11-27 08:00"},
		{name: "quiet in the morning", asked: "2026-11-23 03:00", length: 3 * day, hush: "22:00-08:00", want: "2026-11-26 08:00"},
		{name: "not quiet", asked: "2026-11-23 08:00", length: 3 * day, hush: "22:00-08:00", want: "2026-11-26 08:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := clock.Pace{Zone: zone(t, "Europe/Madrid"), Days: must(t, clock.ParseDays, c.days), At: must(t, clock.ParseTimeOfDay, c.at),
				Quiet: must(t, clock.ParseSpan, c.hush)}
			if len(c.off) > 0 {
				p.Off = func(d clock.Date) bool {
					for _, s := range c.off {
						if must(t, clock.ParseDate, s) == d {
							return true
						}
					}
					return false
				}
			}
			got := p.Due(at(t, "Europe/Madrid", c.asked), c.length)
			if want := at(t, "Europe/Madrid", c.want).Add(c.plus); !got.Equal(want) {
				t.Errorf("due %v, want %v", got, want)
			}
		})
	}
}

// TestDueIsNeverShort: under any rules a player has at least the agreed time, and more days off never bring a
// deadline forward.
func TestDueIsNeverShort(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		z, err := clock.LoadZone(rapid.SampledFrom([]string{"UTC", "Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"}).Draw(t, "zone"))
		expect.NoError(t, err)
		asked := time.Unix(rapid.Int64Range(1_700_000_000, 1_900_000_000).Draw(t, "asked"), 0)
		length := time.Duration(rapid.Int64Range(60, 20*86400).Draw(t, "seconds")) * time.Second
		p := clock.Pace{Zone: z, Days: clock.Days(rapid.IntRange(0, 127).Draw(t, "days"))}
		if rapid.Bool().Draw(t, "at") {
			p.At = clock.TimeOfDay{Hour: rapid.IntRange(0, 23).Draw(t, "hour"), Minute: rapid.IntRange(0, 59).Draw(t, "minute"), Set: true}
		}
		due := p.Due(asked, length)
		if due.Sub(asked) < length {
			t.Fatalf("asked %v, due %v: less than %v", asked, due, length)
		}
		if settled := p.Settle(due); !settled.Equal(due) {
			t.Fatalf("due %v settles at %v", due, settled)
		}
		p.Off = func(d clock.Date) bool { return d.Day%5 == 0 }
		if off := p.Due(asked, length); off.Before(due) {
			t.Fatalf("with days off due %v, without %v", off, due)
		}
		p.Off = func(clock.Date) bool { return true }
		p.Due(asked, length) // ends
	})
}

func TestDays(t *testing.T) {
	for text, want := range map[string]string{
		"": "all", "all": "all", "mon-fri": "mon,tue,wed,thu,fri", "Sat,sun": "sat,sun", "fri-mon": "mon,fri,sat,sun", "wednesday": "wed",
	} {
		expect.Same(t, text, must(t, clock.ParseDays, text).String(), want)
	}
	for _, text := range []string{"x", "mo-fr", "mon-", "1", "mon;tue", ","} {
		expect.Fails(t, text, expect.Err(clock.ParseDays(text)), "")
	}
}

func TestSpan(t *testing.T) {
	for text, want := range map[string]string{"": "", "22:00-08:00": "22:00-08:00", "22-8": "22:00-08:00", " 9.30 - 10.00 ": "09:30-10:00"} {
		expect.Same(t, text, must(t, clock.ParseSpan, text).String(), want)
	}
	for _, text := range []string{"22:00", "8-8", "25-3", "a-b", "-"} {
		expect.Fails(t, text, expect.Err(clock.ParseSpan(text)), "")
	}
}

func TestHoliday(t *testing.T) {
	for text, want := range map[string]bool{
		"2026-12-25": true, "2026-10-12": true, "2026-04-03": true, // Good Friday
		"2026-12-26": false, "2026-07-04": false,
	} {
		expect.Same(t, text, clock.Holiday([]string{"es"}, must(t, clock.ParseDate, text)), want)
	}
	expect.True(t, clock.Holiday([]string{"es", "us"}, must(t, clock.ParseDate, "2026-07-04")),
		"4 July is one in the second country")
	expect.True(t, clock.CheckCountry("es") == nil && clock.CheckCountry("xx") != nil, "countries")
}

package templates

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"railpost/engine"
	"railpost/templates/key"
)

func itoa(n int) string { return strconv.Itoa(n) }

// time returns a time in the reader's zone with its weekday, for a sentence: "Tue 24 Nov
// 20:00"; the year is added if it is not the current one.
func (v *voice) time(t time.Time) string { return v.timeAs(t, key.TimeSaid, key.TimeSaidYear) }

// timeBare is time for subjects and labels, where some languages save a comma.
func (v *voice) timeBare(t time.Time) string { return v.timeAs(t, key.Time, key.TimeYear) }

func (v *voice) timeAs(t time.Time, say, withYear string) string {
	t = t.In(v.zone)
	if !v.now.IsZero() && v.now.In(v.zone).Year() != t.Year() {
		say = withYear
	}
	return v.word(say, append(dateArgs(t), engine.Text("clock", fmt.Sprintf("%02d:%02d", t.Hour(), t.Minute())))...)
}

// date returns a day with its weekday: "Tue 24 Nov".
func (v *voice) date(t time.Time) string { return v.word(key.Date, dateArgs(t)...) }

func dateArgs(t time.Time) []engine.Arg {
	return []engine.Arg{
		engine.Term("weekday", key.WeekdayOf+itoa(int(t.Weekday()))), engine.Int("day", t.Day()),
		engine.Term("month", key.MonthOf+itoa(int(t.Month()))), engine.Int("year", t.Year()),
	}
}

// zoneName returns the reader's zone as they would write it.
func (v *voice) zoneName() string {
	if name := v.zone.String(); name != "Local" {
		return name
	}
	name, _ := v.now.In(v.zone).Zone()
	return name
}

// away returns how far t is from now: "in 2 days", "5 hours ago", "just now".
func (v *voice) away(t time.Time) string {
	d := t.Sub(v.now)
	say := key.InOf
	if d <= 0 {
		say, d = key.AgoOf, -d
	}
	switch {
	case rounded(d, time.Minute) == 0:
		return v.word(say + "now")
	case d >= 48*time.Hour:
		return v.word(say+"days", engine.Int("n", rounded(d, 24*time.Hour)))
	case d >= 2*time.Hour:
		return v.word(say+"hours", engine.Int("n", rounded(d, time.Hour)))
	default:
		return v.word(say+"minutes", engine.Int("n", rounded(d, time.Minute)))
	}
}

func rounded(d, unit time.Duration) int { return int(math.Round(float64(d) / float64(unit))) }

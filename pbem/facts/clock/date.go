package clock

import (
	"fmt"
	"strings"
	"time"
)

// Date is a day of the calendar, in no zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the date of t in its zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate reads "2026-12-24". It returns an error for any other form and for days that
// their month does not have.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(s))
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date: write it as 2026-12-24", s)
	}
	return DateOf(t), nil
}

func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// MarshalText writes the date for TOML and JSON.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Date) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDate(string(text))
	return err
}

// Next returns the day after d.
func (d Date) Next() Date { return d.Add(1) }

// Add returns the day this many days after d.
func (d Date) Add(days int) Date { return DateOf(d.utc().AddDate(0, 0, days)) }

// Before reports whether d comes before e.
func (d Date) Before(e Date) bool { return d.utc().Before(e.utc()) }

// Since returns the number of days from e to d.
func (d Date) Since(e Date) int { return int(d.utc().Sub(e.utc()) / (24 * time.Hour)) }

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// Begin returns the first instant of the day in a zone: not midnight where the clocks leap
// over it.
func (d Date) Begin(zone *time.Location) time.Time { return instantOf(d.utc(), zone).In(zone) }

func (d Date) utc() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// TimeOfDay is a time of day, as 18:00; zero: none.
type TimeOfDay struct {
	Hour, Minute int
	Set          bool
}

// ParseTimeOfDay reads "18:00" or "9.30"; "" is none.
func ParseTimeOfDay(s string) (TimeOfDay, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return TimeOfDay{}, nil
	}
	for _, form := range []string{"15:04", "15.04", "15"} {
		if t, err := time.Parse(form, s); err == nil {
			return TimeOfDayOf(t), nil
		}
	}
	return TimeOfDay{}, fmt.Errorf("%q is not a time of day: write it as 18:00", s)
}

// TimeOfDayOf returns the time of day of t in its zone, to the minute.
func TimeOfDayOf(t time.Time) TimeOfDay { return TimeOfDay{t.Hour(), t.Minute(), true} }

func (t TimeOfDay) String() string {
	if !t.Set {
		return ""
	}
	return fmt.Sprintf("%02d:%02d", t.Hour, t.Minute)
}

// MarshalText writes the time for TOML and JSON.
func (t TimeOfDay) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (t *TimeOfDay) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTimeOfDay(string(text))
	return err
}

// On returns the first instant of a date at which the clocks of a zone show t or, if they
// leap over it, the first after the leap.
func (t TimeOfDay) On(d Date, zone *time.Location) time.Time {
	wall := time.Date(d.Year, d.Month, d.Day, t.Hour, t.Minute, 0, 0, time.UTC)
	return instantOf(wall, zone).In(zone)
}

func (t TimeOfDay) minutes() int { return 60*t.Hour + t.Minute }

// Span is a part of every day, as 22:00-08:00; zero: none.
type Span struct{ From, To TimeOfDay }

// ParseSpan reads "22:00-08:00"; "" is none.
func ParseSpan(s string) (Span, error) {
	if strings.TrimSpace(s) == "" {
		return Span{}, nil
	}
	from, to, _ := strings.Cut(s, "-")
	var span Span
	var err error
	if span.From, err = ParseTimeOfDay(from); err == nil {
		span.To, err = ParseTimeOfDay(to)
	}
	if err != nil || !span.From.Set || !span.To.Set || span.From == span.To {
		return Span{}, fmt.Errorf("%q is not a part of the day: write it as 22:00-08:00", s)
	}
	return span, nil
}

func (s Span) String() string {
	if !s.From.Set {
		return ""
	}
	return s.From.String() + "-" + s.To.String()
}

// MarshalText writes the span for TOML and JSON.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Span) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSpan(string(text))
	return err
}

// Minutes returns how long the span is.
func (s Span) Minutes() int {
	const day = 24 * 60
	return (s.To.minutes() - s.From.minutes() + day) % day
}

// Has reports whether a time of day is in the span, from its beginning to before its end.
func (s Span) Has(t TimeOfDay) bool {
	switch from, to, m := s.From.minutes(), s.To.minutes(), t.minutes(); {
	case !s.From.Set:
		return false
	case from < to:
		return from <= m && m < to
	default:
		return from <= m || m < to
	}
}

// Days is a set of days of the week; the zero Days is all of them.
type Days uint8

var weekdays = [...]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// ParseDays reads "mon-fri", "sat,sun" or "all"; "" is all.
func ParseDays(s string) (Days, error) {
	var days Days
	text := strings.ToLower(strings.TrimSpace(s))
	if text == "" || text == "all" {
		return 0, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		from, to, several := strings.Cut(strings.TrimSpace(part), "-")
		first, last := weekday(from), weekday(from)
		if several {
			last = weekday(to)
		}
		if first < 0 || last < 0 {
			return 0, fmt.Errorf("%q are no days of the week: write them as mon-fri or sat,sun", s)
		}
		for d := first; ; d = (d + 1) % 7 {
			days |= 1 << d
			if d == last {
				break
			}
		}
	}
	return days, nil
}

func weekday(s string) int {
	s = strings.TrimSpace(s)
	for d, name := range weekdays {
		if len(s) >= len(name) && strings.HasPrefix(strings.ToLower(time.Weekday(d).String()), s) {
			return d
		}
	}
	return -1
}

// Has reports whether a day of the week is in the set.
func (d Days) Has(day time.Weekday) bool { return d == 0 || d&(1<<day) != 0 }

func (d Days) String() string {
	if d == 0 {
		return "all"
	}
	var list []string
	for i := range weekdays {
		if day := time.Weekday((i + 1) % 7); d&(1<<day) != 0 { // a week begins on Monday
			list = append(list, weekdays[day])
		}
	}
	return strings.Join(list, ",")
}

// MarshalText writes the days for TOML and JSON.
func (d Days) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Days) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDays(string(text))
	return err
}

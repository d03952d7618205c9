package clock

import "time"

// Pace is how a table's time runs for one player.
type Pace struct {
	Zone  *time.Location       // the player's
	Days  Days                 // of the week, on which time runs
	Off   func(date Date) bool // dates on which it stands still: holidays, the player's absence; nil: none
	At    TimeOfDay            // at which deadlines fall; zero: at any time
	Quiet Span                 // hours in which none falls
	Grace time.Duration        // between the deadline and the table's rule for late players
}

// longestOff limits the days on which time stands still before a deadline: after them it runs on all dates.
const longestOff = 366

// Runs reports whether time runs on a date.
func (p Pace) Runs(d Date) bool { return p.Days.Has(d.Weekday()) && (p.Off == nil || !p.Off(d)) }

// Due returns the deadline of a seat that was asked at the given instant and has this long.
// Hours are counted as they pass, so a day on which the clocks change is 23 or 25 of them
// long; only those of days on which time runs count. The deadline is then moved on, see
// Settle.
func (p Pace) Due(asked time.Time, length time.Duration) time.Time {
	return p.Settle(p.count(asked.In(p.Zone), length))
}

// Settle moves a deadline on to the table's time of day, and out of the player's quiet
// hours.
func (p Pace) Settle(due time.Time) time.Time {
	due = due.In(p.Zone)
	if p.At.Set {
		due = p.next(due, p.At)
	}
	if p.Quiet.Has(TimeOfDayOf(due)) {
		due = p.next(due, p.Quiet.To)
	}
	return due
}

// LateRuleAt returns when the table's rule for a late seat is carried out.
func (p Pace) LateRuleAt(due time.Time) time.Time {
	if p.Grace == 0 {
		return due
	}
	late := p.count(due.In(p.Zone), p.Grace)
	if p.Quiet.Has(TimeOfDayOf(late)) {
		late = p.next(late, p.Quiet.To)
	}
	return late
}

// count returns the instant until which this much time has run.
func (p Pace) count(t time.Time, length time.Duration) time.Time {
	date := DateOf(t)
	for off := 0; ; date = date.Next() {
		midnight := date.Next().Begin(p.Zone)
		switch left := midnight.Sub(t); {
		case off < longestOff && !p.Runs(date):
			off++
		case left >= length:
			return t.Add(length)
		default:
			length -= left
		}
		t = midnight
	}
}

// next returns the first instant, from t on, at which the clocks show a time of day on a
// date on which time runs.
func (p Pace) next(t time.Time, at TimeOfDay) time.Time {
	date := DateOf(t)
	for off := 0; ; off++ {
		if instant := at.On(date, p.Zone); !instant.Before(t) && (off >= longestOff || p.Runs(date)) {
			return instant
		}
		date = date.Next()
	}
}

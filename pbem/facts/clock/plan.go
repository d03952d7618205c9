package clock

import (
	"fmt"
	"time"
)

// Plan is when the players of a table are reminded.
type Plan struct {
	HalfTime  bool            // after half the time
	Before    []time.Duration // this long before the deadline, but not before half time
	Reminders []Expr          // on the player's clocks, as long as the game waits for them
}

// lateReminders is the default timetable of reminders after the deadline.
var lateReminders = MustParse("0 9 * * *")

// NextReminder returns the earliest reminder strictly after the instant after; the zero
// time if there is none. Missed ones are not made up for. Half time is never at night, and
// one reminder serves for several that are close together.
func (p Plan) NextReminder(after, asked, due time.Time, zone *time.Location) time.Time {
	half := p.halfTime(asked, due, zone)
	if half.After(after) {
		return half
	}
	next := p.next(after, zone)
	if len(p.Reminders) == 0 {
		next = lateReminders.Next(Latest(after, due), zone)
	}
	from := HalfWay(asked, due)
	for _, b := range p.Before {
		if t := due.Add(-b); t.After(after) && t.After(from) && t.Sub(half) >= soon && t.Before(next) {
			next = t.In(zone)
		}
	}
	return next
}

// Latest returns the later of two instants.
func Latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// next returns the next time of any expression.
func (p Plan) next(after time.Time, zone *time.Location) time.Time {
	var next time.Time
	for _, expr := range p.Reminders {
		if t := expr.Next(after, zone); !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	return next
}

// together is how soon after half time a timed reminder makes the one at half time superfluous.
const together = 4 * time.Hour

// soon is the time after half time in which no other reminder need come.
const soon = 6 * time.Hour

// halfTime returns when the reminder at half time comes: not during the player's night. The
// zero time: there is none before the deadline.
func (p Plan) halfTime(asked, due time.Time, zone *time.Location) time.Time {
	if !p.HalfTime || !due.After(asked) {
		return time.Time{}
	}
	half := awake(HalfWay(asked, due).In(zone))
	if t := p.next(half.Add(-time.Second), zone); !t.IsZero() && t.Sub(half) <= together && t.Before(due) && awake(t).Equal(t) {
		half = t
	}
	if !half.Before(due) {
		return time.Time{}
	}
	return half
}

// Reminders at half time come between these hours.
const morning, night = 8, 22

// awake returns t, or the next morning if t is at night.
func awake(t time.Time) time.Time {
	day := t.Day()
	switch {
	case t.Hour() >= night:
		day++
	case t.Hour() >= morning:
		return t
	}
	return time.Date(t.Year(), t.Month(), day, morning, 0, 0, 0, t.Location())
}

// HalfWay returns the middle between two instants, to the second.
func HalfWay(asked, due time.Time) time.Time {
	return asked.Add(due.Sub(asked) / 2).Truncate(time.Second)
}

// mostOften is the least time between two reminders: more are a nuisance, and lead to spam folders.
const mostOften = time.Hour

// TooOften returns an error if timetables, taken together, remind more often than once an hour.
func TooOften(reminders []Expr) error {
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Minute)
	var last time.Time
	for range 2000 { // weeks of an hourly timetable, longer for rarer ones
		var next time.Time
		for _, e := range reminders {
			if t := e.Next(at, time.UTC); next.IsZero() || !t.IsZero() && t.Before(next) {
				next = t
			}
		}
		if next.IsZero() {
			return nil
		}
		if !last.IsZero() && next.Sub(last) < mostOften {
			return fmt.Errorf("reminders would come more often than once an hour, at %s and %s", last.Format("15:04"), next.Format("15:04"))
		}
		at, last = next, next
	}
	return nil
}

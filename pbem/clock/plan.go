package clock

import "time"

// Plan is what a table has agreed about waiting.
type Plan struct {
	AnswerWithin time.Duration // from being asked to the deadline
	Reminders    []Expr        // on the clocks of the late player
	HalfTime     bool          // the first reminder comes after half the time
}

// Due returns the deadline of a seat that was asked at the given instant.
func (p Plan) Due(asked time.Time) time.Time { return asked.Add(p.AnswerWithin) }

// NextReminder returns the earliest reminder strictly after the instant after: the one at
// half time, if it is still ahead, or else the next time of any expression. It skips missed
// ones: they are not made up for. It does not end at the deadline, since nothing is played
// for a late seat. The zero time means that there is none.
func (p Plan) NextReminder(after, asked, due time.Time, zone *time.Location) time.Time {
	if half := p.halfTime(asked, due, zone); half.After(after) {
		return half
	}
	return p.next(after, zone)
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

// together is how soon after half time a reminder of an expression may follow so that half
// time needs none of its own.
const together = 4 * time.Hour

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

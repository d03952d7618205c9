package clock

import "time"

// Plan is what a table has agreed about waiting.
type Plan struct {
	AnswerWithin time.Duration // from being asked to the deadline
	Reminders    []Expr        // on the clocks of the late player
	HalfTime     bool          // one more reminder when half the time is gone
}

// Due is the deadline of a seat that was asked at the given instant.
func (p Plan) Due(asked time.Time) time.Time { return asked.Add(p.AnswerWithin) }

// FirstReminder is the first reminder of a seat asked at asked, with its
// deadline at due; the zero time if the plan has none.
func (p Plan) FirstReminder(asked, due time.Time, zone *time.Location) time.Time {
	return p.NextReminder(asked, asked, due, zone)
}

// NextReminder is the earliest reminder strictly after the instant after: half
// time, if it is still ahead, or the next time of any expression. Missed ones
// are not made up for: asked for the next one from now, it skips them all. It
// does not end at the deadline, since nothing is played for a late seat.
// The zero time means that there is none.
func (p Plan) NextReminder(after, asked, due time.Time, zone *time.Location) time.Time {
	var next time.Time
	consider := func(t time.Time) {
		if t.After(after) && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	if p.HalfTime && due.After(asked) {
		consider(HalfWay(asked, due).In(zone))
	}
	for _, expr := range p.Reminders {
		if t := expr.Next(after, zone); !t.IsZero() {
			consider(t)
		}
	}
	return next
}

// HalfWay is the middle between two instants, on the second.
func HalfWay(asked, due time.Time) time.Time {
	return asked.Add(due.Sub(asked) / 2).Truncate(time.Second)
}

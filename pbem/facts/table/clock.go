package table

import (
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
)

// Clock is the way a player's time runs, by the table's rules and by their own quiet hours and absences.
type Clock struct {
	Terms
	Player *Player
}

// Clock returns the clock of a seat's player.
func (t *Table) Clock(s engine.Seat) Clock { return Clock{t.Terms(), &t.Players[s]} }

// AwayOn reports whether the player has said that they are away on a day, and nobody
// plays for them.
func (c Clock) AwayOn(d clock.Date) bool {
	return !c.Player.satOn(d) && slices.ContainsFunc(c.Player.Away, func(a Away) bool { return a.Has(d) })
}

// AwayFrom returns the time, after an instant, from which nobody waits for the absent player; the zero time if
// there is no such absence, or their time stands still then.
func (c Clock) AwayFrom(after time.Time) (from time.Time) {
	if c.Rules.Away() == AbsencePause {
		return time.Time{}
	}
	zone := c.Player.location()
	if c.Player.SitterAt(after) != nil {
		after = c.Player.SitterEnds()
	}
	for _, a := range c.Player.Away {
		begin, end := a.From.Begin(zone), a.To.Next().Begin(zone)
		if !end.After(after) {
			continue
		}
		if begin.Before(after) {
			begin = after
		}
		if from.IsZero() || begin.Before(from) {
			from = begin
		}
	}
	return from
}

// Pace returns how the player's time runs.
func (c Clock) Pace() clock.Pace {
	r := *c.Rules
	return clock.Pace{
		Zone: c.Player.location(), Days: r.Days, At: r.At, Quiet: c.Player.Quiet, Grace: time.Duration(r.Grace) * time.Second,
		Off: func(d clock.Date) bool {
			return slices.Contains(r.Off, d) || clock.Holiday(r.Holidays, d) || r.Away() == AbsencePause && c.AwayOn(d)
		},
	}
}

// Due returns the deadline of a wait, by the table's present rules and the player's absences, without their
// time bank.
func (c Clock) Due(w Wait) (due, plain time.Time) {
	length := time.Duration(*c.Within)
	if n, ok := c.Rules.Steps[w.Step]; ok {
		length = time.Duration(n)
	}
	length = (length + time.Duration(w.Extra)) * time.Second
	pace := c.Pace()
	plain = pace.Due(w.Since, length)
	if bank := c.Player.Bank; bank > 0 {
		return pace.Due(w.Since, length+time.Duration(bank)*time.Second), plain
	}
	return plain, plain
}

// Move shifts a wait by a time in which its player could not answer, but never to an earlier
// time. Its deadline then moves on to the table's time of day again: nobody has less time
// than before.
func (c Clock) Move(w *Wait, by time.Duration) {
	if by > 0 {
		w.Since = w.Since.Add(by)
		if !w.Plan.IsZero() {
			w.Plan = w.Plan.Add(by)
		}
		c.NotBefore(w, w.Until.Add(by))
	}
}

// NotBefore moves the deadline of a wait on, if it falls before an instant.
func (c Clock) NotBefore(w *Wait, least time.Time) {
	if w.Until.Before(least) {
		later := c.Pace().Settle(least)
		w.Plain, w.Until = w.Plain.Add(later.Sub(w.Until)), later
	}
}

// remindersSkipped bounds the reminders skipped because time stands still on their days.
const remindersSkipped = 1000

// NextReminder returns when the player of a wait is reminded next, on a day on which their
// time runs; the zero time: never.
func (c Clock) NextReminder(plan clock.Plan, after time.Time, w Wait) time.Time {
	zone, pace := c.Player.location(), c.Pace()
	at := plan.NextReminder(after, w.Since, w.Until, zone)
	for n := 0; n < remindersSkipped && !at.IsZero(); n++ {
		day := clock.DateOf(at.In(zone))
		if pace.Runs(day) && !c.AwayOn(day) {
			break
		}
		at = plan.NextReminder(at, w.Since, w.Until, zone)
	}
	return at
}

const (
	alarmsMost  = 5                // of a deadline
	alarmBefore = 15 * time.Minute // comes the alarm of a calendar than the reminder by mail
	alarmAlone  = time.Hour        // before the deadline, if there is no reminder before it
)

// Alarms returns how long before its end the calendar of a wait's player should remind them:
// somewhat sooner than a letter would.
func (c Clock) Alarms(w Wait) (list []time.Duration, err error) {
	plan, err := c.Plan()
	if err != nil {
		return nil, err
	}
	at := c.NextReminder(plan, w.Since, w)
	for len(list) < alarmsMost && !at.IsZero() && at.Before(w.Until) {
		list = append(list, w.Until.Sub(at).Truncate(time.Minute)+alarmBefore)
		at = c.NextReminder(plan, at, w)
	}
	if len(list) == 0 {
		list = append(list, alarmAlone)
	}
	return slices.Compact(list), nil
}

package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
)

// Entry is what a player's calendar has of a game: when their answer is due.
type Entry struct {
	UID      string    `json:"uid"`
	Sequence int       `json:"sequence"` // even; the next one withdraws it
	Until    time.Time `json:"until"`
}

// Entry returns how a wait is entered in its player's calendar. Its UID is that of the wait
// whatever its deadline; it proves nothing.
func (t *Table) Entry(w Wait) Entry {
	m := hmac.New(sha256.New, t.Key)
	fmt.Fprintf(m, "deadline|%s|%d|%d|%d", t.Name(), t.Epoch, w.Seat, t.Step(w.Asked, w.Seat))
	id := m.Sum(nil)[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // RFC 9562, 5.8
	return Entry{UID: fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]), Sequence: 2 * w.Moved, Until: w.Until}
}

// CountMoves counts which waits end at another time than they did before.
func (t *Table) CountMoves(before *Table) {
	for i := range t.Waiting {
		w := &t.Waiting[i]
		was := before.WaitFor(w.Seat)
		if was == nil || was.Asked != w.Asked {
			continue
		}
		if w.Moved = was.Moved; !w.Until.Equal(was.Until) {
			w.Moved++
		}
	}
}

// remindersSkipped bounds how many reminders are left out since they fall on days on which
// time stands still.
const remindersSkipped = 1000

// NextReminder returns when the player of a wait is reminded next, on a day on which their
// time runs; the zero time: never.
func (t *Table) NextReminder(plan clock.Plan, after time.Time, w Wait) time.Time {
	zone, pace := t.ZoneOf(w.Seat), t.Pace(w.Seat)
	at := plan.NextReminder(after, w.Since, w.Until, zone)
	for n := 0; n < remindersSkipped && !at.IsZero(); n++ {
		day := clock.DateOf(at.In(zone))
		if pace.Runs(day) && !t.AwayOn(w.Seat, day) {
			break
		}
		at = plan.NextReminder(at, w.Since, w.Until, zone)
	}
	return at
}

const (
	alarmsMost  = 5                // of a deadline
	alarmBefore = 15 * time.Minute // comes the alarm of a calendar than the reminder by mail
	alarmAlone  = time.Hour        // before the deadline, where no reminder comes before it
)

// Alarms returns how long before its end the calendar of a wait's player should remind them:
// somewhat sooner than a letter would.
func (t *Table) Alarms(w Wait) (list []time.Duration, err error) {
	plan, err := t.Plan()
	if err != nil {
		return nil, err
	}
	at := t.NextReminder(plan, w.Since, w)
	for len(list) < alarmsMost && !at.IsZero() && at.Before(w.Until) {
		list = append(list, w.Until.Sub(at).Truncate(time.Minute)+alarmBefore)
		at = t.NextReminder(plan, at, w)
	}
	if len(list) == 0 {
		list = append(list, alarmAlone)
	}
	return slices.Compact(list), nil
}

// Deadlines returns the waits for the seats of an address, of a game that goes on.
func (t *Table) Deadlines(address string) (list []Wait) {
	for _, w := range t.Waiting {
		if p := &t.Players[w.Seat]; t.State == Running && !p.Resigned && p.Address() == address {
			list = append(list, w)
		}
	}
	return list
}

// SeatOfCalendar returns the seat whose calendar has a token. It takes as long for one that is
// wrong.
func (t *Table) SeatOfCalendar(token string) (engine.Seat, bool) {
	return t.seatBy(token, t.CalendarToken)
}

// CalendarToken returns what a seat's player fetches the calendar of all their deadlines
// with. It proves nothing and leads to no page, since calendars are given to other programs. It
// is another one whenever that of the seat's page is.
func (t *Table) CalendarToken(s engine.Seat) string {
	p := t.Players[s]
	return token(t.Key, fmt.Sprintf("calendar|%s|%d|%d|%d", t.Name(), s, p.Renewed, p.Links))
}

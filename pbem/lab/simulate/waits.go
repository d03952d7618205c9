package simulate

import (
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
)

// wait is that a game waits for a seat.
type wait struct {
	since, until time.Time
	asked        uint64        // the record after which it was
	extra        time.Duration // that the player has taken, or was given
	remind       time.Time     // when the next reminder comes
	reminded     time.Time     // when the last one did
	late         bool
	latened      time.Time // when it got late
	set          time.Time // when these times were, if not when it was asked
	stuck        bool      // the rules of the game let nobody else move for the player
	found        bool      // it was reported as overdue
	longer       bool      // an answer was taken back after its time
}

// plan is when players are reminded, as their manual says: after half the time, a day and
// six hours before the end, and then every morning.
var plan = clock.Plan{HalfTime: true, Before: []time.Duration{24 * time.Hour, 6 * time.Hour}}

func zoneOf(name string) *time.Location {
	z, err := clock.LoadZone(name)
	if err != nil {
		return time.UTC
	}
	return z
}

// ruleSet reads rules that are written as name=value.
func ruleSet(list []string) map[string]string {
	out := map[string]string{"time-out": string(table.TimeOutDefault), "grace": "1d"}
	for _, r := range list {
		name, value, _ := strings.Cut(r, "=")
		out[name] = value
	}
	return out
}

// waits reports whether the rules of a table let a game wait for ever.
func (a *account) waits() bool { return a.rules["time-out"] == string(table.TimeOutWait) }

func (a *account) pace(s engine.Seat) clock.Pace {
	grace, _ := clock.ParseDuration(a.rules["grace"])
	days, _ := clock.ParseDays("all")
	return clock.Pace{Zone: a.zone, Days: days, Grace: grace, Off: func(d clock.Date) bool { return a.seats[s].isAway(d) }}
}

// isAway reports whether a player has said that they are away on a day.
func (c *chair) isAway(d clock.Date) bool {
	return slices.ContainsFunc(c.away, func(away table.Away) bool { return away.Has(d) })
}

// ask enters that a seat is asked something now.
func (a *account) ask(s engine.Seat) {
	w := &wait{since: a.world.now(), asked: uint64(len(a.records))}
	w.until = a.pace(s).Due(w.since, a.within)
	a.seats[s].wait = w
	a.remindNext(s)
}

// remindNext works out the next reminder of a seat.
func (a *account) remindNext(s engine.Seat) {
	w, pace := a.seats[s].wait, a.pace(s)
	at := plan.NextReminder(a.world.now(), w.since, w.until, a.zone)
	for n := 0; n < 1000 && !at.IsZero() && !pace.Runs(clock.DateOf(at.In(a.zone))); n++ {
		at = plan.NextReminder(at, w.since, w.until, a.zone)
	}
	w.remind = at
}

// longer gives a seat more time for what it is asked now.
func (a *account) longer(s engine.Seat, by time.Duration) {
	w := a.seats[s].wait
	if w == nil {
		return
	}
	if over := a.world.now().Sub(w.until); over > 0 {
		by += over.Round(time.Second)
	}
	w.extra += by
	a.retime(s, w.until.Add(by))
}

// retime works out a deadline anew, not before an instant.
func (a *account) retime(s engine.Seat, least time.Time) {
	w := a.seats[s].wait
	if w == nil {
		return
	}
	w.set = a.world.now()
	pace := a.pace(s)
	if w.until = pace.Due(w.since, a.within+w.extra); w.until.Before(least) {
		w.until = pace.Settle(least)
	}
	if w.until.After(a.world.now()) {
		w.late, w.stuck = false, false
	}
	a.remindNext(s)
}

// slack is how long after its time something may happen: the service looks once a minute.
const slack = 2 * time.Minute

// timers enters the letters that are due because time has passed, and finds players for
// whom is waited too long. It reports whether the game may have gone on.
func (a *account) timers(w *wanted) (gone bool) {
	now := a.world.now()
	for i, c := range a.seats {
		s, q := engine.Seat(i), c.wait
		if q == nil || a.state != table.Running {
			continue
		}
		if !q.remind.IsZero() && !q.remind.After(now) {
			a.remind(s, w)
			gone = true
		}
		if q.set.Equal(now) { // the service has not looked since
			continue
		}
		out := a.pace(s).Late(q.until)
		if !q.late && !q.until.After(now) {
			q.late, q.latened, gone = true, now, true
			if a.waits() || out.After(now) { // else what happens now is told
				a.isLate(s, w)
			}
		}
		if a.waits() || q.stuck || out.After(now) {
			continue
		}
		gone = true
		if now.Sub(clock.Latest(out, q.set)) > slack && !q.found {
			q.found = true
			a.report.Overdue++
			a.found("overdue: game %s waits for %s, whose time was over at %s", a.game, c.person.name, out.UTC().Format("2006-01-02 15:04"))
		}
	}
	return gone
}

func (a *account) remind(s engine.Seat, w *wanted) {
	c := a.seats[s]
	c.wait.reminded = a.world.now()
	if c.letters != table.Off && !c.resigned {
		w.one(c.person.address, a.game, reminder)
	}
	a.remindNext(s)
}

// isLate enters that everybody learns that a player's time is over.
func (a *account) isLate(s engine.Seat, w *wanted) {
	for i, c := range a.seats {
		if c.resigned || c.letters == table.Off || engine.Seat(i) != s && c.letters == table.Turns {
			continue
		}
		w.one(c.person.address, a.game, late)
	}
	w.one(organiser, a.game, notice)
}

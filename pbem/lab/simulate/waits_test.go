package simulate

import (
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// wait is that a game waits for a seat.
type wait struct {
	since, until time.Time
	extra        time.Duration // taken or given
	remind       time.Time     // when the next reminder comes
	reminded     time.Time     // when the last one did
	late         bool
	lateSince    time.Time // when it got late
	set          time.Time // when these times were, if not when it was asked
	stuck        bool      // the rules of the game let nobody else move for the player
	found        bool      // it was reported as overdue
}

// plan is when players are reminded, as their manual says: after half the time, a day and
// six hours before the end, and then every morning.
var plan = clock.Plan{HalfTime: true, Before: []time.Duration{24 * time.Hour, 6 * time.Hour}}

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

func (a *account) pace() clock.Pace {
	grace, _ := clock.ParseDuration(a.rules["grace"])
	days, _ := clock.ParseDays("all")
	return clock.Pace{Zone: a.zone, Days: days, Grace: grace}
}

// ask enters that a seat is asked something now.
func (a *account) ask(s engine.Seat) {
	w := &wait{since: a.world.now()}
	w.until = a.pace().Due(w.since, a.within)
	a.seats[s].wait = w
	a.remindNext(s)
}

// remindNext works out the next reminder of a seat.
func (a *account) remindNext(s engine.Seat) {
	w := a.seats[s].wait
	w.remind = plan.NextReminder(a.world.now(), w.since, w.until, a.zone)
}

// longer gives a seat more time for its present question.
func (a *account) longer(s engine.Seat, by time.Duration) {
	w := a.seats[s].wait
	if w == nil {
		return
	}
	now, pace := a.world.now(), a.pace()
	if over := now.Sub(w.until); over > 0 {
		by += over.Round(time.Second)
	}
	w.extra += by
	w.set, w.until = now, clock.Latest(pace.Due(w.since, a.within+w.extra), pace.Settle(w.until.Add(by)))
	w.late, w.stuck = w.late && !w.until.After(now), w.stuck && !w.until.After(now)
	a.remindNext(s)
}

// slack is the tolerance for the time of an action: the service looks once a minute.
const slack = 2 * time.Minute

// timers enters the letters that are due because time has passed, and finds players that a game waits for too
// long. It reports whether the game may have moved on.
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
		out := a.pace().LateRuleAt(q.until)
		if !q.late && !q.until.After(now) {
			q.late, q.lateSince, gone = true, now, true
			if a.waits() || out.After(now) { // otherwise the present action is told
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
	if c.letters != table.Off {
		w.one(c.person.address, a.game, templates.Reminder)
	}
	a.remindNext(s)
}

// isLate records that everybody gets a letter about a player's missed deadline.
func (a *account) isLate(s engine.Seat, w *wanted) {
	for i, c := range a.seats {
		if c.letters == table.Off || engine.Seat(i) != s && c.letters == table.Turns {
			continue
		}
		w.one(c.person.address, a.game, templates.Late)
	}
	w.one(organiser, a.game, templates.Notice)
}

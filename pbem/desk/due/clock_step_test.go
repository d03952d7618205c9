package due_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/due"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

const aDay = 24 * time.Hour

// stepper is a service whose wall clock steps while time passes as usual.
type stepper struct {
	*pbemtest.Service
	t     *testing.T
	ahead time.Duration // of the wall clock
	log   bytes.Buffer
}

// stepping is begun a day ago: Ana is due in two days.
func stepping(t *testing.T) *stepper {
	s := &stepper{Service: pbemtest.Begun(t, pbemtest.NoHalfTime, nil), t: t}
	s.Options().Mono = func() time.Time { return s.Clock.Add(-s.ahead) }
	s.Options().Log = slog.New(slog.NewTextHandler(&s.log, nil))
	expect.NoError(t, s.Reopen())
	expect.NoError(t, s.Pass(aDay))
	return s
}

func (s *stepper) step(by time.Duration) { s.Clock, s.ahead = s.Clock.Add(by), s.ahead+by }

// lines counts the lines of the log about the clock.
func (s *stepper) lines() int { return strings.Count(s.log.String(), "the system clock") }

// moved returns by how much Ana's deadline has moved.
func (s *stepper) moved() time.Duration {
	s.t.Helper()
	return s.Due(s.t)["deadline"].Sub(pbemtest.Start.Add(3 * aDay))
}

func (s *stepper) want(what string, got, want any) {
	s.t.Helper()
	if got != want {
		s.t.Errorf("%s: got %v, want %v\nlog:\n%s", what, got, want, s.log.String())
	}
}

// TestStepBack: no deadline passes while the clock is behind, reminders continue, mails are played, and when
// the clock is right again nobody has lost time. The log has one line per step, and the organiser hears of it
// once a day.
func TestStepBack(t *testing.T) {
	level.Sequential(t)
	for _, back := range []time.Duration{6 * time.Minute, 20 * time.Minute, time.Hour, 10 * time.Hour, aDay, 40 * aDay} {
		t.Run(back.String(), func(t *testing.T) {
			s := stepping(t)
			before := s.Count("Ana", "Reminder")
			s.step(-back)
			expect.NoError(t, s.Tick())
			s.want("lines", s.lines(), 1)
			s.want("told", s.Heard("host", "behind an earlier reading"), 1)
			expect.NoError(t, s.Pass(min(back-6*time.Minute, 5*aDay)))
			s.want("lines", s.lines(), 1)
			s.want("late", lateness(s.Service), 0)
			if back >= aDay {
				expect.True(t, s.Count("Ana", "Reminder") != before, "no reminder while the clock is behind")
			}
			expect.NoError(t, s.Answer("Ana", mailtest.Gmail, "sell red"))
			s.want("played", s.Verdict, "played")
			s.step(back)
			expect.NoError(t, s.Tick())
			if at := s.Due(t)["deadline"]; at.Sub(s.Clock) < 3*aDay-time.Hour || at.Sub(s.Clock) > 3*aDay {
				t.Errorf("Ben was asked just now, it is %s, he is due %s", s.Clock, at)
			}
			s.want("told", s.Heard("host", "behind an earlier reading") <= 1+int(min(back, 5*aDay)/aDay), true)
		})
	}
}

// TestClockStaysBack: a clock that was set back because it was wrong before is right again when it reaches its
// former time, or at once when the organiser says so.
func TestClockStaysBack(t *testing.T) {
	for _, said := range []bool{false, true} {
		s := stepping(t)
		s.step(-2 * time.Hour)
		expect.NoError(t, s.Tick())
		if said {
			var c due.Clock
			expect.NoError(t, s.Handle("clock.set", nil, &c))
			s.want("in doubt", c.Behind, false)
		} else {
			expect.NoError(t, s.Pass(2*time.Hour))
		}
		expect.NoError(t, s.Pass(10*time.Minute))
		s.want("lines", s.lines(), 2)
		s.want("time", s.Office.Now().Equal(s.Clock), true)
		expect.NoError(t, s.Pass(50*time.Hour))
		s.want("late", lateness(s.Service), 1)
		expect.Fails(t, "error", s.Handle("clock.set", nil, nil), "not in doubt")
	}
}

// TestClockLeaps: after a step forward of more than a day nothing falls due, moves or is deleted, over a restart too,
// until the clock is back; mails are played by the time that has passed.
func TestClockLeaps(t *testing.T) {
	level.Sequential(t)
	for _, leap := range []time.Duration{aDay + time.Minute, 40 * aDay, 400 * aDay, 10000 * aDay} {
		for _, restart := range []bool{false, true} {
			s := stepping(t)
			reminders := s.Count("Ana", "Reminder")
			s.step(leap)
			expect.NoError(t, s.Answer("Ana", mailtest.Gmail, "sell red")) // before the first look
			s.want("played", s.Verdict, "played")
			until := s.Due(t)["deadline"]
			s.want("Ben has three days", until.Sub(s.Clock.Add(-leap)).Round(time.Hour), 3*aDay)
			for range 3 {
				expect.NoError(t, s.Pass(time.Hour))
				if restart {
					expect.NoError(t, s.Reopen())
				}
			}
			may := expect.Get(s.Office.MayDelete(t.Context()))(t)
			s.want("deletes", may, false)
			s.want("due", s.Due(t)["deadline"].Equal(until), true)
			s.want("letters", s.Count("Ana", "Reminder")+lateness(s.Service)-reminders, 0)
			s.want("asked", s.Heard("host", "has stepped"), 1)
			if !restart {
				s.want("lines", s.lines(), 1)
			}
			s.step(-leap)
			expect.NoError(t, s.Tick())
			s.want("as after an outage", s.Due(t)["deadline"].Sub(s.Clock) > 3*aDay-2*time.Minute, true)
			expect.NoError(t, s.Pass(71*time.Hour))
			s.want("late", lateness(s.Service), 0)
			expect.NoError(t, s.Pass(2*time.Hour))
			s.want("late", lateness(s.Service), 1)
		}
	}
}

// TestLateBy: the list tells lateness by counted time: none passes while the clock is in doubt or nobody can answer.
func TestLateBy(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *stepper)
		want   int64
	}{
		"none":    {func(s *stepper) {}, 0},
		"forward": {func(s *stepper) { s.step(40 * aDay); expect.NoError(t, s.Pass(2*time.Hour)) }, 0},
		"back":    {func(s *stepper) { s.step(-40 * aDay); expect.NoError(t, s.Pass(80*time.Hour)) }, 0},
		"outage":  {func(s *stepper) { s.Office.SourceLost(due.Server, s.Clock); expect.NoError(t, s.Pass(4*aDay)) }, 0},
		"no look": {func(s *stepper) { s.Clock = s.Clock.Add(10 * aDay) }, 0},
		"late": {func(s *stepper) {
			expect.NoError(t, s.Pass(s.Due(t)["deadline"].Sub(s.Clock)+100*time.Minute))
		}, 6000},
	} {
		s := stepping(t)
		c.change(s)
		var rows []admin.GameRow
		expect.NoError(t, s.Handle("game.list", admin.ListGames{}, &rows))
		expect.Same(t, name, rows[0].Waiting[0].LateBy, c.want)
	}
}

// TestClockIsAskedDaily: the organiser is asked once a day.
func TestClockIsAskedDaily(t *testing.T) {
	s := stepping(t)
	s.step(40 * aDay)
	expect.NoError(t, s.Pass(3*aDay))
	if n := s.Heard("host", "has stepped"); n < 3 || n > 4 {
		t.Errorf("asked %d times in three days", n)
	}
	s.want("lines", s.lines(), 1)
}

// TestStepUpToADay counts as an outage, but nothing is deleted in the day after.
func TestStepUpToADay(t *testing.T) {
	for _, by := range []time.Duration{2 * time.Hour, aDay - time.Minute} {
		s := stepping(t)
		s.step(by)
		expect.NoError(t, s.Tick())
		s.want("moved", s.moved(), by)
		s.rests()
	}
}

// rests checks that nothing is deleted for a day.
func (s *stepper) rests() {
	s.t.Helper()
	may := func() bool {
		may, err := s.Office.MayDelete(s.t.Context())
		expect.NoError(s.t, err)
		return may
	}
	s.want("deletes", may(), false)
	expect.NoError(s.t, s.Pass(23*time.Hour))
	expect.NoError(s.t, s.Reopen())
	expect.NoError(s.t, s.Tick())
	s.want("deletes", may(), false)
	expect.NoError(s.t, s.Pass(2*time.Hour))
	s.want("deletes", may(), true)
}

// TestMachineWasOff: a process that starts days after the last one believes its clock.
func TestMachineWasOff(t *testing.T) {
	s := stepping(t)
	s.Clock = s.Clock.Add(3 * aDay)
	expect.NoError(t, s.Reopen())
	expect.NoError(t, s.Tick())
	s.want("moved", s.moved(), 3*aDay)
	s.want("asked", s.Heard("host", "has stepped"), 0)
	s.rests()
}

// TestServiceHung: a service that hung for days is no step: time has passed by every clock.
func TestServiceHung(t *testing.T) {
	s := stepping(t)
	s.Clock = s.Clock.Add(3 * aDay)
	expect.NoError(t, s.Tick())
	s.want("moved", s.moved(), 3*aDay)
	s.want("lines", s.lines(), 0)
}

// TestClockIsRight: the organiser says that a step was true; due times move, and can be moved back.
func TestClockIsRight(t *testing.T) {
	for _, daemon := range []bool{true, false} {
		s := stepping(t)
		expect.NoError(t, s.Handle("game.create", admin.CreateGame{Title: "toy", Game: "spring", Players: pbemtest.FromAll("Eva", "Joe")}, nil))
		invited := func() time.Time {
			rows := expect.Get(s.Store.DueOf(t.Context(), "spring"))(t)
			return rows[0].At
		}
		was := invited()
		s.step(40 * aDay)
		expect.NoError(t, s.Tick())
		var c due.Clock
		expect.NoError(t, s.Handle("clock.show", nil, &c))
		s.want("step", c.Step.To.Sub(c.Step.From), 40*aDay)
		s.want("works by", s.Clock.Sub(c.Works), 40*aDay)
		if !daemon {
			expect.NoError(t, s.Reopen()) // the command works on the store
		}
		c = due.Clock{}
		expect.NoError(t, s.Handle("clock.set", nil, &c))
		s.want("step", c.Step, due.Step{})
		if !daemon {
			expect.NoError(t, s.Reopen())
		}
		expect.NoError(t, s.Pass(5*time.Minute))
		s.want("moved", s.moved().Round(time.Hour), 40*aDay)
		s.want("asked", s.Heard("host", "has stepped"), 1)
		expect.NoError(t, s.Handle("clock.undo", nil, &c))
		s.want("moved", s.moved(), time.Duration(0))
		s.want("invited", invited().Equal(was), true)
		s.want("taken back", c.Moved.Seconds, int64(0))
		expect.Fails(t, "moved back twice", s.Handle("clock.undo", nil, nil), "")
	}
}

// TestGlitchOverARestart: a machine starts with a clock that is 40 days ahead, times move, and later it is right.
func TestGlitchOverARestart(t *testing.T) {
	s := stepping(t)
	s.Clock = s.Clock.Add(40 * aDay)
	expect.NoError(t, s.Reopen())
	expect.NoError(t, s.Tick())
	expect.NoError(t, s.Answer("Ana", mailtest.Gmail, "sell red"))
	s.want("played", s.Verdict, "played")
	s.step(-40 * aDay)
	expect.NoError(t, s.Pass(time.Hour))
	s.want("told", s.Heard("host", "behind an earlier reading"), 1)
	expect.NoError(t, s.Handle("clock.set", nil, nil))
	expect.NoError(t, s.Handle("clock.undo", nil, nil))
	expect.NoError(t, s.Pass(10*time.Minute))
	if at := s.Due(t)["deadline"]; at.Sub(s.Clock) > 3*aDay-10*time.Minute || at.Sub(s.Clock) < 3*aDay-2*time.Hour {
		t.Errorf("it is %s, Ben is due %s", s.Clock, at)
	}
	expect.NoError(t, s.Pass(3*aDay))
	s.want("late", lateness(s.Service), 1)
}

// TestServerDates: dates of a mail server near the new time take the organiser's place after an hour, unless one near
// the old time comes between; others say nothing.
func TestServerDates(t *testing.T) {
	for name, c := range map[string]struct {
		dates func(s *stepper, minute int) []time.Time
		moved time.Duration
	}{
		"near the new time": {func(s *stepper, _ int) []time.Time { return []time.Time{s.Clock.Add(time.Minute)} }, 40 * aDay},
		"near the old time": {func(s *stepper, _ int) []time.Time { return []time.Time{s.Clock.Add(-40 * aDay)} }, 0},
		"now and then": {func(s *stepper, minute int) []time.Time {
			if minute%40 == 0 {
				return []time.Time{s.Clock.Add(-40 * aDay)}
			}
			return []time.Time{s.Clock}
		}, 0},
		"of mails that have waited": {func(s *stepper, _ int) []time.Time { return []time.Time{s.Clock.Add(-3 * aDay), {}} }, 0},
	} {
		s := stepping(t)
		expect.NoError(t, s.Office.Dated(t.Context(), s.Clock)) // means nothing yet
		s.step(40 * aDay)
		for minute := range 90 {
			expect.NoError(t, s.Pass(time.Minute))
			for _, at := range c.dates(s, minute) {
				expect.NoError(t, s.Office.Dated(t.Context(), at))
			}
			if minute < 60 {
				s.want(name+": moved within the hour", s.moved(), time.Duration(0))
			}
		}
		s.want(name, s.moved().Truncate(aDay), c.moved)
	}
}

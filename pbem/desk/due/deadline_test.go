package due_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// TestDueWithTheMove: a move stores when the next seat is due and its first
// reminder in its own commit, and withdraws those of the mover.
func TestDueWithTheMove(t *testing.T) {
	b := pbemtest.Begun(t, pbemtest.Timetable, nil)
	spy := &lastCommit{Store: b.Store}
	expect.NoError(t, b.Use(spy))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	var kinds []string
	for _, d := range spy.commit.DuePut {
		kinds = append(kinds, d.Kind)
		expect.Same(t, "a due time of seat", d.Seat, 1)
	}
	expect.Same(t, "append", len(spy.commit.Append), 1)
	expect.Same(t, "kinds", strings.Join(kinds, " "), "deadline reminder")
	rows := b.Due(t)
	if len(rows) != 2 || !rows["deadline"].Equal(b.Clock.Add(72*time.Hour)) || !rows["reminder"].Equal(time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("due: %v", rows)
	}
}

// lastCommit remembers the last commit of a game.
type lastCommit struct {
	store.Store
	commit store.Commit
}

func (s *lastCommit) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	for _, c := range cs {
		if c.Game != "" {
			s.commit = c
		}
	}
	return s.Store.Commit(ctx, cs...)
}

// TestReminders: one at half time, which falls into the night, so in the morning, and then one at each time of
// the pbemtest.Timetable, each the full turn letter again; a restart repeats none; an answer ends them.
func TestReminders(t *testing.T) {
	b := pbemtest.Begun(t, pbemtest.Timetable, nil) // Monday 2 March 10:00; deadline Thursday 10:00
	for _, step := range []struct {
		pass    time.Duration
		restart bool
		want    int
	}{
		{22 * time.Hour, false, 0}, // Tuesday 08:00
		{14 * time.Hour, true, 0},  // half time, 22:00
		{12 * time.Hour, true, 1},  // Wednesday 10:00
		{20 * time.Hour, true, 1},  // Thursday 06:00
		{4 * time.Hour, false, 2},  // 10:00
		{48 * time.Hour, true, 4},  // it continues daily after the deadline
	} {
		expect.NoError(t, b.Pass(step.pass))
		if step.restart {
			expect.NoError(t, b.Reopen())
			expect.NoError(t, b.Pass(30*time.Minute))
		}
		expect.Must(t, b.Clock, b.Count("Ana", "Reminder"), step.want)
	}
	l, _ := b.Latest("Ana")
	expect.Has(t, "the reminder", l.Text,
		"Reminder: the table has been waiting for you since Mon 2 Mar 10:00", "CHOICES", "[1]", "TABLE")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "1"))
	before := b.Count("Ana", "Reminder")
	expect.NoError(t, b.Pass(72*time.Hour))
	expect.Same(t, "reminders after the answer", b.Count("Ana", "Reminder"), before)
	expect.Same(t, "Ben, who is asked now", b.Count("Ben", "Reminder"), 2)
}

// TestMissedTicks: a reminder that was missed within the threshold of an outage is
// made up for, once.
func TestMissedTicks(t *testing.T) {
	b := pbemtest.Begun(t, pbemtest.NoHalfTime, func(p *admin.CreateGame) { p.Reminders = []string{"30 * * * *"} })
	expect.NoError(t, b.Pass(5*time.Minute))
	b.Clock = b.Clock.Add(50 * time.Minute)
	expect.NoError(t, b.Tick())
	expect.Same(t, "reminders for one that was missed", b.Count("Ana", "Reminder"), 1)
	expect.NoError(t, b.Pass(40*time.Minute))
	expect.Same(t, "reminders after the next was due", b.Count("Ana", "Reminder"), 2)
}

// TestOutage: two days of outage move every time by two days, also when the
// process dies in the middle of moving them, and nobody is late.
func TestOutage(t *testing.T) {
	for _, die := range []int{0, 1, 2} {
		b := pbemtest.Begun(t, nil, nil)
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "spring", Seed: []byte("x"), StartNow: true, Players: pbemtest.FromAll("Eva", "Joe")}, nil))
		expect.NoError(t, b.Pass(time.Hour))
		was := b.Due(t)
		b.Clock = b.Clock.Add(48 * time.Hour)
		if die > 0 {
			spy := &dying{Store: b.Store, left: die}
			expect.NoError(t, b.Use(spy))
			if err := b.Tick(); err == nil {
				t.Fatal("the store did not fail")
			}
			expect.NoError(t, b.Use(spy.Store))
			b.Clock = b.Clock.Add(5 * time.Minute)
		}
		expect.NoError(t, b.Tick())
		by := 48 * time.Hour
		if die > 0 {
			by += 5 * time.Minute
		}
		now := b.Due(t)
		expect.Same(t, fmt.Sprintf("death at %d: the deadline moved by", die), now["deadline"].Sub(was["deadline"]), by)
		if at := now["reminder"]; !at.After(b.Clock) {
			t.Errorf("death at %d: the reminder is due at %s", die, at)
		}
		expect.Same(t, fmt.Sprintf("death at %d", die), b.Count("Ana", "Reminder")+b.Count("Ana", "overdue"), 0)
		expect.NoError(t, b.Pass(70*time.Hour))
		expect.Same(t, die, b.Heard("host", "Ana's time to answer"), 0)
		expect.NoError(t, b.Pass(2*time.Hour))
		expect.Same(t, fmt.Sprintf("death at %d: Ana was told", die), b.Count("Ana", "Your answer is overdue"), 1)
	}
}

// TestUndoAfterTimesMoved: a player who takes their answer back after an outage or a pause has as long as if
// they had not answered.
func TestUndoAfterTimesMoved(t *testing.T) {
	for name, pass := range map[string]func(t *testing.T, b *pbemtest.Service){
		"an outage": func(t *testing.T, b *pbemtest.Service) {
			b.Clock = b.Clock.Add(96 * time.Hour)
			expect.NoError(t, b.Tick())
		},
		"a pause": func(t *testing.T, b *pbemtest.Service) {
			expect.NoError(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
			expect.NoError(t, b.Pass(96*time.Hour))
			expect.NoError(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := pbemtest.Begun(t, nil, nil)
			was := b.Due(t)["deadline"]
			expect.NoError(t, b.Pass(time.Hour))
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
			expect.NoError(t, b.Pass(time.Minute))
			pass(t, b)
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "undo"))
			if is := b.Due(t)["deadline"]; is.Sub(was) < 96*time.Hour || is.Sub(was) > 97*time.Hour {
				t.Errorf("Ana, who was due %s, is due %s", was, is)
			}
			expect.NoError(t, b.Pass(24*time.Hour))
			expect.Same(t, "Ana is late before her time", b.Count("Ana", "overdue"), 0)
		})
	}
}

// dying is a store whose n-th commit fails, as if the process had died.
type dying struct {
	store.Store
	left int
}

func (s *dying) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	if s.left--; s.left < 0 {
		return nil, context.Canceled
	}
	return s.Store.Commit(ctx, cs...)
}

// TestOutageBeforeMail: a mail that comes before the clock was looked at finds
// the times moved.
func TestOutageBeforeMail(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Pass(time.Hour))
	b.Clock = b.Clock.Add(96 * time.Hour)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	expect.NoError(t, b.Tick())
	if rows := b.Due(t); !rows["deadline"].Equal(b.Clock.Add(72 * time.Hour)) {
		t.Errorf("it is %s and Ben is due %s", b.Clock, rows["deadline"])
	}
	expect.Same(t, "somebody was late after an outage", b.Heard("host", "time to answer is up"), 0)
}

// TestClockSetBack: nothing falls due while the clock is behind; the organisers of the service are told once a
// day; then everything continues.
func TestClockSetBack(t *testing.T) {
	b := pbemtest.Begun(t, pbemtest.NoHalfTime, nil)
	expect.NoError(t, b.Pass(22*time.Hour))
	was := b.Due(t)
	b.Clock = b.Clock.Add(-24 * time.Hour)
	expect.NoError(t, b.Pass(23*time.Hour))
	expect.Same(t, "reminders while the clock was wrong", b.Count("Ana", "Reminder"), 0)
	expect.Same(t, "the organiser was told", b.Count("host", "Notice"), 2)
	b.Clock = b.Clock.Add(time.Hour)
	expect.NoError(t, b.Tick())
	expect.Same(t, "the deadline moved from", b.Due(t)["deadline"], was["deadline"])
	expect.NoError(t, b.Pass(time.Hour+time.Minute))
	expect.Same(t, "reminders once the clock was right", b.Count("Ana", "Reminder"), 1)
}

// TestSummerTime: one reminder at nine o'clock a day over both changes of the
// clocks in Madrid.
func TestSummerTime(t *testing.T) {
	level.Sequential(t)
	for _, day := range []time.Time{time.Date(2026, 3, 27, 0, 0, 0, 0, time.UTC), time.Date(2026, 10, 23, 0, 0, 0, 0, time.UTC)} {
		b := expect.Get(pbemtest.New(pbemtest.Find, pbemtest.NoHalfTime))(t)
		b.Clock = day
		expect.NoError(t, b.Tick())
		b.Begin(t, admin.CreateGame{Zone: "Europe/Madrid", AnswerWithin: "30d"})
		madrid := expect.Get(time.LoadLocation("Europe/Madrid"))(t)
		for range 5 * 24 {
			before := b.Count("Ana", "Reminder")
			expect.NoError(t, b.Pass(time.Hour))
			n := b.Count("Ana", "Reminder") - before
			if want := b.Clock.In(madrid).Hour() == 9; n > 1 || (n == 1) != want {
				t.Errorf("%s: %d reminders in the last hour", b.Clock.In(madrid), n)
			}
		}
		expect.Same(t, day, b.Count("Ana", "Reminder"), 5)
	}
}

// TestZoneOfReminders: reminders follow the clock of the late player, even when he sets it while the game waits
// for him.
func TestZoneOfReminders(t *testing.T) {
	b := pbemtest.Begun(t, pbemtest.Timetable, nil)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set zone America/New_York"))
	if at := b.Due(t)["reminder"]; !at.Equal(time.Date(2026, 3, 3, 22, 0, 0, 0, time.UTC)) {
		t.Errorf("the reminder is due at %s", at)
	}
	expect.Same(t, "due rows", len(b.Due(t)), 2)
}

// TestDeadline: nothing is played; the late seat gets its turn letter, the
// table and the organiser one notice each.
func TestDeadline(t *testing.T) {
	b := pbemtest.Begun(t, pbemtest.Timetable, nil)
	expect.NoError(t, b.Pass(100*time.Hour))
	expect.Same(t, "Ana was told", b.Count("Ana", "Your answer is overdue"), 1)
	expect.Same(t, "Ben was told", b.Count("Ben", "Waiting for Ana: their time is up"), 1)
	expect.Same(t, "the organiser was told", b.Count("host", "Notice"), 1)
	var g admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	expect.True(t, g.Step == 1 && g.Waiting[0].Late, "after the deadline: step %d, %+v", g.Step, g.Waiting)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "1"))
	expect.Has(t, "a late answer is an answer", b.Newest("Ana").Subject, "Done")
}

// TestPause: a pause stops the clocks.
func TestPause(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Pass(12*time.Hour))
	was := b.Due(t)
	expect.NoError(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
	expect.Same(t, "a paused game is due", b.Due(t), nil)
	expect.NoError(t, b.Pass(10*24*time.Hour))
	expect.Same(t, "letters about time in the pause", b.Count("Ana", "Reminder")+b.Count("host", "Notice"), 0)
	expect.NoError(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
	expect.NoError(t, b.Post())
	rows := b.Due(t)
	if !rows["deadline"].Equal(was["deadline"].Add(240 * time.Hour)) {
		t.Errorf("the deadline moved by %s", rows["deadline"].Sub(was["deadline"]))
	}
	if !rows["reminder"].After(b.Clock) {
		t.Errorf("a reminder was due at %s already, before %s", rows["reminder"], b.Clock)
	}
}

// TestUndoKeepsTheTime: taking back and moving again wins no time.
func TestUndoKeepsTheTime(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	was := b.Due(t)
	expect.NoError(t, b.Pass(20*time.Hour))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "undo"))
	if now := b.Due(t); !now["deadline"].Equal(was["deadline"]) || !now["reminder"].After(b.Clock) {
		t.Errorf("due %v, before %v", now, was)
	}
}

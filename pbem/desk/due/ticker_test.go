package due_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store/mem"
)

// TestByTheTicker: the ticker that the daemon runs brings the reminders, on the
// clock of a machine: at half time and then at nine, none twice after a restart, one
// after two days in which the machine was off and the times moved.
func TestByTheTicker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // begins at 2000-01-01 00:00 UTC
		b, err := pbemtest.New(pbemtest.Find, pbemtest.Timetable)
		expect.NoError(t, err)
		b.Options().Now = time.Now
		expect.NoError(t, b.Use(mem.New()))
		run := func(d time.Duration) {
			ctx, stop := context.WithCancel(t.Context())
			expect.NoError(t, b.Reopen())
			go clock.Ticker{Every: time.Minute}.Run(ctx, func(now time.Time) {
				b.Clock = now
				if err := b.Tick(); err != nil {
					t.Error(err)
				}
			})
			time.Sleep(d)
			stop()
			synctest.Wait()
		}
		run(time.Hour) // a first sign of life
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, AnswerWithin: "3d",
			Players: pbemtest.FromAll("Ana", "Ben")}, nil))
		for _, step := range []struct {
			run, off time.Duration
			want     int
		}{
			{7*time.Hour + 30*time.Minute, 10 * time.Minute, 0}, // 08:30, a short break
			{3 * time.Hour, time.Minute, 0},                     // half time comes before nine o'clock counts
			{24 * time.Hour, time.Minute, 0},                    // 11:41
			{2 * time.Hour, time.Minute, 1},                     // half time at 13:00
			{10 * time.Hour, 48 * time.Hour, 1},                 // 23:43; then the machine is off
			{20 * time.Hour, time.Minute, 2},                    // nine o'clock
		} {
			run(step.run)
			expect.Same(t, time.Now(), b.Count("Ana", "Reminder"), step.want)
			time.Sleep(step.off)
		}
		expect.Same(t, "late after an outage", b.Count("Ana", "Your time is over"), 0)
		b.Clock = time.Now()
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "1"))
		run(20 * time.Hour)
		expect.Same(t, "reminders after the answer", b.Count("Ana", "Reminder"), 2)
	})
}

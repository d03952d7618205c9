package clock_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/clock"
)

// run lets a ticker run in the bubble; the function it returns ends it.
func run(every time.Duration, tick func(time.Time)) (stop func()) {
	return start(clock.Ticker{Every: every}, tick)
}

func start(ticker clock.Ticker, tick func(time.Time)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker.Run(ctx, tick)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// TestTickerTicks: at once and then at least every minute, at irregular seconds: otherwise the second would
// tell a plan from a mail.
func TestTickerTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var at []time.Duration
		stop := run(time.Minute, func(now time.Time) { at = append(at, now.Sub(start)) })
		time.Sleep(time.Hour)
		stop()
		time.Sleep(time.Hour)
		if len(at) < 60 || at[0] != 0 {
			t.Fatalf("ticked at %v", at)
		}
		seconds := map[time.Duration]bool{}
		for i := range at[1:] {
			if gap := at[i+1] - at[i]; gap < 30*time.Second || gap > time.Minute {
				t.Errorf("%s from tick to tick", gap)
			}
			seconds[at[i]%time.Minute/time.Second] = true
		}
		expect.True(t, len(seconds) >= 20, "%d ticks come at %d seconds of a minute", len(at), len(seconds))
	})
}

func TestTickerGoesOnAfterPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		var log bytes.Buffer
		ticker := clock.Ticker{Every: time.Minute, Log: slog.New(slog.NewJSONHandler(&log, nil))}
		stop := start(ticker, func(time.Time) { calls++; panic("tick") })
		time.Sleep(5*time.Minute + time.Second)
		stop()
		expect.True(t, calls >= 6, "%d calls in 5 minutes", calls)
		if n := strings.Count(log.String(), `"msg":"tick failed"`); n != calls {
			t.Errorf("%d of %d panics are in the service's log:\n%s", n, calls, log.String())
		}
	})
}

// TestTicksGoOnThroughSteps: when the wall clock steps, ticks keep coming, and see the new time.
func TestTicksGoOnThroughSteps(t *testing.T) {
	for _, step := range []time.Duration{-time.Minute, -time.Hour, -40 * day, 40 * day, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			var by atomic.Int64
			var last time.Duration
			began, calls := time.Now(), 0
			wall := func() time.Time { return time.Now().Round(0).Add(time.Duration(by.Load())) }
			stop := start(clock.Ticker{Every: time.Minute, Now: wall}, func(now time.Time) {
				calls++
				last = now.Sub(began.Round(0).Add(time.Since(began)))
			})
			time.Sleep(10 * time.Minute)
			synctest.Wait()
			before := calls
			by.Store(int64(step))
			time.Sleep(10*time.Minute + time.Second)
			stop()
			expect.True(t, calls-before >= 10 && calls-before <= 21 && last == step,
				"step %s: %d ticks in ten minutes, the last saw a step of %s", step, calls-before, last)
		})
	}
}

func TestTicksDoNotOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running, calls := 0, 0
		stop := run(time.Minute, func(time.Time) {
			running++
			calls++
			expect.True(t, running <= 1, "two ticks at once")
			time.Sleep(150 * time.Second)
			running--
		})
		time.Sleep(20 * time.Minute)
		stop()
		expect.Same(t, "the ticker returned before its last tick", running, 0)
		expect.True(t, calls >= 5 && calls <= 8, "%d calls of 2.5 minutes in 20", calls)
	})
}

// daemon is the smallest thing that keeps a reminder as the service does: the
// row is all that outlives a restart.
type daemon struct {
	plan       clock.Plan
	zone       *time.Location
	asked, due time.Time
	next       time.Time // the stored row
	sent       []time.Time
}

func (d *daemon) tick(now time.Time) {
	if !d.next.IsZero() && !d.next.After(now) {
		d.sent = append(d.sent, now.In(d.zone))
		d.next = d.plan.NextReminder(now, d.asked, d.due, d.zone)
	}
}

// A year of ticks, restarted every day seven minutes earlier than the day
// before: every day brings one reminder.
func TestYearOfReminders(t *testing.T) {
	for _, c := range []struct{ zone, spec string }{
		{"Europe/Madrid", "0 9 * * *"}, {"Europe/Madrid", "30 2 * * *"},
		{"America/New_York", "30 1 * * *"}, {"America/New_York", "30 2 * * *"},
		{"Australia/Lord_Howe", "45 1 * * *"}, {"Australia/Lord_Howe", "15 2 * * *"},
	} {
		t.Run(c.zone+" "+c.spec, func(t *testing.T) {
			z := zone(t, c.zone)
			synctest.Test(t, func(t *testing.T) {
				year := time.Now().In(z).AddDate(0, 0, 1).Year()
				first := time.Date(year, 1, 2, 0, 0, 0, 0, z)
				time.Sleep(time.Until(first))
				d := daemon{plan: clock.Plan{Reminders: []clock.Expr{clock.MustParse(c.spec)}}, zone: z, asked: first, due: first.AddDate(2, 0, 0)}
				d.next = d.plan.NextReminder(d.asked, d.asked, d.due, z)
				for time.Now().In(z).Before(first.AddDate(1, 0, 0)) {
					stop := run(15*time.Minute, d.tick)
					time.Sleep(23*time.Hour + 53*time.Minute)
					stop()
				}
				date := first
				for _, at := range d.sent {
					expect.Must(t, []any{at, date.Format(time.DateOnly)}, at.YearDay(), date.YearDay())
					date = date.AddDate(0, 0, 1)
				}
				expect.True(t, len(d.sent) >= 365, "%d reminders in a year", len(d.sent))
			})
		})
	}
}

// Three days without the daemon bring one reminder, not three.
func TestCatchUpIsOneReminder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := daemon{plan: clock.Plan{Reminders: []clock.Expr{clock.MustParse("0 9 * * *")}, HalfTime: true}, zone: time.UTC}
		d.asked = time.Now()
		d.due = d.asked.Add(3 * day)
		d.next = d.plan.NextReminder(d.asked, d.asked, d.due, d.zone)
		time.Sleep(3*day + time.Hour)
		stop := run(time.Minute, d.tick)
		time.Sleep(2 * time.Hour)
		stop()
		expect.Same(t, d.sent, len(d.sent), 1)
	})
}

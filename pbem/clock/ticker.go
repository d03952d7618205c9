package clock

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/robfig/cron/v3"
)

// Ticker calls tick at once and then again and again, after at most every, until ctx ends, and
// returns when the last call has. The calls keep no rhythm: the second in which something is
// done must not tell whether the clock or a player's mail did it. They never overlap: one that
// is due while another runs is skipped, so tick must do everything that is due now and not
// count its calls. A panic in tick is logged, and the next call comes as usual.
func Ticker(ctx context.Context, every time.Duration, tick func(now time.Time)) {
	log := tickLog{}
	runner := cron.New(cron.WithLocation(time.UTC), cron.WithLogger(log))
	// The order matters: in v3.0.1 a panic that passes through
	// SkipIfStillRunning makes it skip for ever.
	job := cron.NewChain(cron.SkipIfStillRunning(log), cron.Recover(log)).Then(cron.FuncJob(func() {
		if ctx.Err() == nil {
			tick(time.Now().Round(0))
		}
	}))
	job.Run()
	runner.Schedule(irregular(every), job)
	runner.Start()
	<-ctx.Done()
	<-runner.Stop().Done()
}

// irregular is a schedule with random breaks, the longest of which it is.
type irregular time.Duration

func (most irregular) Next(last time.Time) time.Time {
	half := time.Duration(most) / 2
	return last.Add(half + rand.N(max(half, 1)))
}

// tickLog passes on the failures that the runner reports; its other lines, two a minute,
// say nothing.
type tickLog struct{}

func (tickLog) Info(msg string, _ ...any) {
	if msg == "skip" {
		slog.Warn("tick skipped: the previous one is still running")
	}
}

func (tickLog) Error(err error, _ string, keysAndValues ...any) {
	slog.Error("tick failed", append([]any{"error", err}, keysAndValues...)...)
}

package clock

import (
	"cmp"
	"context"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"time"
)

// Ticker calls a function again and again. It waits by the monotonic clock, so that a step of the clock on the
// wall neither stops nor hurries it.
type Ticker struct {
	Every  time.Duration    // the longest wait
	Log    *slog.Logger     // nil: discarded
	Now    func() time.Time // the wall clock; nil: time.Now
	Random func() float64   // below 1; nil: rand.Float64
}

// Run calls tick at once and then again and again, each time at most Every after the last call ended, until
// ctx ends; it returns when the last call has. The calls are deliberately irregular: the second of an
// action must not show whether the clock or a player's mail caused it. They never overlap, so tick must do everything
// that is due now and not count its calls. A panic in tick is logged, and the next call comes as usual.
func (t Ticker) Run(ctx context.Context, tick func(now time.Time)) {
	t.Log = cmp.Or(t.Log, slog.New(slog.DiscardHandler))
	if t.Now == nil {
		t.Now = time.Now
	}
	if t.Random == nil {
		t.Random = rand.Float64
	}
	for ctx.Err() == nil {
		t.call(tick)
		half := t.Every / 2
		Sleep(ctx, half+time.Duration(t.Random()*float64(half)))
	}
}

func (t Ticker) call(tick func(now time.Time)) {
	defer func() {
		if r := recover(); r != nil {
			t.Log.Error("tick failed", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	began := time.Now()
	tick(t.Now().Round(0))
	if took := time.Since(began); took > t.Every {
		t.Log.Warn("a tick took longer than the interval between ticks", "took", took)
	}
}

package due

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
)

// A step of the clock that nobody can believe stops what falls due, not what players send: the service then works by
// the time that it expects (clock.Steady). Back, that lasts until the clock shows again what it has shown before;
// more than a day forward, until the clock is back, the organiser says that it is right, or the dates of a mail
// server on another machine do. A process that starts after a longer break believes its clock, since a machine
// that was off is what usually explains it, unless an earlier process doubted the same step.

// stepKey holds the step forward that is in doubt, if there is one. believedKey holds the time of the last
// accepted one.
const stepKey, believedKey = "clock-step", "clock-believed"

// Step is a step of the clock forward: from its last time to its time after the step.
type Step struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// stepLeast is how far the clock must step forward while the service runs that nothing is deleted in the day after.
const stepLeast = time.Hour

// sure returns when the clock was last checked, and whether its time can be true. If not, it tells the
// organisers, once a day, and writes one line in the log for each step.
func (k *Keeper) sure(ctx context.Context, now time.Time) (last time.Time, sure bool, err error) {
	var step Step
	last, err = k.timeOf(ctx, tickKey)
	if err = errors.Join(err, k.value(ctx, stepKey, &step)); err != nil {
		return last, false, err
	}
	ahead, known := k.Time.Step()
	doubted := known && ahead > clock.Sure || !known && !step.From.IsZero() && !now.Before(step.To)
	switch back := clock.SetBack(last, now); {
	case back > 0:
		if k.Time.Hold(last) {
			k.Log.Error("the system clock is behind; no answer falls due until it is right", "behind", back)
		}
		told := engine.Msg(key.AlarmClock, engine.Text("behind", lasting(back)))
		return last, false, tell.Alarm(ctx, k.Journal, nil, "clock", told)
	case doubted && clock.Shift(last, now, clock.Sure) > 0:
		if k.Time.Hold(last) {
			k.Log.Error("the system clock has jumped forward; nothing falls due until the new time is confirmed", "from", last, "to", now)
		}
		if step.From.IsZero() {
			if err := k.put(ctx, stepKey, Step{From: last, To: now}); err != nil {
				return last, false, err
			}
		}
		told := engine.Msg(key.AlarmStep, engine.Text("by", lasting(now.Sub(last))))
		return last, false, tell.Alarm(ctx, k.Journal, nil, "clock-step", told)
	}
	return last, true, k.trust(ctx, step, known && ahead > stepLeast || !known && clock.Shift(last, now, clock.Sure) > 0)
}

// trust accepts the clock's time. believed reports that the clock has jumped forward.
func (k *Keeper) trust(ctx context.Context, doubted Step, believed bool) error {
	put := map[string][]byte{}
	if !doubted.From.IsZero() {
		put[stepKey] = nil
	}
	if believed {
		put[believedKey] = []byte(k.Time.Wall().UTC().Format(time.RFC3339Nano))
	}
	if len(put) > 0 {
		if err := k.Put(ctx, put); err != nil {
			return err
		}
	}
	if k.agreed = (time.Time{}); k.Time.Trust() {
		k.Log.Warn("the system clock is trusted again")
	}
	return nil
}

// Dates of a mail server count for the clock if they are at most datedNear from it; after datedFor they decide.
const datedNear, datedFor = time.Hour, time.Hour

// Dated takes note of a date that a mail server on another machine gave to a message that just came.
func (k *Keeper) Dated(ctx context.Context, at time.Time) error {
	var step Step
	err := k.value(ctx, stepKey, &step)
	switch now := k.Time.Wall(); {
	case err != nil || step.From.IsZero():
	case at.Sub(k.Time.Now()).Abs() <= datedNear:
		k.agreed = time.Time{}
	case at.Sub(now).Abs() > datedNear:
	case k.agreed.IsZero():
		k.agreed = now
	case now.Sub(k.agreed) >= datedFor:
		return k.trust(ctx, step, true)
	}
	return err
}

// MayDelete reports whether old data may be deleted: not while the clock is in doubt, nor in the day after it
// stepped forward, since it may be wrong.
func (k *Keeper) MayDelete(ctx context.Context) (bool, error) {
	var step Step
	believed, err := k.timeOf(ctx, believedKey)
	err = errors.Join(err, k.value(ctx, stepKey, &step))
	rests := !believed.IsZero() && k.Time.Now().Sub(believed).Abs() < clock.Sure
	return err == nil && !k.Time.Held() && step.From.IsZero() && !rests, err
}

// value reads a value of the whole service, if there is one.
func (k *Keeper) value(ctx context.Context, name string, v any) error {
	b, err := k.Store.Get(ctx, name)
	if err != nil || len(b) == 0 {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("pbem: encoding the value %s: %w", name, err)
	}
	return nil
}

func (k *Keeper) put(ctx context.Context, name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("pbem: reading the value %s: %w", name, err)
	}
	return k.Put(ctx, map[string][]byte{name: b})
}

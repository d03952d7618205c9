package daemon

import (
	"context"
	"errors"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/outbox"
	"railpost/store"
)

// forecastKey is the key of a service-wide value: when organisers last heard that letters will be short.
const forecastKey = "per-day-told"

func (d *Daemon) perDay() engine.Arg { return engine.Int("limit", d.o.Config.Mail.Out.PerDay) }

// watchBudget tells organisers, once a week, if the letters of mail.out.per_day will not suffice in two days.
func (d *Daemon) watchBudget(ctx context.Context, now time.Time) error {
	limit := d.o.Config.Mail.Out.PerDay
	if limit == 0 {
		return nil
	}
	counts, err := outbox.ReadCounts(ctx, d.store)
	n := counts.Forecast(now)
	if err != nil || n < limit {
		return err
	}
	b, err := d.store.Get(ctx, forecastKey)
	if told, wrong := time.Parse(time.RFC3339, string(b)); err != nil || wrong == nil && now.Sub(told) < 7*24*time.Hour {
		return err
	}
	d.alarm("", "per-day", engine.Msg(key.AlarmPerDay, engine.Int("n", n), d.perDay()))
	errs, err := d.store.Commit(ctx, store.Commit{Put: map[string][]byte{forecastKey: []byte(now.UTC().Format(time.RFC3339))}})
	return errors.Join(append(errs, err)...)
}

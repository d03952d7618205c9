package daemon

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/outbox"
	"railpost/store"
	"railpost/templates"
)

// alarm is a notice for an organiser by letter.
type alarm struct {
	game, kind string
	told       engine.Message
	bounced    store.Letter // a letter that its recipient's server refused for good; zero: none
	status     string
}

// alarm passes an alarm to runAlarms. It must not block, since the loops call it; if too many come at once, the
// excess is only logged.
func (d *Daemon) alarm(game, kind string, told engine.Message) {
	d.raise(alarm{game: game, kind: kind, told: told})
}

func (d *Daemon) raise(a alarm) {
	select {
	case d.alarms <- a:
	default:
		d.o.Log.Warn("too many alarms at once; this one is only logged", "game", a.game, "kind", a.kind)
	}
}

// runAlarms queues the notices; the Office ensures that each kind is reported at most once
// a day.
func (d *Daemon) runAlarms(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case a := <-d.alarms:
			err := d.office.Alarm(ctx, a.game, a.kind, a.told)
			if a.bounced.To != "" {
				err = errors.Join(err, d.office.Bounced(ctx, a.bounced, a.status))
			}
			if err != nil && ctx.Err() == nil {
				d.o.Log.Error("an organiser could not be notified", "game", a.game, "kind", a.kind, "err", err)
			}
		}
	}
}

// noSuchUser are the replies of a server that will not take letters for an address (RFC 5321
// 4.2.3).
var noSuchUser = []int{550, 551, 553}

// outboxEvent tells the organiser about letters that cannot be sent. The outbox has already
// logged the event.
func (d *Daemon) outboxEvent(_ context.Context, e outbox.Event) {
	if e.Letter.Kind == string(templates.Notice) && e.Kind != outbox.Stopped {
		return // a notice about a notice would fail in the same way
	}
	address, why := engine.Text("address", e.Letter.To), engine.Text("why", e.Text)
	switch e.Kind {
	case outbox.Stopped:
		d.alarm("", string(e.Kind), engine.Msg(key.AlarmStopped, why))
	case outbox.Unreachable:
		d.alarm("", string(e.Kind), engine.Msg(key.AlarmUnreachable, why))
	case outbox.RecipientBad, outbox.Refused, outbox.GivenUp:
		id := engine.Text("id", strconv.FormatUint(e.Letter.ID, 10))
		a := alarm{game: e.Letter.Game, kind: "given-up/" + e.Letter.To, told: engine.Msg(key.AlarmGivenUp, address, why, id)}
		if e.Kind == outbox.RecipientBad && slices.Contains(noSuchUser, e.Code) {
			a.bounced, a.status = e.Letter, strconv.Itoa(e.Code)
		}
		d.raise(a)
	case outbox.Unsure:
		id := engine.Text("id", strconv.FormatUint(e.Letter.ID, 10))
		d.alarm(e.Letter.Game, "unsure/"+e.Letter.To, engine.Msg(key.AlarmUnsure, address, why, id))
	case outbox.Late:
		d.alarm(e.Letter.Game, "late/"+e.Letter.To, engine.Msg(key.AlarmLate, address, why))
	case outbox.RenderFailed:
		d.alarm("", "render", engine.Msg(key.AlarmRender, address, why))
	case outbox.Short:
		d.alarm("", string(e.Kind), engine.Msg(key.AlarmShort, d.perDay()))
	case outbox.Spent:
		d.alarm("", string(e.Kind), engine.Msg(key.AlarmSpent, d.perDay(), content.At(e.Until)))
	case outbox.StoreFailed: // then no letter can be queued either
	}
}

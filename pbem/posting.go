package pbem

import (
	"context"
	"errors"

	"railpost/engine"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/hookout"
	"railpost/store"
	"railpost/templates"
)

// Posting returns the present text of a queued posting, with the players' present names; hookout.ErrGone if the
// hook was removed or the text is no longer true.
func (o *Office) Posting(ctx context.Context, name string, r hook.Row) (d hook.Delivery, err error) {
	defer o.lock(byHook)()
	defer fault.Guard(o.journal.Log, "a posting", &err)
	if r.Kind == hook.Alarm {
		h, ok := o.journal.Config.AlarmHook()
		if !ok {
			return d, hookout.ErrGone
		}
		return hook.NewDelivery(h, o.writer.Alarmed(r), name, r.Queued), nil
	}
	g, err := o.journal.Games.Load(ctx, r.Game)
	if errors.Is(err, store.ErrNoGame) {
		return d, hookout.ErrGone
	}
	if err != nil {
		return d, err
	}
	h := g.Table.HookOf(engine.Seat(r.Seat), r.Hook)
	if h == nil {
		return d, hookout.ErrGone
	}
	e, still, err := o.writer.Posted(ctx, g, *h, r)
	if err == nil && !still {
		err = hookout.ErrGone
	}
	return hook.NewDelivery(*h, e, name, r.Queued), err
}

// PostFailed reports a posting that was given up: to the organiser of the table, or to the player, whose hook
// is then removed; for an alarm to nobody, as it was mailed, too. stopped: the hook gets nothing more.
func (o *Office) PostFailed(ctx context.Context, r hook.Row, answer string, stopped bool) error {
	if r.Kind == hook.Alarm {
		return nil
	}
	defer o.lock(byHook)()
	return store.Decide(ctx, func(ctx context.Context) error { return o.postFailed(ctx, r, answer, stopped) })
}

func (o *Office) postFailed(ctx context.Context, r hook.Row, answer string, stopped bool) error {
	g, err := o.journal.Games.Load(ctx, r.Game)
	if errors.Is(err, store.ErrNoGame) {
		return nil
	}
	if err != nil {
		return err
	}
	s := engine.Seat(r.Seat)
	h := g.Table.HookOf(s, r.Hook)
	if h == nil {
		return nil
	}
	host, why := engine.Text("host", h.Host()), engine.Text("why", answer)
	if s < 0 {
		kind, say := "/hook/", key.AlarmHook
		if stopped {
			kind, say = "/stopped/", key.AlarmHookStopped
		}
		return tell.Alarm(ctx, o.journal, g, r.Game+kind+r.Hook, engine.Msg(say, engine.Text("id", r.Hook), engine.Text("game", r.Game), host, why))
	}
	c := o.journal.NewChange(g)
	c.Table.Players[s].Hook = nil
	tell.Letter(ctx, c, s, templates.Answer, content.Tell(engine.Msg(key.HookFailed, host, why)))
	return o.journal.Commit(ctx, c)
}

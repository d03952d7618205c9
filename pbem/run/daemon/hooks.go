package daemon

import (
	"context"

	"railpost/pbem/facts/hook"
	"railpost/pbem/mail/hookout"
)

// openHooks prepares the poster of news of games.
func (d *Daemon) openHooks() {
	d.hooks = hookout.New(hookout.Options{
		Store: d.store, Deliver: d.office.Posting, Post: hookout.NewClient(d.o.Config.HooksAllowed()).Post, Failed: d.postFailed,
		GiveUpAfter: d.o.Config.Mail.Out.GiveUpAfter.Duration, Spare: d.spare, Now: d.office.Now, Log: d.o.Log, Hook: d.o.Hook, Random: d.o.Random,
	})
}

func (d *Daemon) postFailed(ctx context.Context, r hook.Row, answer string, stopped bool) {
	if err := d.office.PostFailed(ctx, r, answer, stopped); err != nil && ctx.Err() == nil {
		d.o.Log.Error("a webhook posting was given up, and its owner could not be notified", "game", r.Game, "hook", r.Hook, "err", err)
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/control"
)

type gameHookCommand struct {
	Add    hookAddCommand                     `cmd:"" help:"Post a game's public news to a webhook."`
	List   request[admin.ListHooks, hookRows] `cmd:"" help:"List a game's webhooks and their last answers."`
	Remove hookRemoveCommand                  `cmd:"" help:"Remove a webhook."`
	Test   hookTestCommand                    `cmd:"" help:"Post a test, and what waits for the webhook."`
}

type hookAddCommand struct {
	listing
	admin.AddHook
}

func (c *hookAddCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.AddHook, func(out admin.AddedHook) {
		a.printf("%sgame %s: webhook %s to %s (%s)\n", a.dry(), c.Game, out.ID, out.Host, out.Format)
		if !c.DryRun {
			a.printf("secret for its signatures, shown only now: %s\ntry it: railpost game hook test %s %s\n", out.Secret, c.Game, out.ID)
		}
	})
}

type hookRows []admin.HookRow

func (list hookRows) print(a *app) {
	rows := [][]string{{"ID", "HOST", "FORMAT", "WAITING", "NEXT", "LAST", "ANSWER"}}
	for _, h := range list {
		if h.Stopped {
			h.Last.Answer += " (stopped)"
		}
		rows = append(rows, []string{h.ID, h.Host, string(h.Format), strconv.Itoa(h.Waiting), when(h.Next), when(h.Last.At), dash(h.Last.Answer)})
	}
	a.table(rows)
}

type hookRemoveCommand struct {
	listing
	admin.HookOf
}

func (c *hookRemoveCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.HookOf, func(out admin.HookRow) {
		a.printf("%sgame %s: webhook %s to %s is removed\n", a.dry(), c.Game, out.ID, out.Host)
	})
}

type hookTestCommand struct {
	Game string `arg:"" help:"${game}"`
	ID   string `arg:"" help:"${hook}"`
}

// testTime is how long the answer to a test is waited for: longer than an attempt lasts.
const testTime = 20 * time.Second

func (c *hookTestCommand) Run(ctx context.Context, a *app) error {
	began := time.Now()
	var hook admin.HookRow
	if err := a.call(ctx, "hook.test", admin.HookOf{Game: c.Game, ID: c.ID}, &hook); err != nil {
		return err
	}
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	if _, err := control.Dial(conf.SocketPath()); errors.Is(err, control.ErrNoDaemon) {
		return nil // which was said
	}
	for ctx.Err() == nil && time.Since(began) < testTime {
		var list []admin.HookRow
		if err := a.call(ctx, "hook.list", admin.ListHooks{Game: c.Game}, &list); err != nil {
			return err
		}
		for _, h := range list {
			if h.ID != c.ID || h.Last.At.Before(began) {
				continue
			}
			if !h.Last.Done {
				return &fault.Mistake{Op: "game hook test", What: fmt.Sprintf("%s: %s", h.Host, h.Last.Answer), Hint: "railpost game hook list " + c.Game + " shows when it is tried again"}
			}
			if h.Waiting == 0 {
				a.printf("%s: %s\n", h.Host, h.Last.Answer)
				return nil
			}
		}
		time.Sleep(200 * time.Millisecond)
	}
	return &fault.Mistake{Op: "game hook test", What: hook.Host + " has not answered yet", Hint: "railpost game hook list " + c.Game + " shows the outcome"}
}

package main

import (
	"context"
	"fmt"
	"strings"

	"railpost/pbem/facts/fault"
	"railpost/pbem/run/control"
	"railpost/pbem/run/plain"
	"railpost/pbem/run/upkeep"
)

type restoreCommand struct {
	listing
	Backup string `arg:"" help:"A file that railpost backup wrote."`
}

func (c *restoreCommand) Run(ctx context.Context, a *app) error {
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	if conf.Store.URL != "" {
		return &fault.Mistake{Op: "restore", What: upkeep.ErrDatabase.Error()}
	}
	if _, err := control.Dial(conf.SocketPath()); err == nil {
		return &fault.Mistake{Op: "restore", What: "a daemon is running", Hint: "stop it first"}
	}
	out, err := upkeep.Restore(ctx, c.Backup, conf.Store.Path, now())
	if err != nil {
		return err
	}
	return c.show(a, out, func() {
		if out.Kept != "" {
			a.printf("the previous store is now %s\n", out.Kept)
		}
		c.printGames(a, out)
		a.printf("%s: %s, %s, %s to be sent\n"+
			"The service is paused: nothing is read or sent until railpost serve --resume.\n"+
			"Before that, take in the mails that came since the backup: railpost mail replay FOLDER.\n"+
			"railpost mail queue lists the letters; some may have been sent after the backup.\n",
			out.Path, plain.Count(out.Games, "game"), plain.Count(out.Records, "record"), plain.Count(out.Letters, "letter"))
	})
}

// printGames prints the state of each game, and the mails replayed.
func (c *restoreCommand) printGames(a *app, out upkeep.Restored) {
	if out.NewTokens != "" {
		a.printf("every seat has a new answer address, because those revoked since the backup are unknown: %s\n", out.NewTokens)
	}
	for _, b := range out.PerGame {
		line := fmt.Sprintf("%s is back at step %d", b.Game, b.Step)
		switch {
		case b.Gone:
			line = b.Game + " began after the backup and is gone"
		case b.Was > b.Step:
			line += fmt.Sprintf("; steps %d to %d are gone", b.Step+1, b.Was)
		case b.Was > 0:
			line = fmt.Sprintf("%s is at step %d as before", b.Game, b.Step)
		}
		if len(b.Seats) > 0 {
			line += "; name, addresses and token stay as they were: " + strings.Join(b.Seats, ", ")
		}
		if b.Over {
			line += "; it had ended, so its seed is known: end it (railpost game end), or agree on how to continue"
		}
		a.printf("%s\n", line)
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/control"
	"railpost/pbem/run/plain"
	"railpost/pbem/run/upkeep"
)

type restoreCommand struct {
	listing
	Backup string `arg:"" optional:"" help:"A file that railpost backup wrote. Railpost keeps the previous store next to it."`
	Finish bool   `help:"End the pause after a restore, so that the service can start."`
}

// Validate is called by kong.
func (c *restoreCommand) Validate() error {
	if c.Finish == (c.Backup != "") {
		return errors.New("name a backup, or use --finish after a restore")
	}
	return nil
}

func (c *restoreCommand) Run(ctx context.Context, a *app) error {
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	if c.Finish {
		return c.finish(ctx, a, conf)
	}
	if conf.Store.URL != "" {
		return &fault.Mistake{Op: "restore", What: upkeep.ErrDatabase.Error()}
	}
	if _, err := control.Dial(conf.SocketPath()); err == nil {
		return &fault.Mistake{Op: "restore", What: "the service is running", Hint: "stop it first"}
	}
	out, err := slowly(a, "restore", func() (upkeep.Restored, error) {
		return upkeep.Restore(ctx, c.Backup, conf.Store.Path, now())
	})
	if err != nil {
		return err
	}
	return c.show(a, out, func() {
		if out.Kept != "" {
			a.printf("the previous store is now %s\n", out.Kept)
		}
		c.printGames(a, out)
		a.printf("%s: %s, %s, %s to be sent\n"+
			"The service is paused: Railpost reads and sends nothing until railpost restore --finish.\n"+
			"First read the mail that came since the backup: railpost mail replay FOLDER.\n"+
			"railpost mail queue lists the letters; some may have been sent after the backup.\n",
			out.Path, plain.Count(out.Games, "game"), plain.Count(out.Records, "record"), plain.Count(out.Letters, "letter"))
	})
}

// finish ends the pause after a restore.
func (c *restoreCommand) finish(ctx context.Context, a *app, conf *config.Config) (err error) {
	db, err := upkeep.Open(ctx, conf, true, nil, nil)
	if err != nil {
		return explainOpen("restore", conf, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, paused, err := upkeep.Paused(ctx, db)
	if err != nil {
		return err
	}
	if !paused {
		a.printf("the service is not paused\n")
		return nil
	}
	if err := upkeep.SetPause(ctx, db, nil); err != nil {
		return err
	}
	a.printf("Now start the service: it sends the letters in the queue, and tells each table where its game is.\n")
	return nil
}

// printGames prints the state of each game, and the mails replayed.
func (c *restoreCommand) printGames(a *app, out upkeep.Restored) {
	if out.NewTokens != "" {
		a.printf("every player has a new answer address, because Railpost cannot know which were revoked since the backup: %s\n", out.NewTokens)
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

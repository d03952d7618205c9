package main

import (
	"context"
	"time"

	"railpost/pbem/control"
	"railpost/pbem/upkeep"
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
	if _, err := control.Dial(conf.SocketPath()); err == nil {
		return &control.Error{Op: "restore", What: "a daemon is running", Hint: "stop it first"}
	}
	out, err := upkeep.Restore(ctx, c.Backup, conf.Store.Path, time.Now())
	if err != nil {
		return err
	}
	return c.show(a, out, func() error {
		if out.Kept != "" {
			if err := a.printf("the store that stood there is now %s\n", out.Kept); err != nil {
				return err
			}
		}
		return a.printf("%s: %d games, %d records, %d letters to be sent\n"+
			"The service is paused: nothing is read and sent until railpost serve --resume.\n"+
			"railpost mail queue lists the letters; some may have been sent after the backup.\n",
			out.Path, out.Games, out.Records, out.Letters)
	})
}

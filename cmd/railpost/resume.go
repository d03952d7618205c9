package main

import (
	"context"
	"errors"

	"railpost/pbem/facts/fault"
	"railpost/pbem/run/upkeep"
)

// resumeCommand is serve --resume for a service started by another program, such as systemd, under its own user.
type resumeCommand struct{}

func (c *resumeCommand) Run(ctx context.Context, a *app) (err error) {
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	db, err := upkeep.Open(ctx, conf, true, nil, nil)
	if err != nil {
		return &fault.Mistake{Op: "resume", What: err.Error()}
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
	a.printf("now start the service: letters in the queue are sent, and each table is told where its game stands\n")
	return nil
}

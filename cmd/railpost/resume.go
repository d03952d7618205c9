package main

import (
	"context"
	"errors"

	"railpost/pbem/control"
	"railpost/pbem/upkeep"
	"railpost/store/bolt"
)

// resumeCommand is serve --resume for a service that something else starts, as systemd
// does, under a user of its own.
type resumeCommand struct{}

func (c *resumeCommand) Run(ctx context.Context, a *app) (err error) {
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	db, err := bolt.Open(conf.Store.Path, bolt.Options{Existing: true})
	if err != nil {
		return &control.Error{Op: "resume", What: err.Error()}
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, paused, err := upkeep.Paused(ctx, db); err != nil || !paused {
		return errors.Join(err, a.printf("the service is not paused\n"))
	}
	if err := upkeep.SetPause(ctx, db, nil); err != nil {
		return err
	}
	return a.printf("now start the service: letters in the queue are sent, and each table is told where its game stands\n")
}

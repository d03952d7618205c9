package main

import (
	"context"
	"errors"
	"log/slog"
	"os/signal"
	"syscall"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/daemon"
	"railpost/pbem/run/upkeep"
	"railpost/store"
)

type serveCommand struct {
	DryRun   string `placeholder:"DIR" help:"Read the mailbox without changing it, and write letters as .eml files into DIR."`
	NewStore bool   `help:"First create the store, which must not exist: a service without games."`
}

func (c *serveCommand) Run(ctx context.Context, a *app) error {
	d, err := c.start(ctx, a)
	if errors.Is(err, context.Canceled) { // asked to stop before it had started: no failure
		a.note("railpost: stopped before the service had started: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	return d.Run(ctx)
}

func (c *serveCommand) start(ctx context.Context, a *app) (*daemon.Daemon, error) {
	// Ignored: a closed terminal must not end games, and a reload needs a restart (only passwords are read at
	// each log-in).
	signal.Ignore(syscall.SIGHUP)
	conf, err := a.config()
	if err != nil {
		return nil, err
	}
	if c.NewStore {
		if err := upkeep.NewStoreOf(ctx, conf); err != nil {
			return nil, &fault.Mistake{Op: "serve --new-store", What: err.Error()}
		}
	}
	if c.DryRun == "" {
		if err := c.pause(ctx, a, conf); err != nil {
			return nil, err
		}
	}
	if conf.Mail.Kind == config.Embedded {
		a.note("mail = \"embedded\": no letter leaves this machine, and all mail is lost when the service ends")
	}
	log := a.logger(conf.Log)
	slog.SetDefault(log) // for libraries, which write to the standard logger
	return daemon.New(ctx, daemon.Options{
		Config: conf, Titles: titles.Find, Log: log, Version: version(), Titled: titleVersions(), DryRunDir: c.DryRun,
	})
}

// pause keeps a restored service from sending letters again, until railpost restore --finish.
func (c *serveCommand) pause(ctx context.Context, a *app, conf *config.Config) (err error) {
	db, err := upkeep.Open(ctx, conf, true, nil, nil)
	switch {
	case errors.Is(err, store.ErrNone):
		return nil // the daemon prints the advice
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return &fault.Mistake{Op: "serve", What: err.Error()}
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	p, paused, err := upkeep.Paused(ctx, db)
	if err != nil || !paused {
		return err
	}
	a.note("railpost: the service is paused since %s: %s\n  railpost mail queue lists the letters that would be sent; railpost restore --finish ends the pause",
		p.Since.Format(time.RFC3339), p.Why)
	return exitCode(exitPaused)
}

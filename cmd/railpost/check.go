package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/upkeep"
	"railpost/store"
	"railpost/store/bolt"
)

type checkCommand struct {
	listing
	File string `arg:"" optional:"" help:"A store or backup; by default the configured store."`
}

func (c *checkCommand) Run(ctx context.Context, a *app) error {
	found, err := c.find(ctx, a)
	if err != nil {
		return err
	}
	return c.verdict(a, found, len(found.Faults) > 0, func() {
		for _, f := range found.Faults {
			a.printf("FAULT %s\n", f)
		}
		a.printf("check: games=%d records=%d letters=%d faults=%d\n", found.Games, found.Records, found.Letters, len(found.Faults))
	})
}

func (c *checkCommand) find(ctx context.Context, a *app) (found upkeep.Found, err error) {
	err = a.readStore(ctx, "check", c.File, func(path string) (err error) {
		found, err = upkeep.CheckFile(ctx, path, titles.Find)
		return err
	}, func(s store.Store) (err error) {
		found, err = upkeep.Check(ctx, s, titles.Find)
		return err
	})
	return found, err
}

// readStore lets read have a file, or, if none is named, the configured store. It reads a
// copy, made next to it, if a running daemon has the store open. A database is read by readOpen, whoever has it open.
func (a *app) readStore(ctx context.Context, op, file string, read func(path string) error, readOpen func(store.Store) error) error {
	return a.slowly(op, func() error { return a.readAny(ctx, op, file, read, readOpen) })
}

func (a *app) readAny(ctx context.Context, op, file string, read func(path string) error, readOpen func(store.Store) error) error {
	conf := &config.Config{}
	if conf.Store.Path = file; file == "" {
		var err error
		if conf, err = a.publicConfig(); err != nil {
			return err
		}
	}
	if conf.Store.URL != "" {
		db, err := upkeep.Open(ctx, conf, true, nil, nil)
		if err != nil {
			return explainOpen(op, conf, err)
		}
		return errors.Join(readOpen(db), db.Close())
	}
	err := read(conf.Store.Path)
	switch {
	case file == "" && errors.Is(err, store.ErrLocked):
		return withCopy(conf.Store.Path, func(to string) error { return readRunning(ctx, op, conf, to, read) })
	case file == "" && errors.Is(err, bolt.ErrNone):
		return explainOpen(op, conf, err)
	}
	return err
}

// withCopy calls do with the name for a copy, and removes the copy.
func withCopy(path string, do func(to string) error) error {
	folder, err := os.MkdirTemp(filepath.Dir(path), ".railpost-check-*")
	if err != nil {
		return err
	}
	return errors.Join(do(filepath.Join(folder, "copy.db")), os.RemoveAll(folder))
}

// readRunning reads a copy of the store that the running daemon has open.
func readRunning(ctx context.Context, op string, conf *config.Config, to string, read func(path string) error) error {
	from, err := upkeep.Reach(conf.Store.Path, conf.SocketPath())
	if err != nil {
		return explainOpen(op, conf, err)
	}
	if _, err := upkeep.Copy(ctx, from, to); err != nil {
		return errors.Join(fault.AsMistake("a copy to check", err), from.Close())
	}
	return errors.Join(read(to), from.Close())
}

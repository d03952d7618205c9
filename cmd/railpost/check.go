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

func (c *checkCommand) find(ctx context.Context, a *app) (upkeep.Found, error) {
	return readStore(ctx, a, "check", c.File, func(path string) (upkeep.Found, error) {
		return upkeep.CheckFile(ctx, path, titles.Find)
	}, func(s store.Store) (upkeep.Found, error) {
		return upkeep.Check(ctx, s, titles.Find)
	})
}

// readStore lets read have a file, or, if none is named, the configured store. It reads a
// copy, made next to it, if a running daemon has the store open. A database is read by readOpen, whoever has it open.
func readStore[R any](ctx context.Context, a *app, op, file string, read func(path string) (R, error), readOpen func(store.Store) (R, error)) (R, error) {
	return slowly(a, op, func() (out R, err error) {
		conf := &config.Config{}
		if conf.Store.Path = file; file == "" {
			if conf, err = a.publicConfig(); err != nil {
				return out, err
			}
		}
		if conf.Store.URL != "" {
			db, err := upkeep.Open(ctx, conf, true, nil, nil)
			if err != nil {
				return out, explainOpen(op, conf, err)
			}
			out, err = readOpen(db)
			return out, errors.Join(err, db.Close())
		}
		out, err = read(conf.Store.Path)
		switch {
		case file == "" && errors.Is(err, store.ErrLocked):
			err = withCopy(conf.Store.Path, func(to string) error {
				return readRunning(ctx, op, conf, to, func(path string) (err error) {
					out, err = read(path)
					return err
				})
			})
		case file == "" && errors.Is(err, bolt.ErrNone):
			err = explainOpen(op, conf, err)
		}
		return out, err
	})
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

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/control"
	"railpost/pbem/upkeep"
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
	})
	return found, err
}

// readStore lets read have a file, or, if none is named, the configured store: a copy if a
// running daemon has it open. The copy is made next to it, where there is room and no other
// user.
func (a *app) readStore(ctx context.Context, op, file string, read func(path string) error) error {
	if file != "" {
		return read(file)
	}
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	err = read(conf.Store.Path)
	switch {
	case errors.Is(err, store.ErrLocked):
		return readCopy(ctx, op, conf, read)
	case errors.Is(err, bolt.ErrNone):
		return explainOpen(op, conf, err)
	}
	return err
}

func readCopy(ctx context.Context, op string, conf *config.Config, read func(path string) error) (err error) {
	folder, err := os.MkdirTemp(filepath.Dir(conf.Store.Path), ".railpost-check-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	from, err := upkeep.Reach(conf.Store.Path, conf.SocketPath())
	if err != nil {
		return explainOpen(op, conf, err)
	}
	file := filepath.Join(folder, "copy.db")
	if _, err := upkeep.Copy(ctx, from, file); err != nil {
		return errors.Join(control.AsError("a copy to check", err), from.Close())
	}
	return errors.Join(read(file), from.Close())
}

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

func (c *checkCommand) find(ctx context.Context, a *app) (upkeep.Found, error) {
	if c.File != "" {
		return upkeep.CheckFile(ctx, c.File, titles.Find)
	}
	conf, err := a.publicConfig()
	if err != nil {
		return upkeep.Found{}, err
	}
	found, err := upkeep.CheckFile(ctx, conf.Store.Path, titles.Find)
	switch {
	case errors.Is(err, store.ErrLocked):
		return c.checkCopy(ctx, conf)
	case errors.Is(err, bolt.ErrNone):
		return found, explainOpen("check", conf, err)
	}
	return found, err
}

// checkCopy checks a copy of the store that the running daemon has locked. The copy is made
// next to it, where there is room and no other user.
func (c *checkCommand) checkCopy(ctx context.Context, conf *config.Config) (found upkeep.Found, err error) {
	folder, err := os.MkdirTemp(filepath.Dir(conf.Store.Path), ".railpost-check-*")
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	from, err := upkeep.Reach(conf.Store.Path, conf.SocketPath())
	if err != nil {
		return found, explainOpen("check", conf, err)
	}
	file := filepath.Join(folder, "copy.db")
	if _, err := upkeep.Copy(ctx, from, file); err != nil {
		return found, errors.Join(control.AsError("a copy to check", err), from.Close())
	}
	found, err = upkeep.CheckFile(ctx, file, titles.Find)
	return found, errors.Join(err, from.Close())
}

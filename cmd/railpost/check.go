package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"railpost/engine/titles"
	"railpost/pbem"
	"railpost/pbem/control"
	"railpost/pbem/upkeep"
	"railpost/store"
)

type checkCommand struct {
	listing
	File string `arg:"" optional:"" help:"A store or backup; the configuration's store, if none is named."`
}

func (c *checkCommand) Run(ctx context.Context, a *app) error {
	found, err := c.find(ctx, a)
	if err != nil {
		return err
	}
	err = c.show(a, found, func() error {
		for _, f := range found.Faults {
			if err := a.printf("FAULT %s\n", f); err != nil {
				return err
			}
		}
		return a.printf("check: games=%d records=%d letters=%d faults=%d\n", found.Games, found.Records, found.Letters, len(found.Faults))
	})
	if err == nil && len(found.Faults) > 0 {
		return exitCode(exitFaults)
	}
	return err
}

func (c *checkCommand) find(ctx context.Context, a *app) (upkeep.Found, error) {
	if c.File != "" {
		return upkeep.CheckFile(ctx, c.File, titles.Find)
	}
	conf, err := a.publicConfig()
	if err != nil {
		return upkeep.Found{}, err
	}
	if _, err := os.Stat(conf.Store.Path); errors.Is(err, fs.ErrNotExist) {
		return upkeep.Found{}, &control.Error{Op: "check", What: "there is no store " + conf.Store.Path, Hint: "name a file, or say another --config"}
	}
	found, err := upkeep.CheckFile(ctx, conf.Store.Path, titles.Find)
	if !errors.Is(err, store.ErrLocked) {
		return found, err
	}
	return c.checkCopy(ctx, a, conf.Store.Path)
}

// checkCopy checks a copy that the running daemon makes: the file itself is in
// its hands. The copy lies beside it, where there is room and no other user.
func (c *checkCommand) checkCopy(ctx context.Context, a *app, path string) (found upkeep.Found, err error) {
	folder, err := os.MkdirTemp(filepath.Dir(path), ".railpost-check-*")
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "copy.db")
	var b pbem.BackedUp
	if err := a.call(ctx, "backup", pbem.BackupTo{Path: file, Unverified: true}, &b); err != nil {
		return found, fmt.Errorf("a copy to check: %w", err)
	}
	return upkeep.CheckFile(ctx, file, titles.Find)
}

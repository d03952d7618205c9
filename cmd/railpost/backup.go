package main

import (
	"context"
	"path/filepath"

	"railpost/pbem"
)

type backupCommand struct {
	listing
	File string `arg:"" help:"File to write, which must not exist."`
}

func (c *backupCommand) Run(ctx context.Context, a *app) error {
	path, err := filepath.Abs(c.File) // the daemon lives in another folder
	if err != nil {
		return err
	}
	var out pbem.BackedUp
	if err := a.call(ctx, "backup", pbem.BackupTo{Path: path}, &out); err != nil {
		return err
	}
	return c.show(a, out, func() error { return a.printf("%s: %d bytes, verified\n", out.Path, out.Bytes) })
}

package main

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"railpost/pbem/facts/fault"
	"railpost/pbem/run/upkeep"
)

type backupCommand struct {
	listing
	File string `arg:"" help:"File to write; it must not exist."`
}

// backedUp is a copy that was written.
type backedUp struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

func (c *backupCommand) Run(ctx context.Context, a *app) error {
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	if conf.Store.URL != "" {
		return &fault.Mistake{Op: "backup", What: upkeep.ErrDatabase.Error()}
	}
	out := backedUp{}
	if out.Path, err = filepath.Abs(c.File); err != nil {
		return err
	}
	from, err := upkeep.Reach(conf.Store.Path, conf.SocketPath())
	if err != nil {
		return explainOpen("backup", conf, err)
	}
	out.Bytes, err = slowly(a, "backup", func() (int64, error) { return upkeep.Backup(ctx, from, out.Path) })
	if err = errors.Join(err, from.Close()); err != nil {
		return fault.AsMistake("backup", err)
	}
	if err := upkeep.NoteBackup(ctx, conf.Store.Path, conf.SocketPath(), time.Now()); err != nil {
		a.note("railpost_last_backup_timestamp_seconds does not count this copy: %v", err)
	}
	return c.show(a, out, func() { a.printf("%s: %d bytes, verified\n", out.Path, out.Bytes) })
}

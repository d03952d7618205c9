package daemon

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"railpost/pbem/run/upkeep"
	"railpost/store"
	"railpost/store/bolt"
)

// openStore opens the file the configuration names, or a copy of it for a dry
// run.
func (d *Daemon) openStore(ctx context.Context) error {
	if d.o.Store != nil && d.o.DryRunDir == "" {
		d.store = d.o.Store
		return nil
	}
	path := d.o.Config.Store.Path
	if d.o.Config.Store.URL != "" {
		return d.openDatabase(ctx)
	}
	if d.o.DryRunDir != "" {
		var err error
		if path, err = d.copyStore(ctx); err != nil {
			return err
		}
	}
	if d.o.DryRunDir == "" {
		d.shrink(ctx, path)
	}
	// Mail that arrives while the store is missing must wait rather than meet an empty one.
	db, err := d.o.Open(path, bolt.Options{Hook: d.o.Hook, Existing: true, Now: d.now})
	if err != nil {
		return explainOpen(path, err)
	}
	d.store, d.disk = db, filepath.Dir(path)
	d.closing(db.Close)
	return nil
}

// openDatabase opens the database that the configuration names.
func (d *Daemon) openDatabase(ctx context.Context) error {
	if d.o.DryRunDir != "" {
		return fmt.Errorf("daemon: a dry run needs a copy of the store: %w", upkeep.ErrDatabase)
	}
	db, err := upkeep.Open(ctx, d.o.Config, true, d.o.Hook, d.now)
	if err != nil {
		return explainOpen("the database", err)
	}
	d.store = db
	d.closing(db.Close)
	return nil
}

// now is the service's own time, which the store uses, too; it may differ from the wall clock.
func (d *Daemon) now() time.Time {
	if d.office == nil {
		return d.o.Now()
	}
	return d.office.Now()
}

// shrink returns free space of the file to the disk. It tells systemd, which waits for the start, that this
// takes time.
func (d *Daemon) shrink(ctx context.Context, path string) {
	d.extend(3 * extendEvery)
	done, again := make(chan struct{}), time.NewTicker(extendEvery)
	defer again.Stop()
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-again.C:
				d.extend(3 * extendEvery)
			}
		}
	}()
	was, is, err := bolt.Shrink(ctx, path, func(need int64) error {
		free, err := bolt.FreeSpace(filepath.Dir(path))
		if least := need + int64(d.o.Config.Store.MinFree); err == nil && free < uint64(least) {
			err = fmt.Errorf("%d MB are free, %d MB are needed", free>>20, least>>20)
		}
		return err
	})
	switch {
	case errors.Is(err, bolt.ErrNone), errors.Is(err, store.ErrLocked): // opening it reports that
	case err != nil:
		d.o.Log.Warn("the store could not be compacted; it is unchanged", "err", err)
	case is != was:
		d.o.Log.Info("the store was compacted", "before", was, "after", is)
	}
}

const extendEvery = 20 * time.Second

func explainOpen(path string, err error) error {
	if errors.Is(err, bolt.ErrNone) {
		return fmt.Errorf("daemon: %w; no mail is read without it. Is its volume mounted? Restore a backup with railpost restore, or start without games with railpost serve --new-store", err)
	}
	if errors.Is(err, store.ErrLocked) { // whose text has the rest
		return fmt.Errorf("daemon: %w", err)
	}
	return fmt.Errorf("daemon: opening %s: %w", path, err)
}

// copyName is the copy of the store for a dry run; each run makes a new one.
const copyName = "railpost.db"

// copyStore copies the store as it is now into the dry run's folder.
func (d *Daemon) copyStore(ctx context.Context) (string, error) {
	if err := os.MkdirAll(d.o.DryRunDir, 0o700); err != nil {
		return "", fmt.Errorf("daemon: the folder of the dry run: %w", err)
	}
	to := filepath.Join(d.o.DryRunDir, copyName)
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("daemon: the copy of an earlier dry run: %w", err)
	}
	from, err := upkeep.Reach(d.o.Config.Store.Path, d.o.Config.SocketPath())
	if err != nil {
		return "", explainOpen(d.o.Config.Store.Path, err)
	}
	_, err = upkeep.Backup(ctx, from, to)
	return to, errors.Join(err, from.Close())
}

// attempts returns the file that names the mails being read. It is next to the store; a
// service in memory has none.
func (d *Daemon) attempts() string {
	switch {
	case d.o.DryRunDir != "":
		return filepath.Join(d.o.DryRunDir, "reading")
	case d.o.Store != nil:
		return ""
	}
	return strings.TrimSuffix(d.o.Config.SocketPath(), ".sock") + ".reading" // several daemons may share a database
}

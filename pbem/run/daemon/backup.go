package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/run/upkeep"
	"railpost/store"
	"railpost/store/bolt"
)

// backupAgain is when a backup that failed is tried again.
const backupAgain = time.Hour

// runBackups copies the store at the times of [backup] at. It runs apart from the clock's tick, because a large
// file takes longer than a tick may.
func (d *Daemon) runBackups(ctx context.Context) error {
	conf := d.o.Config.Backup
	if conf.Dir == "" {
		return nil
	}
	series := d.backups()
	zone, err := d.o.Config.Zone()
	if err != nil {
		return err
	}
	var failed time.Time
	d.ticker().Run(ctx, func(time.Time) {
		now := d.office.Now().Round(0)
		last, err := series.Last(now)
		if passed := now.Sub(failed); passed >= 0 && passed < backupAgain || err == nil && !backupDue(conf.At, last, now, zone) {
			return
		}
		failed = time.Time{}
		if err == nil {
			err = d.backup(ctx, series, now)
		}
		if err != nil && ctx.Err() == nil {
			failed = now
			d.tellBackupFailed(last.In(zone), err)
		}
	})
	return nil
}

func (d *Daemon) backups() upkeep.Series {
	return upkeep.Series{Dir: d.o.Config.Backup.Dir, Keep: d.o.Config.Backup.Keep}
}

// lastBackup returns when the last copy was made, by the service or by railpost backup; zero for never.
func (d *Daemon) lastBackup(ctx context.Context) (time.Time, error) {
	var own, made time.Time
	var err error
	if d.o.Config.Backup.Dir != "" {
		own, err = d.backups().Last(time.Now())
	}
	noted, gerr := d.store.Get(ctx, store.BackupKey)
	if len(noted) > 0 {
		made, gerr = time.Parse(time.RFC3339, string(noted))
	}
	return clock.Latest(own, made), errors.Join(err, gerr)
}

// backupDue reports whether a time to make a copy has passed since the last one. The first is made at once, so
// that an unwritable folder shows at once.
func backupDue(at clock.Expr, last, now time.Time, zone *time.Location) bool {
	return last.IsZero() || !at.Next(last, zone).After(now)
}

func (d *Daemon) backup(ctx context.Context, series upkeep.Series, now time.Time) error {
	began := time.Now()
	path, size, err := series.Make(ctx, d.store, now, d.roomForCopy)
	if err != nil {
		return err
	}
	d.o.Log.Info("backup made and verified", "file", path, "bytes", size, "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// roomForCopy returns an error if a copy of the store in a folder would leave less room than
// mails need.
func (d *Daemon) roomForCopy(dir string) error {
	file, err := os.Stat(d.o.Config.Store.Path)
	if err != nil {
		return err
	}
	free, err := bolt.FreeSpace(dir)
	if least := file.Size() + int64(d.o.Config.Store.MinFree); err == nil && free < uint64(least) {
		err = fmt.Errorf("%d MB are free there, %d MB are needed", free>>20, least>>20)
	}
	return err
}

func (d *Daemon) tellBackupFailed(last time.Time, err error) {
	d.o.Log.Error("backup failed", "err", err)
	told := engine.Msg(key.AlarmBackup, engine.Text("why", err.Error()), engine.Text("last", ""))
	if !last.IsZero() {
		told = engine.Msg(key.AlarmBackup, engine.Text("why", err.Error()), engine.Text("last", last.Format("2 January 2006, 15:04")))
	}
	d.alarm("", "backup", told)
}

package daemon

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/store"
)

// exportAgain is when a log that could not be written is tried again.
const exportAgain = 10 * time.Minute

// moved are the games whose files in [store] export_dir are behind their logs.
type moved struct {
	mu    sync.Mutex
	names map[string]bool
	some  chan struct{}
}

func newMoved() *moved { return &moved{names: map[string]bool{}, some: make(chan struct{}, 1)} }

func (m *moved) add(name string) {
	m.mu.Lock()
	m.names[name] = true
	m.mu.Unlock()
	select {
	case m.some <- struct{}{}:
	default:
	}
}

func (m *moved) take() (names []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	names = slices.Sorted(maps.Keys(m.names))
	clear(m.names)
	return names
}

// runExports writes the log of each game after each move to its file. At the start it goes through all games,
// for moves missed because of a crash or made by the command line.
func (d *Daemon) runExports(ctx context.Context) error {
	if d.o.Config.Store.ExportDir == "" {
		return nil
	}
	err := d.store.Heads(ctx, func(h store.Head) error {
		d.moved.add(h.Game)
		return nil
	})
	if err != nil {
		d.o.Log.Error("the logs of all games could not be listed for export", "err", err)
	}
	again := time.NewTicker(exportAgain)
	defer again.Stop()
	for failed := []string{}; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-again.C:
			for _, name := range failed {
				d.moved.add(name)
			}
			failed = nil
		case <-d.moved.some:
		}
		for _, name := range d.moved.take() {
			if err := d.export(ctx, name); err != nil && ctx.Err() == nil {
				failed = append(failed, name)
				d.o.Log.Error("a log could not be exported", "game", name, "err", err)
				d.alarm("", "export", engine.Msg(key.AlarmExport, engine.Text("game", name), engine.Text("why", err.Error())))
			}
		}
	}
}

func (d *Daemon) export(ctx context.Context, name string) error {
	dir := d.o.Config.Store.ExportDir
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	path := filepath.Join(dir, name+".txt")
	earlier, err := os.ReadFile(path)
	played, _, archived := strings.Cut(name, "~")
	former := filepath.Join(dir, played+".txt")
	moves := archived && errors.Is(err, fs.ErrNotExist)
	if moves { // the file gets the name of the archived game
		earlier, err = os.ReadFile(former)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := d.office.PublicLog(ctx, name, string(earlier))
	if err != nil || text == "" || text == string(earlier) && !moves {
		return err
	}
	if err := replaceFile(path, text); err != nil || !moves || firstStep(string(earlier)) != firstStep(text) {
		return err
	}
	return os.Remove(former)
}

// firstStep returns the line of a log with its first step, which shows whether two are of one
// game: names above it may have been erased.
func firstStep(log string) string {
	_, steps, _ := strings.Cut(log, "\n")
	first, _, _ := strings.Cut(steps, "\n")
	return first
}

// replaceFile writes a file that is never half written under its name.
func replaceFile(path, text string) error {
	half := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	f, err := os.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(half, path)
}

package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"railpost/pbem/config/files"
	"railpost/pbem/facts/fault"
	"railpost/store"
	"railpost/store/bolt"
)

// PausedKey is the key of the service-wide value, a Pause, that keeps a daemon from reading
// and sending mail.
const PausedKey = "paused"

// Pause says why a service is paused.
type Pause struct {
	Since time.Time `json:"since"`
	Why   string    `json:"why"`
	Read  bool      `json:"read,omitempty"` // a restore has read the mailbox
	Back  time.Time `json:"back,omitzero"`  // and the state of its backup; zero: unknown
}

// Paused reports whether a service is paused, and why.
func Paused(ctx context.Context, s store.Store) (Pause, bool, error) {
	b, err := s.Get(ctx, PausedKey)
	if err != nil || len(b) == 0 {
		return Pause{}, false, err
	}
	var p Pause
	if err := json.Unmarshal(b, &p); err != nil {
		return p, true, fmt.Errorf("reading why the service is paused: %w", err)
	}
	return p, true, nil
}

// SetPause pauses a service from its next start; with nil it ends the pause.
func SetPause(ctx context.Context, s store.Store, p *Pause) error {
	var value []byte
	if p != nil {
		var err error
		if value, err = json.Marshal(p); err != nil {
			return err
		}
	}
	return commit(ctx, s, store.Commit{Put: map[string][]byte{PausedKey: value}})
}

// Restored is the result of Restore.
type Restored struct {
	Path    string `json:"path"`
	Kept    string `json:"kept,omitempty"` // the replaced store
	Games   int    `json:"games"`
	Records uint64 `json:"records"`
	Letters int    `json:"letters"` // to be sent when the service continues

	PerGame   []RestoredGame `json:"back"`                 // all games, and those that are gone
	NewTokens string         `json:"new_tokens,omitempty"` // why every seat has a new token; "" if none has
	Again     *Again         `json:"again,omitempty"`      // nil: no mailbox was read
}

// Restore replaces the store at path, which no daemon may have open, by a backup. It
// verifies the backup first and refuses one of another layout; the old file is kept next
// to the new one. The restored service is paused: its letters may have been sent since, and
// players may have been told of moves that the backup does not contain. The messages of the mailbox
// since the backup are played again; with box nil, none are. Then each game begins a new epoch, see table.PutBack.
func Restore(ctx context.Context, backup, path string, now time.Time, box *Mailbox) (Restored, error) {
	out := Restored{Path: path}
	if err := free(path); err != nil {
		return out, err
	}
	if err := bolt.Verify(ctx, backup); err != nil {
		why := strings.TrimSuffix(err.Error(), "; restore from a backup")
		return out, &fault.Mistake{Op: "restore", What: "the backup cannot be restored: " + why, Hint: "name another file that railpost backup wrote"}
	}
	ready := path + ".restoring"
	if err := os.Remove(ready); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return out, err
	}
	err := bolt.NewFile(ready, func(temp string) error {
		if err := copyFile(temp, backup); err != nil {
			return err
		}
		if err := out.prepare(ctx, temp, Pause{Since: now.UTC(), Why: "restored from " + backup}, box); err != nil {
			return err
		}
		return readyFor(temp, path)
	})
	if err != nil {
		return out, err
	}
	if _, err := os.Lstat(path); err == nil {
		out.Kept = path + ".before-restore-" + now.UTC().Format("20060102T150405.000Z") // a second restore may follow at once
		if err := rename(path, out.Kept); err != nil {
			return out, err
		}
	}
	return out, rename(ready, path)
}

// readyFor gives a file the owner and mode of the one it will replace; if there is none, the owner of the folder.
func readyFor(file, place string) error {
	old, err := os.Stat(place)
	if errors.Is(err, fs.ErrNotExist) {
		return files.OwnLike(file, filepath.Dir(place))
	}
	if err != nil {
		return err
	}
	return errors.Join(os.Chmod(file, old.Mode().Perm()), files.OwnLike(file, place))
}

// free returns an error if another process has the store open.
func free(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	switch {
	case err == nil:
		return db.Close()
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("%w; stop the daemon before restoring a backup", err)
	}
	return nil // damaged: that is why it is replaced
}

// prepare plays the messages of a mailbox in a copy, and pauses it.
func (r *Restored) prepare(ctx context.Context, path string, p Pause, box *Mailbox) error {
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return fmt.Errorf("the backup: %w", err)
	}
	if box != nil {
		if r.Again, err = box.playAgain(ctx, db, time.Time{}, p.Since); err == nil {
			p.Read, p.Back = true, r.Again.back
		}
	}
	if err == nil {
		err = SetPause(ctx, db, &p)
	}
	if err == nil {
		err = r.putBack(ctx, db)
	}
	if err == nil {
		err = r.count(ctx, db)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	return bolt.Verify(ctx, path)
}

// Finish ends the pause after a restore. Before that it plays what has come since then, or fits only now, unless box is
// nil or the restore did not read the mailbox either.
func Finish(ctx context.Context, db store.Store, p Pause, box *Mailbox, now time.Time) (again *Again, err error) {
	if box != nil && p.Read {
		if again, err = box.playAgain(ctx, db, p.Back, now); err != nil {
			return nil, err
		}
	}
	return again, errors.Join(putOff(ctx, db, now), SetPause(ctx, db, nil))
}

// putOff keeps letters about games back until those about the restore replace them, which may be a few looks at the clock
// after the start.
func putOff(ctx context.Context, db store.Store, now time.Time) error {
	letters, err := db.Letters(ctx)
	for _, l := range letters {
		if l.Game != "" && l.Group != "" && l.State == store.Waiting && l.Attempts == 0 {
			err = errors.Join(err, db.Defer(ctx, l.ID, now.Add(time.Hour), ""))
		}
	}
	return err
}

func (r *Restored) count(ctx context.Context, s store.Store) error {
	letters, err := s.Letters(ctx)
	r.Letters = len(letters)
	return errors.Join(err, s.Heads(ctx, func(h store.Head) error {
		r.Games++
		r.Records += h.Seq
		return nil
	}))
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// rename never replaces a file.
func rename(from, to string) error {
	if err := bolt.Free(to); err != nil {
		return err
	}
	return os.Rename(from, to)
}

package upkeep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"railpost/store/bolt"
)

// Series is a folder of verified copies of one store, named by the times they were made at.
type Series struct {
	Dir  string
	Keep int // the newest that are kept
}

// copyName is the form of the names, in UTC, so that they sort by age.
const copyName = "railpost-2006-01-02T1504Z.db"

// staleAfter is how old a half-made copy is that no process can still be writing.
const staleAfter = 24 * time.Hour

// Last returns when the newest copy was made; zero if there is none.
func (s Series) Last(now time.Time) (last time.Time, err error) {
	names, err := s.names(now)
	if err != nil || len(names) == 0 {
		return last, err
	}
	if last, err = time.Parse(copyName, names[len(names)-1]); last.After(now) {
		return time.Time{}, err
	}
	return last, err
}

// Make writes a copy, verifies it, and then deletes the oldest of those beyond Keep. Before, room checks that
// there is space in the folder.
func (s Series) Make(ctx context.Context, from Source, now time.Time, room func(dir string) error) (path string, size int64, err error) {
	// The folder above must exist: on a volume that is not mounted no copy would be safe.
	if err := os.Mkdir(s.Dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", 0, err
	}
	if err := errors.Join(s.sweep(now), room(s.Dir)); err != nil {
		return "", 0, err
	}
	path = filepath.Join(s.Dir, now.UTC().Format(copyName))
	if size, err = Backup(ctx, from, path); err != nil {
		return "", 0, err
	}
	return path, size, s.rotate(now)
}

// sweep deletes the remains of interrupted copies.
func (s Series) sweep(now time.Time) error {
	halves, err := filepath.Glob(filepath.Join(s.Dir, bolt.HalfMade))
	if err != nil {
		return err
	}
	for _, half := range halves {
		if info, err := os.Stat(half); err == nil && now.Sub(info.ModTime()) > staleAfter {
			if err := os.RemoveAll(half); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s Series) rotate(now time.Time) error {
	names, err := s.names(now)
	if err != nil {
		return err
	}
	for _, name := range names[:max(len(names)-s.Keep, 0)] {
		if err := os.Remove(filepath.Join(s.Dir, name)); err != nil {
			return fmt.Errorf("an old backup cannot be deleted: %w", err)
		}
	}
	return nil
}

// names lists the copies, the oldest first; before them those that a clock which was wrong has dated after now. Other
// files are not touched.
func (s Series) names(now time.Time) ([]string, error) {
	files, err := os.ReadDir(s.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, f := range files {
		if _, err := time.Parse(copyName, f.Name()); err == nil && f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	slices.SortFunc(names, strings.Compare)
	later, _ := slices.BinarySearch(names, now.UTC().Add(time.Minute).Format(copyName))
	return slices.Concat(names[later:], names[:later]), nil
}

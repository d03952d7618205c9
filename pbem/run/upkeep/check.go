// Package upkeep maintains the file that contains the games: it checks it, copies it while
// the daemon runs, and restores a copy.
package upkeep

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/store/bolt"
)

// Fault is one thing that Check has found.
type Fault struct {
	Game   string `json:"game,omitempty"`   // "" if it belongs to no game
	Record uint64 `json:"record,omitempty"` // 0 if it belongs to no record
	What   string `json:"what"`
}

func (f Fault) String() string {
	switch {
	case f.Game == "":
		return f.What
	case f.Record == 0:
		return fmt.Sprintf("game %s: %s", f.Game, f.What)
	}
	return fmt.Sprintf("game %s: record %d: %s", f.Game, f.Record, f.What)
}

// Found is the result of a check.
type Found struct {
	Games   int     `json:"games"`
	Records uint64  `json:"records"`
	Letters int     `json:"letters"` // to be sent
	Faults  []Fault `json:"faults"`
}

// CheckFile checks the store in a file, which no process may have open for writing.
func CheckFile(ctx context.Context, path string, titles engine.Titles) (Found, error) {
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if c, ok := errors.AsType[*store.Corrupt](err); ok {
		return Found{Faults: []Fault{{c.Game, c.Seq, c.What}}}, nil
	}
	if err != nil {
		return Found{}, err
	}
	found, err := Check(ctx, db, titles)
	return found, errors.Join(err, db.Close())
}

// Check verifies every chain and checksum of a store, and then replays every game. Faults
// are part of the result; an error means that the store could not be read.
func Check(ctx context.Context, s store.Store, titles engine.Titles) (Found, error) {
	found := Found{Faults: []Fault{}}
	broken := map[string]bool{}
	err := s.Check(ctx, func(c store.Corrupt) {
		broken[c.Game] = true
		found.Faults = append(found.Faults, Fault{c.Game, c.Seq, c.What})
	})
	if err != nil {
		return found, err
	}
	heads, err := headsOf(ctx, s)
	if err != nil && !isCorrupt(err) { // corruption has been reported
		return found, err
	}
	for _, h := range heads {
		found.Games++
		found.Records += h.Seq
		if broken[h.Game] {
			continue
		}
		if err := replay(ctx, s, h, titles); err != nil {
			if ctx.Err() != nil {
				return found, ctx.Err()
			}
			found.Faults = append(found.Faults, Fault{Game: h.Game, What: err.Error()})
		}
	}
	letters, err := s.Letters(ctx)
	if err != nil && !isCorrupt(err) {
		return found, err
	}
	found.Letters = len(letters)
	return found, nil
}

func headsOf(ctx context.Context, s store.Store) (heads []store.Head, err error) {
	err = s.Heads(ctx, func(h store.Head) error {
		h.Doc = slices.Clone(h.Doc)
		heads = append(heads, h)
		return nil
	})
	return heads, err
}

func isCorrupt(err error) bool {
	_, ok := errors.AsType[*store.Corrupt](err)
	return ok
}

// replay replays one game and compares digests and draws.
func replay(ctx context.Context, s store.Store, h store.Head, titles engine.Titles) error {
	t, err := table.Read(h.Doc)
	if err != nil {
		return err
	}
	if h.Seq == 0 { // players are still being invited
		return nil
	}
	records, err := recordsOf(ctx, s, h.Game)
	if err != nil || len(records) == 0 {
		return err
	}
	if _, err := engine.Replay(titles, records, t.Seed); err != nil {
		return err
	}
	return engine.CheckDraws(t.Name(), t.Seed, records)
}

package upkeep

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/store/bolt"
)

var seed = engine.Seed("upkeep")

// played is a finished game; spoil may change its records.
func played(t *testing.T, spoil func([]*engine.Record)) store.Commit {
	t.Helper()
	setup := engine.Setup{Seats: 2}
	records, _ := enginetest.PlayGame(t, toy.Title{}, setup, seed, rand.New(rand.NewPCG(1, 2)))
	name := records[0].Begin.Game
	if spoil != nil {
		spoil(records)
	}
	doc, err := (&table.Table{State: table.Running, Game: name, Title: "toy", Seed: seed}).Bytes()
	expect.NoError(t, err)
	c := store.Commit{Game: name, Doc: doc, Letters: []store.Letter{{Game: name, To: "ana@h", Kind: "turn"}}, Texts: map[uint64][]byte{}}
	for _, r := range records {
		expect.NoError(t, r.Seal(rand.NewChaCha8([32]byte{})))
		b, err := r.Bytes()
		expect.NoError(t, err)
		c.Append = append(c.Append, b)
		if beside, err := r.TextBytes(); err != nil || beside != nil {
			expect.NoError(t, err)
			c.Texts[r.Seq] = beside
		}
	}
	return c
}

// newStore makes a file with the commits and closes it.
func newStore(t *testing.T, commits ...store.Commit) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "railpost.db")
	db, err := bolt.Open(path, bolt.Options{})
	expect.NoError(t, err)
	if len(commits) > 0 {
		errs, err := db.Commit(t.Context(), commits...)
		expect.NoError(t, errors.Join(append(errs, err)...))
	}
	expect.NoError(t, db.Close())
	return path
}

func TestCheckFindsNothing(t *testing.T) {
	c := played(t, nil)
	found := expect.Get(CheckFile(t.Context(), newStore(t, c), toy.Find))(t)
	want := Found{Games: 1, Records: uint64(len(c.Append)), Letters: 1, Faults: []Fault{}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
}

func TestCheckFindsWhatTheRulesDecideOtherwise(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func([]*engine.Record)
		want  string
	}{
		"order":  {func(rs []*engine.Record) { lastOrder(rs).Line = "fly away" }, "is now refused"},
		"digest": {func(rs []*engine.Record) { lastOrder(rs).Digest = "00" }, "now leads to another position"},
		"begin":  {func(rs []*engine.Record) { rs[0].Begin.Commitment = "00" }, "does not match the commitment"},
		"draw":   {func(rs []*engine.Record) { rs[0].Draws[0].Got ^= 1 }, "now set up to another position"},
		"title":  {func(rs []*engine.Record) { rs[0].Begin.Title = "chess" }, `has no title "chess"`},
	} {
		t.Run(name, func(t *testing.T) {
			path := newStore(t, played(t, c.spoil))
			found := expect.Get(CheckFile(t.Context(), path, toy.Find))(t)
			expect.True(t, len(found.Faults) == 1 && strings.Contains(found.Faults[0].String(), c.want),
				"found %v, want %q", found.Faults, c.want)
			list := expect.Get(Upgrade(t.Context(), path, toy.Find))(t)
			expect.True(t, len(list) == 1 && list[0].Fault != nil && strings.Contains(list[0].Fault.What, c.want),
				"an upgrade: %+v, want %q", list, c.want)
		})
	}
}

func lastOrder(rs []*engine.Record) *engine.Record {
	for _, r := range slices.Backward(rs) {
		if r.Kind == engine.Ordered {
			return r
		}
	}
	return nil
}

func TestCheckFindsAFlippedByte(t *testing.T) {
	c := played(t, nil)
	path := newStore(t, c)
	file := expect.Get(os.ReadFile(path))(t)
	at := bytes.Index(file, c.Append[2])
	if at < 0 {
		t.Fatal("record 3 is not in the file")
	}
	file[at+len(c.Append[2])/2] ^= 1
	expect.NoError(t, os.WriteFile(path, file, 0o600))
	found := expect.Get(CheckFile(t.Context(), path, toy.Find))(t)
	expect.True(t, len(found.Faults) != 0 && found.Faults[0].Record == 3 && found.Faults[0].Game == c.Game,
		"found %v", found.Faults)
}

func TestCheckNeedsTheFileForItself(t *testing.T) {
	path := newStore(t)
	db := expect.Get(bolt.Open(path, bolt.Options{}))(t)
	defer func() { expect.NoError(t, db.Close()) }()
	expect.Is(t, "error", expect.Err(CheckFile(t.Context(), path, toy.Find)), store.ErrLocked)
}

func TestBackupAndRestore(t *testing.T) {
	c := played(t, nil)
	path := newStore(t, c)
	backup := filepath.Join(t.TempDir(), "copy.db")
	db, err := bolt.Open(path, bolt.Options{})
	expect.NoError(t, err)
	if size, err := Backup(t.Context(), db, backup); err != nil || size == 0 {
		t.Fatalf("%d bytes, %v", size, err)
	}
	expect.Fails(t, "a backup was written over another", expect.Err(Backup(t.Context(), db, backup)), "")
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	expect.Is(t, "restored under a daemon", expect.Err(Restore(t.Context(), backup, path, now, nil)), store.ErrLocked)
	expect.NoError(t, db.Close())

	expect.NoError(t, os.Chmod(path, 0o640))
	restored, err := Restore(t.Context(), backup, path, now, nil)
	expect.NoError(t, err)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	want := Restored{Path: path, Kept: path + ".before-restore-20261120T120000.000Z", Games: 1, Records: uint64(len(c.Append)), Letters: 1,
		PerGame: []RestoredGame{{Game: c.Game, Step: uint64(len(c.Append)), Was: uint64(len(c.Append))}}}
	if diff := cmp.Diff(want, restored); diff != "" {
		t.Error(diff)
	}
	expect.NoError(t, bolt.Verify(t.Context(), want.Kept))
	db, err = bolt.Open(path, bolt.Options{})
	expect.NoError(t, err)
	p, paused, err := Paused(t.Context(), db)
	expect.True(t, err == nil && paused && p.Why == "restored from "+backup && p.Since.Equal(now),
		"paused %v %v %v", p, paused, err)
	expect.NoError(t, SetPause(t.Context(), db, nil))
	if _, paused, err := Paused(t.Context(), db); err != nil || paused {
		t.Errorf("still paused: %v", err)
	}
	expect.NoError(t, db.Close())
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	expect.True(t, err == nil && len(left) == 2, "left: %v, %v", left, err)
}

func TestRestoreWhereNothingStands(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	restored, err := Restore(t.Context(), newStore(t, played(t, nil)), path, time.Now(), nil)
	expect.True(t, err == nil && restored.Kept == "" && restored.Games == 1, "%+v, %v", restored, err)
	expect.NoError(t, bolt.Verify(t.Context(), path))
}

func TestRestoreRefusesABadBackup(t *testing.T) {
	c := played(t, nil)
	path := newStore(t, c)
	before := expect.Get(os.ReadFile(path))(t)
	spoilt := filepath.Join(t.TempDir(), "spoilt.db")
	at := bytes.Index(before, c.Append[2])
	flipped := bytes.Clone(before)
	flipped[at+5] ^= 1
	expect.NoError(t, os.WriteFile(spoilt, flipped, 0o600))
	text := filepath.Join(t.TempDir(), "text")
	expect.NoError(t, os.WriteFile(text, []byte("no store at all"), 0o600))
	for _, backup := range []string{spoilt, text, filepath.Join(t.TempDir(), "none")} {
		expect.Fails(t, backup, expect.Err(Restore(context.Background(), backup, path, time.Now(), nil)), "")
		after := expect.Get(os.ReadFile(path))(t)
		expect.Same(t, backup, before, after)
	}
	expect.Is(t, "left behind", expect.Err(os.Stat(path+".restoring")), fs.ErrNotExist)
}

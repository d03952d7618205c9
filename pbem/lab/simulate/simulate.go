// Package simulate plays a year of many tables in fake time: the real service over a real
// file, with its clock, its reading of mails and its letters; robots
// with the habits of people. A ledger of its own, which knows what the robots sent, what
// each game's log says and what the documentation promises, finds letters that are missing
// or come twice, and players for whom is waited longer than their table has agreed on.
package simulate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"railpost/engine"
	"railpost/store"
)

// Options of a simulation.
type Options struct {
	Titles engine.Titles
	Names  []string // of the titles to play
	Tables int
	Days   int
	Seed   uint64
	Find   func(finding string) // called for each finding of the ledger; nil: they are only counted
	Step   func(day int, r Report)

	between func(*world, store.Store) store.Store // wraps the store; nil: nothing does
}

// Report is the outcome.
type Report struct {
	Tables, Days int
	Finished     int // games played to their end
	Ended        int // games that came to a proper end in another way
	Open         int // games under way at the end of the time
	Mails        int
	Letters      int
	Missing      int   // missing letters
	Doubled      int   // letters without a reason
	Overdue      int   // questions that were open for longer than the table's rules allow
	File         int64 // bytes of the file at the end
}

// String returns the report as one line, without the figures that differ from run to run.
func (r Report) String() string {
	return fmt.Sprintf("simulate: tables=%d days=%d finished=%d ended=%d letters=%d missing=%d doubled=%d overdue=%d",
		r.Tables, r.Days, r.Finished, r.Ended, r.Letters, r.Missing, r.Doubled, r.Overdue)
}

// Clean reports whether the ledger has found nothing.
func (r Report) Clean() bool { return r.Missing+r.Doubled+r.Overdue == 0 }

// begin is when every simulation begins: a Monday four weeks before the clocks change.
var begin = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

// Run plays. The error is a fault of the service that ended the simulation; what the
// ledger has found is in the report.
func Run(ctx context.Context, o Options) (r Report, err error) {
	if o.Tables < 1 || o.Days < 1 {
		return r, fmt.Errorf("simulate: %d tables for %d days; there must be at least one table and one day", o.Tables, o.Days)
	}
	dir, err := os.MkdirTemp("", "railpost-simulate-")
	if err != nil {
		return r, fmt.Errorf("simulate: a folder for the store: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	w, err := newWorld(ctx, o, dir)
	if err != nil {
		return r, fmt.Errorf("simulate: %w", err)
	}
	if err = errors.Join(w.run(ctx), w.store.Close()); err != nil {
		err = fmt.Errorf("simulate: %s: %w", w.now().Format(time.RFC3339), err)
	}
	r = w.report()
	if info, serr := os.Stat(w.path); serr == nil {
		r.File = info.Size()
	}
	return r, err
}

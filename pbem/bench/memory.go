package bench

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"

	"railpost/pbem/admin"
	"railpost/store/bolt"
)

const memoryGames = 1000

// MeasureMemory finds how much more memory the process has when games are
// loaded: after a garbage collection, without pages of the file itself, which
// the system takes back when it needs them.
func MeasureMemory(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "memory", What: strconv.Itoa(memoryGames) + " loaded games, each played half way"}
	err := measure(o, &f, func(dir string) error {
		path := filepath.Join(dir, "memory.db")
		if err := memoryFile(ctx, path); err != nil {
			return err
		}
		s, err := open(ctx, path, bolt.Options{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.close()) }()
		before, err := ownMemory()
		if err != nil {
			return err
		}
		for i := range memoryGames {
			raw, err := json.Marshal(admin.LookAt{Game: memoryName(i)})
			if err != nil {
				return err
			}
			if _, err := s.office.Handle(ctx, "game.show", raw); err != nil {
				return err
			}
		}
		after, err := ownMemory()
		if err != nil {
			return err
		}
		resident, live := after.resident-before.resident, after.live-before.live
		f.add("resident", float64(resident)/(1<<20), "MB")
		f.add("live on the heap", float64(live)/(1<<20), "MB")
		// A process that has done other things before may reuse what it holds.
		more := float64(max(resident, live))
		f.most("1000 games", more/(1<<20), 64, "MB")
		f.add("a game", more/(1<<10)/memoryGames, "KB")
		return nil
	})
	return f, err
}

func memoryName(i int) string { return "m-" + strconv.Itoa(i) }

// memoryFile makes a file of games, each played by chance for 60 orders.
func memoryFile(ctx context.Context, path string) (err error) {
	s, err := open(ctx, path, bolt.Options{NoSync: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	const block = 50
	for from := 0; from < memoryGames && ctx.Err() == nil; from += block {
		var games [block]ahead
		var errs [block]error
		var wg sync.WaitGroup
		for i := range block {
			wg.Go(func() { games[i], errs[i] = goAhead(memoryName(from+i), 60, 0, false) })
		}
		wg.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			return err
		}
		for i, a := range games {
			if err := s.create(ctx, memoryName(from+i)); err != nil {
				return err
			}
			if err := s.put(ctx, memoryName(from+i), a); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// held is what the process alone holds, in bytes: resident and no file's, and
// in use on Go's heap.
type held struct{ resident, live int64 }

func ownMemory() (held, error) {
	for range 2 { // the first hands pools on to the second
		debug.FreeOSMemory()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	resident, err := anonymous()
	return held{resident, int64(m.HeapAlloc)}, err
}

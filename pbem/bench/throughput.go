package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"go.etcd.io/bbolt"

	"railpost/store/bolt"
)

// write is one change a transaction made.
type write struct {
	bucket     string
	key, value []byte // value nil: deleted
}

// bare is a loop over a bbolt file with nothing around it.
type bare struct{ file *bbolt.DB }

func (b bare) do(writes []write) error {
	return b.file.Update(func(tx *bbolt.Tx) error {
		for _, w := range writes {
			bucket := tx.Bucket([]byte(w.bucket))
			var err error
			if w.value == nil {
				err = bucket.Delete(w.key)
			} else {
				err = bucket.Put(w.key, w.value)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// throughput is one run: the same mails for two services, and what they write
// for a bare loop. The scratch service only says what is written.
type throughput struct {
	scratch, single, batch *service
	bare                   bare
	traced                 []write
	game                   []script

	moves                         int
	singleTime, batchTime, inBare time.Duration
}

const throughputGames = 64

// MeasureThroughput compares the way of a move from its mail to the committed
// outbox, all of it, with a loop that puts the same keys and values into the
// same buckets, one Update a move. One service is given mail by mail, another
// all mails of a look at the mailbox, one of each of 64 games.
func MeasureThroughput(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "throughput", What: "from mail to committed outbox, against bare puts of the same data, one Update a move"}
	err := measure(o, &f, func(dir string) error {
		rounds := o.times(6)
		t, err := newThroughput(ctx, dir, rounds)
		if err != nil {
			return err
		}
		for r := range rounds {
			if err := t.round(ctx, r+1); err != nil {
				return errors.Join(err, t.close())
			}
		}
		perSecond := func(d time.Duration) float64 { return float64(t.moves) / d.Seconds() }
		f.add("moves", float64(t.moves), "moves")
		f.add("bare puts", perSecond(t.inBare), "moves/s")
		f.add("one mail at a time", perSecond(t.singleTime), "moves/s")
		f.add("64 mails at a time", perSecond(t.batchTime), "moves/s")
		f.least("one mail / bare", t.inBare.Seconds()/t.singleTime.Seconds(), 0.8, "ratio")
		f.add("64 mails / bare", t.inBare.Seconds()/t.batchTime.Seconds(), "ratio")
		return t.close()
	})
	return f, err
}

func newThroughput(ctx context.Context, dir string, rounds int) (*throughput, error) {
	t := &throughput{}
	var err error
	if t.game, err = scripts(ctx, "t", throughputGames, rounds); err != nil {
		return nil, err
	}
	base := filepath.Join(dir, "base.db")
	s, err := open(ctx, base, bolt.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	for _, g := range t.game {
		if err := s.create(ctx, g.name); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	if err := s.close(); err != nil {
		return nil, err
	}
	paths, err := copies(base, "scratch.db", "single.db", "batch.db", "bare.db")
	if err != nil {
		return nil, err
	}
	trace := func(bucket string, key, value []byte) { t.traced = append(t.traced, write{bucket, key, value}) }
	if t.scratch, err = open(ctx, paths[0], bolt.Options{NoSync: true, Trace: trace}); err != nil {
		return nil, err
	}
	if t.single, err = open(ctx, paths[1], bolt.Options{}); err != nil {
		return nil, err
	}
	if t.batch, err = open(ctx, paths[2], bolt.Options{}); err != nil {
		return nil, err
	}
	t.bare.file, err = bbolt.Open(paths[3], 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, NoStatistics: true, InitialMmapSize: 1 << 30})
	if err != nil {
		return nil, err
	}
	return t, t.send(ctx)
}

func (t *throughput) services() []*service { return []*service{t.scratch, t.single, t.batch} }

// send lets every service send its letters: they are answered next.
func (t *throughput) send(ctx context.Context) error {
	t.traced = nil
	for _, s := range t.services() {
		if err := s.post(ctx); err != nil {
			return err
		}
		s.tick()
	}
	return t.bare.do(t.traced)
}

// round plays the n-th order of every game.
func (t *throughput) round(ctx context.Context, n int) error {
	mails, writes, err := t.prepare(ctx, n)
	if err != nil {
		return err
	}
	t.moves += len(mails)
	for _, side := range []struct {
		took *time.Duration
		run  func() error
	}{
		{&t.singleTime, func() error { return oneByOne(mails, func(m []byte) error { return t.single.deliver(ctx, m) }) }},
		{&t.inBare, func() error { return oneByOne(writes, t.bare.do) }},
		{&t.batchTime, func() error { return t.batch.deliver(ctx, mails...) }},
	} {
		runtime.GC()
		began := time.Now()
		if err := side.run(); err != nil {
			return err
		}
		*side.took += time.Since(began)
	}
	return t.send(ctx)
}

func oneByOne[T any](list []T, do func(T) error) error {
	for _, x := range list {
		if err := do(x); err != nil {
			return err
		}
	}
	return nil
}

// prepare writes the mails of a round and finds out what each makes the store write.
func (t *throughput) prepare(ctx context.Context, n int) (mails [][]byte, writes [][]write, err error) {
	for i, g := range t.game {
		if n >= len(g.records) {
			return nil, nil, fmt.Errorf("game %s ended before round %d", g.name, n)
		}
		r := g.records[n]
		mail, err := t.scratch.reply(g.name, r.Seat, n*throughputGames+i, r.Line)
		if err != nil {
			return nil, nil, err
		}
		t.traced = nil
		if err := t.scratch.deliver(ctx, mail); err != nil {
			return nil, nil, err
		}
		mails, writes = append(mails, mail), append(writes, t.traced)
	}
	return mails, writes, nil
}

func (t *throughput) close() error {
	errs := []error{t.bare.file.Close()}
	for _, s := range t.services() {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

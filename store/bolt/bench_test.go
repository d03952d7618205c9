package bolt

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/internal/kv"
)

var coldGames = flag.Int("games", 1000, "games of 400 records in BenchmarkColdStart")

const benchGames = 500

var benchTime = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// benchMove is the n-th move: a record of 400 B, the mark, the mail of 1.5 kB,
// four letters by reference, two due rows in the place of the last two.
func benchMove(n int) store.Commit {
	game := fmt.Sprintf("winter%d", n%benchGames)
	rev := uint64(1 + n/benchGames)
	key := fmt.Sprintf("%064x", uint64(n)*0x9e3779b97f4a7c15)
	c := store.Commit{
		Game: game, Expect: rev,
		Doc:     bytes.Repeat([]byte("d"), 300),
		Append:  [][]byte{bytes.Repeat([]byte{byte(n)}, 400)},
		Mail:    &store.Mark{Key: key, Raw: store.Hash{byte(n)}, Game: game, Verdict: "played", At: benchTime},
		Raw:     &store.RawMail{Key: key, At: benchTime.Add(time.Duration(n) * time.Second), From: "ana@example.org", Subject: "Re: [winter] Your turn", Verdict: "played", Game: game, Bytes: bytes.Repeat([]byte("m"), 1500)},
		DueDrop: func(store.Due) bool { return true },
	}
	for seat, kind := range []string{"receipt", "turn", "news", "news"} {
		l := store.Letter{Game: game, Seq: rev, Seat: seat, Kind: kind, To: fmt.Sprintf("seat%d@example.org", seat), NextTry: benchTime}
		if kind != "receipt" {
			l.Group = fmt.Sprintf("%s/%d/%s", game, seat, kind)
		}
		c.Letters = append(c.Letters, l)
	}
	for i, kind := range []string{"reminder", "deadline"} {
		c.DuePut = append(c.DuePut, store.Due{At: benchTime.Add(time.Duration(n*(i+1)) * time.Minute), Game: game, Kind: kind, Seat: n % 4})
	}
	return c
}

type committer interface {
	Commit(context.Context, ...store.Commit) ([]error, error)
}

func benchStart(b *testing.B, base committer) {
	var cs []store.Commit
	for n := range benchGames {
		cs = append(cs, store.Commit{Game: fmt.Sprintf("winter%d", n)})
	}
	errs, err := base.Commit(ctx, cs...)
	expect.NoError(b, errors.Join(append(errs, err)...))
}

// write is one change a transaction made.
type write struct {
	bucket     kv.Bucket
	key, value []byte // value nil: deleted
}

// recorder records the writes of the log.
type recorder struct {
	*backend
	writes []write
}

func (r *recorder) Update(fn func(kv.Tx) error) error {
	r.writes = nil
	return r.backend.Update(func(t kv.Tx) error { return fn(recordingTx{t, r}) })
}

type recordingTx struct {
	kv.Tx
	r *recorder
}

func (t recordingTx) Put(b kv.Bucket, key, value []byte) error {
	t.r.writes = append(t.r.writes, write{b, bytes.Clone(key), append([]byte{}, value...)})
	return t.Tx.Put(b, key, value)
}

func (t recordingTx) Delete(b kv.Bucket, key []byte) error {
	t.r.writes = append(t.r.writes, write{b, bytes.Clone(key), nil})
	return t.Tx.Delete(b, key)
}

// bare does the same writes with nothing around them.
func bare(file *bbolt.DB, writes []write) error {
	return file.Update(func(tx *bbolt.Tx) error {
		for _, w := range writes {
			b := tx.Bucket([]byte(w.bucket.String()))
			var err error
			if w.value == nil {
				err = b.Delete(w.key)
			} else {
				err = b.Put(w.key, w.value)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// BenchmarkCommit measures moves against a bare loop that puts the same keys
// and values into the same buckets, one Update a move. The two take turns, so that
// what else the disk does meets both. "ratio" is our throughput by the bare one's.
func BenchmarkCommit(b *testing.B) {
	for _, senders := range []int{1, 4, 64} {
		b.Run(fmt.Sprintf("senders=%d", senders), func(b *testing.B) { benchmarkCommit(b, senders) })
	}
}

func benchmarkCommit(b *testing.B, senders int) {
	scratch := open(b, newPath(b), Options{NoSync: true})
	rec := &recorder{backend: scratch.b}
	recorded := kv.New(rec, time.Now, nil)
	ours, theirs := open(b, newPath(b), Options{}), open(b, newPath(b), Options{})
	benchStart(b, recorded)
	benchStart(b, ours)
	expect.NoError(b, bare(theirs.b.file, rec.writes))

	const turn = 128 // moves at a time, all of different games
	var our, bareTime time.Duration
	b.ResetTimer()
	for done := 0; done < b.N; done += turn {
		b.StopTimer()
		n := min(turn, b.N-done)
		moves := make([]store.Commit, n)
		writes := make([][]write, n)
		for i := range n {
			moves[i] = benchMove(done + i)
			errs, err := recorded.Commit(ctx, moves[i])
			expect.NoError(b, errors.Join(errs[0], err))
			writes[i] = rec.writes
		}
		b.StartTimer()
		start := time.Now()
		commitAll(b, ours, moves, senders)
		our += time.Since(start)

		b.StopTimer()
		start = time.Now()
		for _, w := range writes {
			expect.NoError(b, bare(theirs.b.file, w))
		}
		bareTime += time.Since(start)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.N)/our.Seconds(), "moves/s")
	b.ReportMetric(float64(b.N)/bareTime.Seconds(), "bare-moves/s")
	b.ReportMetric(bareTime.Seconds()/our.Seconds(), "ratio")
}

func commitAll(b *testing.B, db *DB, moves []store.Commit, senders int) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(moves)); i = next.Add(1) - 1 {
				if err := commit(db, moves[i]); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkColdStart opens a file of many games, reads all heads and loads one
// game, against reading the file once from end to end.
func BenchmarkColdStart(b *testing.B) {
	path := newPath(b)
	db := expect.Get(Open(path, Options{NoSync: true}))(b)
	for g := range *coldGames {
		c := store.Commit{Game: fmt.Sprintf("winter%d", g), Doc: make([]byte, 600), Snapshot: make([]byte, 4000)}
		for i := range 400 {
			c.Append = append(c.Append, bytes.Repeat([]byte{byte(i)}, 220))
		}
		expect.NoError(b, commit(db, c))
	}
	expect.NoError(b, db.Close())
	st, err := os.Stat(path)
	expect.NoError(b, err)

	var start, scan time.Duration
	buf := make([]byte, 1<<20)
	for b.Loop() {
		began := time.Now()
		db := expect.Get(Open(path, Options{}))(b)
		games := 0
		expect.NoError(b, db.Heads(ctx, func(store.Head) error { games++; return nil }))
		log := expect.Get(db.Load(ctx, "winter7", 0, true))(b)
		start += time.Since(began)
		if games != *coldGames || len(log.Records) != 400 {
			b.Fatalf("%d games, %d records", games, len(log.Records))
		}
		expect.NoError(b, db.Close())

		began = time.Now()
		f, err := os.Open(path)
		expect.NoError(b, err)
		_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, buf)
		expect.NoError(b, err)
		expect.NoError(b, f.Close())
		scan += time.Since(began)
	}
	n := float64(b.N)
	b.ReportMetric(start.Seconds()/n*1e3, "ms/start")
	b.ReportMetric(scan.Seconds()/n*1e3, "ms/scan")
	b.ReportMetric(start.Seconds()/scan.Seconds(), "ratio")
	b.ReportMetric(float64(st.Size())/1e6, "MB")
}

// BenchmarkLoad loads one game of 400 records, all of them and from a snapshot.
func BenchmarkLoad(b *testing.B) {
	db := open(b, newPath(b), Options{NoSync: true})
	for rev, n := range []int{390, 10} {
		c := store.Commit{Game: "winter", Expect: uint64(rev)}
		for i := range n {
			c.Append = append(c.Append, bytes.Repeat([]byte{byte(i)}, 400))
		}
		if rev == 0 {
			c.Snapshot = make([]byte, 4000)
		}
		expect.NoError(b, commit(db, c))
	}
	for _, full := range []bool{true, false} {
		b.Run(fmt.Sprintf("full=%v", full), func(b *testing.B) {
			for b.Loop() {
				expect.Get(db.Load(ctx, "winter", 0, full))(b)
			}
		})
	}
}

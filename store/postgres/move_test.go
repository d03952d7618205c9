package postgres_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/store/storetest"
)

// fewMoves is the number of random uses tried with moves, each of which creates a database.
var fewMoves = level.Of(0, 3, 12)

// files are stores in bbolt files; paths are those of the files.
var files, paths = func() (storetest.Adapter, map[store.Store]string) {
	paths := map[store.Store]string{}
	openFile := func(t testing.TB, path string) store.Store {
		db := expect.Get(bolt.Open(path, bolt.Options{NoSync: true}))(t)
		t.Cleanup(func() { expect.NoError(t, db.Close()) })
		paths[db] = path
		return db
	}
	return storetest.Adapter{
		Checks: fewMoves,
		Open:   func(t testing.TB) store.Store { return openFile(t, filepath.Join(t.TempDir(), "railpost.db")) },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			expect.NoError(t, s.Close())
			return openFile(t, paths[s])
		},
		Fill: func(t testing.TB, rows store.Rows, same func(store.Rows) error) (store.Store, error) {
			path := filepath.Join(t.TempDir(), "moved.db")
			if err := bolt.Fill(ctx, path)(rows, same); err != nil {
				return nil, err
			}
			return openFile(t, path), nil
		},
	}, paths
}()

func TestMoves(t *testing.T) {
	pgtest.Need(t)
	database := adapter
	database.Checks, database.Steps = fewMoves, 0
	storetest.RunMoves(t, map[string]storetest.Adapter{"bolt": files, "postgres": database})
}

// buckets are all keys and values of a file, and the numbers given last.
func buckets(t *testing.T, path string) (out []string) {
	t.Helper()
	db := expect.Get(bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true}))(t)
	expect.NoError(t, db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			out = append(out, fmt.Sprintf("%s: %d", name, b.Sequence()))
			return b.ForEach(func(k, v []byte) error {
				out = append(out, fmt.Sprintf("%s: %q %q", name, k, v))
				return nil
			})
		})
	}))
	expect.NoError(t, db.Close())
	return out
}

// TestMovedFileIsEqual: a file that was moved to PostgreSQL and back has the same keys and values.
func TestMovedFileIsEqual(t *testing.T) {
	pgtest.Need(t)
	was := files.Open(t)
	storetest.Full(t, was)
	expect.NoError(t, was.Unfinish(ctx, time.Now().AddDate(100, 0, 0))) // as a daemon that stops
	there, _ := storetest.Moved(t, was, adapter)
	back, _ := storetest.Moved(t, there, files)
	expect.NoError(t, errors.Join(was.Close(), back.Close()))
	want := buckets(t, paths[was])
	expect.True(t, len(want) >= 350, "there are %d rows only", len(want))
	expect.Same(t, "rows (-was +back)", cmp.Diff(want, buckets(t, paths[back])), "")
}

// none checks that a database has no store, and no table of one.
func none(t *testing.T, url string) {
	t.Helper()
	if _, err := postgres.Open(ctx, url, postgres.Options{Existing: true}); !errors.Is(err, store.ErrNone) {
		t.Errorf("there is a store, or: %v", err)
	}
	expect.Fails(t, "there is a table", statement(t, url, "select from games"), "")
}

func move(from store.Store, fill store.Fill) error {
	_, err := store.Move(ctx, from.(store.Mover), fill)
	return err
}

// TestFillRefuses a target that is not empty or is in use, and a copy that differs; the target has no store then.
func TestFillRefuses(t *testing.T) {
	pgtest.Need(t)
	from := files.Open(t)
	storetest.Full(t, from)
	url := urlOfEmpty(t)
	fill := postgres.Fill(ctx, url, postgres.Options{})

	differs := errors.New("differs")
	if err := move(from, func(rows store.Rows, _ func(store.Rows) error) error {
		return fill(rows, func(store.Rows) error { return differs })
	}); err != differs {
		t.Errorf("got %v", err)
	}
	none(t, url)
	stop := errors.New("the source is gone")
	if err := fill(func(yield func(store.Row, error) bool) {
		n := 0
		for r, err := range from.(store.Mover).Rows(ctx) {
			if n++; n > 350 {
				yield(store.Row{}, stop)
				return
			}
			if !yield(r, err) {
				return
			}
		}
	}, nil); err != stop {
		t.Errorf("got %v", err)
	}
	none(t, url)

	// An empty store is filled if nobody has it open; then it is not empty.
	db := open(t, url, postgres.Options{Alone: true})
	expect.Is(t, "error", move(from, fill), store.ErrLocked)
	expect.NoError(t, db.Close())
	expect.NoError(t, move(from, fill))
	expect.Is(t, "error", move(from, fill), store.ErrNotEmpty)
	expect.NoError(t, statement(t, url, "update railpost_layout set version = 99"))
	expect.Is(t, "error", move(from, fill), store.ErrLayout)

	// A row due in a year that a column cannot hold.
	url = urlOfEmpty(t)
	kept := files.Open(t)
	_, err := kept.Commit(ctx, store.Commit{DuePut: []store.Due{{At: time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC), Kind: "year"}}})
	expect.NoError(t, err)
	expect.Fails(t, "error", move(kept, postgres.Fill(ctx, url, postgres.Options{})), "is out of range for PostgreSQL")
	none(t, url)
}

// TestMoveCut: wherever the connection to the target is cut, everything is there or nothing, and the error says
// which. If the source is cut off the target has no store, and the source is unchanged.
func TestMoveCut(t *testing.T) {
	server := pgtest.Shared(t)
	from := files.Open(t)
	storetest.Full(t, from)
	want := storetest.RowsOf(t, from)
	cut := func(name, word string, n int, answer bool) (url string, c *cutter) {
		c = newCutter(t, fmt.Sprintf("127.0.0.1:%d", server.Port))
		c.word, c.answer = word, answer
		c.left.Store(int64(n))
		return strings.Replace(server.TCP(name), fmt.Sprint(":", server.Port), c.ln.Addr().String()[len("127.0.0.1"):], 1), c
	}
	step := level.Of(9, 9, 1)
	cuts := 0
	name := server.Database(t, "")
	for _, answer := range []bool{false, true} {
		for n := 1; ; n += step {
			url, c := cut(name, "", n, answer)
			err := move(from, postgres.Fill(ctx, url, postgres.Options{}))
			if err == nil {
				name = server.Database(t, "")
			} else {
				none(t, server.URL(name))
			}
			if c.left.Load() > 0 || t.Failed() {
				break
			}
			cuts++
		}
	}
	for _, answer := range []bool{false, true} {
		url, c := cut(name, "Q\x00\x00\x00\x0bcommit\x00", 1, answer)
		err := move(from, postgres.Fill(ctx, url, postgres.Options{}))
		expect.True(t, (err == nil) == answer && c.left.Load() <= 0,
			"cut at COMMIT, its answer lost %v: %v", answer, err)
		if err != nil {
			none(t, server.URL(name))
		}
	}
	there := open(t, server.URL(name), postgres.Options{Existing: true})
	if d := cmp.Diff(want, storetest.RowsOf(t, there)); d != "" || faults(t, there) != nil {
		t.Errorf("filled, and its answer lost (-want +got):\n%s", d)
	}

	failed := 0
	for n := 1; ; n += 4 {
		url, c := cut(name, "", n, false)
		db, err := postgres.Open(ctx, url, postgres.Options{})
		expect.NoError(t, err)
		path := filepath.Join(t.TempDir(), "moved.db")
		err = errors.Join(move(db, bolt.Fill(ctx, path)), db.Close())
		if c.left.Load() > 0 || t.Failed() {
			expect.NoError(t, err)
			break
		}
		if err != nil {
			failed++
		}
		if _, gone := os.Stat(path); (gone == nil) != (err == nil) {
			t.Errorf("cut %d: %v; the file: %v", n, err, gone)
		}
	}
	expect.True(t, cuts >= 100/step && failed != 0,
		"cut from the target %d times, from the source %d times", cuts, failed)
	same := cmp.Diff(want, storetest.RowsOf(t, from)) + cmp.Diff(want, storetest.RowsOf(t, there))
	expect.Same(t, "the sources have changed", same, "")
	t.Logf("cut from the target %d times, from the source %d times", cuts, failed)
}

// TestMoveInServersLog: rows that are copied are not shown as they are, even if they fail.
func TestMoveInServersLog(t *testing.T) {
	server := pgtest.Start(t, "log_statement=all", "log_min_duration_statement=0", "log_error_verbosity=verbose", "log_parameter_max_length=-1", "log_parameter_max_length_on_error=-1")
	url := server.URL(server.Database(t, ""))
	secrets := []string{"lay 8 F17 E16-G16", "It is your turn, Ana", "I think Ben will sell"}
	from := files.Open(t)
	_, err := from.Commit(ctx, store.Commit{
		Game: "winter", Append: [][]byte{[]byte(secrets[0])}, Doc: []byte(secrets[1]), Snapshot: []byte(secrets[1]), Texts: map[uint64][]byte{1: []byte(secrets[2])},
		Mail: &store.Mark{Key: "m"}, Raw: &store.RawMail{Key: "m", Subject: secrets[1], Bytes: []byte(secrets[0])},
		Letters: []store.Letter{{Game: "winter", To: "ana@example.org", Kind: "turn", Data: []byte(secrets[1])}},
		DuePut:  []store.Due{{At: t0, Game: "winter", Kind: "move", Data: []byte(secrets[0])}}, Put: map[string][]byte{"v": []byte(secrets[2])},
	})
	expect.NoError(t, err)
	db := open(t, url, postgres.Options{})
	expect.NoError(t, db.Close())
	for _, table := range []string{"records", "games", "letters", "mails", "due", "service", "beside", "snapshots", ""} {
		if table != "" {
			expect.NoError(t, statement(t, url, "alter table "+table+" add constraint wrong check (false) not valid"))
		}
		if err := move(from, postgres.Fill(ctx, url, postgres.Options{})); (err == nil) != (table == "") {
			t.Errorf("%s: a row that must fail: %v", table, err)
		}
		if table != "" {
			expect.NoError(t, statement(t, url, "alter table "+table+" drop constraint wrong"))
		}
	}
	log := strings.ToLower(string(server.Log()))
	expect.Has(t, "the log", log, `copy "records"`, "failing row contains")
	for _, s := range secrets {
		expect.Lacks(t, "the log shows", log, strings.ToLower(s), fmt.Sprintf("%x", s))
	}
}

// TestSlowMove: a store is read to its end however slowly its rows are taken.
func TestSlowMove(t *testing.T) {
	url := database(t)
	random := make([]byte, 200_000)
	noise := rand.New(rand.NewPCG(1, 1))
	filled := open(t, url, postgres.Options{})
	for rev := range uint64(10) {
		for i := range random {
			random[i] = byte(noise.Uint32())
		}
		expect.NoError(t, commit(filled, store.Commit{Game: "winter", Expect: rev, Append: [][]byte{random}}))
	}
	db := open(t, url+"&statement_timeout=1000&idle_in_transaction_session_timeout=1000", postgres.Options{})
	n := 0
	for r, err := range db.Rows(ctx) {
		expect.NoError(t, err)
		if r.Table == "games" || r.Table == "records" && n == 0 {
			time.Sleep(1500 * time.Millisecond) // with some megabytes that the server has not sent yet
		}
		if r.Table == "records" {
			n++
		}
	}
	expect.Same(t, "records", n, 10)
}

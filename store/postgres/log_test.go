package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/storetest"
)

// statement runs a statement directly, and returns the server's error.
func statement(t *testing.T, url, sql string, args ...any) error {
	t.Helper()
	c := expect.Get(pgx.Connect(ctx, url))(t)
	_, refusal := c.Exec(ctx, sql, args...)
	expect.NoError(t, c.Close(ctx))
	return refusal
}

// waits reports whether somebody waits for a lock in a database.
func waits(t *testing.T, url string) bool {
	return statement(t, url, "do $$ begin assert exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()); end $$") == nil
}

func faults(t *testing.T, db *postgres.DB) (out []string) {
	t.Helper()
	expect.NoError(t, db.Check(ctx, func(c store.Corrupt) { out = append(out, c.Error()) }))
	return out
}

// TestRecordsStay: nobody changes a record or deletes one of an existing game; the whole game may be deleted.
func TestRecordsStay(t *testing.T) {
	url := database(t)
	db := open(t, url, postgres.Options{})
	expect.NoError(t, commit(db, store.Commit{Game: "winter", Append: [][]byte{[]byte("one"), []byte("two")}, Texts: map[uint64][]byte{1: []byte("Ana")}}))
	for _, sql := range []string{
		"update records set payload = '' where seq = 1", "update records set seq = 9 where seq = 2", "delete from records where seq = 2",
		"delete from records", "truncate records cascade", "truncate games cascade",
	} {
		expect.Fails(t, sql, statement(t, url, sql), "records are only ever appended")
	}
	expect.Same(t, "faults", faults(t, db), nil)
	expect.NoError(t, commit(db, store.Commit{Game: "winter", Expect: 1, Rename: "spring"}))
	expect.NoError(t, commit(db, store.Commit{Game: "spring", Expect: 2, Delete: true}))
	if err := statement(t, url, "do $$ begin assert not exists (select from records) and not exists (select from beside); end $$"); err != nil {
		t.Error(err)
	}
}

// TestDamage: a superuser can change the rows; Check reports it.
func TestDamage(t *testing.T) {
	const empty = "alter table records disable trigger all; truncate games, records, beside, snapshots, mails, letters, sent, due, service restart identity; alter table records enable trigger all"
	url := database(t)
	db := open(t, url, postgres.Options{})
	for _, test := range []struct{ sql, want string }{
		{"update records set payload = '' where seq = 1", "game winter: record 1: does not match its hash"},
		{"delete from records where seq = 2", "game winter: record 2: is missing"},
		{"insert into records select game, 3, hash, payload from records where seq = 2", "game winter: record 3: comes after the last record, 2"},
		{"update games g set last = hash from records r where r.seq = 1", "game winter: record 2: is not the last one written"},
		{"update games set doc = set_byte(doc, 5, 255)", `games "winter"`},
		{"update beside set body = set_byte(body, 5, 255)", "record 1: what is stored separately does not match its checksum"},
		{"update snapshots set body = set_byte(body, 0, 255)", "the snapshot after record 2 does not match"},
		{"update mails set mark = set_byte(mark, 5, 255)", `mails "m1" does not match`},
		{"update mails set body = substr(body, 1, 9)", `mail "m1" does not match`},
		{"update letters set facts = set_byte(facts, 5, 255)", "letter 1 does not match"},
		{"update letters set addressee = 7", "letter 1 is not found by what it is"},
		{"update due set body = ''", "the reminder of"},
		{"update service set body = set_byte(body, 0, 255)", `value "key" does not match`},
	} {
		t.Run(test.sql, func(t *testing.T) {
			expect.NoError(t, statement(t, url, "set session_replication_role = replica; "+empty))
			expect.NoError(t, commit(db, store.Commit{
				Game: "winter", Append: [][]byte{[]byte("one"), []byte("two")}, Doc: []byte("document"), Snapshot: []byte("position"),
				Texts: map[uint64][]byte{1: []byte("Ana")}, Mail: &store.Mark{Key: "m1", Game: "winter"}, Raw: &store.RawMail{Key: "m1", At: t0, Bytes: []byte("pass and more")},
				Letters: []store.Letter{{Game: "winter", To: "ana@example.org", Kind: "turn"}}, DuePut: []store.Due{{At: t0, Game: "winter", Kind: "reminder"}},
				Put: map[string][]byte{"key": []byte("value")},
			}))
			if found := faults(t, db); found != nil {
				t.Fatalf("faults before: %v", found)
			}
			expect.NoError(t, statement(t, url, "set session_replication_role = replica; "+test.sql))
			if found := strings.Join(faults(t, db), "\n"); !strings.Contains(found, test.want) {
				t.Errorf("found %q, want %q", found, test.want)
			}
		})
	}
}

// TestSideBySide: while one process holds a game, another writes to other games and waits with its own commit
// on that one.
func TestSideBySide(t *testing.T) {
	url := database(t)
	inside, goOn := make(chan bool), make(chan bool)
	var once sync.Once
	slow := open(t, url, postgres.Options{Hook: func(point string) {
		if point == "commit.within" {
			once.Do(func() { inside <- true; <-goOn })
		}
	}})
	other := open(t, url, postgres.Options{})
	expect.NoError(t, commit(other, store.Commit{Game: "winter"}))
	expect.NoError(t, commit(other, store.Commit{Game: "spring"}))
	results := make(chan error, 2)
	go func() { results <- commit(slow, store.Commit{Game: "winter", Expect: 1, Doc: []byte("slow")}) }()
	<-inside
	expect.NoError(t, commit(other, store.Commit{Game: "spring", Expect: 1, Doc: []byte("meanwhile")}))
	late := make(chan error, 1)
	go func() { late <- commit(other, store.Commit{Game: "winter", Expect: 1, Doc: []byte("late")}) }()
	storetest.Until(t, func() bool { return len(late) > 0 || waits(t, url) })
	expect.Same(t, "commits that did not wait for the game", len(late), 0)
	goOn <- true
	expect.NoError(t, <-results)
	expect.Is(t, "the second on revision 1", <-late, store.ErrStale)
	h, err := other.Head(ctx, "winter")
	if expect.NoError(t, err); string(h.Doc) != "slow" {
		t.Errorf("document %q", h.Doc)
	}
}

// TestOneMailTwice: a mail that two processes have read counts once, even if it concerns no game.
func TestOneMailTwice(t *testing.T) {
	url := database(t)
	dbs := []*postgres.DB{open(t, url, postgres.Options{}), open(t, url, postgres.Options{})}
	for i := range 30 {
		var wg sync.WaitGroup
		errs := make([]error, len(dbs))
		for n, db := range dbs {
			wg.Go(func() {
				errs[n] = commit(db, store.Commit{Mail: &store.Mark{Key: fmt.Sprint("m", i)}, Put: map[string][]byte{fmt.Sprint(i): fmt.Append(nil, n)}})
			})
		}
		wg.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), store.ErrSeen) {
			t.Fatalf("mail %d: %v", i, errs)
		}
	}
}

// TestSendersOfProcesses: two processes empty one outbox; no letter is held by both, and no two to one
// addressee. Letters of a killed process are free when its lease has run out, and not before.
func TestSendersOfProcesses(t *testing.T) {
	url := database(t)
	dbs := []*postgres.DB{open(t, url, postgres.Options{}), open(t, url, postgres.Options{})}
	const letters = 120
	c := store.Commit{}
	for i := range letters {
		c.Letters = append(c.Letters, store.Letter{Game: "winter", To: fmt.Sprint("seat", i%9, "@example.org"), Kind: fmt.Sprint(i), NextTry: t0})
	}
	expect.NoError(t, commit(dbs[0], c))
	var mu sync.Mutex
	onWay, taken := map[string]bool{}, map[uint64]int{}
	var wg sync.WaitGroup
	for _, db := range append(dbs, dbs...) {
		wg.Go(func() {
			for !t.Failed() {
				ls, err := db.Claim(ctx, t0, time.Minute, 4)
				if err != nil {
					t.Error(err)
				}
				for _, l := range ls {
					mu.Lock()
					expect.True(t, !onWay[l.To], "two letters to %s are under way", l.To)
					onWay[l.To] = true
					taken[l.ID]++
					mu.Unlock()
					err := errors.Join(db.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte("x")})...)
					mu.Lock()
					onWay[l.To] = false
					mu.Unlock()
					if err = errors.Join(append(db.Sent(ctx, store.Accepted{ID: l.ID, MessageID: fmt.Sprint(l.ID), At: t0}), err)...); err != nil {
						t.Error(err)
					}
				}
				if n, err := db.Outbox(ctx); n == 0 || err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	for id, n := range taken {
		expect.Same(t, id, n, 1)
	}
	expect.Same(t, "letters were taken", len(taken), letters)

	expect.NoError(t, commit(dbs[0], store.Commit{Letters: []store.Letter{{To: "ana", NextTry: t0}}}))
	claim := func(db *postgres.DB, at time.Time) int {
		ls := expect.Get(db.Claim(ctx, at, time.Minute, 9))(t)
		return len(ls)
	}
	killed := open(t, url, postgres.Options{})
	expect.True(t, claim(killed, t0) == 1 && claim(dbs[1], t0.Add(time.Minute-1)) == 0, "a lease does not hold")
	expect.Same(t, "a lease does not run out", claim(dbs[1], t0.Add(time.Minute)), 1)
	expect.NoError(t, killed.Close()) // which holds it no longer
	expect.Same(t, "a process that closes has given back what another holds", claim(dbs[0], t0.Add(time.Minute)), 0)
	expect.NoError(t, dbs[1].Close())
	expect.Same(t, "a process that closes keeps what it holds", claim(dbs[0], t0.Add(time.Minute)), 1)
}

// TestLayouts: a database of another layout is refused, an empty one is not made into a store unless
// that is asked for, and of two processes that start at once one makes the tables.
func TestLayouts(t *testing.T) {
	t.Cleanup(postgres.Usually(func(p *postgres.Pace) { p.LockWait = 5 * time.Second })) // each has it alone for a moment
	server := urlOfEmpty(t)
	if _, err := postgres.Open(ctx, server, postgres.Options{Existing: true}); !errors.Is(err, store.ErrNone) {
		t.Errorf("an empty database: %v", err)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			db, err := postgres.Open(ctx, server, postgres.Options{})
			if err == nil {
				err = db.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, layout := range []string{"2", "1000"} {
		expect.NoError(t, statement(t, server, "update railpost_layout set version = "+layout))
		expect.Is(t, layout, expect.Err(postgres.Open(ctx, server, postgres.Options{})), store.ErrLayout)
	}
}

// TestCancelled: a caller that gives up while another holds the game gets its own error, and nothing of its
// commit is kept.
func TestCancelledWhileWaiting(t *testing.T) {
	url := database(t)
	db := open(t, url, postgres.Options{})
	expect.NoError(t, commit(db, store.Commit{Game: "winter"}))
	c, err := pgx.Connect(ctx, url)
	expect.NoError(t, err)
	_, err = c.Exec(ctx, "begin; lock table games")
	expect.NoError(t, err)
	leaving, cancel := context.WithCancel(ctx)
	go func() {
		storetest.Until(t, func() bool { return waits(t, url) })
		cancel()
	}()
	if _, err := db.Commit(leaving, store.Commit{Game: "winter", Expect: 1, Doc: []byte("x")}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	expect.NoError(t, c.Close(ctx))
	expect.NoError(t, commit(db, store.Commit{Game: "winter", Expect: 1, Doc: []byte("y")}))
}

package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/store/storetest"
)

// TestServerKilled: the server is killed under load, again and again. No call fails, all confirmed writes are
// there, and none twice.
func TestServerKilled(t *testing.T) {
	server := pgtest.Start(t)
	db := open(t, server.URL(server.Database(t, "")), postgres.Options{})
	var stop atomic.Bool
	var wg sync.WaitGroup
	done := make([]uint64, 4)
	var all atomic.Int64
	for g := range done {
		wg.Go(func() {
			for rev := uint64(0); !stop.Load(); rev++ {
				mail := fmt.Sprint("mail ", g, " ", rev)
				n, err := db.Attempt(ctx, mail)
				if err != nil || n != 1 {
					t.Errorf("attempt at %s: %d %v", mail, n, err)
					return
				}
				c := store.Commit{Game: fmt.Sprint("game", g), Expect: rev, Append: [][]byte{fmt.Appendf(nil, "order %d", rev)}, Mail: &store.Mark{Key: mail},
					Letters: []store.Letter{{Game: fmt.Sprint("game", g), To: "ana@example.org", Kind: fmt.Sprint(rev)}}}
				if err := commit(db, c); err != nil {
					t.Errorf("game %d, revision %d: %v", g, rev, err)
					return
				}
				done[g]++
				all.Add(1)
			}
		})
	}
	more := func() { // while they are running
		until := all.Load() + 10
		storetest.Until(t, func() bool { return all.Load() >= until })
	}
	for range 4 {
		more()
		expect.NoError(t, errors.Join(server.Kill(), server.Up()))
	}
	more()
	stop.Store(true)
	wg.Wait()
	for g, n := range done {
		log := expect.Get(db.Load(ctx, fmt.Sprint("game", g), 0, true))(t)
		expect.Same(t, g, log.Seq, n)
		expect.Same(t, g, log.Rev, n)
	}
	expect.Same(t, "letters were confirmed", int64(expect.Get(db.Outbox(ctx))(t)), all.Load())
	expect.Same(t, "faults", faults(t, db), nil)
	t.Logf("%d commits, server killed 4 times", all.Load())
}

// cutter is a proxy that cuts a connection once, at the nth packet of the client: before passing it on, or when
// its answer comes.
type cutter struct {
	to     string
	left   atomic.Int64
	word   string // "": packets with anything in them count
	answer bool
	ln     net.Listener
}

func newCutter(t *testing.T, to string) *cutter {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	c := &cutter{to: to, ln: ln}
	t.Cleanup(func() { expect.NoError(t, ln.Close()) })
	go func() {
		for {
			in, err := ln.Accept()
			if err != nil {
				return
			}
			go c.pass(in)
		}
	}()
	return c
}

func (c *cutter) pass(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer out.Close()
	var deaf atomic.Bool
	go func() {
		defer in.Close()
		b := make([]byte, 1<<16)
		for {
			n, err := out.Read(b)
			if err != nil || deaf.Load() {
				return
			}
			if _, err := in.Write(b[:n]); err != nil {
				return
			}
		}
	}()
	b := make([]byte, 1<<16)
	for {
		n, err := in.Read(b)
		if err != nil {
			return
		}
		if bytes.Contains(b[:n], []byte(c.word)) && c.left.Add(-1) == 0 {
			if !c.answer {
				return
			}
			deaf.Store(true)
		}
		if _, err := out.Write(b[:n]); err != nil {
			return
		}
	}
}

// TestCutAtEveryStatement: wherever the connection is cut, each call has its effect once.
func TestCutAtEveryStatement(t *testing.T) {
	server := pgtest.Shared(t)
	var cuts atomic.Int64
	const databases = 8
	var all sync.WaitGroup
	for first := range databases {
		name := server.Database(t, "")
		direct := open(t, server.URL(name), postgres.Options{})
		all.Go(func() {
			for n := 1 + first/2; ; n += databases / 2 {
				c := newCutter(t, fmt.Sprintf("127.0.0.1:%d", server.Port))
				c.answer = first%2 == 0
				c.left.Store(int64(n))
				url := strings.Replace(server.TCP(name), fmt.Sprint(":", server.Port), c.ln.Addr().String()[len("127.0.0.1"):], 1)
				everyCall(t, direct, url, fmt.Sprintf("%v%d", c.answer, n))
				if c.left.Load() > 0 || t.Failed() {
					break
				}
				cuts.Add(1)
			}
			expect.Same(t, "faults", faults(t, direct), nil)
		})
	}
	all.Wait()
	if cuts.Load() < 40 {
		t.Errorf("the connection was cut %d times only", cuts.Load())
	}
	t.Logf("%d cuts", cuts.Load())
}

// everyCall is a mail and its letters; the result is read through a connection that is not cut.
func everyCall(t *testing.T, direct *postgres.DB, url, run string) {
	db, err := postgres.Open(ctx, url, postgres.Options{})
	if err != nil {
		t.Errorf("cut %s: open: %v", run, err)
		return
	}
	game, mail := "game"+run, "mail"+run
	must := func(what string, errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Errorf("cut %s: %s: %v", run, what, err)
		}
	}
	n, err := db.Attempt(ctx, mail)
	if must("attempt", err); n != 1 {
		t.Errorf("cut %s: %d attempts", run, n)
	}
	must("the first mail", commit(db, store.Commit{Game: game, Append: [][]byte{[]byte("one")}, DuePut: []store.Due{{At: t0, Game: game, Kind: "reminder"}}}))
	must("the second mail", commit(db, store.Commit{
		Game: game, Expect: 1, Append: [][]byte{[]byte("two"), []byte("three")}, Snapshot: []byte("position"), Texts: map[uint64][]byte{2: []byte("Ana")},
		Mail: &store.Mark{Key: mail}, Raw: &store.RawMail{Key: mail, At: t0, Bytes: []byte("mail")}, DueDone: []store.Due{{At: t0, Game: game, Kind: "reminder"}},
		Letters: []store.Letter{{Game: game, To: run, Kind: "turn", Group: run, NextTry: t0}}, Put: map[string][]byte{run: []byte("x")},
	}))
	// While the server has not noticed the end of the session before, the letter is passed over.
	var ls []store.Letter
	storetest.Until(t, func() bool {
		ls, err = db.Claim(ctx, t0, time.Minute, 1)
		must("claim", err)
		return len(ls) == 1
	})
	if t.Failed() {
		return
	}
	must("sending", db.MarkSending(ctx, store.Finished{ID: ls[0].ID, Bytes: []byte("letter")})...)
	must("sent", db.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: run, At: t0})...)
	log, err := db.Load(ctx, game, 0, true)
	if must("load", err); len(log.Records) != 3 {
		t.Errorf("cut %s: %d records", run, len(log.Records))
	}
	storetest.Until(t, func() bool { // it may still hold the name
		release, ok, err := db.Try(ctx, run)
		if must("name", err); ok {
			release()
		}
		return ok
	})
	must("close", db.Close())

	log, err = direct.Load(ctx, game, 0, true)
	must("load", err)
	left, err := direct.Outbox(ctx)
	must("outbox", err)
	was, sent, err := direct.SentLetter(ctx, run)
	must("sent letter", err)
	if log.Seq != 3 || log.Rev != 2 || left != 0 || !sent || was.Attempts != 1 {
		t.Errorf("cut %s: %d records, revision %d, %d letters left, sent %v after %d attempts", run, log.Seq, log.Rev, left, sent, was.Attempts)
	}
}

// failing lets the next writes of a game fail with an error of the server, n times.
func failing(t *testing.T, url, code string, n int) {
	t.Helper()
	expect.NoError(t, statement(t, url, fmt.Sprintf(`create sequence tries; create function fail() returns trigger language plpgsql as $$
		begin if nextval('tries') <= %d then raise 'as the test wants' using errcode = '%s'; end if; return new; end $$;
		create trigger fail before insert on games for each row execute function fail()`, n, code)))
}

// TestAgain: a transaction is retried after passing faults only.
func TestAgain(t *testing.T) {
	for code, passes := range map[string]bool{"40001": true, "40P01": true, "55P03": true, "57P01": true, "25006": true, "23514": false, "57014": false} {
		t.Run(code, func(t *testing.T) {
			url := database(t)
			failing(t, url, code, 3)
			db := open(t, url, postgres.Options{})
			err := commit(db, store.Commit{Game: "winter", Put: map[string][]byte{"x": []byte("x")}})
			var said *pgconn.PgError
			switch {
			case passes && err != nil:
				t.Error(err)
			case !passes && (!errors.As(err, &said) || said.Code != code || !strings.Contains(err.Error(), "nothing was written")):
				t.Errorf("got %v", err)
			}
			expect.Same(t, "kept", expect.Get(db.Get(ctx, "x"))(t) != nil, passes)
		})
	}
}

// TestTimeouts: a slow statement, a lock that stays taken, and a process that hangs.
func TestTimeouts(t *testing.T) {
	url := database(t)
	expect.NoError(t, commit(open(t, url, postgres.Options{}), store.Commit{Game: "winter"}))
	// logs returns a function that reports whether the server has logged this again.
	logs := func(words string) func() bool {
		count := func() int { return bytes.Count(pgtest.Shared(t).Log(), []byte(words)) }
		before := count()
		return func() bool { return count() > before }
	}
	held := func(until func() bool) (free func()) {
		inside, goOn := make(chan bool), make(chan bool)
		slow := open(t, url, postgres.Options{Hook: func(p string) {
			if p == "commit.within" {
				inside <- true
				if until == nil {
					<-goOn
				} else {
					storetest.Until(t, until)
				}
			}
		}})
		done := make(chan error)
		go func() {
			done <- commit(slow, store.Commit{Game: "winter", Expect: 9, Put: map[string][]byte{"x": nil}})
		}()
		<-inside
		return func() {
			close(goOn)
			expect.Is(t, "error", <-done, store.ErrStale)
		}
	}
	free := held(nil)
	hurried := open(t, url+"&statement_timeout=1000", postgres.Options{})
	if err := commit(hurried, store.Commit{Game: "winter", Expect: 1}); err == nil || !strings.Contains(err.Error(), "statement timeout") {
		t.Errorf("a statement that takes too long: %v", err)
	}
	free()
	free = held(logs("canceling statement due to lock timeout"))
	patient := open(t, url+"&lock_timeout=50", postgres.Options{})
	expect.NoError(t, commit(patient, store.Commit{Game: "winter", Expect: 1})) // at a later attempt
	free()

	// A process that hangs within a transaction loses it, and does it again when it wakes.
	first := true
	hangs := open(t, url+"&idle_in_transaction_session_timeout=100", postgres.Options{Hook: func(p string) {
		if p == "commit.within" && first {
			first = false
			ended := logs("terminating connection due to idle-in-transaction timeout")
			if err := commit(patient, store.Commit{Game: "spring"}); err != nil {
				t.Error(err)
			}
			storetest.Until(t, ended)
		}
	}})
	expect.NoError(t, commit(hangs, store.Commit{Game: "winter", Expect: 2, Append: [][]byte{[]byte("one")}}))
	if h, err := patient.Head(ctx, "winter"); err != nil || h.Seq != 1 || h.Rev != 3 {
		t.Errorf("%+v %v", h, err)
	}
}

// TestAlone: several processes share a database; one that wants it alone is refused while another has it, and
// keeps others out. The lock ends with its session, and whoever is first gets it back. Letters of a killed
// process are free once the next one is alone.
func TestAlone(t *testing.T) {
	url := database(t)
	t.Cleanup(postgres.Usually(func(p *postgres.Pace) { p.Look, p.Lapse = time.Hour, 2*time.Hour })) // only Try retries
	one, two := open(t, url, postgres.Options{}), open(t, url, postgres.Options{})
	if _, err := postgres.Open(ctx, url, postgres.Options{Alone: true}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("alone beside others: %v", err)
	}
	expect.NoError(t, commit(two, store.Commit{Letters: []store.Letter{{To: "ana", NextTry: t0}}}))
	if ls, err := one.Claim(ctx, t0, time.Hour, 1); err != nil || len(ls) != 1 {
		t.Fatal(ls, err)
	}
	third := open(t, url, postgres.Options{})
	expect.Same(t, "what another process holds", len(expect.Get(third.Claim(ctx, t0, time.Hour, 1))(t)), 0)
	expect.NoError(t, third.Close())
	// As if the processes had been killed: the server sees the end of their sessions.
	expect.NoError(t, statement(t, url, "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"))
	next := open(t, url, postgres.Options{Alone: true})
	for free, at := range []time.Time{t0.Add(time.Hour - 1), t0.Add(time.Hour)} { // they may be alive, and hold it
		expect.Same(t, at, len(expect.Get(next.Claim(ctx, at, time.Hour, 1))(t)), free)
	}
	if _, err := postgres.Open(ctx, url, postgres.Options{}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("beside one that has it alone: %v", err)
	}
	// The others were only cut off; once they see that another has the database, they write nothing more.
	for _, db := range []*postgres.DB{one, two} {
		storetest.Until(t, func() bool {
			if _, ok, _ := db.Try(ctx, "name"); ok {
				t.Error("a process that has lost the database holds a name")
			}
			return errors.Is(commit(db, store.Commit{}), store.ErrLocked)
		})
	}
	expect.NoError(t, commit(next, store.Commit{}))
}

// TestTry: one process holds a name until it releases it or its session ends.
func TestTry(t *testing.T) {
	url := database(t)
	t.Cleanup(postgres.Usually(func(p *postgres.Pace) { p.Look = 50 * time.Millisecond }))
	one, two := open(t, url, postgres.Options{}), open(t, url, postgres.Options{})
	try := func(db *postgres.DB, name string) func() {
		t.Helper()
		release, ok := expect.Get2(db.Try(ctx, name))(t)
		if !ok {
			return nil
		}
		return release
	}
	release := try(one, "clock")
	if release == nil || try(one, "clock") != nil || try(two, "clock") != nil {
		t.Fatal("a name was held twice, or not at all")
	}
	other := try(two, "mail")
	if other == nil {
		t.Fatal("another name is not free")
	}
	release()
	if release = try(two, "clock"); release == nil {
		t.Fatal("a name that was released is not free")
	}
	expect.NoError(t, statement(t, url, "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"))
	var again func()
	storetest.Until(t, func() bool {
		f, ok, err := one.Try(ctx, "clock")
		again = f
		return err == nil && ok
	})
	release() // which it does not hold any more
	if _, ok, err := two.Try(ctx, "clock"); ok {
		t.Errorf("a name was released by who had lost it: %v", err)
	}
	again()
	other()
}

// TestBasis: a commit that puts values is refused only if a value or prefix that it depends on has changed.
func TestBasis(t *testing.T) {
	url := database(t)
	one, two := open(t, url, postgres.Options{}), open(t, url, postgres.Options{})
	put := func(db *postgres.DB, key, value string, c context.Context) error {
		return commit(db, store.Commit{Put: map[string][]byte{key: []byte(value)}, Basis: store.BasisOf(c)})
	}
	reads := map[string]func(context.Context) error{
		"value":  func(c context.Context) error { _, err := one.Get(c, "table/a"); return err },
		"prefix": func(c context.Context) error { _, err := one.Values(c, "table/"); return err },
	}
	for name, read := range reads {
		for _, test := range []struct {
			key, value string
			stale      bool
		}{{"table/a", name, true}, {"else", name, false}, {"table/b", name, name == "prefix"}, {"table/a", "", true}} {
			c := store.WithBasis(ctx)
			expect.NoError(t, read(c))
			expect.NoError(t, put(two, test.key, test.value, ctx))
			if err := put(one, "mine", test.key, c); errors.Is(err, store.ErrStale) != test.stale || !test.stale && err != nil {
				t.Errorf("%s read, %s written elsewhere: %v", name, test.key, err)
			}
		}
	}
	// A decision may write more than once.
	c := store.WithBasis(ctx)
	expect.NoError(t, errors.Join(reads["value"](c), reads["prefix"](c)))
	for _, v := range []string{"one", "two", "", "three"} {
		expect.NoError(t, put(one, "table/a", v, c))
		store.BasisOf(c).Wrote(map[string][]byte{"table/a": []byte(v)})
	}
}

// TestListen: others learn which games have changed, and after an interruption that any may have.
func TestListen(t *testing.T) {
	url := database(t)
	one, two := open(t, url, postgres.Options{}), open(t, url, postgres.Options{})
	told := make(chan string, 100)
	listening, stop := context.WithCancel(ctx)
	done := make(chan error)
	go func() {
		done <- two.Listen(listening, func(game string, all bool) { told <- fmt.Sprint(game, " ", all) })
	}()
	wait := func(want string) {
		for <-told != want {
		}
	}
	wait(" true")
	odd := "a b\xff"
	expect.NoError(t, commit(one, store.Commit{Game: odd}))
	wait(odd + " false")
	expect.NoError(t, commit(two, store.Commit{Game: "own"}))
	expect.NoError(t, commit(one, store.Commit{Put: map[string][]byte{"v": []byte("w")}}))
	wait(" false")
	expect.NoError(t, statement(t, url, "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()"))
	wait(" true")
	stop()
	expect.NoError(t, <-done)
}

// TestServersLog: with everything logged, values and failing rows included, no order and no letter can be
// read in the server's log, in text or in hexadecimal.
func TestServersLog(t *testing.T) {
	server := pgtest.Start(t, "log_statement=all", "log_min_duration_statement=0", "log_error_verbosity=verbose", "log_parameter_max_length=-1", "log_parameter_max_length_on_error=-1")
	url := server.URL(server.Database(t, ""))
	db := open(t, url, postgres.Options{})
	secrets := []string{"lay 8 F17 E16-G16", "pass", "It is your turn, Ana", "I think Ben will sell", "Re: your turn, and a word beside"}
	c := store.Commit{
		Game: "winter", Append: [][]byte{[]byte(secrets[0]), []byte(secrets[1])}, Doc: []byte(secrets[3]), Snapshot: []byte(secrets[3]), Texts: map[uint64][]byte{1: []byte(secrets[3])},
		Mail:    &store.Mark{Key: "m"},
		Raw:     &store.RawMail{Key: "m", Subject: secrets[4], Bytes: []byte(secrets[0])},
		Letters: []store.Letter{{Game: "winter", To: "ana@example.org", Kind: "turn", Bytes: []byte(secrets[2]), Said: []byte(secrets[0]), Data: []byte(secrets[3])}},
		DuePut:  []store.Due{{At: t0, Game: "winter", Kind: "move", Data: []byte(secrets[0])}}, Put: map[string][]byte{"v": []byte(secrets[3])},
	}
	expect.NoError(t, commit(db, c))
	ls := expect.Get(db.Claim(ctx, time.Now(), time.Minute, 1))(t)
	expect.NoError(t, errors.Join(db.MarkSending(ctx, store.Finished{ID: ls[0].ID, Bytes: []byte(secrets[2]), Said: []byte(secrets[0])})...))
	expect.NoError(t, errors.Join(db.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: "id", At: t0, Code: secrets[4]})...))
	c.Game, c.Mail.Key, c.Raw.Key = "spring", "n", "n"
	for _, table := range []string{"records", "games", "letters", "mails", "due", "service", "beside", "snapshots", "writers"} {
		expect.NoError(t, statement(t, url, "alter table "+table+" add constraint wrong check (false) not valid"))
		expect.Fails(t, table, commit(db, c), "wrong")
		expect.NoError(t, statement(t, url, "alter table "+table+" drop constraint wrong"))
	}
	log := strings.ToLower(string(server.Log()))
	expect.Has(t, "the log", log,
		"insert into records", "failing row contains", "update letters set", "parameters: $1 =")
	for _, s := range secrets {
		expect.Lacks(t, "the log shows", log, strings.ToLower(s), fmt.Sprintf("%x", s))
	}
}

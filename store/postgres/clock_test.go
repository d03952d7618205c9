package postgres_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
)

// off returns a clock that is wrong by d.
func off(d time.Duration) func() time.Time { return func() time.Time { return time.Now().Add(d) } }

// TestSkew: a process whose clock is wrong, in either direction, takes no letter that another holds, and
// letters that it queues, puts off or gives back are due for others at the right time.
func TestSkew(t *testing.T) {
	for _, by := range []time.Duration{10 * time.Minute, -10 * time.Minute, 40 * 24 * time.Hour, -40 * 24 * time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			url := database(t)
			right := open(t, url, postgres.Options{})
			wrong := open(t, url, postgres.Options{Now: off(by), Wall: off(by)})
			for db, want := range map[*postgres.DB]time.Duration{right: 0, wrong: by} {
				// The round trip may hide as much of it.
				if is, err := db.Skew(ctx); err != nil || (is-want).Abs() > time.Minute {
					t.Errorf("off by %s, measured %s, %v", want, is, err)
				}
			}
			claims := func(what string, db *postgres.DB, clock func() time.Time, want ...string) {
				t.Helper()
				got := expect.Get(db.Claim(ctx, clock(), time.Hour, 9))(t)
				to := []string{}
				for _, l := range got {
					to = append(to, l.To)
					if left := l.Leased.Sub(clock()); left > time.Hour+time.Minute || left < 50*time.Minute {
						t.Errorf("%s: held for %s by the clock of its holder", what, left)
					}
				}
				expect.Same(t, []any{what, to, want}, fmt.Sprint(to), fmt.Sprint(want))
			}
			expect.NoError(t, commit(right, store.Commit{Letters: []store.Letter{{To: "ana", Kind: "turn"}}}))
			const asked = 30 * time.Second // the round trip, even on a busy machine
			claims("the right one", right, off(asked), "ana")
			claims("held by the right one", wrong, off(by))
			expect.NoError(t, commit(wrong, store.Commit{Letters: []store.Letter{{To: "ben", Kind: "turn"}, {To: "cleo", Kind: "turn", NextTry: off(by)()}}}))
			claims("queued by the wrong one", wrong, off(by+asked), "ben", "cleo")
			claims("held by the wrong one", right, time.Now)
			ls := expect.Get(wrong.Letters(ctx))(t)
			held := expect.Get(wrong.Hold(ctx, off(by)().Add(time.Hour)))(t)
			expect.Same(t, "letters held on", len(held), 2)
			expect.Is(t, "dropping what another holds", right.Drop(ctx, ls[1].ID, time.Now()), store.ErrInvalid)
			expect.NoError(t, wrong.Defer(ctx, ls[1].ID, off(by)(), "451"))
			expect.NoError(t, wrong.Defer(ctx, ls[2].ID, off(by)().Add(30*time.Minute), "451"))
			claims("put off by the wrong one", right, off(asked), "ben")
			expect.NoError(t, wrong.Retry(ctx, ls[2].ID, off(by)(), "cleo"))
			claims("tried again at its word", right, off(asked), "cleo")
		})
	}
}

// TestLeasesOfTheLiving: while all processes are between two sessions, as after a restart of the server, another that
// opens the database takes nothing that they hold.
func TestLeasesOfTheLiving(t *testing.T) {
	t.Cleanup(postgres.Usually(func(p *postgres.Pace) { p.Look = time.Hour }))
	server := pgtest.Start(t)
	url := server.URL(server.Database(t, ""))
	one := open(t, url, postgres.Options{})
	for _, to := range []string{"ana", "ben"} {
		expect.NoError(t, commit(one, store.Commit{Letters: []store.Letter{{To: to, NextTry: t0}}}))
	}
	ls := expect.Get(one.Claim(ctx, t0, time.Minute, 2))(t)
	expect.NoError(t, errors.Join(one.MarkSending(ctx, store.Finished{ID: ls[0].ID, Bytes: []byte("on its way")})...))
	for name, cut := range map[string]func() error{
		"killed": func() error { return errors.Join(server.Kill(), server.Up()) },
		"ended": func() error {
			return statement(t, url, "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'")
		},
	} {
		expect.NoError(t, cut())
		another := open(t, url, postgres.Options{})
		expect.Same(t, name, len(expect.Get(another.Claim(ctx, t0.Add(time.Minute-1), time.Minute, 2))(t)), 0)
	}
	expect.NoError(t, errors.Join(one.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: "id", At: t0})...))
	expect.Same(t, "letters claimed when their leases have run out",
		len(expect.Get(open(t, url, postgres.Options{}).Claim(ctx, t0.Add(time.Minute), time.Minute, 2))(t)), 1)
}

// TestReadOnly: once a server refuses writes, all sessions leave it: the next call looks for the server that
// accepts them.
func TestReadOnly(t *testing.T) {
	url := database(t)
	db := open(t, url, postgres.Options{})
	expect.NoError(t, commit(db, store.Commit{Game: "winter"}))
	readOnly := func(yes bool) {
		t.Helper()
		expect.NoError(t, statement(t, url, fmt.Sprintf(`do $$ begin execute format('alter database %%I set default_transaction_read_only = %v', current_database()); end $$`, yes)))
	}
	const ended = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()"
	readOnly(true)
	expect.NoError(t, statement(t, url, ended))
	db.Wait(time.Second)
	expect.Fails(t, "written", commit(db, store.Commit{Game: "spring"}), "")
	c, err := pgx.Connect(ctx, url+"&options=-cdefault_transaction_read_only%3Doff")
	expect.NoError(t, err)
	_, err = c.Exec(ctx, "do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$")
	expect.NoError(t, errors.Join(err, c.Close(ctx)))
	if err := commit(db, store.Commit{Game: "spring"}); err != nil {
		t.Errorf("it stays with the server that refused: %v", err)
	}
}

// TestClaimReads: a claim among ten thousand letters reads only those it returns.
func TestClaimReads(t *testing.T) {
	url := database(t)
	db := open(t, url, postgres.Options{})
	var ls []store.Letter
	for i := range 10_000 {
		ls = append(ls, store.Letter{Game: fmt.Sprint("game ", i%40), To: fmt.Sprint("reader ", i%60), Kind: []string{"news", "turn"}[i%2], NextTry: t0})
	}
	expect.NoError(t, commit(db, store.Commit{Letters: ls}))
	expect.NoError(t, statement(t, url, "analyze letters"))
	c := expect.Get(pgx.Connect(ctx, url))(t)
	tx := expect.Get(c.Begin(ctx))(t)
	for range 8 { // after five uses, a session may keep a plan for any values
		var first, read int64
		expect.NoError(t, tx.QueryRow(ctx, postgres.Candidates, t0.UnixNano(), 8, int64(store.LongestPause)).Scan(&first))
		expect.NoError(t, tx.QueryRow(ctx, "select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = 'letters'").Scan(&read))
		expect.True(t, read <= 8*200, "%d letters read for at most 64", read)
	}
	expect.NoError(t, errors.Join(tx.Rollback(ctx), c.Close(ctx)))
}

package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// channel carries the names of changed games between processes.
const channel = "railpost"

// tellEvery is the interval at which names are collected. A transaction that notifies waits at its commit for
// all others that notify, so commits of moves do not: one notification follows for many of them.
const tellEvery = 10 * time.Millisecond

// teller tells other processes which games this one has changed. Nothing depends on it: an unreported change is
// found at the next read.
type teller struct {
	db   *DB
	self string // in its messages, so that it ignores its own
	wake chan struct{}
	stop context.CancelFunc
	done chan struct{}

	mu    sync.Mutex
	games map[string]bool
}

func newTeller(db *DB) *teller {
	ctx, stop := context.WithCancel(context.Background())
	t := &teller{db: db, self: rand.Text(), wake: make(chan struct{}, 1), stop: stop, done: make(chan struct{}), games: map[string]bool{}}
	go t.run(ctx)
	return t
}

// add adds a game; "" stands for changes without one.
func (t *teller) add(games ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, g := range games {
		t.games[g] = true
	}
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

func (t *teller) run(ctx context.Context) {
	defer close(t.done)
	for {
		select {
		case <-ctx.Done():
			t.tell(context.WithoutCancel(ctx))
			return
		case <-t.wake:
		}
		select {
		case <-ctx.Done():
		case <-time.After(tellEvery):
		}
		t.tell(context.WithoutCancel(ctx))
	}
}

// end sends the rest, and returns.
func (t *teller) end() {
	t.stop()
	<-t.done
}

// tell sends the collected names, in one unflushed transaction. If that fails, others find out later.
func (t *teller) tell(ctx context.Context) {
	t.mu.Lock()
	games := t.games
	t.games = map[string]bool{}
	t.mu.Unlock()
	if len(games) == 0 || t.db.session.lost.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	b := &pgx.Batch{}
	b.Queue("begin")
	b.Queue("set local synchronous_commit = off")
	for g := range games {
		b.Queue("select pg_notify($1, $2)", channel, t.self+" "+hex.EncodeToString([]byte(g)))
	}
	b.Queue("commit")
	if c, err := t.db.pool.Acquire(ctx); err == nil {
		_ = (&conn{c.Conn()}).send(ctx, b)
		release(c)
	}
}

// Listen calls f for changes by other processes, see store.Shared.
func (db *DB) Listen(ctx context.Context, f func(game string, all bool)) error {
	for ctx.Err() == nil {
		// Notifications before it listens are lost, so all may have changed.
		if err := db.listen(ctx, f); err != nil && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	}
	return nil
}

func (db *DB) listen(ctx context.Context, f func(game string, all bool)) error {
	conf := db.session.conf.Copy()
	conf.RuntimeParams["idle_session_timeout"] = "0"
	c, err := pgx.ConnectConfig(ctx, conf)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(context.Background()) }() // it holds nothing
	if _, err := c.Exec(ctx, "listen "+channel); err != nil {
		return err
	}
	f("", true)
	for {
		n, err := db.session.heard(ctx, c)
		if err != nil {
			return err
		}
		if n == nil {
			continue
		}
		from, name, _ := strings.Cut(n.Payload, " ")
		if from == db.told.self {
			continue
		}
		if game, err := hex.DecodeString(name); err == nil {
			f(string(game), false)
		}
	}
}

// heard waits for a notification; nil if none has come for a while, but the server is alive.
func (p *pace) heard(ctx context.Context, c *pgx.Conn) (*pgconn.Notification, error) {
	wait, cancel := context.WithTimeout(ctx, p.Look)
	defer cancel()
	n, err := c.WaitForNotification(wait)
	if err == nil || wait.Err() == nil || ctx.Err() != nil {
		return n, err
	}
	answer, cancel := context.WithTimeout(ctx, p.Answer)
	defer cancel()
	return nil, c.Ping(answer)
}

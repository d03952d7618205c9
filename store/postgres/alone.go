package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/store"
)

// alone is a session that holds the lock of the one process which has the database open Alone. The
// server frees it when the session ends, so a process that was killed leaves nothing behind.
type alone struct {
	conf *pgx.ConnConfig
	stop context.CancelFunc
	done chan struct{}
	lost atomic.Bool // another process has it now
}

var errTaken = fmt.Errorf("%w: another daemon has opened this database while the connection to it was lost", store.ErrLocked)

const lockWait = time.Second // as for a file

var stillThere = 10 * time.Second // between two looks at the session; shorter in tests

var ownerKey = hash64("owner", "")

// beAlone takes the lock; store.ErrLocked if another process has it.
func beAlone(ctx context.Context, conf *pgx.ConnConfig) (*alone, error) {
	a := &alone{conf: conf.Copy(), done: make(chan struct{})}
	a.conf.RuntimeParams["idle_session_timeout"] = "0"
	var c *pgx.Conn
	for end := time.Now().Add(lockWait); ; time.Sleep(lockWait / 10) {
		var free bool
		var err error
		if c, free, err = a.take(ctx); err != nil {
			return nil, err
		}
		if free {
			// Nobody is left who could hold a letter.
			if _, err := c.Exec(ctx, "update letters set leased = $1 where leased > $1", int64(never)); err != nil {
				return nil, errors.Join(err, c.Close(ctx))
			}
			break
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("%w (a daemon, here or on another machine)", store.ErrLocked)
		}
	}
	ctx, a.stop = context.WithCancel(context.Background())
	go a.watch(ctx, c)
	return a, nil
}

// take opens a session with the lock; free is false if another has it.
func (a *alone) take(ctx context.Context) (c *pgx.Conn, free bool, err error) {
	if c, err = pgx.ConnectConfig(ctx, a.conf); err != nil {
		return nil, false, err
	}
	if err = c.QueryRow(ctx, "select pg_try_advisory_lock($1)", ownerKey).Scan(&free); err != nil || !free {
		_ = c.Close(ctx) // there is nothing in it
		return nil, false, err
	}
	return c, true, nil
}

// watch takes the lock again when its session is lost. If another process was faster, this one
// must write nothing more.
func (a *alone) watch(ctx context.Context, c *pgx.Conn) {
	defer close(a.done)
	for pause := stillThere; ; {
		select {
		case <-ctx.Done():
			if c != nil {
				_ = c.Close(context.Background()) // which frees the lock, as does the end of the process
			}
			return
		case <-time.After(pause):
		}
		if c != nil && c.Ping(ctx) == nil {
			continue
		}
		next, free, err := a.take(ctx)
		switch {
		case err != nil:
			c, pause = nil, time.Second
		case free:
			c, pause = next, stillThere
		default:
			a.lost.Store(true)
			return
		}
	}
}

func (a *alone) end() {
	a.stop()
	<-a.done
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/store"
)

// session holds a process's exclusive claims: the database itself, shared or alone, and names (see Try). The
// server releases all of it when the session ends, so a killed process leaves nothing behind.
type session struct {
	pace
	conf  *pgx.ConnConfig
	alone bool
	stop  context.CancelFunc
	done  chan struct{}
	lost  atomic.Bool // another process has the database alone now
	stale atomic.Bool // its server accepts no more writes: look for another

	mu      sync.Mutex
	conn    *pgx.Conn // nil: it was lost
	names   map[int64]*sync.Once
	refused time.Time // since when another process has kept this one out; zero: none does
}

var errTaken = fmt.Errorf("%w: another process took exclusive access to this database while the connection was lost", store.ErrLocked)

// pace controls how a session and its server watch each other.
type pace struct {
	LockWait time.Duration // how long the lock is waited for
	Look     time.Duration // between two looks at the session
	Answer   time.Duration // time for the server to answer that it is alive
	// Lapse is the silence after which the server ends the session and releases its claims: otherwise a process
	// that hangs, or was cut off unnoticed, would keep them from others.
	Lapse time.Duration
}

// usual is the pace of sessions opened from now on; tests have another. The lock is waited for as for a file.
var usual = pace{LockWait: time.Second, Look: 10 * time.Second, Answer: 5 * time.Second, Lapse: 30 * time.Second}

var ownerKey = hash64("owner", "")

// openSession takes the database, shared or alone; store.ErrLocked if another process does not allow it.
func openSession(ctx context.Context, conf *pgx.ConnConfig, alone bool, patience time.Duration) (*session, error) {
	s := &session{pace: usual, conf: conf.Copy(), alone: alone, done: make(chan struct{}), names: map[int64]*sync.Once{}}
	s.conf.RuntimeParams["idle_session_timeout"] = strconv.FormatInt(s.Lapse.Milliseconds(), 10)
	// A server notices that a machine was cut off before the letters that it held are free.
	s.conf.RuntimeParams["tcp_keepalives_idle"] = "15"
	s.conf.RuntimeParams["tcp_keepalives_interval"] = "5"
	s.conf.RuntimeParams["tcp_keepalives_count"] = "3"
	for began := time.Now(); s.conn == nil; time.Sleep(s.LockWait / 10) {
		c, err := s.take(ctx)
		if err != nil && (ctx.Err() != nil || !unreachable(err) || time.Since(began) > patience) {
			return nil, err
		}
		s.conn = c
		if c == nil && err == nil && time.Since(began) > s.LockWait {
			what := "a command that moves or repairs it has exclusive access, here or on another machine"
			if alone {
				what = "a daemon or a command, here or on another machine"
			}
			return nil, fmt.Errorf("%w (%s)", store.ErrLocked, what)
		}
	}
	ctx, s.stop = context.WithCancel(context.Background())
	go s.watch(ctx)
	return s, nil
}

// take opens a session with the lock; nil if another process does not allow it. It frees no letters: another
// process may live without the lock, since all lose it when the server restarts.
func (s *session) take(ctx context.Context) (*pgx.Conn, error) {
	c, err := pgx.ConnectConfig(ctx, s.conf)
	if err != nil {
		return nil, err
	}
	lock, free := "pg_try_advisory_lock_shared", false
	if s.alone {
		lock = "pg_try_advisory_lock"
	}
	if err = c.QueryRow(ctx, "select "+lock+"($1)", ownerKey).Scan(&free); err != nil || !free {
		_ = c.Close(ctx) // it holds nothing
		return nil, err
	}
	return c, nil
}

// watch reclaims the database when the session is lost. If another process has it alone by then, this one must
// write nothing more.
func (s *session) watch(ctx context.Context) {
	defer close(s.done)
	for pause := s.Look; ; {
		select {
		case <-ctx.Done():
			s.mu.Lock()
			defer s.mu.Unlock()
			s.drop()
			return
		case <-time.After(pause):
		}
		s.mu.Lock()
		pause = s.look(ctx)
		s.mu.Unlock()
		if s.lost.Load() {
			return
		}
	}
}

// look makes sure that there is a session, and returns when to look again.
func (s *session) look(ctx context.Context) time.Duration {
	if s.conn != nil && !s.stale.Swap(false) && s.there(ctx) {
		return s.Look
	}
	s.drop()
	ctx, cancel := context.WithTimeout(ctx, s.Answer)
	defer cancel()
	c, err := s.take(ctx)
	switch now := time.Now(); {
	case err != nil:
		return time.Second
	case c != nil:
		s.conn, s.refused = c, time.Time{}
		return s.Look
	case s.refused.IsZero():
		s.refused = now
	case now.Sub(s.refused) >= s.LockWait:
		s.lost.Store(true)
	}
	return s.LockWait / 2
}

// there reports whether the server answers.
func (s *session) there(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, s.Answer)
	defer cancel()
	return s.conn.Ping(ctx) == nil
}

// drop ends the session, and releases all its claims.
func (s *session) drop() {
	if s.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = s.conn.Close(ctx) // if it cannot be told, the server ends it, too
	}
	s.conn = nil
	clear(s.names)
}

func (s *session) end() {
	s.stop()
	<-s.done
}

var errNoSession = errors.New("store: the session that holds locks was lost; Railpost opens another within seconds")

// Try takes a name, see store.Shared.
func (db *DB) Try(ctx context.Context, name string) (release func(), ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	s, key := db.session, hash64("name", name)
	// A caller that gives up must not end the session with all its claims.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names[key] != nil { // a session may take a lock twice
		return nil, false, nil
	}
	for range 2 {
		if s.conn == nil {
			s.look(ctx)
		}
		if s.conn == nil {
			return nil, false, errNoSession
		}
		if err = s.conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", key).Scan(&ok); err == nil || ctx.Err() != nil {
			break
		}
		s.drop()
	}
	if err != nil || !ok {
		return nil, false, err
	}
	held := new(sync.Once)
	s.names[key] = held
	return func() { held.Do(func() { s.free(key, held) }) }, true, nil
}

// free releases a name. If its session is gone, so is the lock.
func (s *session) free(key int64, held *sync.Once) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names[key] != held {
		return
	}
	delete(s.names, key)
	if s.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := s.conn.Exec(ctx, "select pg_advisory_unlock($1)", key); err != nil {
		s.drop() // which releases it; watch opens another
	}
}

package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"railpost/store"
)

// Options of Open. The zero value is right for the daemon.
type Options struct {
	// Password is used to log in, so that it need not be in the URL.
	Password string
	// Existing refuses a database without tables with store.ErrNone instead of making them.
	Existing bool
	// Alone refuses with store.ErrLocked a database that any other process has open, and keeps others
	// out. Otherwise several processes may have it open.
	Alone bool
	// Patience is for how long a call waits for a server that cannot be reached; a minute if
	// zero.
	Patience time.Duration
	// Now is the clock that stamps queued letters; time.Now if nil.
	Now func() time.Time
	// Wall is the clock of the instants that this process gives and gets, which is compared with the database's; time.Now
	// if nil.
	Wall func() time.Time
	// Hook is called at the points "OP.before", "OP.within" and "OP.after" of every write, as by
	// the other adapters, so that a test can kill the process there.
	Hook func(point string)
}

// Time-outs of a session: the limits for a statement, for waiting for a lock, and for the locks of a process
// that hangs or was cut off. A URL may set others.
var timeouts = map[string]string{
	"statement_timeout":                   "60s",
	"lock_timeout":                        "10s",
	"idle_in_transaction_session_timeout": "30s",
}

// connectIn limits opening a session, unless a URL says otherwise.
const connectIn = 10 * time.Second

// DB is an open store.
type DB struct {
	pool     *pgxpool.Pool
	now      func() time.Time
	wall     func() time.Time
	ahead    atomic.Int64 // wall minus the database's clock, in nanoseconds, as last measured
	hook     func(string)
	patience time.Duration
	closed   atomic.Bool
	session  *session
	told     *teller

	mu   sync.Mutex
	held map[uint64]term // letters that this process may hold
}

var (
	_ store.Shared  = (*DB)(nil)
	_ store.Clocked = (*DB)(nil)
)

// Open opens the database of a URL (postgres://user@host/database). Errors: store.ErrNone,
// store.ErrLocked, store.ErrLayout, and those of the server and the network.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	db, err := connect(ctx, url, o)
	if err != nil {
		return nil, err
	}
	conf := db.pool.Config().ConnConfig
	err = db.again(long(ctx), func(ctx context.Context, c *conn) error {
		if err := ownSession(ctx, c); err != nil {
			return err
		}
		return readySchema(ctx, c.Conn, o.Existing)
	})
	if err == nil {
		db.session, err = openSession(ctx, conf, o.Alone, db.patience)
	}
	if err != nil {
		db.pool.Close()
		return nil, fmt.Errorf("store: opening database %s on %s: %w", conf.Database, conf.Host, advised(err))
	}
	db.told = newTeller(db)
	return db, nil
}

// connect returns a store that has not connected to the database yet.
func connect(ctx context.Context, url string, o Options) (*DB, error) {
	conf, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if o.Password != "" {
		conf.ConnConfig.Password = o.Password
	}
	for name, usual := range timeouts {
		conf.ConnConfig.RuntimeParams[name] = cmp.Or(conf.ConnConfig.RuntimeParams[name], usual)
	}
	conf.ConnConfig.RuntimeParams["application_name"] = "railpost"
	conf.ConnConfig.ConnectTimeout = cmp.Or(conf.ConnConfig.ConnectTimeout, connectIn)
	conf.PingTimeout = usual.Answer
	db := &DB{now: o.Now, wall: o.Wall, hook: o.Hook, patience: cmp.Or(o.Patience, time.Minute), held: map[uint64]term{}}
	if db.now == nil {
		db.now = time.Now
	}
	if db.wall == nil {
		db.wall = time.Now
	}
	if db.hook == nil {
		db.hook = func(string) {}
	}
	if db.pool, err = pgxpool.NewWithConfig(ctx, conf); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return db, nil
}

// Close releases the letters that this process holds, and ends its sessions.
func (db *DB) Close() error {
	if db.closed.Load() {
		return nil
	}
	var err error
	db.told.end()
	if !db.session.lost.Load() {
		err = db.giveBack(context.Background())
	}
	db.closed.Store(true)
	db.pool.Close()
	db.session.end()
	if err != nil {
		return fmt.Errorf("store: close: %w", err)
	}
	return nil
}

// ErrNoBackup: a copy of the database is made with PostgreSQL's own tools.
var ErrNoBackup = errors.New("store: a database is backed up with pg_dump, or with pg_basebackup and its log archived")

// Backup returns ErrNoBackup.
func (db *DB) Backup(context.Context, io.Writer) error { return ErrNoBackup }

package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"railpost/store"
)

// conn is a session while a call has it.
type conn struct{ *pgx.Conn }

// send carries out a batch in one round trip; the callbacks of its queries read the answers.
func (c *conn) send(ctx context.Context, b *pgx.Batch) error {
	if b.Len() == 0 {
		return nil
	}
	return c.SendBatch(ctx, b).Close()
}

// Pauses between attempts.
const (
	firstPause   = 10 * time.Millisecond
	longestPause = 2 * time.Second
)

// again calls do with a session until it succeeds, fails for a reason that trying again does not mend, or
// Patience is over.
func (db *DB) again(ctx context.Context, do func(context.Context, *conn) error) error {
	end := time.Now().Add(db.patience)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		if db.closed.Load() {
			return store.ErrClosed
		}
		if db.session != nil && db.session.lost.Load() {
			return errTaken
		}
		err, mends := db.once(ctx, db.answered(do))
		if err == nil || !mends || time.Now().Add(pause).After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

// once calls do with a session, and reports whether another attempt may succeed after its error.
func (db *DB) once(ctx context.Context, do func(context.Context, *conn) error) (err error, mends bool) {
	c, err := db.pool.Acquire(ctx)
	if err != nil {
		return err, ctx.Err() == nil && unreachable(err)
	}
	defer release(c)
	err = do(ctx, &conn{c.Conn()})
	if readOnly(err) { // this server is no longer the primary, and the other sessions are connected to it, too
		_ = c.Conn().Close(ctx)
		db.pool.Reset()
		if db.session != nil {
			db.session.stale.Store(true)
		}
	}
	return err, err != nil && ctx.Err() == nil && mendable(err, c.Conn())
}

// answered ends an attempt that gets no answer for so long that the server must be unreachable.
func (db *DB) answered(do func(context.Context, *conn) error) func(context.Context, *conn) error {
	return func(ctx context.Context, c *conn) error {
		if ctx.Value(longKey{}) != nil {
			return do(ctx, c)
		}
		ctx, cancel := context.WithTimeout(ctx, db.patience)
		defer cancel()
		return do(ctx, c)
	}
}

type longKey struct{}

// long returns a context without a time limit.
func long(ctx context.Context) context.Context { return context.WithValue(ctx, longKey{}, true) }

// release rolls back a transaction that an error has left open.
func release(c *pgxpool.Conn) {
	if !c.Conn().IsClosed() && c.Conn().PgConn().TxStatus() != 'I' {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_, _ = c.Exec(ctx, "rollback") // or the session ends, which does the same
	}
	c.Release()
}

// Errors of PostgreSQL (its manual, appendix A) after which a transaction is tried again.
var passing = []string{
	"40001", // serialization_failure
	"40P01", // deadlock_detected
	"55P03", // lock_not_available: lock_timeout
	"25P03", // idle_in_transaction_session_timeout
	"53300", // too_many_connections
	"57P01", // admin_shutdown
	"57P02", // crash_shutdown
	"57P03", // cannot_connect_now
	readOnlyCode,
}

// readOnlyCode is read_only_sql_transaction: another server is, or will be, the primary.
const readOnlyCode = "25006"

func readOnly(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == readOnlyCode
}

func mendable(err error, c *pgx.Conn) bool {
	if said, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains(passing, said.Code) || strings.HasPrefix(said.Code, "08")
	}
	return c.IsClosed() && !errors.Is(err, store.ErrUnsure)
}

// unreachable reports whether a session could not be had for now: an answer such as a wrong
// password stays as it is.
func unreachable(err error) bool {
	if said, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains(passing, said.Code)
	}
	return !lasting(err)
}

// read calls do in a transaction that sees one state of the database.
func (db *DB) read(ctx context.Context, do func(context.Context, *conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.again(ctx, func(ctx context.Context, c *conn) error {
		if _, err := c.Exec(ctx, "begin isolation level repeatable read read only"); err != nil {
			return err
		}
		if err := do(ctx, c); err != nil {
			return err
		}
		_, err := c.Exec(ctx, "commit")
		return err
	})
}

// write calls do in a transaction, and again from its beginning if that must be retried.
func (db *DB) write(ctx context.Context, op string, do func(context.Context, *conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.hook(op + ".before")
	err := db.again(ctx, func(ctx context.Context, c *conn) error { return db.transact(ctx, c, op, do) })
	if err != nil && !errors.Is(err, store.ErrClosed) && !errors.Is(err, store.ErrUnsure) {
		err = fmt.Errorf("store: nothing was written: %w", err)
	}
	db.hook(op + ".after")
	return err
}

// exec carries out one statement in a transaction, and returns the number of changed rows.
func (db *DB) exec(ctx context.Context, op, sql string, args ...any) (n int, err error) {
	err = db.write(ctx, op, func(ctx context.Context, c *conn) error {
		tag, err := c.Exec(ctx, sql, args...)
		n = int(tag.RowsAffected())
		return err
	})
	return n, err
}

// transact is one attempt of write.
func (db *DB) transact(ctx context.Context, c *conn, op string, do func(context.Context, *conn) error) error {
	w, err := c.writer(ctx)
	if err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "begin"); err != nil {
		return err
	}
	if err := do(ctx, c); err != nil {
		return err
	}
	db.hook(op + ".within")
	// From here on, a caller that gives up must not leave the result uncertain.
	ctx = context.WithoutCancel(ctx)
	w.count++
	b := &pgx.Batch{}
	// A transaction without writes needs no row, and no flush of the server's log.
	b.Queue("update writers set count = $2, at = now() where id = $1 and pg_current_xact_id_if_assigned() is not null", w.id, w.count)
	b.Queue("commit")
	within, cancel := context.WithTimeout(ctx, db.patience)
	defer cancel()
	if err = c.send(within, b); err != nil && c.IsClosed() {
		ctx, cancel := context.WithTimeout(ctx, db.patience)
		defer cancel()
		return db.outcome(ctx, *w, err)
	}
	return err
}

// writer is a session with the number of its transactions that have written. It is in the database
// after each, so that another session can ask what became of one. The number that PostgreSQL
// gives a transaction would not do: a server that was killed may give it again.
type writer struct{ id, count int64 }

// writer returns the session's row, which its first write creates.
func (c *conn) writer(ctx context.Context) (*writer, error) {
	const name = "railpost writer"
	kept := c.PgConn().CustomData()
	if w, ok := kept[name].(*writer); ok {
		return w, nil
	}
	// The pool ends a session after an hour.
	w := &writer{}
	err := c.QueryRow(ctx, "with old as (delete from writers where at < now() - interval '1 day') insert into writers default values returning id").Scan(&w.id)
	if err != nil {
		return nil, err
	}
	kept[name] = w
	return w, nil
}

// outcome finds out whether a transaction with an unanswered COMMIT was kept: it returns nil, or the
// connection's error, so that it is retried, or store.ErrUnsure.
func (db *DB) outcome(ctx context.Context, w writer, lost error) error {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		count, err := db.counted(ctx, w.id)
		var said *pgconn.PgError
		switch {
		case errors.Is(err, pgx.ErrNoRows), errors.As(err, &said) && !slices.Contains(passing, said.Code):
			// Another server, which may be behind.
			return fmt.Errorf("%w: %w", store.ErrUnsure, errors.Join(lost, err))
		case err == nil && count == w.count:
			return nil
		case err == nil:
			return lost
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", store.ErrUnsure, errors.Join(lost, err))
		case <-time.After(pause):
		}
	}
}

// counted returns a lost session's number, through a new session. The row is locked while the server still
// works on the lost transaction.
func (db *DB) counted(ctx context.Context, id int64) (count int64, err error) {
	c, err := pgx.ConnectConfig(ctx, db.pool.Config().ConnConfig)
	if err != nil {
		return 0, err
	}
	err = c.QueryRow(ctx, "select count from writers where id = $1 for update", id).Scan(&count)
	return count, errors.Join(err, c.Close(ctx))
}

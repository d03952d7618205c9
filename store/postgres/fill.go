package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Fill makes the store of a database that has none, or an empty one; see store.Fill. Tables and rows are one
// transaction. Errors: store.ErrNotEmpty, store.ErrLocked, store.ErrUnsure, store.ErrLayout.
func Fill(ctx context.Context, url string, o Options) store.Fill {
	return func(rows store.Rows, same func(store.Rows) error) error {
		db, err := connect(ctx, url, o)
		if err != nil {
			return err
		}
		defer db.pool.Close()
		next, stop := iter.Pull2(rows)
		defer stop()
		f := &feed{take: next}
		var differs error
		err, _ = db.once(ctx, func(ctx context.Context, c *conn) error {
			return c.fill(ctx, db, f, func(rows store.Rows) error {
				differs = same(rows)
				return differs
			})
		})
		if err != nil && f.err == nil && differs == nil {
			conf := db.pool.Config().ConnConfig
			err = fmt.Errorf("store: filling database %s on %s: %w", conf.Database, conf.Host, advised(err))
		}
		return err
	}
}

func (c *conn) fill(ctx context.Context, db *DB, rows *feed, same func(store.Rows) error) error {
	there, err := hasTables(ctx, c.Conn)
	if err == nil && there {
		err = readySchema(ctx, c.Conn, true)
	}
	if err == nil {
		_, err = c.Exec(ctx, "begin; "+patient)
	}
	if err != nil {
		return err
	}
	if err := c.lockOwner(ctx); err != nil {
		return err
	}
	if !there {
		err = makeTables(ctx, c.Conn)
	} else if filled, ferr := c.filled(ctx); ferr != nil || filled {
		err = errors.Join(ferr, store.ErrNotEmpty)
	}
	if err == nil {
		err = c.copyAll(ctx, rows)
	}
	if err == nil { // or the daemon's first statements are planned for empty tables
		_, err = c.Exec(ctx, "analyze games, records, beside, snapshots, mails, letters, sent, due, service")
	}
	if err != nil {
		return err
	}
	faults, err := c.check(ctx)
	for _, f := range faults {
		err = errors.Join(err, &f)
	}
	if err == nil {
		err = same(c.rows(ctx))
	}
	if err != nil {
		return err
	}
	// From here on, a caller's timeout must not leave the result uncertain.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), db.patience)
	defer cancel()
	if _, err = c.Exec(ctx, "commit"); err != nil && c.IsClosed() {
		return db.whetherFilled(ctx, err)
	}
	return err
}

// lockOwner locks the database for itself until the transaction ends. As a session does, it waits a moment:
// the server notices a little later that a process which had it has ended.
func (c *conn) lockOwner(ctx context.Context) error {
	for began := time.Now(); ; time.Sleep(usual.LockWait / 10) {
		var free bool
		if err := c.QueryRow(ctx, "select pg_try_advisory_xact_lock($1)", ownerKey).Scan(&free); err != nil || free {
			return err
		}
		if time.Since(began) > usual.LockWait {
			return fmt.Errorf("%w (a daemon, here or on another machine)", store.ErrLocked)
		}
	}
}

// filled reports whether the tables hold anything.
func (c *conn) filled(ctx context.Context) (yes bool, err error) {
	err = c.QueryRow(ctx, `select exists (select from games) or exists (select from mails) or exists (select from letters)
		or exists (select from sent) or exists (select from due) or exists (select from service)`).Scan(&yes)
	return yes, err
}

// whetherFilled finds out the result of an unanswered COMMIT: once the lock can be had, the transaction is over.
func (db *DB) whetherFilled(ctx context.Context, lost error) error {
	filled := false
	err := db.again(ctx, func(ctx context.Context, c *conn) error {
		if _, err := c.Exec(ctx, "begin"); err != nil {
			return err
		}
		if _, err := c.Exec(ctx, "select pg_advisory_xact_lock($1)", ownerKey); err != nil {
			return err
		}
		there, err := hasTables(ctx, c.Conn)
		if err == nil && there {
			filled, err = c.filled(ctx)
		}
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", store.ErrUnsure, errors.Join(lost, err))
	case filled:
		return nil
	}
	return lost
}

// feed is rows with one of them at hand.
type feed struct {
	take func() (store.Row, error, bool)
	row  store.Row
	ok   bool // there is a row
	err  error
}

func (f *feed) advance() {
	f.row, f.err, f.ok = f.take()
	f.ok = f.ok && f.err == nil
}

// copyAll writes all rows, with one COPY for consecutive rows of a table.
func (c *conn) copyAll(ctx context.Context, f *feed) error {
	for f.advance(); f.ok; {
		if f.row.Table == kv.Numbers {
			b, last, err := kv.ReadNumber(f.row)
			if err == nil && last > 0 {
				_, err = c.Exec(ctx, "select setval($1::text::regclass, $2)", sequences[b], last)
			}
			if err != nil {
				return err
			}
			f.advance()
			continue
		}
		form, ok := forms[f.row.Table]
		if !ok {
			return fmt.Errorf("store: there is no table for %s", f.row.Table)
		}
		_, err := c.CopyFrom(ctx, pgx.Identifier{form.table}, form.columns, &copying{f, f.row.Table, form.values})
		if f.err != nil { // the server knows only that there was one
			return f.err
		}
		if err != nil {
			return err
		}
	}
	return f.err
}

// copying is the consecutive rows of one table.
type copying struct {
	*feed
	table string
	form  func(f *feed) ([]any, error)
}

func (c *copying) Next() bool { return c.ok && c.row.Table == c.table }
func (c *copying) Err() error { return c.err }

func (c *copying) Values() ([]any, error) {
	values, err := c.form(c.feed)
	if err != nil && c.err == nil {
		c.err = err
	}
	if c.err == nil {
		c.advance()
	}
	return values, err
}

// form is how rows become rows of a table here.
type form struct {
	table   string
	columns []string
	values  func(f *feed) ([]any, error)
}

var forms = map[string]form{
	kv.Games.String(): {"games", []string{"id", "name", "rev", "seq", "last", "doc"}, func(f *feed) ([]any, error) {
		id, h, err := kv.ReadGame(f.row)
		return []any{id, f.row.Key, h.Rev, h.Seq, h.Last[:], pack(h.Doc)}, err
	}},
	kv.Records.String(): {"records", []string{"game", "seq", "hash", "payload"}, func(f *feed) ([]any, error) {
		id, seq, err := kv.ReadOfGame(f.row)
		if err != nil {
			return nil, err
		}
		hash, payload, err := kv.ReadRecord(f.row)
		return []any{id, seq, hash, packPayload(payload)}, err
	}},
	kv.Texts.String():     {"beside", []string{"game", "seq", "body"}, ofGame},
	kv.Snapshots.String(): {"snapshots", []string{"game", "seq", "body"}, ofGame},
	kv.Mails.String():     {"mails", []string{"key", "attempts", "mark", "at", "number", "facts", "body"}, mailValues},
	kv.Letters.String(): {"letters", append([]string{"id", "leased"}, letterNames...), func(f *feed) ([]any, error) {
		l, err := kv.ReadLetter(f.row)
		return append([]any{l.ID, int64(never)}, letterRow(&l)...), err
	}},
	kv.Sent.String(): {"sent", sentNames, func(f *feed) ([]any, error) {
		l, err := kv.ReadSent(f.row)
		return sentRow(f.row.Key, &l), err
	}},
	kv.Due.String(): {"due", []string{"at", "game", "kind", "seat", "body"}, func(f *feed) ([]any, error) {
		d, err := kv.ReadDue(f.row)
		if err == nil && (d.At.Before(first) || d.At.After(last)) {
			err = fmt.Errorf("store: game %s: the due time of %s, %s, is out of range for PostgreSQL", d.Game, d.Kind, d.At)
		}
		return append(dueKey(d), pack(d.Data)), err
	}},
	kv.Values.String(): {"service", []string{"key", "body"}, func(f *feed) ([]any, error) {
		return []any{f.row.Key, pack(f.row.Value)}, nil
	}},
}

func ofGame(f *feed) ([]any, error) {
	id, seq, err := kv.ReadOfGame(f.row)
	return []any{id, seq, pack(f.row.Value)}, err
}

// mailValues joins the row of a kept mail with that of its record.
func mailValues(f *feed) ([]any, error) {
	key := f.row.Key
	attempts, mark, kept, err := kv.ReadMail(f.row)
	if err != nil {
		return nil, err
	}
	var handled []byte
	if mark != nil {
		handled = pack(kv.EncodeMark(mark))
	}
	if !kept {
		return []any{key, attempts, handled, nil, nil, nil, nil}, nil
	}
	if f.advance(); !f.ok || f.row.Table != kv.Raw.String() {
		return nil, errors.Join(f.err, fmt.Errorf("store: mail %s is missing", kv.Text(key)))
	}
	number, m, err := kv.ReadKept(f.row)
	return []any{key, attempts, handled, nanos(m.At), number, pack(kv.EncodeMail(&m)), pack(m.Bytes)}, err
}

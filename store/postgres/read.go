package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"

	"railpost/store"
	"railpost/store/deflate"
)

// packPayload is the form of a record's payload: the chain covers it, so it has no checksum.
func packPayload(payload []byte) []byte { return append([]byte{}, deflate.Pack(payload)...) }

const headQuery = "select id, name, rev, seq, last, doc from games"

func scanHead(row pgx.Row) (id int64, h store.Head, err error) {
	var name, last, doc []byte
	if err = row.Scan(&id, &name, &h.Rev, &h.Seq, &last, &doc); err != nil {
		return 0, h, err
	}
	h.Game = string(name)
	copy(h.Last[:], last)
	if h.Doc, err = unpack(doc, "the document"); err != nil || len(last) != len(h.Last) {
		return id, h, damaged(h.Game, "games %q", name)
	}
	return id, h, nil
}

func headOf(row pgx.Row) (store.Head, error) {
	_, h, err := scanHead(row)
	return h, err
}

// headsPage is the number of heads read in one statement.
const headsPage = 256

// Heads calls f outside any transaction, so that it may write.
func (db *DB) Heads(ctx context.Context, f func(store.Head) error) error {
	for from := []byte{}; ; {
		page, err := listOf(ctx, db, headOf, headQuery+" where name > $1 order by name limit $2", from, headsPage)
		if err != nil {
			return err
		}
		for _, h := range page {
			if err := f(h); err != nil {
				return err
			}
		}
		if len(page) < headsPage {
			return nil
		}
		from = []byte(page[len(page)-1].Game)
	}
}

// query calls scan with each row of an answer, and reset before each attempt.
func (db *DB) query(ctx context.Context, scan func(pgx.Rows) error, reset func(), sql string, args ...any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.again(ctx, func(ctx context.Context, c *conn) error {
		reset()
		return c.each(ctx, scan, sql, args...)
	})
}

// scanner reads a row.
type scanner[T any] func(pgx.Row) (T, error)

// listOf returns the rows of an answer.
func listOf[T any](ctx context.Context, db *DB, scan scanner[T], sql string, args ...any) (out []T, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	err = db.again(ctx, func(ctx context.Context, c *conn) (err error) {
		out, err = rowsOf(ctx, c, scan, sql, args...)
		return err
	})
	return out, err
}

// rowsOf is listOf within a transaction.
func rowsOf[T any](ctx context.Context, c *conn, scan scanner[T], sql string, args ...any) (out []T, err error) {
	err = c.each(ctx, func(rows pgx.Rows) error {
		v, err := scan(rows)
		out = append(out, v)
		return err
	}, sql, args...)
	return out, err
}

// oneOf returns the row of a result, if there is one.
func oneOf[T any](ctx context.Context, db *DB, scan scanner[T], sql string, args ...any) (out T, ok bool, err error) {
	err = db.query(ctx, func(rows pgx.Rows) (err error) {
		out, err = scan(rows)
		ok = err == nil
		return err
	}, func() { ok = false }, sql, args...)
	return out, ok, err
}

// column scans a row of one column.
func column[T any](row pgx.Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}

// each calls scan with each row of an answer.
func (c *conn) each(ctx context.Context, scan func(pgx.Rows) error, sql string, args ...any) error {
	rows, err := c.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	return scanAll(rows, scan)
}

func scanAll(rows pgx.Rows, scan func(pgx.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Head returns one game's head.
func (db *DB) Head(ctx context.Context, game string) (store.Head, error) {
	return gameRow(ctx, db, headOf, headQuery+" where name = $1", game)
}

// gameRow is oneOf for the row of a game, which must exist.
func gameRow[T any](ctx context.Context, db *DB, scan scanner[T], sql, game string) (T, error) {
	out, ok, err := oneOf(ctx, db, scan, sql, []byte(game))
	if err == nil && !ok {
		err = store.ErrNoGame
	}
	return out, err
}

// readHead is Head within a transaction.
func readHead(ctx context.Context, c *conn, game string) (int64, store.Head, error) {
	id, h, err := scanHead(c.QueryRow(ctx, headQuery+" where name = $1", []byte(game)))
	if errors.Is(err, pgx.ErrNoRows) {
		err = store.ErrNoGame
	}
	return id, h, err
}

// Load reads one consistent cut; see store.Store.
func (db *DB) Load(ctx context.Context, game string, upTo uint64, full bool) (out store.Log, err error) {
	err = db.read(ctx, func(ctx context.Context, c *conn) error {
		id, h, err := readHead(ctx, c, game)
		if err != nil {
			return err
		}
		if upTo == 0 || upTo > h.Seq {
			upTo = h.Seq
		}
		out = store.Log{Head: h}
		if out.Snapshot, err = newestSnapshot(ctx, c, id, upTo); err != nil {
			return err
		}
		from := uint64(1)
		if out.Snapshot != nil && !full {
			from = out.Snapshot.Seq + 1
		}
		out.Records, err = records(ctx, c, id, &h, from, h.Seq, none)
		return err
	})
	return out, err
}

// newestSnapshot returns the newest intact snapshot at or before record upTo. A damaged one is
// skipped, since a game can be replayed without it.
func newestSnapshot(ctx context.Context, c *conn, game int64, upTo uint64) (out *store.Snapshot, err error) {
	err = c.each(ctx, func(rows pgx.Rows) error {
		var seq uint64
		var body []byte
		if err := rows.Scan(&seq, &body); err != nil {
			return err
		}
		if data, err := unpack(body, "a snapshot"); err == nil && out == nil {
			out = &store.Snapshot{Seq: seq, Data: data}
		}
		return nil
	}, "select seq, body from snapshots where game = $1 and seq <= $2 order by seq desc", game, upTo)
	return out, err
}

// Records returns records from <= Seq <= to of a game. It needs no transaction, since those that the head has
// stay as they are.
func (db *DB) Records(ctx context.Context, game string, from, to uint64) (out []store.Record, err error) {
	err = db.again(ctx, func(ctx context.Context, c *conn) error {
		id, h, err := readHead(ctx, c, game)
		if err != nil {
			return err
		}
		out = nil
		if from, to := max(from, 1), min(to, h.Seq); from <= to {
			out, err = records(ctx, c, id, &h, from, to, to)
		}
		return err
	})
	return out, err
}

const recordsQuery = `select r.game, r.seq, r.hash, r.payload, b.body from records r left join beside b using (game, seq)`

// none is a number that no record has.
const none = 1<<63 - 1

// records reads and verifies records from to to of a game, and that there is no other up to last.
func records(ctx context.Context, c *conn, game int64, h *store.Head, from, to, last uint64) ([]store.Record, error) {
	out := make([]store.Record, 0, to+1-from)
	chain := chain{head: h, next: from}
	if from > 1 { // for its hash
		chain.next, chain.first = from-1, true
	}
	err := c.each(ctx, func(rows pgx.Rows) error {
		r, err := chain.scan(rows)
		if err == nil && r.Seq >= from {
			out = append(out, r)
		}
		return err
	}, recordsQuery+" where game = $1 and seq between $2 and $3 order by seq", game, chain.next, last)
	if err == nil {
		err = chain.end(to)
	}
	return out, err
}

// chain verifies the records of a game in their order.
type chain struct {
	head  *store.Head
	next  uint64 // the record that must come
	first bool   // it is there only for its hash
	prev  store.Hash
}

func (c *chain) bad(seq uint64, format string, args ...any) error {
	return &store.Corrupt{Game: c.head.Game, Seq: seq, What: fmt.Sprintf(format, args...) + "; restore from a backup"}
}

func (c *chain) scan(rows pgx.Rows) (r store.Record, err error) {
	var game int64
	var hash, payload, beside []byte
	if err := rows.Scan(&game, &r.Seq, &hash, &payload, &beside); err != nil {
		return r, err
	}
	return r, c.link(&r, hash, payload, beside)
}

// link verifies and fills in the next record.
func (c *chain) link(r *store.Record, hash, payload, beside []byte) (err error) {
	switch {
	case r.Seq > c.head.Seq:
		return c.bad(r.Seq, "comes after the last record, %d", c.head.Seq)
	case r.Seq != c.next:
		return c.bad(c.next, "is missing")
	}
	text, err := deflate.Unpack(payload)
	r.Payload = append([]byte{}, text...)
	if r.Hash = store.Chain(c.prev, r.Payload); c.first {
		c.first = false
		copy(r.Hash[:], hash)
	}
	if err != nil || string(r.Hash[:]) != string(hash) {
		return c.bad(r.Seq, "does not match its hash")
	}
	if r.Texts, err = unpack(beside, "what is stored separately"); err != nil {
		return c.bad(r.Seq, "what is stored separately does not match its checksum")
	}
	c.prev, c.next = r.Hash, r.Seq+1
	return nil
}

// end verifies that record to was the last and, if it is the game's last, that the head names it.
func (c *chain) end(to uint64) error {
	switch {
	case c.next <= to:
		return c.bad(c.next, "is missing")
	case to == c.head.Seq && c.next > 1 && c.prev != c.head.Last:
		return c.bad(to, "is not the last one written")
	}
	return nil
}

// Get returns a service-wide value.
func (db *DB) Get(ctx context.Context, key string) ([]byte, error) {
	v, err := store.BasisOf(ctx).Value(key, func() (out []byte, err error) {
		err = db.again(ctx, func(ctx context.Context, c *conn) (err error) {
			out, err = c.value(ctx, key)
			return err
		})
		return out, err
	})
	return bytes.Clone(v), err
}

func (c *conn) value(ctx context.Context, key string) (out []byte, err error) {
	err = c.each(ctx, func(rows pgx.Rows) (err error) {
		_, out, err = scanValue(rows)
		return err
	}, "select key, body from service where key = $1", []byte(key))
	return out, err
}

func scanValue(row pgx.Row) (string, []byte, error) {
	var key, body []byte
	if err := row.Scan(&key, &body); err != nil {
		return "", nil, err
	}
	out, err := unpack(body, "value %q", key)
	return string(key), append([]byte{}, out...), err
}

// Values returns all service-wide values whose key begins with prefix.
func (db *DB) Values(ctx context.Context, prefix string) (map[string][]byte, error) {
	all, err := store.BasisOf(ctx).Values(prefix, func() (out map[string][]byte, err error) {
		err = db.again(ctx, func(ctx context.Context, c *conn) (err error) {
			out, err = c.values(ctx, prefix)
			return err
		})
		return out, err
	})
	return maps.Clone(all), err
}

func (c *conn) values(ctx context.Context, prefix string) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := c.each(ctx, func(rows pgx.Rows) error {
		k, v, err := scanValue(rows)
		out[k] = v
		return err
	}, "select key, body from service where key >= $1 and substr(key, 1, length($1)) = $1", []byte(prefix))
	return out, err
}

// Rev returns how often a game has been changed.
func (db *DB) Rev(ctx context.Context, game string) (uint64, error) {
	return gameRow(ctx, db, column[uint64], "select rev from games where name = $1", game)
}

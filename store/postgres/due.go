package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/store"
)

const dueQuery = "select at, game, kind, seat, body from due"

// dueKey is the key of a row. Seats sort as in the other adapters, -1 last.
func dueKey(d store.Due) []any {
	return []any{nanos(d.At), []byte(d.Game), []byte(d.Kind), int64(uint32(int32(d.Seat)))}
}

// scanDue leaves unreadable rows to the caller: *store.Corrupt next to the row's key.
func scanDue(row pgx.Row) (d store.Due, err error) {
	var at, seat int64
	var game, kind, body []byte
	if err = row.Scan(&at, &game, &kind, &seat, &body); err != nil {
		return d, err
	}
	d.At, d.Game, d.Kind, d.Seat = fromNanos(at), string(game), string(kind), int(int32(uint32(seat)))
	if d.Data, err = unpack(body, "due"); err != nil {
		err = damaged(d.Game, "the %s of %s", d.Kind, d.At)
	}
	return d, err
}

func scanDues(rows pgx.Rows) (out []store.Due, err error) {
	err = scanAll(rows, func(rows pgx.Rows) error {
		d, err := scanDue(rows)
		out = append(out, d)
		return err
	})
	return out, err
}

// DueBefore lists rows with At <= t, earliest first.
func (db *DB) DueBefore(ctx context.Context, t time.Time, n int) (out []store.Due, err error) {
	var bad error
	err = db.query(ctx, func(rows pgx.Rows) error {
		d, err := scanDue(rows)
		var damage *store.Corrupt
		switch {
		case errors.As(err, &damage):
			bad = err
		case err != nil:
			return err
		case n <= 0 || len(out) < n:
			out = append(out, d)
		}
		return nil
	}, func() { out, bad = nil, nil }, dueQuery+" where at <= $1 order by at, game, kind, seat limit nullif($2, 0)", nanos(t), max(n, 0))
	return out, errors.Join(err, bad)
}

// DueOf lists the rows of one game, earliest first.
func (db *DB) DueOf(ctx context.Context, game string) ([]store.Due, error) {
	return listOf(ctx, db, scanDue, dueQuery+" where game = $1 order by at, game, kind, seat", []byte(game))
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"railpost/store"
)

// Check verifies every chain and every checksum, and that the columns for finding letters agree with the
// letters. It reads one consistent state and then reports.
func (db *DB) Check(ctx context.Context, report func(store.Corrupt)) error {
	var faults []store.Corrupt
	err := db.read(long(ctx), func(ctx context.Context, c *conn) (err error) {
		if _, err = c.Exec(ctx, patient); err == nil {
			faults, err = c.check(ctx)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range faults {
		report(f)
	}
	return nil
}

// check is Check within a transaction.
func (c *conn) check(ctx context.Context) ([]store.Corrupt, error) {
	ch := &checker{c: c, heads: map[int64]store.Head{}}
	for _, part := range []func(context.Context) error{ch.games, ch.records, ch.snapshots, ch.mails, ch.letters, ch.others} {
		if err := part(ctx); err != nil {
			return nil, err
		}
	}
	return ch.faults, nil
}

type checker struct {
	c      *conn
	heads  map[int64]store.Head
	faults []store.Corrupt
}

// found notes damage; it returns any other error.
func (c *checker) found(err error) error {
	if bad, ok := errors.AsType[*store.Corrupt](err); ok {
		c.faults = append(c.faults, *bad)
		return nil
	}
	return err
}

func (c *checker) fault(game, format string, args ...any) {
	c.faults = append(c.faults, store.Corrupt{Game: game, What: fmt.Sprintf(format, args...)})
}

func (c *checker) each(ctx context.Context, scan func(pgx.Rows) error, sql string) error {
	return c.c.each(ctx, func(rows pgx.Rows) error { return c.found(scan(rows)) }, sql)
}

func (c *checker) games(ctx context.Context) error {
	return c.each(ctx, func(rows pgx.Rows) error {
		id, h, err := scanHead(rows)
		if err == nil {
			h.Doc = nil // for all games it would be large
			c.heads[id] = h
		}
		return err
	}, headQuery)
}

// records verifies the chains of all games in one pass. It reports only the first fault of a game: records
// after a broken link cannot be judged.
func (c *checker) records(ctx context.Context) error {
	chains := map[int64]*chain{}
	for id, h := range c.heads {
		chains[id] = &chain{head: &h, next: 1}
	}
	broken := map[int64]bool{}
	err := c.each(ctx, func(rows pgx.Rows) error {
		var id int64
		var r store.Record
		var hash, payload, beside []byte
		if err := rows.Scan(&id, &r.Seq, &hash, &payload, &beside); err != nil {
			return err
		}
		chain := chains[id]
		if chain == nil || broken[id] { // the head of the game has been reported, or its chain
			return nil
		}
		err := chain.link(&r, hash, payload, beside)
		broken[id] = err != nil
		return err
	}, recordsQuery+" order by r.game, r.seq")
	for id, chain := range chains {
		if err == nil && !broken[id] {
			err = c.found(chain.end(chain.head.Seq))
		}
	}
	return err
}

func (c *checker) snapshots(ctx context.Context) error {
	return c.each(ctx, func(rows pgx.Rows) error {
		var id int64
		var seq uint64
		var body []byte
		if err := rows.Scan(&id, &seq, &body); err != nil {
			return err
		}
		h := c.heads[id]
		if _, err := unpack(body, ""); err != nil {
			c.fault(h.Game, "the snapshot after record %d does not match its checksum; the game is replayed without it", seq)
		} else if h.Game != "" && seq > h.Seq {
			c.fault(h.Game, "a snapshot comes after the last record")
		}
		return nil
	}, "select game, seq, body from snapshots")
}

func (c *checker) mails(ctx context.Context) error {
	err := c.each(ctx, func(rows pgx.Rows) error {
		var key, mark []byte
		if err := rows.Scan(&key, &mark); err != nil {
			return err
		}
		_, err := readMark(string(key), mark)
		return err
	}, "select key, mark from mails where mark is not null")
	if err != nil {
		return err
	}
	return c.each(ctx, func(rows pgx.Rows) error {
		_, err := scanMail(rows)
		return err
	}, mailsQuery+" where at is not null")
}

func (c *checker) letters(ctx context.Context) error {
	return c.each(ctx, func(rows pgx.Rows) error {
		var addressee, queued, next int64
		var state int
		var group []byte
		l, err := scanLetter(columns{rows, []any{&addressee, &state, &group, &queued, &next}})
		if err != nil {
			return err
		}
		if addressee != hash64("to", l.To) || state != slices.Index(states, l.State) || string(group) != l.Group ||
			queued != nanos(l.Queued) || next != nanos(l.NextTry) {
			c.fault(l.Game, "letter %d is not found by what it is", l.ID)
		}
		return nil
	}, letterColumns+", l.addressee, l.state, l.grp, l.queued, l.next_try from letters l")
}

// columns is a row with more columns than a function scans.
type columns struct {
	pgx.Rows
	more []any
}

func (c columns) Scan(dest ...any) error { return c.Rows.Scan(append(dest, c.more...)...) }

// others are the sent letters, the due rows and the values.
func (c *checker) others(ctx context.Context) error {
	return errors.Join(
		c.each(ctx, func(rows pgx.Rows) error { _, err := scanSent(rows); return err }, sentQuery),
		c.each(ctx, func(rows pgx.Rows) error { _, err := scanDue(rows); return err }, dueQuery),
		c.each(ctx, func(rows pgx.Rows) error { _, _, err := scanValue(rows); return err }, "select key, body from service"),
	)
}

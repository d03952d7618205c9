package postgres

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"railpost/store"
	"railpost/store/internal/kv"
)

var states = []store.LetterState{store.Waiting, store.Sending, store.Failed} // their index is their number

// letterNames are the columns of a letterRow.
var letterNames = []string{"game", "addressee", "state", "grp", "queued", "next_try", "facts", "body", "said", "rank"}

func letterRow(l *store.Letter) []any {
	var group []byte
	if l.Group != "" {
		group = []byte(l.Group)
	}
	return []any{[]byte(l.Game), hash64("to", l.To), slices.Index(states, l.State), group, nanos(l.Queued), nanos(l.NextTry),
		pack(kv.EncodeLetter(l)), packed(l.Bytes), packed(l.Said), l.Rank()}
}

const letterColumns = "select l.id, l.game, l.leased, l.facts, l.body, l.said"

const letterQuery = letterColumns + " from letters l"

// bareQuery is letterQuery without Bytes and Said.
const bareQuery = "select l.id, l.game, l.leased, l.facts, null::bytea, null::bytea from letters l"

func scanLetter(row pgx.Row) (l store.Letter, err error) {
	var id uint64
	var game, facts, body, said []byte
	var leased int64
	if err = row.Scan(&id, &game, &leased, &facts, &body, &said); err != nil {
		return l, err
	}
	if l, err = readLetter(id, facts, said); err == nil {
		l.Bytes, err = unpack(body, "")
	}
	if err != nil {
		return l, damaged(string(game), "letter %d", id)
	}
	l.Game, l.Leased = string(game), fromNanos(leased)
	return l, nil
}

// readLetter decodes the two columns of a letter.
func readLetter(id uint64, facts, said []byte) (l store.Letter, err error) {
	if facts, err = unpack(facts, ""); err == nil {
		l, err = kv.DecodeLetter(id, facts)
	}
	if err == nil {
		l.Said, err = unpack(said, "")
	}
	return l, err
}

// Letters lists the outbox in order of ID.
func (db *DB) Letters(ctx context.Context) ([]store.Letter, error) {
	return listOf(ctx, db, scanLetter, letterQuery+" order by l.id")
}

// Letter returns one letter of the outbox.
func (db *DB) Letter(ctx context.Context, id uint64) (l store.Letter, ok bool, err error) {
	return oneOf(ctx, db, scanLetter, letterQuery+" where l.id = $1", id)
}

// Waiting returns the letters of some groups that nobody has attempted.
func (db *DB) Waiting(ctx context.Context, groups []string) ([]store.Letter, error) {
	names := make([][]byte, len(groups))
	for i, g := range groups {
		names[i] = []byte(g)
	}
	return listOf(ctx, db, scanLetter, bareQuery+" where grp = any($1) and state = 0 order by l.id", names)
}

// Outbox returns the number of letters in the outbox without reading them.
func (db *DB) Outbox(ctx context.Context) (int, error) {
	n, _, err := oneOf(ctx, db, column[int], "select count(*) from letters")
	return n, err
}

// Oldest returns when the first letter that must still be sent was queued.
func (db *DB) Oldest(ctx context.Context) (time.Time, error) {
	at, ok, err := oneOf(ctx, db, column[int64], "select queued from letters where state < 2 order by id limit 1")
	if !ok {
		return time.Time{}, err
	}
	return fromNanos(at), err
}

// change calls f with some letters, locked in the order of their numbers, and writes those for which it returns
// nil. query reads them. A missing letter is nil.
func (db *DB) change(ctx context.Context, op, query string, ids []uint64, f func(ctx context.Context, c *conn, i int, l *store.Letter) (write bool, refusal, err error)) []error {
	errs := make([]error, len(ids))
	err := db.write(ctx, op, func(ctx context.Context, c *conn) error {
		clear(errs)
		found, err := c.letters(ctx, query, ids)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		for i, id := range ids {
			l := found[id]
			if l == nil {
				errs[i] = fmt.Errorf("%w: %d", store.ErrNoLetter, id)
				continue
			}
			was := *l
			write, refusal, err := f(ctx, c, i, l)
			if errs[i] = refusal; err != nil {
				return err
			}
			if refusal == nil && write {
				row := *l
				same := bytes.Equal(l.Bytes, was.Bytes) && bytes.Equal(l.Said, was.Said)
				if same { // they stay as they are packed there
					row.Bytes, row.Said = nil, nil
				}
				b.Queue(`update letters set game = $2, addressee = $3, state = $4, grp = $5, queued = $6, next_try = $7, facts = $8,
					body = case when $13 then body else $9 end, said = case when $13 then said else $10 end, rank = $11, leased = $12
					where id = $1`, append(append([]any{id}, letterRow(&row)...), nanos(l.Leased), same)...)
			}
		}
		return c.send(ctx, b)
	})
	if err != nil {
		return slices.Repeat([]error{err}, len(ids))
	}
	return errs
}

// letters reads and locks letters.
func (c *conn) letters(ctx context.Context, query string, ids []uint64) (map[uint64]*store.Letter, error) {
	out := map[uint64]*store.Letter{}
	err := c.each(ctx, func(rows pgx.Rows) error {
		l, err := scanLetter(rows)
		out[l.ID] = &l
		return err
	}, query+" where l.id = any($1) order by l.id for update", ids)
	return out, err
}

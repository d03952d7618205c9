package postgres

import (
	"context"
	"fmt"
	"maps"
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
	return listOf(ctx, db, scanLetter, `select l.id, l.game, l.leased, l.facts, null::bytea, null::bytea from letters l
		where grp = any($1) and state = 0 order by l.id`, names)
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

// isDue is store.Letter.Due, for the letters of the innermost query.
const isDue = "(next_try <= $1 or next_try > $1 + $3)"

// candidates are the first letters of their addressees and games that nobody holds, which have
// their locks: another process that claims at the same time passes over them.
const candidates = `with first as materialized (
	select l.id, l.rank, l.game, l.addressee from letters l
	where l.state < 2 and ` + isDue + ` and l.leased <= $1
	and not exists (select from letters h where h.addressee = l.addressee and h.game = l.game and h.state < 2 and h.leased > $1)
	and not exists (select from letters h where h.addressee = l.addressee and h.game = l.game and h.state < 2
		and ` + isDue + ` and (h.rank, h.id) < (l.rank, l.id))
	order by l.rank, l.id limit $2 for update of l skip locked)
select id from first where pg_try_advisory_xact_lock(hashtextextended(encode(game, 'hex'), addressee)) order by rank, id`

// Claim leases letters that are due; see store.Store. The locks of the addressees make sure that held ones are
// seen: a second statement sees the commits of a process that had them before.
func (db *DB) Claim(ctx context.Context, now time.Time, lease time.Duration, n int) (out []store.Letter, err error) {
	if n <= 0 {
		return nil, ctx.Err()
	}
	var ahead time.Duration
	var from, until int64
	err = db.write(ctx, "claim", func(ctx context.Context, c *conn) (err error) {
		if ahead, err = db.measure(ctx, c); err != nil {
			return err
		}
		from, until = nanos(now.Add(-ahead)), nanos(now.Add(lease-ahead))
		out = nil
		ids, err := rowsOf(ctx, c, column[int64], candidates, from, n, int64(store.LongestPause))
		if err != nil || len(ids) == 0 {
			return err
		}
		out, err = rowsOf(ctx, c, scanLetter, `with held as (update letters l set leased = $2 where l.id = any($1)
			and not exists (select from letters h where h.addressee = l.addressee and h.game = l.game and h.state < 2 and h.leased > $3)
			returning l.*) `+letterColumns+" from held l order by l.rank, l.id", ids, until, from)
		return err
	})
	if err != nil {
		return nil, err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	maps.DeleteFunc(db.held, func(_ uint64, t term) bool { return max(t.until, t.next) < from }) // replaced by others
	for i := range out {
		l := &out[i]
		db.held[l.ID] = term{until: until}
		l.NextTry, l.Leased = l.NextTry.Add(ahead), now.Add(lease)
	}
	return out, nil
}

// term is the end of this process's lease of a letter, in the database's time: one of these times; the second
// is being written, or was not confirmed.
type term struct{ until, next int64 }

func (t term) is(until int64) bool { return until == t.until || t.next != 0 && until == t.next }

// leases returns the letters that this process may hold, each with every time at which that may end.
func (db *DB) leases() (ids, until []int64) {
	db.mu.Lock()
	defer db.mu.Unlock()
	for id, l := range db.held {
		ids, until = append(ids, int64(id)), append(until, l.until)
		if l.next != 0 {
			ids, until = append(ids, int64(id)), append(until, l.next)
		}
	}
	return ids, until
}

// prolong ends or extends the leases of this process, of letters that nobody else holds by now.
const prolong = `with own as (select l.id from letters l join unnest($1::bigint[], $2::bigint[]) as h (id, until)
	on l.id = h.id and l.leased = h.until order by l.id for update of l)
update letters l set leased = $3 from own where l.id = own.id returning l.id`

// Hold lengthens the leases of this process; see store.Shared.
func (db *DB) Hold(ctx context.Context, until time.Time) (held []uint64, err error) {
	ids, was := db.leases()
	if len(ids) == 0 {
		return nil, ctx.Err()
	}
	ahead, err := db.Skew(ctx)
	if err != nil {
		return nil, err
	}
	end := nanos(until.Add(-ahead))
	db.mu.Lock()
	for _, id := range ids {
		if l, ok := db.held[uint64(id)]; ok {
			db.held[uint64(id)] = term{l.until, end}
		}
	}
	db.mu.Unlock()
	err = db.write(ctx, "hold", func(ctx context.Context, c *conn) (err error) {
		held, err = rowsOf(ctx, c, column[uint64], prolong, ids, was, end)
		return err
	})
	if err != nil {
		return nil, err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	for _, id := range held {
		if _, ok := db.held[id]; ok {
			db.held[id] = term{until: end}
		}
	}
	return held, nil
}

// lost reports whether a letter claimed by this process is now another's: its lease ran out, and another
// process has claimed it and decides its fate.
func (db *DB) lost(l *store.Letter) bool {
	db.mu.Lock()
	defer db.mu.Unlock()
	own, claimed := db.held[l.ID]
	return claimed && !own.is(nanos(l.Leased))
}

// release forgets that this process holds letters.
func (db *DB) release(ids ...uint64) {
	db.mu.Lock()
	defer db.mu.Unlock()
	for _, id := range ids {
		delete(db.held, id)
	}
}

// giveBack ends the leases of this process, unless they have run out and another holds the letter.
func (db *DB) giveBack(ctx context.Context) error {
	ids, until := db.leases()
	if len(ids) == 0 {
		return nil
	}
	_, err := db.exec(ctx, "release", prolong, ids, until, int64(never))
	return err
}

// change calls f with some letters, locked in the order of their numbers, and writes those for which it returns
// nil. A missing letter is nil.
func (db *DB) change(ctx context.Context, op string, ids []uint64, f func(ctx context.Context, c *conn, i int, l *store.Letter) (write bool, refusal, err error)) []error {
	errs := make([]error, len(ids))
	err := db.write(ctx, op, func(ctx context.Context, c *conn) error {
		clear(errs)
		found, err := c.letters(ctx, ids)
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
			write, refusal, err := f(ctx, c, i, l)
			if errs[i] = refusal; err != nil {
				return err
			}
			if refusal == nil && write {
				b.Queue(`update letters set game = $2, addressee = $3, state = $4, grp = $5, queued = $6, next_try = $7, facts = $8,
					body = $9, said = $10, rank = $11, leased = $12 where id = $1`, append(append([]any{id}, letterRow(l)...), nanos(l.Leased))...)
			}
		}
		return c.send(ctx, b)
	})
	for i := range errs {
		if err != nil {
			errs[i] = err
		}
	}
	return errs
}

// letters reads and locks letters.
func (c *conn) letters(ctx context.Context, ids []uint64) (map[uint64]*store.Letter, error) {
	out := map[uint64]*store.Letter{}
	err := c.each(ctx, func(rows pgx.Rows) error {
		l, err := scanLetter(rows)
		out[l.ID] = &l
		return err
	}, letterQuery+" where l.id = any($1) order by l.id for update", ids)
	return out, err
}

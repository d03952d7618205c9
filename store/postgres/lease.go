package postgres

import (
	"context"
	"maps"
	"time"

	"railpost/store"
)

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

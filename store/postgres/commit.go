package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Commit keeps the given commits, each whole or not at all; see store.Store.
func (db *DB) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	errs := make([]error, len(cs))
	err := db.write(ctx, "commit", func(ctx context.Context, c *conn) error {
		clear(errs)
		if err := lock(ctx, c, cs); err != nil {
			return err
		}
		for i := range cs {
			p := &plan{Commit: &cs[i], now: nanos(db.now())}
			if err := p.read(ctx, c); refused(err) {
				errs[i] = err
				continue
			} else if err != nil {
				return err
			}
			if err := p.keep(ctx, c, db); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return slices.Repeat([]error{err}, len(cs)), err
	}
	db.tellOf(cs, errs)
	return errs, nil
}

// tellOf tells other processes which games have changed; "" stands for letters and values without a game.
func (db *DB) tellOf(cs []store.Commit, errs []error) {
	var games []string
	for i, c := range cs {
		if errs[i] != nil {
			continue
		}
		if games = append(games, c.Game); c.Rename != "" {
			games = append(games, c.Rename)
		}
	}
	db.told.add(games...)
}

// refused reports whether an error concerns one commit and not the others.
func refused(err error) bool {
	var bad *store.Corrupt
	return errors.As(err, &bad) || slices.ContainsFunc([]error{
		store.ErrStale, store.ErrSeen, store.ErrExists, store.ErrInvalid, store.ErrNoGame, store.ErrNoLetter,
	}, func(one error) bool { return errors.Is(err, one) })
}

// lock locks everything that commits depend on, so that no other process decides on it meanwhile: games, mails
// and groups, always in the same order.
func lock(ctx context.Context, c *conn, cs []store.Commit) error {
	var keys []int64
	add := func(kind, name string) {
		if name != "" {
			keys = append(keys, hash64(kind, name))
		}
	}
	for i := range cs {
		add("game", cs[i].Game)
		add("game", cs[i].Rename)
		if cs[i].Mail != nil {
			add("mail", cs[i].Mail.Key)
		}
		if cs[i].Raw != nil {
			add("mail", cs[i].Raw.Key)
		}
		for _, g := range cs[i].DropGroup {
			add("group", g)
		}
		for _, l := range cs[i].Letters {
			add("group", l.Group)
		}
		if rests(&cs[i]) {
			add("service", "values")
		}
	}
	return lockKeys(ctx, c, keys...)
}

// rests reports whether a commit puts values that depend on values it has read. Such commits come one after another.
func rests(c *store.Commit) bool { return len(c.Put) > 0 && !c.Basis.Empty() }

func lockKeys(ctx context.Context, c *conn, keys ...int64) error {
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys)
	_, err := c.Exec(ctx, "select pg_advisory_xact_lock(k) from unnest($1::bigint[]) k", slices.Compact(keys))
	return err
}

// plan is a commit with everything that writing it needs. read may refuse it, keep writes it.
type plan struct {
	*store.Commit
	now  int64
	head store.Head
	done []store.Due // rows to delete
	gone forgotten
}

func (p *plan) read(ctx context.Context, c *conn) error {
	if err := kv.WellFormed(p.Commit); err != nil {
		return err
	}
	if p.Forget != nil {
		if err := p.readForgotten(ctx, c); err != nil {
			return err
		}
	}
	if rests(p.Commit) {
		holds, err := p.Basis.Holds(func(key string) ([]byte, error) { return c.value(ctx, key) },
			func(prefix string) (map[string][]byte, error) { return c.values(ctx, prefix) })
		if err == nil && !holds {
			err = store.ErrStale
		}
		if err != nil {
			return err
		}
	}
	var seen, there, taken bool
	rows := 0
	b := &pgx.Batch{}
	if p.Mail != nil {
		b.Queue("select exists (select from mails where key = $1 and mark is not null)", []byte(p.Mail.Key)).
			QueryRow(func(row pgx.Row) error { return row.Scan(&seen) })
	}
	if p.Game != "" {
		b.Queue(headQuery+" where name = $1", []byte(p.Game)).Query(func(rows pgx.Rows) (err error) {
			for rows.Next() && err == nil {
				there = true
				_, p.head, err = scanHead(rows)
			}
			return errors.Join(err, rows.Err())
		})
	}
	if p.Rename != "" {
		b.Queue("select exists (select from games where name = $1)", []byte(p.Rename)).
			QueryRow(func(row pgx.Row) error { return row.Scan(&taken) })
	}
	for _, d := range p.DueDone {
		b.Queue("select 1 from due where at = $1 and game = $2 and kind = $3 and seat = $4 for update", dueKey(d)...).
			Query(func(r pgx.Rows) error {
				for r.Next() {
					rows++
				}
				return r.Err()
			})
	}
	var ofGame []store.Due
	if p.DueDrop != nil {
		b.Queue(dueQuery+" where game = $1 for update", []byte(p.Game)).Query(func(r pgx.Rows) (err error) {
			ofGame, err = scanDues(r)
			return err
		})
	}
	if err := c.send(ctx, b); err != nil {
		return err
	}
	switch {
	case seen:
		return store.ErrSeen
	case p.Game != "" && !there && p.Expect != 0:
		return store.ErrNoGame
	case there && p.Expect == 0:
		return store.ErrExists
	case there && p.Expect != p.head.Rev:
		return store.ErrStale
	case rows != len(p.DueDone) || twice(p.DueDone):
		return store.ErrStale
	}
	for n := range p.Texts {
		if last := p.head.Seq + uint64(len(p.Append)); n > last {
			return fmt.Errorf("%w: there are separate texts for record %d, but the last record is %d", store.ErrInvalid, n, last)
		}
	}
	if taken {
		return store.ErrExists
	}
	p.done = slices.Concat(p.DueDone, slices.DeleteFunc(ofGame, func(d store.Due) bool { return !p.DueDrop(d) }))
	for _, d := range p.DuePut {
		if d.At.Before(first) || d.At.After(last) {
			return fmt.Errorf("%w: a due time must not be %s", store.ErrInvalid, d.At)
		}
	}
	return nil
}

// twice reports whether a row is named more than once.
func twice(ds []store.Due) bool {
	type key struct {
		at         int64
		game, kind string
		seat       int
	}
	seen := map[key]bool{}
	for _, d := range ds {
		k := key{nanos(d.At), d.Game, d.Kind, d.Seat}
		if seen[k] {
			return true
		}
		seen[k] = true
	}
	return false
}

// keep writes the commit, in one round trip.
func (p *plan) keep(ctx context.Context, c *conn, db *DB) error {
	b := &pgx.Batch{}
	p.forget(b)
	p.keepGame(b)
	for _, d := range p.done {
		b.Queue("delete from due where at = $1 and game = $2 and kind = $3 and seat = $4", dueKey(d)...)
	}
	p.keepMoved(b)
	p.keepMails(b)
	p.keepLetters(b, db)
	for _, d := range p.DuePut {
		b.Queue(`insert into due (at, game, kind, seat, body) values ($1, $2, $3, $4, $5)
			on conflict (at, game, kind, seat) do update set body = excluded.body`, append(dueKey(d), pack(d.Data))...)
	}
	for k, v := range p.Put {
		if len(v) == 0 {
			b.Queue("delete from service where key = $1", []byte(k))
		} else {
			b.Queue("insert into service (key, body) values ($1, $2) on conflict (key) do update set body = excluded.body", []byte(k), pack(v))
		}
	}
	return c.send(ctx, b)
}

// snapshotsKept is the number of snapshots of a game; see package kv.
const snapshotsKept = 2

func (p *plan) keepGame(b *pgx.Batch) {
	if p.Game == "" {
		return
	}
	h := &p.head
	from := h.Seq + 1
	hashes, payloads := [][]byte{}, [][]byte{}
	for _, payload := range p.Append {
		h.Last = store.Chain(h.Last, payload)
		h.Seq++
		hash := h.Last
		hashes, payloads = append(hashes, hash[:]), append(payloads, packPayload(payload))
	}
	if p.Doc != nil {
		h.Doc = p.Doc
	}
	h.Rev++
	// A new game's number is known only to the server.
	game := "(select id from games where name = $1)"
	name := []byte(p.Game)
	if p.Expect == 0 {
		b.Queue("insert into games (name, rev, seq, last, doc) values ($1, $2, $3, $4, $5)", name, h.Rev, h.Seq, h.Last[:], pack(h.Doc))
	} else {
		b.Queue("update games set rev = $2, seq = $3, last = $4, doc = $5 where name = $1", name, h.Rev, h.Seq, h.Last[:], pack(h.Doc))
	}
	if len(hashes) > 0 {
		b.Queue("insert into records (game, seq, hash, payload) select "+game+`, $2 + n - 1, hash, payload
			from unnest($3::bytea[], $4::bytea[]) with ordinality as r (hash, payload, n)`, name, from, hashes, payloads)
	}
	for n, text := range p.Texts {
		b.Queue("insert into beside (game, seq, body) values ("+game+`, $2, $3)
			on conflict (game, seq) do update set body = excluded.body`, name, n, pack(text))
	}
	if p.Snapshot != nil {
		b.Queue("insert into snapshots (game, seq, body) values ("+game+`, $2, $3)
			on conflict (game, seq) do update set body = excluded.body`, name, h.Seq, pack(p.Snapshot))
		b.Queue(`delete from snapshots s where game = `+game+` and
			(select count(*) from snapshots o where o.game = s.game and o.seq > s.seq) >= $2`, name, snapshotsKept)
	}
}

// keepMoved renames or deletes the game, whose head has been written.
func (p *plan) keepMoved(b *pgx.Batch) {
	was, is := []byte(p.Game), []byte(p.Rename)
	switch {
	case p.Delete:
		b.Queue("delete from games where name = $1", was) // and its records, snapshots and separate texts
		b.Queue("delete from letters where game = $1", was)
		b.Queue("delete from sent where game = $1", was)
		b.Queue("delete from due where game = $1", was)
	case p.Rename != "":
		b.Queue("update games set name = $2 where name = $1", was, is)
		// The text of a letter that was not attempted has the earlier name.
		b.Queue(`update letters set game = $2, body = case when state > 0 then body end,
			said = case when state > 0 then said end where game = $1`, was, is)
		b.Queue("update sent set game = $2 where game = $1", was, is)
		b.Queue("update due set game = $2 where game = $1", was, is)
	}
}

func (p *plan) keepMails(b *pgx.Batch) {
	if p.Mail != nil {
		b.Queue("insert into mails (key, mark) values ($1, $2) on conflict (key) do update set mark = excluded.mark",
			[]byte(p.Mail.Key), pack(kv.EncodeMark(p.Mail)))
	}
	if p.Raw != nil {
		b.Queue(`insert into mails (key, at, number, facts, body) values ($1, $2, nextval('mails_number'), $3, $4)
			on conflict (key) do update set at = excluded.at, number = excluded.number, facts = excluded.facts, body = excluded.body`,
			[]byte(p.Raw.Key), nanos(p.Raw.At), pack(kv.EncodeMail(p.Raw)), pack(p.Raw.Bytes))
	}
}

// keepLetters queues the letters. It replaces the Waiting ones of their groups, and earlier ones of this commit.
func (p *plan) keepLetters(b *pgx.Batch, db *DB) {
	var groups [][]byte
	for _, g := range p.DropGroup {
		groups = append(groups, []byte(g))
	}
	newest := map[string]int{}
	for i, l := range p.Letters {
		if newest[l.Group] = i; l.Group != "" {
			groups = append(groups, []byte(l.Group))
		}
	}
	if len(groups) > 0 {
		b.Queue("delete from letters where grp = any($1) and state = 0", groups)
	}
	for i, l := range p.Letters {
		if l.Group != "" && newest[l.Group] != i {
			continue
		}
		l.ID, l.State, l.Attempts, l.LastCode = 0, store.Waiting, 0, ""
		now := fromNanos(p.now)
		if l.Bytes == nil {
			l.Queued, l.Said = now, nil
		}
		if l.NextTry.IsZero() {
			l.NextTry = now
		}
		l.NextTry = db.theirs(l.NextTry)
		b.Queue(`insert into letters (game, addressee, state, grp, queued, next_try, facts, body, said, rank, leased)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, append(letterRow(&l), int64(never))...)
	}
}

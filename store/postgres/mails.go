package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Seen returns the mark of a mail.
func (db *DB) Seen(ctx context.Context, key string) (mark store.Mark, ok bool, err error) {
	const query = "select mark from mails where key = $1 and mark is not null"
	row, ok, err := oneOf(ctx, db, column[[]byte], query, []byte(key))
	if err != nil || !ok {
		return store.Mark{}, false, err
	}
	mark, err = readMark(key, row)
	return mark, err == nil, err
}

func readMark(key string, mark []byte) (store.Mark, error) {
	body, err := unpack(mark, "mails %s", kv.Text([]byte(key)))
	if err != nil {
		return store.Mark{}, err
	}
	m, err := kv.DecodeMark(key, body)
	if err != nil {
		err = damaged("", "mails %s", kv.Text([]byte(key)))
	}
	return m, err
}

// Attempt counts an attempt at a mail, durably.
func (db *DB) Attempt(ctx context.Context, key string) (n int, err error) {
	if key == "" || len(key) > kv.MaxKey {
		return 0, fmt.Errorf("%w: mail key %q is empty or longer than %d bytes", store.ErrInvalid, key, kv.MaxKey)
	}
	err = db.write(ctx, "attempt", func(ctx context.Context, c *conn) error {
		return c.QueryRow(ctx, `insert into mails (key, attempts) values ($1, 1)
			on conflict (key) do update set attempts = mails.attempts + 1 returning attempts`, []byte(key)).Scan(&n)
	})
	return n, err
}

const mailsQuery = "select key, facts, body from mails"
const mailsBareQuery = "select key, facts, null::bytea from mails"

func scanMail(row pgx.Row) (m store.RawMail, err error) {
	var key, facts, body []byte
	if err = row.Scan(&key, &facts, &body); err != nil {
		return m, err
	}
	return readMail(key, facts, body)
}

func readMail(key, facts, body []byte) (m store.RawMail, err error) {
	if facts, err = unpack(facts, "mail %q", key); err != nil {
		return m, err
	}
	if m, err = kv.DecodeMail(facts); err != nil {
		return m, damaged("", "mail %q", key)
	}
	m.Bytes, err = unpack(body, "mail %q", key)
	return m, err
}

// Mails lists kept mails, newest first, without their bytes; n <= 0 means all.
func (db *DB) Mails(ctx context.Context, n int) ([]store.RawMail, error) {
	const newest = " where at is not null order by at desc, number desc limit nullif($1, 0)"
	return listOf(ctx, db, scanMail, mailsBareQuery+newest, max(n, 0))
}

// Mail returns one kept mail with its bytes.
func (db *DB) Mail(ctx context.Context, key string) (out store.RawMail, ok bool, err error) {
	return oneOf(ctx, db, scanMail, mailsQuery+" where key = $1 and at is not null", []byte(key))
}

// dropMails removes kept mails from their marks.
const dropMails = "update mails set at = null, number = null, facts = null, body = null"

// DropMails deletes kept mails older than t; marks and attempts stay.
func (db *DB) DropMails(ctx context.Context, t time.Time) (int, error) {
	return db.exec(ctx, "dropmails", dropMails+" where at < $1", nanos(t))
}

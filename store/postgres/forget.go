package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"railpost/store/internal/kv"
)

// forgotten is the rows that a commit deletes because of its Forget.
type forgotten struct {
	mails [][]byte // keys
	sent  []int64  // numbers of letters
	said  []int64
	left  []int64
}

func (p *plan) readForgotten(ctx context.Context, c *conn) error {
	f, gone := p.Forget, &p.gone
	if f.Mail != nil {
		err := c.each(ctx, func(rows pgx.Rows) error {
			m, err := scanMail(rows)
			if err == nil && f.Mail(m) {
				gone.mails = append(gone.mails, []byte(m.Key))
			}
			return err
		}, mailsQuery+" where at is not null for update")
		if err != nil {
			return err
		}
	}
	if f.Sent != nil || f.Said != nil {
		err := c.each(ctx, func(rows pgx.Rows) error {
			l, err := scanSent(rows)
			switch {
			case err != nil:
			case f.Sent != nil && f.Sent(l):
				gone.sent = append(gone.sent, int64(l.ID))
			case l.Said != nil && f.Said != nil && f.Said(l):
				gone.said = append(gone.said, int64(l.ID))
			}
			return err
		}, sentQuery+" for update")
		if err != nil {
			return err
		}
	}
	if f.Left == nil {
		return nil
	}
	return c.each(ctx, func(rows pgx.Rows) error {
		l, err := scanLetter(rows)
		if err != nil || !f.Left(l) {
			return err
		}
		gone.left = append(gone.left, int64(l.ID))
		return kv.Free(&l, f.Now)
	}, letterQuery+" order by l.id for update")
}

// forget deletes the rows found by readForgotten.
func (p *plan) forget(b *pgx.Batch) {
	if p.Forget == nil {
		return
	}
	b.Queue(dropMails+" where key = any($1)", p.gone.mails)
	b.Queue("delete from sent where id = any($1)", p.gone.sent)
	b.Queue("update sent set said = null where id = any($1)", p.gone.said)
	b.Queue("delete from letters where id = any($1)", p.gone.left)
}

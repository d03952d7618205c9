package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"railpost/store"
	"railpost/store/internal/kv"
)

var _ store.Mover = (*DB)(nil)

// patient lets a transaction take as long as it needs: it reads or writes everything, and the other side of the
// rows may be slow.
const patient = "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0"

// Rows reads everything in one transaction; see store.Mover. It is not retried: rows already yielded cannot be
// withdrawn.
func (db *DB) Rows(ctx context.Context) store.Rows {
	return kv.RowsOf(func(give func(...store.Row) error) error {
		err, _ := db.once(ctx, func(ctx context.Context, c *conn) error {
			if _, err := c.Exec(ctx, "begin isolation level repeatable read read only; "+patient); err != nil {
				return err
			}
			if err := c.all(ctx, give); err != nil {
				return err
			}
			if db.session.lost.Load() {
				return errTaken
			}
			return nil
		})
		if err != nil {
			conf := db.pool.Config().ConnConfig
			err = fmt.Errorf("store: reading database %s on %s: %w", conf.Database, conf.Host, err)
		}
		return err
	})
}

// rows is Rows within a transaction.
func (c *conn) rows(ctx context.Context) store.Rows {
	return kv.RowsOf(func(give func(...store.Row) error) error {
		err := c.all(ctx, give)
		if err != nil {
			err = fmt.Errorf("store: reading what was copied: %w", err)
		}
		return err
	})
}

// sequences are the names of those that give numbers.
var sequences = map[kv.Bucket]string{kv.Games: "games_id_seq", kv.Raw: "mails_number", kv.Letters: "letters_id_seq"}

// all calls give with everything.
func (c *conn) all(ctx context.Context, give func(...store.Row) error) error {
	for _, b := range []kv.Bucket{kv.Games, kv.Raw, kv.Letters} {
		var last uint64
		err := c.QueryRow(ctx, "select case when is_called then last_value else 0 end from "+sequences[b]).Scan(&last)
		if err == nil {
			err = give(kv.NumberRow(b, last))
		}
		if err != nil {
			return err
		}
	}
	if err := c.allGames(ctx, give); err != nil {
		return err
	}
	for _, one := range []struct {
		sql  string
		rows func(pgx.Rows) ([]store.Row, error)
	}{
		{"select key, attempts, facts, body, mark, number from mails order by key", mailRows},
		{letterQuery + " order by l.id", func(rows pgx.Rows) ([]store.Row, error) {
			l, err := scanLetter(rows)
			return []store.Row{kv.LetterRow(l)}, err
		}},
		{"select id, game, facts, said, message_id from sent order by message_id", func(rows pgx.Rows) ([]store.Row, error) {
			var id []byte
			l, err := scanSent(columns{rows, []any{&id}})
			return []store.Row{kv.SentRow(id, l)}, err
		}},
		{dueQuery + " order by at, game, kind, seat", func(rows pgx.Rows) ([]store.Row, error) {
			d, err := scanDue(rows)
			return []store.Row{kv.DueRow(d)}, err
		}},
		{"select key, body from service order by key", func(rows pgx.Rows) ([]store.Row, error) {
			k, v, err := scanValue(rows)
			return []store.Row{kv.ValueRow(k, v)}, err
		}},
	} {
		err := c.each(ctx, func(rows pgx.Rows) error {
			out, err := one.rows(rows)
			if err != nil {
				return err
			}
			return give(out...)
		}, one.sql)
		if err != nil {
			return err
		}
	}
	return nil
}

// headsRead is the number of games read before their records; their documents are in memory until then.
const headsRead = 16

func (c *conn) allGames(ctx context.Context, give func(...store.Row) error) error {
	for from := []byte{}; ; {
		var ids []int64
		var heads []store.Head
		err := c.each(ctx, func(rows pgx.Rows) error {
			id, h, err := scanHead(rows)
			ids, heads = append(ids, id), append(heads, h)
			return err
		}, headQuery+" where name > $1 order by name limit $2", from, headsRead)
		if err != nil {
			return err
		}
		for i := range heads {
			if err := c.game(ctx, ids[i], &heads[i], give); err != nil {
				return err
			}
		}
		if len(heads) < headsRead {
			return nil
		}
		from = []byte(heads[len(heads)-1].Game)
	}
}

// game yields a game: its head, records, their separate texts, its snapshots.
func (c *conn) game(ctx context.Context, id int64, h *store.Head, give func(...store.Row) error) error {
	head, err := kv.GameRow(uint64(id), *h)
	if err == nil {
		err = give(head)
	}
	if err != nil {
		return err
	}
	b := &pgx.Batch{}
	chain := chain{head: h, next: 1}
	b.Queue("select game, seq, hash, payload, null::bytea from records where game = $1 order by seq", id).Query(func(rows pgx.Rows) error {
		err := scanAll(rows, func(rows pgx.Rows) error {
			r, err := chain.scan(rows)
			if err != nil {
				return err
			}
			return give(kv.OfGame(kv.Records, uint64(id), r.Seq, kv.RecordValue(&r)))
		})
		if err == nil {
			err = chain.end(h.Seq)
		}
		return err
	})
	for _, bucket := range []kv.Bucket{kv.Texts, kv.Snapshots} {
		b.Queue("select seq, body from "+bucket.String()+" where game = $1 order by seq", id).Query(func(rows pgx.Rows) error {
			return scanAll(rows, func(rows pgx.Rows) error {
				var seq uint64
				var body []byte
				err := rows.Scan(&seq, &body)
				if err == nil {
					body, err = unpack(body, "game %s: %s of record %d", h.Game, bucket, seq)
				}
				if err != nil {
					return err
				}
				return give(kv.OfGame(bucket, uint64(id), seq, body))
			})
		})
	}
	return c.send(ctx, b)
}

func mailRows(rows pgx.Rows) ([]store.Row, error) {
	var key, facts, body, mark []byte
	var attempts int
	var number *uint64 // nil: the mail is not kept
	err := rows.Scan(&key, &attempts, &facts, &body, &mark, &number)
	if err != nil {
		return nil, err
	}
	var handled *store.Mark
	if mark != nil {
		m, err := readMark(string(key), mark)
		if err != nil {
			return nil, err
		}
		handled = &m
	}
	if number == nil {
		return kv.MailRows(string(key), attempts, handled, 0, nil), nil
	}
	m, err := readMail(key, facts, body)
	return kv.MailRows(string(key), attempts, handled, *number, &m), err
}

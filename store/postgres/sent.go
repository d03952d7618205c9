package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Sent deletes letters and keeps their facts under their Message-IDs.
func (db *DB) Sent(ctx context.Context, letters ...store.Accepted) []error {
	ids := make([]uint64, len(letters))
	for i, l := range letters {
		ids[i] = l.ID
	}
	defer db.release(ids...)
	return db.change(ctx, "sent", bareQuery, ids, func(ctx context.Context, c *conn, i int, l *store.Letter) (bool, error, error) {
		a := letters[i]
		if a.MessageID == "" || len(a.MessageID) > kv.MaxKey {
			return false, fmt.Errorf("%w: Message-ID %q is empty or longer than %d bytes", store.ErrInvalid, a.MessageID, kv.MaxKey), nil
		}
		l.LastCode, l.Leased = a.Code, a.At
		b := &pgx.Batch{}
		b.Queue(`insert into sent (message_id, id, game, seat, at, facts, said)
			values ($1, $2, $3, $4, $5, $6, coalesce($7, (select said from letters where id = $2)))
			on conflict (message_id) do update set id = excluded.id, game = excluded.game, seat = excluded.seat, at = excluded.at,
			facts = excluded.facts, said = excluded.said`,
			sentRow([]byte(a.MessageID), l)...)
		b.Queue("delete from letters where id = $1", l.ID)
		if l.Game != "" && l.Seat >= 0 {
			b.Queue(`delete from sent where game = $1 and seat = $2 and id <
				(select id from sent where game = $1 and seat = $2 order by id desc offset $3 limit 1)`, []byte(l.Game), l.Seat, store.SentKept-1)
		}
		return false, nil, c.send(ctx, b)
	})
}

// sentNames are the columns of a sentRow.
var sentNames = []string{"message_id", "id", "game", "seat", "at", "facts", "said"}

func sentRow(messageID []byte, l *store.Letter) []any {
	return []any{messageID, l.ID, []byte(l.Game), l.Seat, nanos(l.Leased), pack(kv.EncodeLetter(l)), packed(l.Said)}
}

const sentQuery = "select id, game, facts, said from sent"

func scanSent(row pgx.Row) (l store.Letter, err error) {
	var id uint64
	var game, facts, said []byte
	if err = row.Scan(&id, &game, &facts, &said); err != nil {
		return l, err
	}
	if l, err = readLetter(id, facts, said); err != nil {
		return l, damaged(string(game), "the sent letter %d", id)
	}
	l.Game = string(game)
	return l, nil
}

// SentLetter returns the facts of the letter with that Message-ID.
func (db *DB) SentLetter(ctx context.Context, messageID string) (l store.Letter, ok bool, err error) {
	return oneOf(ctx, db, scanSent, sentQuery+" where message_id = $1", []byte(messageID))
}

// DropSent deletes the facts of letters that were accepted before t.
func (db *DB) DropSent(ctx context.Context, t time.Time) (int, error) {
	return db.exec(ctx, "dropsent", "delete from sent where at < $1", nanos(t))
}

// DropSentOf deletes the facts of letters to the seats of a game.
func (db *DB) DropSentOf(ctx context.Context, game string) (int, error) {
	return db.exec(ctx, "dropsent", "delete from sent where game = $1 and seat <> -1", []byte(game))
}

package kv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"railpost/store"
)

// The rows in which a store is handed over (store.Row) are those of the buckets games, records,
// beside, snapshots, mails, raw, letters, sent, due and values, without checksums; the other buckets
// follow from them. A kept mail is as it was received. Before them come the numbers that were given
// last, so that none is given again.

// Numbers is the table of rows with the last number that was given in the bucket of that name.
const Numbers = "numbers"

// numbered are the buckets whose rows have numbers.
var numbered = []Bucket{Games, Raw, Letters}

func row(b Bucket, key, value []byte) store.Row {
	return store.Row{Table: b.String(), Key: key, Value: value}
}

// NumberRow returns the row of the last number given in a bucket.
func NumberRow(b Bucket, last uint64) store.Row {
	return store.Row{Table: Numbers, Key: []byte(b.String()), Value: numKey(last)}
}

// ReadNumber undoes NumberRow.
func ReadNumber(r store.Row) (b Bucket, last uint64, err error) {
	for _, b := range numbered {
		if string(r.Key) == b.String() && len(r.Value) == 8 {
			return b, binary.BigEndian.Uint64(r.Value), nil
		}
	}
	return 0, 0, unreadable(r)
}

func unreadable(r store.Row) error {
	return fmt.Errorf("store: %s %s cannot be read", r.Table, Text(r.Key))
}

var errManyGames = errors.New("store: too many games were created in this store for the other one to number")

// GameRow returns the row of a game, which has that number in the rows of its records.
func GameRow(number uint64, h store.Head) (store.Row, error) {
	if number > math.MaxUint32 {
		return store.Row{}, errManyGames
	}
	full := head{Head: h, id: uint32(number)}
	return row(Games, []byte(h.Game), full.encode()), nil
}

// ReadGame undoes GameRow.
func ReadGame(r store.Row) (number uint64, h store.Head, err error) {
	full, err := decodeHead(string(r.Key), r.Value)
	return uint64(full.id), full.Head, err
}

// OfGame returns a row of a game's records, separate texts or snapshots.
func OfGame(b Bucket, number, seq uint64, value []byte) store.Row {
	return row(b, seqKey(uint32(number), seq), value)
}

// ReadOfGame undoes OfGame.
func ReadOfGame(r store.Row) (number, seq uint64, err error) {
	id, seq, ok := splitSeqKey(r.Key)
	if !ok {
		err = unreadable(r)
	}
	return uint64(id), seq, err
}

// RecordValue returns the value of a record's row.
func RecordValue(r *store.Record) []byte {
	return append(append(make([]byte, 0, len(r.Hash)+len(r.Payload)), r.Hash[:]...), r.Payload...)
}

// ReadRecord undoes RecordValue.
func ReadRecord(r store.Row) (hash, payload []byte, err error) {
	n := len(store.Hash{})
	if len(r.Value) < n {
		return nil, nil, unreadable(r)
	}
	return r.Value[:n], r.Value[n:], nil
}

// MailRows returns the row of the record of a mail and, if the mail is kept (m is not nil), the row of its
// bytes, which has that number among those of its time.
func MailRows(key string, attempts int, mark *store.Mark, number uint64, m *store.RawMail) []store.Row {
	entry := mailEntry{attempts: attempts, mark: mark}
	if m == nil {
		return []store.Row{row(Mails, []byte(key), entry.encode())}
	}
	entry.raw = rawKey(m.At, number)
	return []store.Row{row(Mails, []byte(key), entry.encode()), row(Raw, entry.raw, encodeRawPlain(m, m.Bytes))}
}

func rawKey(at time.Time, number uint64) []byte {
	return append(appendTime(nil, at), numKey(number)...)
}

// ReadMail undoes MailRows; kept says that the row of the mail follows.
func ReadMail(r store.Row) (attempts int, mark *store.Mark, kept bool, err error) {
	m, err := decodeMailEntry(string(r.Key), r.Value)
	return m.attempts, m.mark, m.raw != nil, err
}

// ReadKept reads the row of a kept mail.
func ReadKept(r store.Row) (number uint64, m store.RawMail, err error) {
	if len(r.Key) != timeLen+8 {
		return 0, m, unreadable(r)
	}
	m, err = decodeRaw(r.Value, true)
	return binary.BigEndian.Uint64(r.Key[timeLen:]), m, err
}

// settled is a letter as the next process finds it: nobody holds it, and if it was never attempted it is
// written at its first attempt.
func settled(l store.Letter) store.Letter {
	l.Leased = time.Time{}
	if l.State == store.Waiting && l.Bytes != nil {
		l.Bytes, l.Said = nil, nil
	}
	return l
}

// LetterRow returns the row of a letter of the outbox.
func LetterRow(l store.Letter) store.Row {
	l = settled(l)
	return row(Letters, numKey(l.ID), encodeLetter(&l))
}

// ReadLetter undoes LetterRow.
func ReadLetter(r store.Row) (store.Letter, error) {
	if len(r.Key) != 8 {
		return store.Letter{}, unreadable(r)
	}
	return decodeLetter(binary.BigEndian.Uint64(r.Key), r.Value)
}

// SentRow returns the row of a letter that was sent.
func SentRow(messageID []byte, l store.Letter) store.Row { return row(Sent, messageID, encodeSent(&l)) }

// ReadSent undoes SentRow.
func ReadSent(r store.Row) (store.Letter, error) { return decodeSent(r.Key, r.Value) }

// DueRow returns the row of something due.
func DueRow(d store.Due) store.Row { return row(Due, dueKey(d), d.Data) }

// ReadDue undoes DueRow.
func ReadDue(r store.Row) (store.Due, error) {
	d, ok := splitDueKey(r.Key)
	if !ok {
		return d, unreadable(r)
	}
	d.Data = r.Value
	return d, nil
}

// ValueRow returns the row of a service-wide value.
func ValueRow(key string, value []byte) store.Row { return row(Values, []byte(key), value) }

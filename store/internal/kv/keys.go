package kv

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/store"
)

// MaxKey limits every name that becomes part of a key, in bytes.
const MaxKey = 1024

func seqKey(game uint32, seq uint64) []byte {
	k := binary.BigEndian.AppendUint32(make([]byte, 0, 12), game)
	return binary.BigEndian.AppendUint64(k, seq)
}

// ofGame is the beginning of the keys of a game's records, their separate texts, and its snapshots.
func ofGame(game uint32) []byte { return seqKey(game, 0)[:4] }

// splitSeqKey reads a key of records or snapshots; ok is false for another key.
func splitSeqKey(k []byte) (game uint32, seq uint64, ok bool) {
	if len(k) != 12 {
		return 0, 0, false
	}
	return binary.BigEndian.Uint32(k), binary.BigEndian.Uint64(k[4:]), true
}

func numKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func dueKey(d store.Due) []byte {
	k := make([]byte, 0, timeLen+len(d.Game)+len(d.Kind)+6)
	k = appendTime(k, d.At)
	k = append(k, d.Game...)
	k = append(k, 0)
	k = append(k, d.Kind...)
	k = append(k, 0)
	return binary.BigEndian.AppendUint32(k, uint32(int32(d.Seat)))
}

func splitDueKey(k []byte) (d store.Due, ok bool) {
	if len(k) < timeLen+6 {
		return d, false
	}
	d.At = readTime(k)
	d.Seat = int(int32(binary.BigEndian.Uint32(k[len(k)-4:])))
	d.Game, d.Kind, ok = strings.Cut(string(k[timeLen:len(k)-5]), "\x00")
	return d, ok && k[len(k)-5] == 0
}

func dueOfPrefix(game string) []byte { return append([]byte(game), 0) }

func dueOfKey(game string, due []byte) []byte { return append(dueOfPrefix(game), due...) }

// sentOfPrefix is how keys of a game's sent letters begin.
func sentOfPrefix(game string) []byte { return append([]byte(game), 0) }

// seatPrefix is the prefix of the keys of letters sent to one seat.
func seatPrefix(game string, seat int) []byte {
	return binary.BigEndian.AppendUint32(sentOfPrefix(game), uint32(int32(seat)))
}

func sentOfKey(l *store.Letter) []byte { return append(seatPrefix(l.Game, l.Seat), numKey(l.ID)...) }

// Text returns a key for people: verbatim if it is text, otherwise in hexadecimal.
func Text(key []byte) string {
	for _, r := range string(key) {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return hex.EncodeToString(key)
		}
	}
	return strconv.Quote(string(key))
}

func damaged(b Bucket, key []byte) *store.Corrupt {
	c := &store.Corrupt{What: fmt.Sprintf("%s %s does not match its checksum; restore from a backup", b, Text(key))}
	switch b {
	case Games:
		c.Game = string(key)
	case Due:
		if d, ok := splitDueKey(key); ok {
			c.Game = d.Game
		}
	}
	return c
}

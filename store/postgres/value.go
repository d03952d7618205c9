package postgres

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"time"

	"railpost/store"
	"railpost/store/deflate"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pack returns the stored form of a value: its checksum, then the compressed value. PostgreSQL checks its pages
// only in clusters that were created with checksums.
func pack(b []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, crc32.Checksum(b, castagnoli))
	return append(out, deflate.Pack(b)...)
}

// packed is pack for columns that may be null: null for nothing.
func packed(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return pack(b)
}

// unpack undoes pack and packed; an empty value is nil. what names the value in errors.
func unpack(b []byte, what string, args ...any) ([]byte, error) {
	if b == nil {
		return nil, nil
	}
	if len(b) >= crc32.Size {
		out, err := deflate.Unpack(b[crc32.Size:])
		if err == nil && crc32.Checksum(out, castagnoli) == binary.BigEndian.Uint32(b) {
			return out, nil
		}
	}
	return nil, damaged("", what, args...)
}

func damaged(game, what string, args ...any) *store.Corrupt {
	return &store.Corrupt{Game: game, What: fmt.Sprintf(what, args...) + " does not match its checksum; restore from a backup"}
}

// never is the zero time in a column.
const never = math.MinInt64

// The years that nanoseconds since 1970 can count.
var first, last = time.Unix(0, math.MinInt64+1), time.Unix(0, math.MaxInt64)

// nanos returns a time for a column; the nearest possible one if it is out of range.
func nanos(t time.Time) int64 {
	switch {
	case t.IsZero():
		return never
	case t.Before(first):
		return math.MinInt64 + 1
	case t.After(last):
		return math.MaxInt64
	}
	return t.UnixNano()
}

func fromNanos(n int64) time.Time {
	if n == never {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// hash64 is a short hash of a name.
func hash64(kind, name string) int64 {
	sum := sha256.Sum256([]byte(kind + "\x00" + name))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

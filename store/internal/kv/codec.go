package kv

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"time"

	"railpost/store"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sealLen = 4

// seal returns the body preceded by the checksum of key and body.
func seal(key, body []byte) []byte {
	out := make([]byte, sealLen, sealLen+len(body))
	binary.BigEndian.PutUint32(out, sum(key, body))
	return append(out, body...)
}

// unseal returns the body, or false if key or body differ from the sealed ones.
func unseal(key, value []byte) ([]byte, bool) {
	if len(value) < sealLen || binary.BigEndian.Uint32(value) != sum(key, value[sealLen:]) {
		return nil, false
	}
	return value[sealLen:], true
}

func sum(key, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, body)
}

// get reads and unseals one value. The body is nil if there is none.
func get(tx Tx, b Bucket, key []byte) ([]byte, error) {
	v := tx.Get(b, key)
	if v == nil {
		return nil, nil
	}
	return open(b, key, v)
}

// open unseals a value that exists; its body is never nil.
func open(b Bucket, key, value []byte) ([]byte, error) {
	body, ok := unseal(key, value)
	if !ok {
		return nil, damaged(b, key)
	}
	return body, nil
}

func put(tx Tx, b Bucket, key, body []byte) error { return tx.Put(b, key, seal(key, body)) }

// timeLen is the length of a time in keys and values: seconds and nanoseconds, big-endian,
// so that keys sort by time.
const timeLen = 12

func appendTime(b []byte, t time.Time) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()))
}

func readTime(b []byte) time.Time {
	sec := int64(binary.BigEndian.Uint64(b) ^ 1<<63)
	return time.Unix(sec, int64(binary.BigEndian.Uint32(b[8:]))).UTC()
}

// encoder appends the fields of a row, one after the other.
type encoder struct{ b []byte }

func (e *encoder) uint(n uint64)     { e.b = binary.AppendUvarint(e.b, n) }
func (e *encoder) int(n int)         { e.b = binary.AppendVarint(e.b, int64(n)) }
func (e *encoder) string(s string)   { e.uint(uint64(len(s))); e.b = append(e.b, s...) }
func (e *encoder) bytes(p []byte)    { e.uint(uint64(len(p))); e.b = append(e.b, p...) }
func (e *encoder) time(t time.Time)  { e.b = appendTime(e.b, t) }
func (e *encoder) hash(h store.Hash) { e.b = append(e.b, h[:]...) }

var errShort = errors.New("the row is too short")

// decoder reads the fields back. It keeps the first error; fields read after it are zero.
// Byte fields are copies; an empty one is nil.
type decoder struct {
	b   []byte
	err error
}

func (d *decoder) take(n uint64) []byte {
	if d.err != nil || uint64(len(d.b)) < n {
		d.err = errShort
		return nil
	}
	p := d.b[:n]
	d.b = d.b[n:]
	return p
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b)
	d.skip(n)
	return v
}

func (d *decoder) int() int {
	v, n := binary.Varint(d.b)
	d.skip(n)
	return int(v)
}

// skip skips a number of n bytes; n <= 0 means that there was none.
func (d *decoder) skip(n int) {
	if n <= 0 {
		d.err = errShort
		return
	}
	d.b = d.b[n:]
}

func (d *decoder) string() string { return string(d.take(d.uint())) }

func (d *decoder) bytes() []byte {
	p := d.take(d.uint())
	if len(p) == 0 {
		return nil
	}
	return append([]byte(nil), p...)
}

func (d *decoder) time() time.Time {
	p := d.take(timeLen)
	if p == nil {
		return time.Time{}
	}
	return readTime(p)
}

func (d *decoder) hash() (h store.Hash) {
	copy(h[:], d.take(uint64(len(h))))
	return h
}

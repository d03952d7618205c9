package kv

import (
	"reflect"
	"testing"
	"time"

	"railpost/store"
	"railpost/store/deflate"
)

// TestMailsOfEarlierLayouts: a mail is read as it was received, whether its row is of layout 1
// or 2, which have it as it is, or of a later one.
func TestMailsOfEarlierLayouts(t *testing.T) {
	m := store.RawMail{Key: "k", At: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), From: "ana@example.org", Bytes: []byte("Subject: mail\r\n\r\n\x00\xff")}
	row := encodeRaw(&m)
	var e encoder
	e.bytes(m.Bytes)
	head := len(row) - len(deflate.Pack(m.Bytes)) - 1
	for name, row := range map[string][]byte{"now": row, "layout 2": append(row[:head:head], e.b...)} {
		if got, err := decodeRaw(row, true); err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if got, err := decodeRaw(row[:len(row)-1], true); err == nil {
		t.Errorf("of a row that is cut short: %+v", got)
	}
	m.Bytes = nil
	if got, err := decodeRaw(encodeRaw(&m), true); err != nil || !reflect.DeepEqual(got, m) {
		t.Errorf("of no mail: %+v, %v", got, err)
	}
}

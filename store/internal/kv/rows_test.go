package kv

import (
	"reflect"
	"testing"
	"time"

	"railpost/store"
)

// TestMails: a mail is read as it was received, from a row of the store and from one that is handed over.
func TestMails(t *testing.T) {
	m := store.RawMail{Key: "k", At: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), From: "ana@example.org", Bytes: []byte("Subject: mail\r\n\r\n\x00\xff")}
	row := encodeRaw(&m)
	for name, row := range map[string][]byte{"kept": row, "handed over": encodeRawPlain(&m, m.Bytes)} {
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

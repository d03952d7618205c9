package kv

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// TestMails: a mail is read as it was received, from a row of the store and from one that is handed over.
func TestMails(t *testing.T) {
	m := store.RawMail{Key: "k", At: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), From: "ana@example.org", Bytes: []byte("Subject: mail\r\n\r\n\x00\xff")}
	row := encodeRaw(&m)
	for name, row := range map[string][]byte{"kept": row, "handed over": encodeRawPlain(&m, m.Bytes)} {
		expect.Same(t, name, expect.Get(decodeRaw(row, true))(t), m)
	}
	expect.Fails(t, "of a row that is cut short", expect.Err(decodeRaw(row[:len(row)-1], true)), "")
	m.Bytes = nil
	expect.Same(t, "of no mail", expect.Get(decodeRaw(encodeRaw(&m), true))(t), m)
}

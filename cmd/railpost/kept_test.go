package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store/bolt"
)

// TestKeptStore: a file of an earlier version, with a game of every title, is read: its games continue, and its
// messages and letters are there.
func TestKeptStore(t *testing.T) {
	level.Sequential(t)
	o := newOrganiser(t)
	unpack(t, "testdata/kept.db.gz", o.in("rp.db"))
	if got := o.railpost("upgrade", "check"); !strings.HasSuffix(got, "upgrade check: games=4 faults=0\n") {
		t.Errorf("upgrade check says %q", got)
	}
	for s := range 3 {
		o.tokens = append(o.tokens, strings.TrimSpace(o.railpost("player", "token", "18cz", fmt.Sprint(s))))
	}
	o.write("next.eml")
	o.arrives("next.eml")
	if got := o.railpost("check"); !strings.HasPrefix(got, "check: games=5 ") || !strings.HasSuffix(got, " faults=0\n") {
		t.Errorf("check says %q", got)
	}
	for _, game := range []string{"18cz", "18mag", "russian", "tycoon"} {
		expect.Has(t, "the letter", o.railpost("render", game, "0"), "Ana")
	}
	expect.Same(t, `mailsIn(t, o.in("rp.db"))`, mailsIn(t, o.in("rp.db")), 5)
}

// mailsIn returns the number of mails in a store; each must be as it was received.
func mailsIn(t *testing.T, path string) int {
	t.Helper()
	db := expect.Get(bolt.Open(path, bolt.Options{ReadOnly: true}))(t)
	defer db.Close()
	list := expect.Get(db.Mails(t.Context(), 0))(t)
	for _, m := range list {
		if full, _, err := db.Mail(t.Context(), m.Key); err != nil || !strings.HasPrefix(string(full.Bytes), "From: ") || !strings.HasSuffix(string(full.Bytes), "\n") {
			t.Errorf("mail %s: %q, %v", m.Key, full.Bytes, err)
		}
	}
	return len(list)
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	f := expect.Get(os.Open(from))(t)
	defer f.Close()
	z := expect.Get(gzip.NewReader(f))(t)
	out := expect.Get(os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o600))(t)
	expect.Get(io.Copy(out, z))(t)
	expect.NoError(t, out.Close())
}

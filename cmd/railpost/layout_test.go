package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"railpost/store/bolt"
)

// TestStoresOfEveryLayout: a file that a program of each layout has written, with a game of
// every title, is brought up to date, and its games go on. The files stay as they are for
// ever; a new layout adds one, made by the last program before it.
func TestStoresOfEveryLayout(t *testing.T) {
	for layout := 1; layout <= bolt.Schema; layout++ {
		t.Run(fmt.Sprint(layout), func(t *testing.T) {
			o := newOrganiser(t)
			unpack(t, fmt.Sprintf("testdata/layout-%d.db.gz", layout), o.in("rp.db"))
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
				if got := o.railpost("render", game, "0"); !strings.Contains(got, "Ana") {
					t.Errorf("the letter of %s: %q", game, got)
				}
			}
		})
	}
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	f, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, z); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

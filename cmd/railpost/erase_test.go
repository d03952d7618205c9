package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// TestErase: after erasing a person, neither the file nor an export readable by the program has their name,
// address or words, and after the next start the file has no trace of them. The log still proves itself.
func TestErase(t *testing.T) {
	level.Sequential(t)
	o := newOrganiser(t)
	conf := expect.Get(os.ReadFile(o.in("railpost.toml")))(t)
	expect.NoError(t, os.WriteFile(o.in("railpost.toml"), fmt.Appendf(conf, "export_dir = %q\n", o.in("logs")), 0o600))
	players := []string{"Anabel <anabel.q@localhost>", "Ben <ben@localhost>", "Cleo <cleo@localhost>"}
	for _, game := range []string{"spring", "winter"} {
		o.railpost("game", "create", "russian", game, "--start-now", "--player", players[0], "--player", players[1], "--player", players[2])
	}
	for i, text := range []string{"I grow radishes.", "anabel, hurry up!", "What weather!"} {
		o.say(players[i], strings.TrimSpace(o.railpost("player", "token", "winter", fmt.Sprint(i))), text)
	}
	o.railpost("announce", "winter", "--text", "Anabel wrote from anabel.q@localhost.")
	o.sendAll()
	var errs bytes.Buffer
	erase := []string{"-c", o.in("railpost.toml"), "player", "erase", "Anabel.Q@localhost", "--yes"}
	if code := run(t.Context(), erase, strings.NewReader(""), &errs, &errs); code != 1 || !strings.Contains(errs.String(), "Anabel sits at game spring, which has not ended") {
		t.Errorf("while she plays: %d %s", code, &errs)
	}
	o.railpost("game", "end", "spring", "--yes")
	o.railpost("game", "end", "winter", "--yes", "--why", "Anabel has moved.")
	o.sendAll()

	held := o.holding()
	list := o.railpost("player", "erase", "anabel.q@localhost")
	if !strings.Contains(list, "winter (closed): Anabel; 5 names and texts in the log\n") || !strings.Contains(list, "nothing was changed; --yes erases") || len(held) == 0 || len(o.holding()) != len(held) {
		t.Errorf("a list of what is held by %q:\n%s", held, list)
	}
	expect.Has(t, "the file of the log, before", o.file("logs/winter.txt"), "I grow radishes.")
	o.serve(func() {
		o.railpost("player", "erase", "anabel.q@localhost", "--yes")
		pbemtest.Until(o.t, "the files of the logs are written anew", func() bool {
			return !strings.Contains(o.file("logs/winter.txt")+o.file("logs/spring.txt"), "Anabel")
		})
	})
	expect.Same(t, "the store still holds", o.holding(), nil)
	expect.Same(t, "again",
		o.railpost("player", "erase", "anabel.q@localhost", "--yes"), "Railpost has nothing about this address\n")
	o.railpost("game", "export", "winter", o.in("winter.jsonl"))
	for name, text := range map[string]string{"export": o.file("winter.jsonl"), "log": o.railpost("game", "log", "winter"), "show": o.railpost("game", "show", "winter", "--json"),
		"letter": o.railpost("render", "winter", "1"), "queue": o.railpost("mail", "queue", "--json"), "file": o.file("logs/winter.txt")} {
		expect.Same(t, fmt.Sprintf("%s has:\n%s", name, text), holds(text), "")
	}
	if log := o.file("logs/winter.txt"); !strings.Contains(log, "What weather!") || !strings.Contains(log, "Player 1 says: (erased)") {
		t.Errorf("the file of the log:\n%s", log)
	}
	o.railpost("game", "replay", o.in("winter.jsonl"))
	o.railpost("game", "verify")
	if out := o.railpost("check"); !strings.HasSuffix(out, " faults=0\n") {
		t.Errorf("check: %s", out)
	}

	o.serve(func() {}) // which compacts the file first
	expect.Same(t, "the compacted file has", holds(o.file("rp.db")), "")
	o.railpost("check")
}

// private is what must be erased, in lower case.
var private = []string{"anabel", "radishes"}

func holds(text string) string {
	text = strings.ToLower(text)
	for _, w := range private {
		if strings.Contains(text, w) {
			return w
		}
	}
	return ""
}

func (o *organiser) file(name string) string {
	o.t.Helper()
	b, err := os.ReadFile(o.in(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		o.t.Fatal(err)
	}
	return string(b)
}

// say is a mail in which a player talks.
func (o *organiser) say(from, to, text string) {
	o.t.Helper()
	raw := fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <%x@localhost>\r\n\r\nsay %s\r\n", from, to, text, text)
	became := ""
	o.office(titles.Find, func(v verdict.Verdict, _, _ int) { became = v.String() }, func(office *pbem.Office) error {
		_, err := office.Deliver(o.t.Context(), []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}})
		return err
	})
	if became != "played" && became != "answered: say" {
		o.t.Fatalf("say %s: %s", text, became)
	}
}

// sendAll has the service send all letters.
func (o *organiser) sendAll() {
	o.t.Helper()
	o.serve(func() {
		pbemtest.Until(o.t, "all letters are sent", func() bool {
			var queue admin.Queue
			if err := json.Unmarshal([]byte(o.railpost("mail", "queue", "--json")), &queue); err != nil {
				o.t.Error(err)
			}
			return len(queue.Out) == 0
		})
		pbemtest.Until(o.t, "the log is written", func() bool { return strings.Contains(o.file("logs/winter.txt"), "What weather!") })
	})
}

// holding returns which values of the store have something private.
func (o *organiser) holding() (found []string) {
	o.t.Helper()
	db, err := bbolt.Open(o.in("rp.db"), 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	expect.NoError(o.t, err)
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				if w := holds(string(k) + "\n" + string(v)); w != "" {
					found = append(found, fmt.Sprintf("%s %q: %s", name, k, w))
				}
				return nil
			})
		})
	})
	expect.NoError(o.t, err)
	return found
}

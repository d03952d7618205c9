package crashtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/compose"
	"railpost/store"
	"railpost/templates"
)

// counts is the result of a comparison.
type counts struct {
	mails, lost, twice int
	doubled, gap       int
	games              int
}

// audit compares the players' mails and letters with the log, the mailbox and the outbox.
type audit struct {
	t  testing.TB
	w  *world
	db store.Store

	got map[string][]*letter // letters received, by Message-ID
	*people.Book
	counts
}

// compare reports losses and repetitions; each fails the test.
func compare(t testing.TB, w *world) counts {
	t.Helper()
	a := &audit{t: t, w: w, db: openStore(t, w.service.spec), got: map[string][]*letter{}, Book: people.NewBook(templates.Reminder, templates.Late)}
	defer closeStore(t, a.db)
	check(t, a.db)
	expect.Is(t, "read logs", a.ReadLogs(context.Background(), a.db), nil)
	a.readLetters()
	a.mailsHaveOneEffect()
	a.mailboxIsComplete()
	a.lettersArrived()
	a.endLetters()
	a.outboxIsEmpty()
	a.doubles()
	a.games = a.Games
	return a.counts
}

// readLetters reads every mailbox.
func (a *audit) readLetters() {
	a.t.Helper()
	for _, user := range append([]string{boss}, names...) {
		for _, box := range []string{"INBOX", "Processed"} {
			for _, raw := range a.w.post.Messages(user, box) {
				l, err := readLetter(raw)
				if err != nil {
					a.t.Error(err)
					continue
				}
				if a.got[l.ID] = append(a.got[l.ID], l); len(a.got[l.ID]) > 1 {
					continue
				}
				if same := a.Came(l.Letter); same != "" {
					a.twice++
					a.t.Errorf("%s and %s tell the same", l.ID, same)
				}
			}
		}
	}
}

// mailsHaveOneEffect: each mail has a verdict, and its content took effect once if it was played and never if
// not. Its sender got one answer.
func (a *audit) mailsHaveOneEffect() {
	a.t.Helper()
	for _, p := range a.w.players {
		for _, m := range p.sent {
			a.mails++
			if m.forged {
				a.forgery(p, m)
				continue
			}
			what, more, err := a.Wrong(context.Background(), a.db, &m.Mail)
			if err != nil {
				a.t.Fatal(err)
			}
			if what != "" && (more != 0 || !a.isForged(p, m)) {
				a.lost, a.twice = a.lost+max(0, -more), a.twice+max(0, more)
				a.t.Errorf("mail %s (%q) of %s in %s %s", m.ID, m.lines, p.name, m.Game, what)
			}
		}
	}
}

// toldADay limits the letters a day to a player about mails that were set aside.
const toldADay = 2

// forgery: another mail under a used Message-ID is set aside.
func (a *audit) forgery(p *player, m *mailing) {
	a.t.Helper()
	if n := a.Said[m.Word]; n != 0 {
		a.twice++
		a.t.Errorf("mail %s, under the Message-ID of another, had an effect", m.ID)
	}
	n, others := len(a.Answers[m.ID]), 0
	for _, f := range p.sent {
		if f.forged && f.Game == m.Game {
			others++
		}
	}
	if n != 2 && (n != 1 || others <= toldADay) {
		a.t.Errorf("mail %s and another of that Message-ID were answered by %d letters: %v", m.ID, n, a.Answers[m.ID])
	}
}

func (a *audit) isForged(p *player, m *mailing) bool {
	for _, f := range p.sent {
		if f.forged && f.ID == m.ID {
			return true
		}
	}
	return false
}

// mailboxIsComplete: every copy that the server accepted is in one of the folders for handled mail, and nothing
// else is.
func (a *audit) mailboxIsComplete() {
	a.t.Helper()
	lie := map[string]int{}
	for _, box := range []string{"Processed", "Quarantine"} {
		for _, raw := range a.w.mails(box) {
			key, err := people.Key(raw)
			if err != nil {
				a.t.Errorf("in %s: %v", box, err)
				continue
			}
			lie[key]++
		}
	}
	if n := len(a.w.mails("INBOX")); n > 0 {
		a.t.Errorf("%d mails are still in the mailbox", n)
	}
	for _, p := range a.w.players {
		for _, m := range p.sent {
			lie[m.Key] -= m.Copies * len(a.w.mailboxes())
		}
	}
	for key, n := range lie {
		if n != 0 {
			a.t.Errorf("of mail %s there are %+d copies too many or too few in the folders for handled mail", key[:16], n)
		}
	}
}

// lettersArrived: exactly the letters that the store calls sent were received.
func (a *audit) lettersArrived() {
	a.t.Helper()
	sent, err := a.sentIDs()
	if err != nil {
		a.t.Fatal("reading which letters were sent: ", err)
	}
	for id := range sent {
		if len(a.got[id]) == 0 {
			a.lost++
			a.t.Errorf("letter %s was sent and never received", id)
		}
	}
	known := map[string]int{} // the store keeps only the newest of each seat
	for id := range sent {
		known[seatOf(id)]++
	}
	for id := range a.got {
		expect.True(a.t, sent[id] || known[seatOf(id)] >= store.SentKept,
			"letter %s was received, and the outbox knows nothing of it", id)
	}
}

// sentIDs reads which letters the store calls sent from where it keeps them.
func (a *audit) sentIDs() (map[string]bool, error) {
	sent := map[string]bool{}
	if s := a.w.service.spec; s.URL != "" {
		return sent, databaseIDs(s.URL, sent)
	}
	db, err := bbolt.Open(a.w.service.spec.store(), 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	err = db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("sent"))
		if b == nil {
			return fmt.Errorf("the store has no bucket of that name")
		}
		return b.ForEach(func(k, _ []byte) error { sent[string(k)] = true; return nil })
	})
	return sent, errors.Join(err, db.Close())
}

// seatOf returns the game and the seat of a letter.
func seatOf(id string) string {
	named, _ := compose.ParseMessageID(id)
	return fmt.Sprint(named.Game, named.Seat)
}

// endLetters: every game was played to its end, and each seat was told.
func (a *audit) endLetters() {
	a.t.Helper()
	ends := map[string]int{}
	for _, copies := range a.got {
		if l := copies[0]; l.kind() == templates.End {
			ends[l.game]++
		}
	}
	for _, r := range a.w.games() {
		if strings.HasPrefix(r.Game, "void") {
			continue
		}
		if ends[r.Game] != len(r.Players) {
			a.t.Errorf("of the end of game %s %d of %d players were told", r.Game, ends[r.Game], len(r.Players))
		}
	}
}

func (a *audit) outboxIsEmpty() {
	a.t.Helper()
	for _, l := range letters(a.t, a.db) {
		expect.True(a.t, l.State == store.Failed && strings.HasPrefix(l.To, "void"),
			"letter %d (%s of %s to %s) is left in the outbox: %s %s", l.ID, l.Kind, l.Game, l.To, l.State, l.LastCode)
	}
}

// doubles: a letter came twice only if a daemon died, or was cut off, between its hand-over and the note of that very
// letter; the copies are equal byte for byte.
func (a *audit) doubles() {
	a.t.Helper()
	handed, err := handings(a.w.logs()...)
	if err != nil {
		a.t.Fatal(err)
	}
	for id, copies := range a.got {
		for _, c := range copies[1:] {
			a.doubled++
			if !bytes.Equal(c.Raw, copies[0].Raw) {
				a.t.Errorf("two letters with the Message-ID %s differ:\n%s\n---\n%s", id, copies[0].Raw, c.Raw)
			}
		}
		if why := twice(handed[id], len(copies), a.w.service.spec.URL != ""); why != "" {
			a.t.Errorf("letter %s came %d times: %s", id, len(copies), why)
		} else {
			a.gap += len(copies) - 1
		}
	}
}

// verify lets the running service replay every game.
func verify(t testing.TB, w *world) {
	t.Helper()
	for _, r := range w.games() {
		if err := w.service.call("game.verify", map[string]any{"game": r.Game}, nil); err != nil {
			t.Errorf("game %s: %v", r.Game, err)
		}
	}
}

package inbox_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// TestDeadlyMail: a mail during which the process died three times is set aside unread; its neighbours are read.
func TestDeadlyMail(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	file := filepath.Join(t.TempDir(), "reading")
	b.Options().Attempts = file
	raw := pbemtest.Writes(t, "Ana", b.Boxes[pbemtest.Address("Ana")][0], "sell red").Raw
	for range 3 {
		expect.NoError(t, b.Reopen())
		died := func() (died bool) {
			defer func() { died = recover() != nil }()
			b.Options().Hook = func(point string) {
				if point == "reading" {
					panic("killed")
				}
			}
			expect.NoError(t, b.Reopen())
			return b.Deliver(raw) == nil
		}()
		if !died {
			t.Fatal("the process did not die")
		}
		b.Options().Hook = nil
	}
	expect.NoError(t, b.Reopen())
	expect.NoError(t, b.Deliver(raw))
	expect.Same(t, "verdict", b.Last, imapbox.Poison)
	expect.Same(t, "still being read", strings.TrimSpace(string(expect.Get(os.ReadFile(file))(t))), "")
	expect.NoError(t, b.Deliver(pbemtest.Writes(t, "Ana", b.Boxes[pbemtest.Address("Ana")][0], "sell red red").Raw))
	expect.Same(t, "another mail", b.Verdict, "played")
}

// TestDeadlyAmongOthers: after a death during parallel decoding, each mail is read alone, so that only the
// deadly one is set aside.
func TestDeadlyAmongOthers(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter", "spring")
	file := filepath.Join(t.TempDir(), "reading")
	b.Options().Attempts = file
	var mails []imapbox.Mail
	for _, l := range b.Boxes[pbemtest.Address("Ana")] {
		mails = append(mails, pbemtest.Writes(t, "Ana", l, "sell red"))
	}
	const deadly = 1
	key := inbox.Receive(mails[deadly]).Key()
	b.Options().Hook = func(point string) {
		if point != "decoding" && point != "reading" {
			return
		}
		if now, err := os.ReadFile(file); err != nil || strings.Contains(string(now), key) {
			panic("killed")
		}
	}
	var deaths []string
	for {
		expect.NoError(t, b.Reopen())
		died := func() (died bool) {
			defer func() { died = recover() != nil }()
			verdicts := expect.Get(b.Office.Deliver(t.Context(), mails))(t)
			expect.Same(t, "verdicts", verdicts, []imapbox.Verdict{imapbox.Again, imapbox.Poison, imapbox.Done})
			return false
		}()
		left := expect.Get(os.ReadFile(file))(t)
		if deaths = append(deaths, strconv.Itoa(len(strings.Fields(string(left))))); !died || len(deaths) > 9 {
			break
		}
		if len(deaths) == 4 {
			b.Options().Hook = nil // an unread mail does no harm
		}
	}
	expect.Same(t, "mails being read at each death, and in the end", strings.Join(deaths, " "), "3 1 1 1 0")
}

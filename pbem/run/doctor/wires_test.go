package doctor

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/post"
	"railpost/store/bolt"
)

// TestMailboxThatLies: doctor moves its mail and checks that it is gone, and compares its text and size.
func TestMailboxThatLies(t *testing.T) {
	moves := func(lie func(c *liar.Command)) func(*liar.IMAP) {
		return func(s *liar.IMAP) {
			s.Lie = func(c *liar.Command) {
				if c.Name == "UID MOVE" {
					lie(c)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		lie    func(s *liar.IMAP)
		change func(raw []byte) []byte
		well   bool
		says   string
	}{
		"honest":              {well: true, says: "moving: ok: what was read is gone from INBOX"},
		"move_ok_but_stays":   {lie: moves((*liar.Command).Pretend), says: "moving: FAIL: 2 messages stayed in INBOX and should be in Processed"},
		"all_mail_as_mailbox": {lie: moves((*liar.Command).Keep), says: "moving: FAIL: 2 messages stayed in INBOX"},
		"move_overquota": {lie: moves(func(c *liar.Command) { c.Refuse("NO [OVERQUOTA] full") }),
			says: "moving: FAIL: 2 messages stayed in INBOX"},
		"exchange_vandelay": {lie: func(s *liar.IMAP) { s.Size = func([]byte) int { return 19189 } }, well: true,
			says: "the server announces 19189, which Railpost does not rely on"},
		"text is cut": {change: func(raw []byte) []byte { return bytes.Replace(raw, []byte("It can be deleted."), nil, 1) }, says: "bytes arrived, but without the line"},
	} {
		t.Run(name, func(t *testing.T) {
			s := liar.NewIMAP()
			s.Caps = "IMAP4rev1 MOVE" // without IDLE, messages are sent before the mailbox is read
			if c.lie != nil {
				c.lie(s)
			}
			conf := lying(t, s, c.change)
			lines, well := examine(t, conf, time.Minute)
			expect.Same(t, strings.Join(lines, "\n"), well, c.well)
			has(t, lines, c.says)
		})
	}
}

// lying configures a mailbox that lies; change, if set, changes arriving mail.
func lying(t *testing.T, s *liar.IMAP, change func(raw []byte) []byte) *config.Config {
	t.Helper()
	p, c := mailboxOf(t, post.Options{Delivered: func(_ string, raw []byte) {
		if change != nil {
			raw = change(raw)
		}
		s.Put(raw)
	}})
	addr := expect.Get(s.Listen())(t)
	t.Cleanup(func() { _ = s.Close() }) // after its clients have left
	expect.NoError(t, pbemtest.Mailbox(c, addr, p.SMTPAddr(), "games", "secret"))
	expect.NoError(t, bolt.Create(c.Store.Path))
	return c
}

// TestNoPush: doctor measures IDLE: it detects a server that offers it and stays silent, and reads the mails anyway.
func TestNoPush(t *testing.T) {
	s := liar.NewIMAP()
	s.Lie = func(c *liar.Command) { c.Then = map[bool]liar.Then{true: liar.Mute}[c.Name == "IDLE"] }
	var lines []string
	well := Examine(t.Context(), Options{Config: lying(t, s, nil), Wait: time.Minute, Push: time.Millisecond},
		func(c Check) { lines = append(lines, c.Name+": "+string(c.State)+": "+c.Found) })
	has(t, lines, "idle: note: offered, but the server reported nothing within 1ms: no push, polled every 5m")
	if n := len(s.Mails("Processed")); !well || n != 2 {
		t.Errorf("%d mails were filed:\n%s", n, strings.Join(lines, "\n"))
	}
}

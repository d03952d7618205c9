package inbox_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
)

// kept counts the bytes of incoming mails in the store.
func kept(t *testing.T, b *pbemtest.Service) (mails, bytes int) {
	t.Helper()
	list := expect.Get(b.Store.Mails(context.Background(), 1<<20))(t)
	for _, row := range list {
		m, _ := expect.Get2(b.Store.Mail(context.Background(), row.Key))(t)
		bytes += len(m.Bytes) + len(m.From) + len(m.Subject)
	}
	return len(list), bytes
}

// sized is a mail of a given size.
func sized(n, size int, from, more string) []byte {
	if !strings.Contains(more, "To:") {
		more += "To: games@post.example\r\n"
	}
	head := fmt.Sprintf("From: %s\r\nMessage-ID: <%d@x>\r\nSubject: %s\r\n%s\r\n", from, n, strings.Repeat("s", 300), more)
	if strings.HasSuffix(more, withPicture) {
		head += "--b\r\nContent-Type: text/plain\r\n\r\nstatus\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
	}
	return []byte(head + strings.Repeat("seventy letters of a body in which nothing is said to anybody at all..\r\n", (size-len(head))/72))
}

// withPicture makes most of a mail an attachment, which nobody reads.
const withPicture = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n"

// TestWhatIsKeptOfMails: the bytes in the store are bounded for all writers.
func TestWhatIsKeptOfMails(t *testing.T) {
	level.Sequential(t)
	b := pbemtest.Playing(t, admin.CreateGame{Seed: []byte("kept")})
	ana, _ := b.Latest("Ana")
	const large = 950_000
	n := 0
	send := func(times, size int, from, more string) (mails, bytes int) {
		t.Helper()
		m, was := kept(t, b)
		for range times {
			n++
			expect.NoError(t, b.Deliver(sized(n, size, from, more)))
		}
		mails, bytes = kept(t, b)
		return mails - m, bytes - was
	}
	proven := "To: " + ana.ReplyTo + "\r\n"
	for _, c := range []struct {
		name, from, more string
		size             int
		least, most      int // bytes of one
	}{
		{"a stranger", "z@stranger.example", "", large, 100, 10 << 10},
		{"a stranger with a long header", "z@stranger.example", "X-Long: " + strings.Repeat("x", 60<<10) + "\r\n", large, 100, 10 << 10},
		{"a bounce", "<mailer-daemon@far.example>", "Auto-Submitted: auto-replied\r\n", large, 100, 10 << 10},
		{"an address on file", "ana@example.org", "", large, 60 << 10, 66 << 10},
		{"an address on file, less", "ana@example.org", "", 30 << 10, 29 << 10, 31 << 10},
		{"an automatic mail of a player", "ana@example.org", proven + "Auto-Submitted: auto-replied\r\n", large, 60 << 10, 66 << 10},
		{"a player", "ana@example.org", proven + withPicture, 200 << 10, 199 << 10, 202 << 10},
	} {
		if mails, bytes := send(1, c.size, c.from, c.more); mails != 1 || bytes < c.least || bytes > c.most {
			t.Errorf("%s: %d mails with %d bytes, want %d to %d", c.name, mails, bytes, c.least, c.most)
		}
	}
	const day = 8<<20 + 200_000
	_, before := kept(t, b)
	if mails, bytes := send(160, large, "ana@example.org", ""); mails < 50 || bytes > day {
		t.Errorf("of an address on file in a day: %d mails with %d bytes", mails, bytes)
	}
	if _, bytes := send(100, 3000, "z@stranger.example", ""); bytes > 0 {
		t.Errorf("of strangers behind it: %d bytes", bytes)
	}
	if _, all := kept(t, b); all-before > day {
		t.Errorf("%d bytes of one day", all-before)
	}
	if mails, bytes := send(1, 3000, "ana@example.org", proven); mails != 1 || bytes < 2500 {
		t.Errorf("a player's own mail is kept as %d mails with %d bytes", mails, bytes)
	}
	b.Clock = b.Clock.Add(24 * time.Hour)
	if mails, _ := send(1, 3000, "z@stranger.example", ""); mails != 1 {
		t.Error("nothing is kept on the next day")
	}
	b.Clock = b.Clock.Add(24 * time.Hour)
	if _, bytes := send(120, large, "ana@example.org", proven+withPicture); bytes > 64<<20+large || bytes < 60<<20 {
		t.Errorf("of a player in a day: %d bytes", bytes)
	}
}

package doctor

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/post"
	"railpost/pbem/run/control"
	"railpost/store/bolt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// mailbox is a post office and a configuration for it.
func mailbox(t *testing.T) (*post.Post, *config.Config) { return mailboxOf(t, post.Options{}) }

func mailboxOf(t *testing.T, o post.Options) (*post.Post, *config.Config) {
	t.Helper()
	o.Users = map[string]string{"games": "secret"}
	p, err := post.Start(o)
	expect.NoError(t, err)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	c := config.Default()
	expect.NoError(t, pbemtest.Mailbox(c, p.IMAPAddr(), p.SMTPAddr(), "games", "secret"))
	c.Identity.BaseAddress = "games@localhost"
	c.Store.Path = filepath.Join(t.TempDir(), "railpost.db")
	c.Store.MinFree = 10 * config.MB
	expect.NoError(t, c.Check())
	return p, c
}

// examine returns "name: state: found" lines.
func examine(t *testing.T, c *config.Config, wait time.Duration) (lines []string, well bool) {
	t.Helper()
	well = Examine(t.Context(), Options{Config: c, Wait: wait}, func(c Check) {
		lines = append(lines, c.Name+": "+string(c.State)+": "+c.Found)
		expect.True(t, (c.State == Failed || c.State == Note) == (c.Hint != ""), "%s is %s with hint %q", c.Name, c.State, c.Hint)
		expect.Lacks(t, "the password is told", c.Found, "secret")
	})
	return lines, well
}

func has(t *testing.T, lines []string, want ...string) {
	t.Helper()
	all := strings.Join(lines, "\n")
	expect.Has(t, "all", all, want...)
}

func TestAllIsWell(t *testing.T) {
	p, c := mailbox(t)
	other := "From: ana@localhost\r\nMessage-ID: <1@ana>\r\n\r\npass\r\n"
	expect.NoError(t, p.Deliver("games", []byte(other)))
	expect.NoError(t, bolt.Create(c.Store.Path))
	lines, well := examine(t, c, time.Minute)
	expect.True(t, well, "something failed")
	has(t, lines,
		"write access: ok: ", "free space: ok: ", "daemon: ok: not running", "store: ok: ",
		"mailbox: ok: ", "idle: ok: the server reported new mail ", "folder Processed: ok: is there", "folder Quarantine: ok: ",
		"outgoing mail: ok: ", "logged in as games",
		"mail to itself: ok: arrived; its address is in Delivered-To, To",
		"mail with an extension: ok: arrived; its address is in Delivered-To, To",
		"text: ok: complete, ", " bytes, as the server announces", "moving: ok: what was read is gone from INBOX", "clock: ok: ")
	left := p.Messages("games", post.Inbox)
	if len(left) != 1 || !strings.Contains(string(left[0]), "<1@ana>") || len(p.Messages("games", "Processed")) != 2 {
		t.Errorf("%d mails are left in the mailbox, %d were filed away", len(left), len(p.Messages("games", "Processed")))
	}
}

func TestWrongPassword(t *testing.T) {
	_, c := mailbox(t)
	c.Mail.In.Password = config.NewSecret("secret2")
	lines, well := examine(t, c, time.Minute)
	expect.True(t, !well, "nothing failed")
	has(t, lines, "mailbox: FAIL: ", "outgoing mail: ok: ", "mail to itself: skip: ")
}

func TestRefusedRecipient(t *testing.T) {
	p, c := mailbox(t)
	p.Fail(post.Fault{At: post.AtRcpt, Code: 550})
	lines, well := examine(t, c, time.Minute)
	expect.True(t, !well, "nothing failed")
	has(t, lines, "mail to itself: FAIL: the server rejected it: 550", "mail with an extension: ok: ")
}

// TestNoExtensions: if only plain addresses work, doctor prints the line for the configuration, and it works.
func TestNoExtensions(t *testing.T) {
	_, c := mailbox(t)
	c.Mail.Out.PlusSeparator = "-" // which that server does not know
	var hint string
	ask := func() bool {
		return Examine(t.Context(), Options{Config: c, Wait: time.Minute}, func(k Check) {
			if k.Name == "mail with an extension" {
				hint = k.Hint
			}
		})
	}
	expect.True(t, !ask() && strings.Contains(hint, `plus_separator = "" under [mail.out]`), "the hint: %q", hint)
	c.Mail.Out.PlusSeparator = ""
	expect.NoError(t, bolt.Create(c.Store.Path))
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	expect.True(t, ask() && hint == "", "with that line: %q", hint)
}

func TestLostMail(t *testing.T) {
	p, c := mailbox(t)
	c.Identity.BaseAddress = "other@localhost" // its mail goes to another mailbox
	p.AddUser("other", "x")
	lines, well := examine(t, c, 300*time.Millisecond)
	expect.True(t, !well, "nothing failed")
	has(t, lines, "mail to itself: FAIL: it did not arrive within 300ms", "mail with an extension: FAIL: ")
}

func TestRunningDaemon(t *testing.T) {
	_, c := mailbox(t)
	db := expect.Get(bolt.Open(c.Store.Path, bolt.Options{}))(t)
	l, err := control.Listen(c.SocketPath())
	expect.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- l.Serve(ctx, func(context.Context, string, json.RawMessage) (any, error) { return nil, nil })
	}()
	lines, well := examine(t, c, time.Minute)
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	expect.True(t, well, "something failed")
	has(t, lines, "daemon: ok: answers at ", "store: ok: "+c.Store.Path+" is in use by the daemon", "mail to itself: skip: the daemon is running", "idle: skip: offered")
}

func TestNoRoomAndNoFolder(t *testing.T) {
	_, c := mailbox(t)
	c.Mail.Kind = config.Embedded
	c.Store.MinFree = 1 << 60
	lines, _ := examine(t, c, 0)
	has(t, lines, "free space: FAIL: ", "mail: skip: the embedded post")
	c.Store.Path = filepath.Join(t.TempDir(), "none", "railpost.db")
	lines, _ = examine(t, c, 0)
	has(t, lines, "write access: FAIL: ")
}

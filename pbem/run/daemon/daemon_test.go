package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/post"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/control"
	"railpost/pbem/run/daemon"
	"railpost/store"
	"railpost/store/bolt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// settings is an embedded service with its store in a folder of the test.
func settings(t *testing.T) *config.Config {
	t.Helper()
	c := config.Default()
	c.Mail.Kind = config.Embedded
	c.Identity.BaseAddress = config.EmbeddedAddress
	c.Store.Path = filepath.Join(t.TempDir(), "railpost.db")
	c.Store.MinFree = 10 * config.MB
	expect.NoError(t, errors.Join(c.Check(), bolt.Create(c.Store.Path)))
	return c
}

// start runs a service; stop ends it and says how it went.
func start(t *testing.T, o daemon.Options) (d *daemon.Daemon, stop func() error) {
	t.Helper()
	o.Titles = toy.Find
	d = expect.Get(daemon.New(t.Context(), o))(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	var once bool
	stop = func() error {
		if once {
			return nil
		}
		once = true
		cancel()
		return <-done
	}
	t.Cleanup(func() {
		expect.Is(t, "stop", stop(), nil)
	})
	select {
	case <-d.Ready():
	case err := <-done:
		t.Fatal("ended before it was ready: ", err)
	}
	return d, stop
}

func create(t *testing.T, d *daemon.Daemon, p admin.CreateGame) {
	t.Helper()
	raw := expect.Get(json.Marshal(p))(t)
	expect.Get(d.Handle(t.Context(), "game.create", raw))(t)
}

func TestAnInvitationIsSentAndAnswered(t *testing.T) {
	c := settings(t)
	taken := make(chan string, 10)
	d, stop := start(t, daemon.Options{Config: c, Count: func(v verdict.Verdict, _, _ int) { taken <- v.String() }})
	create(t, d, admin.CreateGame{Title: "toy", Game: "spring", Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}})
	expect.NoError(t, d.Idle(t.Context()))
	expect.Must(t, "letters sent, want two invitations", d.Sent().Sent, 2)
	// The same request over the socket, as the command line makes it.
	client := expect.Get(control.Dial(c.SocketPath()))(t)
	var list []admin.GameRow
	if err := client.Call(t.Context(), "game.list", nil, &list); err != nil || len(list) != 1 || list[0].State != "inviting" {
		t.Fatalf("game.list: %v, %v", list, err)
	}
	send(t, d.SMTPAddr(), "ana@localhost", "no token here")
	expect.Same(t, "a mail without a token", <-taken, "ignored: no token")
	expect.NoError(t, stop())
	expect.Is(t, "the socket is still there", expect.Err(os.Stat(c.SocketPath())), os.ErrNotExist)
	// A second service finds the game of the first.
	d, _ = start(t, daemon.Options{Config: c})
	if _, err := d.Handle(t.Context(), "game.show", json.RawMessage(`{"game":"spring"}`)); err != nil {
		t.Error(err)
	}
}

func TestASilentClientDoesNotHoldUpTheEnd(t *testing.T) {
	c := settings(t)
	_, stop := start(t, daemon.Options{Config: c})
	t.Chdir(filepath.Dir(c.SocketPath())) // net takes no long path
	conn := expect.Get(net.Dial("unix", filepath.Base(c.SocketPath())))(t)
	// Connections are taken in their order: once this is answered, the silent
	// one has been taken too.
	client := expect.Get(control.Dial(c.SocketPath()))(t)
	expect.NoError(t, client.Call(t.Context(), "game.list", nil, nil))
	expect.Is(t, "stop", stop(), nil)
	expect.Is(t, "close", conn.Close(), nil)
}

func send(t *testing.T, addr, from, text string) {
	t.Helper()
	s := smtpout.New(smtpout.Config{Addr: addr, TLS: "none", User: from, Password: func() (string, error) { return daemon.EmbeddedPassword, nil }})
	defer s.Close()
	raw := "From: " + from + "\r\nTo: railpost@localhost\r\nMessage-ID: <1." + from + ">\r\nSubject: hello\r\n\r\n" + text + "\r\n"
	if r := s.Send(t.Context(), from, "railpost@localhost", []byte(raw)); r.Class != smtpout.Accepted {
		t.Fatal(r)
	}
}

func TestTwoServicesOnOneStore(t *testing.T) {
	t.Parallel()
	c := settings(t)
	start(t, daemon.Options{Config: c})
	_, err := daemon.New(t.Context(), daemon.Options{Config: c, Titles: toy.Find})
	if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "running") || strings.Count(err.Error(), "process") != 1 {
		t.Errorf("the second says: %v", err)
	}
}

// provider is a mailbox at a test post office, as at a provider.
func provider(t *testing.T) (*config.Config, *post.Post) {
	t.Helper()
	p, err := post.Start(post.Options{Users: map[string]string{"games": "secret", "ana": "a", "ben": "b", "boss": "c"}})
	expect.NoError(t, err)
	t.Cleanup(func() {
		expect.Is(t, "close", p.Close(), nil)
	})
	c := settings(t)
	c.Identity.BaseAddress = "games@localhost"
	c.Security.AdminAddresses = []string{"boss@localhost"}
	expect.NoError(t, pbemtest.Mailbox(c, p.IMAPAddr(), p.SMTPAddr(), "games", "secret"))
	return c, p
}

func noStoreIsMade(t *testing.T, c *config.Config) {
	for name, spoil := range map[string]func() error{
		"missing": func() error { return os.Remove(c.Store.Path) },
		"empty":   func() error { return os.Truncate(c.Store.Path, 0) },
		"volume":  func() error { return os.Rename(filepath.Dir(c.Store.Path), filepath.Dir(c.Store.Path)+".away") },
	} {
		t.Run(name, func(t *testing.T) {
			c.Store.Path = filepath.Join(t.TempDir(), "railpost.db")
			expect.NoError(t, errors.Join(bolt.Create(c.Store.Path), spoil()))
			if _, err := daemon.New(t.Context(), daemon.Options{Config: c, Titles: toy.Find}); !errors.Is(err, bolt.ErrNone) {
				t.Errorf("got %v", err)
			}
			if info, err := os.Stat(c.Store.Path); err == nil && info.Size() > 0 {
				t.Error("a store was made")
			}
		})
	}
}

// TestNoStoreIsMadeByServing: if the file is gone, or empty, the orders in the mailbox wait.
func TestNoStoreIsMadeByServing(t *testing.T) {
	c, p := provider(t)
	t.Run("embedded", func(t *testing.T) { noStoreIsMade(t, settings(t)) })
	expect.NoError(t, p.Deliver("games", []byte("From: ana@localhost\r\nTo: games@localhost\r\nMessage-ID: <1@a>\r\n\r\npass\r\n")))
	noStoreIsMade(t, c)
	expect.Same(t, "mails wait", len(p.Messages("games", "INBOX")), 1)
}

// TestADryRunBesideADaemon works on a copy that the daemon hands out.
func TestADryRunBesideADaemon(t *testing.T) {
	c, _ := provider(t)
	d, _ := start(t, daemon.Options{Config: c})
	create(t, d, admin.CreateGame{Title: "toy", Game: "spring", Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}})
	dir := filepath.Join(t.TempDir(), "letters")
	dry, stop := start(t, daemon.Options{Config: c, DryRunDir: dir})
	list, err := dry.Handle(t.Context(), "game.list", nil)
	if rows, _ := list.([]admin.GameRow); err != nil || len(rows) != 1 {
		t.Errorf("the copy has %v, %v", list, err)
	}
	expect.Is(t, "stop", stop(), nil)
	expect.Is(t, "verify", bolt.Verify(t.Context(), filepath.Join(dir, "railpost.db")), nil)
}

func TestADryRunTouchesNothing(t *testing.T) {
	c, p := provider(t)
	d, stop := start(t, daemon.Options{Config: c})
	create(t, d, admin.CreateGame{Title: "toy", Game: "spring", Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}})
	expect.NoError(t, d.Idle(t.Context()))
	expect.NoError(t, stop())
	answer, err := mailtest.Reply(mailtest.Gmail, mailtest.Answer{Letter: p.Messages("ana", post.Inbox)[0], From: "Ana <ana@localhost>", Typed: []string{"accept"}})
	expect.NoError(t, err)
	expect.NoError(t, p.Deliver("games", answer))
	before, err := os.ReadFile(c.Store.Path)
	expect.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "dry")
	_, stop = start(t, daemon.Options{Config: c, DryRunDir: dir})
	var letters []string
	pbemtest.Until(t, "a letter in the folder", func() bool {
		letters, err = filepath.Glob(filepath.Join(dir, "*.eml"))
		return err == nil && len(letters) > 0
	})
	expect.NoError(t, stop())
	raw, err := os.ReadFile(letters[0])
	if err != nil || !strings.Contains(string(raw), "To: \"Ana\" <ana@localhost>") && !strings.Contains(string(raw), "To: Ana <ana@localhost>") {
		t.Errorf("the letter: %v\n%s", err, raw)
	}
	expect.Same(t, "mails are left in the mailbox, want the one", len(p.Messages("games", post.Inbox)), 1)
	expect.Same(t, "Ana has", len(p.Messages("ana", post.Inbox)), 1)
	expect.Same(t, "the store has changed", string(expect.Get(os.ReadFile(c.Store.Path))(t)), string(before))
}

func TestNoMailIsTakenWithoutRoom(t *testing.T) {
	c, p := provider(t)
	c.Store.MinFree = 1 << 60
	expect.NoError(t, p.Deliver("games", []byte("From: x@localhost\r\nMessage-ID: <1@x>\r\n\r\nhello\r\n")))
	_, stop := start(t, daemon.Options{Config: c, Count: func(v verdict.Verdict, _, _ int) { t.Errorf("taken: %s", v) }})
	pbemtest.Until(t, "the organiser's notice", func() bool { return len(p.Messages("boss", post.Inbox)) == 1 })
	expect.NoError(t, stop())
	expect.Same(t, "the mail is no longer in the mailbox", len(p.Messages("games", post.Inbox)), 1)
}

func TestARefusedLoginIsToldOnceADay(t *testing.T) {
	c, p := provider(t)
	c.Mail.In.Password = config.NewSecret("wrong")
	for range 2 {
		_, stop := start(t, daemon.Options{Config: c})
		pbemtest.Until(t, "the organiser's notice", func() bool { return len(p.Messages("boss", post.Inbox)) == 1 })
		expect.NoError(t, stop())
	}
	notice := string(p.Messages("boss", post.Inbox)[0])
	expect.True(t, strings.Contains(notice, "Auto-Submitted: auto-generated") && !strings.Contains(notice, "wrong\""),
		"the notice:\n%s", notice)
	if _, ok := compose.ParseMessageID("<" + header(notice, "Message-Id") + ">"); !ok {
		t.Errorf("its Message-ID: %s", header(notice, "Message-Id"))
	}
}

func header(raw, name string) string {
	for line := range strings.SplitSeq(raw, "\r\n") {
		if k, v, ok := strings.Cut(line, ": "); ok && strings.EqualFold(k, name) {
			return strings.Trim(v, "<>")
		}
	}
	return ""
}

func TestARefusedRecipientIsToldToTheOrganiserOfTheGame(t *testing.T) {
	c, p := provider(t)
	p.Fail(post.Fault{At: post.AtRcpt, To: "ben@localhost", Code: 550, Enhanced: [3]int{5, 1, 1}, Text: "no such user", Times: -1})
	d, _ := start(t, daemon.Options{Config: c})
	create(t, d, admin.CreateGame{Title: "toy", Game: "spring", Organiser: "boss@localhost", Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}})
	pbemtest.Until(t, "the organiser's notice", func() bool { return len(p.Messages("boss", post.Inbox)) == 1 })
	if notice := string(p.Messages("boss", post.Inbox)[0]); !strings.Contains(notice, "ben@localhost") {
		t.Errorf("the notice:\n%s", notice)
	}
}

package realserver

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/smtpout"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var users = map[string]string{"game": "secret", "ana": "a"}

func letter(n int) []byte {
	return fmt.Appendf(nil, "From: ana@pbem.test\r\nTo: game@pbem.test\r\nSubject: mail %d\r\nMessage-ID: <m%d@pbem.test>\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\n\r\nwork 3\r\n", n, n)
}

// receiver counts mails from the mailbox.
type receiver struct {
	mu       sync.Mutex
	given    map[string]int // by subject
	verdict  func(subject string, times int) imapbox.Verdict
	statuses []imapbox.Status
	in       *dial.Turns // counts waits for the mailbox, if not nil
	turns    []int       // of these, those before each search of the mailbox
}

func (r *receiver) deliver(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]imapbox.Verdict, 0, len(ms))
	for _, m := range ms {
		_, rest, _ := strings.Cut(string(m.Raw), "Subject: ")
		subject, _, _ := strings.Cut(rest, "\r\n")
		r.given[subject]++
		v := imapbox.Done
		if r.verdict != nil {
			v = r.verdict(subject, r.given[subject])
		}
		out = append(out, v)
	}
	return out, nil
}

func (r *receiver) status(s imapbox.Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statuses = append(r.statuses, s)
	if r.in != nil && s.State == imapbox.Watching {
		r.turns = append(r.turns, r.in.Take())
	}
}

func (r *receiver) count(state imapbox.State) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.statuses {
		if s.State == state {
			n++
		}
	}
	return n
}

func (r *receiver) times(subject string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.given[subject]
}

func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	expect.NoError(t, until("waited in vain for "+what, holds))
}

// watch runs an imapbox on the game's mailbox until the function it returns is
// called.
func watch(t *testing.T, s *Servers, change func(*imapbox.Config)) (*receiver, func()) {
	t.Helper()
	return measured(t, s, nil, change)
}

func measured(t *testing.T, s *Servers, in *dial.Turns, change func(*imapbox.Config)) (*receiver, func()) {
	t.Helper()
	c := imapbox.Config{
		Addr: s.IMAPS, TLS: "implicit", TLSConfig: s.TLS(), User: "game",
		Password: func() (string, error) { return "secret", nil },
		RetryMin: 20 * time.Millisecond, RetryMax: 200 * time.Millisecond,
	}
	if change != nil {
		change(&c)
	}
	if in != nil {
		c.Dial = in.Dial
	}
	r := &receiver{given: map[string]int{}, in: in}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- imapbox.Run(ctx, c, r.deliver, r.status) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	t.Cleanup(stop)
	return r, stop
}

func sender(t *testing.T, s *Servers, change func(*smtpout.Config)) *smtpout.Sender {
	t.Helper()
	c := smtpout.Config{Addr: s.Submission, TLSConfig: s.TLS(), User: "ana", Password: func() (string, error) { return "a", nil }}
	if change != nil {
		change(&c)
	}
	snd := smtpout.New(c)
	t.Cleanup(func() {
		expect.Is(t, "close", snd.Close(), nil)
	})
	return snd
}

func send(t *testing.T, snd *smtpout.Sender, numbers ...int) {
	t.Helper()
	mail := func(n int) *smtpout.Mail {
		return &smtpout.Mail{From: "ana@pbem.test", To: "game+winter.1.TOKEN@pbem.test", Text: letter(n)}
	}
	for i, n := range numbers {
		var next *smtpout.Mail
		if i+1 < len(numbers) {
			next = mail(numbers[i+1])
		}
		if r := snd.SendBefore(context.Background(), *mail(n), next); r.Class != smtpout.Accepted {
			t.Fatalf("mail %d: %+v", n, r)
		}
	}
}

// One pair of servers for all tests, since starting and stopping takes seconds.
func TestRealServers(t *testing.T) {
	s := Start(t, users)
	for _, part := range []struct {
		name string
		test func(*testing.T, *Servers)
	}{
		{"IMAPS and STARTTLS", testTLS},
		{"unknown certificate", testUnknownCA},
		{"wrong password", testWrongPassword},
		{"tokens", testTokens},
		{"replies by class", testReplies},
		{"round trips", testRoundTrips},
		{"probes", testProbes},
		{"mail programs", testPrograms},
		{"UIDVALIDITY changes", testUIDValidity},
		{"mailbox rebuilt", testRebuilt},
		{"black-holed connection", testBlackHole},
		{"server restart", testRestart},
	} {
		if !t.Run(part.name, func(t *testing.T) { part.test(t, s) }) {
			return
		}
	}
}

func (s *Servers) processed(t *testing.T) int { return len(s.Messages("game", "Processed")) }

func testTLS(t *testing.T, s *Servers) {
	n := s.processed(t)
	for _, in := range []imapbox.Config{{Addr: s.IMAPS, TLS: "implicit"}, {Addr: s.IMAP, TLS: "starttls"}, {Addr: s.IMAP, TLS: "none"}} {
		r, stop := watch(t, s, func(c *imapbox.Config) { c.Addr, c.TLS = in.Addr, in.TLS })
		await(t, "watching", func() bool { return r.count(imapbox.Watching) > 0 })
		for _, out := range []smtpout.Config{{Addr: s.Submissions, TLS: "implicit"}, {Addr: s.Submission, TLS: "starttls"}, {Addr: s.SMTP, TLS: "none"}} {
			n++
			send(t, sender(t, s, func(c *smtpout.Config) {
				c.Addr, c.TLS = out.Addr, out.TLS
				if out.TLS == "none" {
					c.User = ""
				}
			}), n)
			await(t, fmt.Sprintf("mail %d in by %s, out by %s", n, out.TLS, in.TLS), func() bool { return s.processed(t) == n })
		}
		stop()
	}
	if got := s.Messages("game", "Processed"); !strings.Contains(string(got[0]), "Delivered-To: game+winter.1.TOKEN@pbem.test") {
		t.Errorf("the plus part is gone:\n%s", got[0])
	}
}

// testRoundTrips: real servers, too, accept a letter in two round trips, and give a mail in three: the IDLE in
// which it is awaited, DONE with FETCH, and MOVE. (On a busy machine 14 were seen for four mails. go-imap
// writes DONE and FETCH separately, and the answer to DONE may be read between them without waiting: see
// dial.Turns.)
func testRoundTrips(t *testing.T, s *Servers) {
	var out, in dial.Turns
	snd := sender(t, s, func(c *smtpout.Config) { c.Addr, c.TLS, c.User, c.Dial = s.SMTP, "none", "", out.Dial })
	r, stop := measured(t, s, &in, func(c *imapbox.Config) { c.Addr, c.TLS = s.IMAP, "none" })
	defer stop()
	await(t, "watching", func() bool { return r.count(imapbox.Watching) > 0 })
	n := s.processed(t)
	for i := range 5 {
		send(t, snd, i)
		await(t, "the mail", func() bool { return s.processed(t) == n+i+1 && r.count(imapbox.Watching) == i+2 })
		if i == 0 {
			out.Take() // including the connection
		}
	}
	expect.Same(t, `out.Take()`, out.Take(), 8)
	if send(t, snd, 5, 6, 7, 8); out.Take() != 5 {
		t.Error("four letters that are known take more than five round trips")
	}
	await(t, "all mails", func() bool { return s.processed(t) == n+9 })
	r.mu.Lock()
	defer r.mu.Unlock()
	expect.Same(t, "round trips of five mails", r.turns[1:6], []int{3, 3, 3, 3, 3})
}

func testUnknownCA(t *testing.T, s *Servers) {
	other := NewCertificate(t)
	c := imapbox.Config{Addr: s.IMAPS, TLSConfig: other.Client(), User: "game", Password: func() (string, error) {
		t.Error("the password was asked for on a connection that is not safe")
		return "secret", nil
	}}
	var unknown x509.UnknownAuthorityError
	if _, err := imapbox.Probe(context.Background(), c); !errors.As(err, &unknown) {
		t.Errorf("IMAPS: %v", err)
	}
	c.Addr, c.TLS = s.IMAP, "starttls"
	if _, err := imapbox.Probe(context.Background(), c); !errors.As(err, &unknown) {
		t.Errorf("IMAP with STARTTLS: %v", err)
	}
	for tls, addr := range map[string]string{"implicit": s.Submissions, "starttls": s.Submission} {
		snd := sender(t, s, func(c *smtpout.Config) { c.Addr, c.TLS, c.TLSConfig = addr, tls, other.Client() })
		if r := snd.Send(context.Background(), "ana@pbem.test", "game@pbem.test", letter(0)); r.Class != smtpout.Unreachable || !strings.Contains(r.Text, "certificate") {
			t.Errorf("SMTP %s: %+v", tls, r)
		}
	}
}

func testWrongPassword(t *testing.T, s *Servers) {
	r, stop := watch(t, s, func(c *imapbox.Config) { c.Password = func() (string, error) { return "wrong", nil } })
	await(t, "the refusal", func() bool { return r.count(imapbox.Refused) == 1 })
	stop()
	expect.Same(t, "attempts with a wrong password", r.count(imapbox.Connecting), 1)
	snd := sender(t, s, func(c *smtpout.Config) { c.Password = func() (string, error) { return "wrong", nil } })
	if r := snd.Send(context.Background(), "ana@pbem.test", "game@pbem.test", letter(0)); r.Class != smtpout.Stop || r.Code != 535 {
		t.Errorf("%+v", r)
	}
}

func testReplies(t *testing.T, s *Servers) {
	n := s.processed(t)
	snd := sender(t, s, nil)
	for to, want := range map[string]smtpout.Class{
		"nobody@pbem.test":       smtpout.RecipientBad,
		"eve@elsewhere.test":     smtpout.Refused, // 554 5.7.1: relaying denied
		"ana@pbem.test":          smtpout.Accepted,
		"ana+x@pbem.test":        smtpout.Accepted,
		"nobody+x.y.z@pbem.test": smtpout.RecipientBad,
	} {
		if r := snd.Send(context.Background(), "ana@pbem.test", to, letter(0)); r.Class != want {
			t.Errorf("%s: %+v, want %v", to, r, want)
		}
	}
	open := sender(t, s, func(c *smtpout.Config) { c.Addr, c.TLS, c.User = s.SMTP, "starttls", "" })
	if r := open.Send(context.Background(), "eve@elsewhere.test", "mallory@elsewhere.test", letter(0)); r.Class != smtpout.Refused || r.Enhanced != "5.7.1" {
		t.Errorf("relaying: %+v", r)
	}
	huge := append(letter(0), []byte(strings.Repeat(strings.Repeat("x", 70)+"\r\n", 40_000))...)
	if r := snd.Send(context.Background(), "ana@pbem.test", "game@pbem.test", huge); r.Class != smtpout.RecipientBad || r.Code != 552 {
		t.Errorf("too large: %+v", r)
	}
	expect.Same(t, "mail came to the game", s.processed(t), n)
}

func testProbes(t *testing.T, s *Servers) {
	c := imapbox.Config{Addr: s.IMAP, TLS: "starttls", TLSConfig: s.TLS(), User: "ana", Password: func() (string, error) { return "a", nil }}
	r := expect.Get(imapbox.Probe(context.Background(), c))(t)
	expect.True(t, r.Idle && strings.HasPrefix(r.TLS, "TLS 1.") && r.Processed.Created && r.Quarantine.Exists, "%+v", r)
	out, err := smtpout.Probe(context.Background(), smtpout.Config{Addr: s.Submission, TLSConfig: s.TLS(), User: "ana", Password: c.Password})
	expect.NoError(t, err)
	expect.True(t, out.LoggedIn && strings.HasPrefix(out.TLS, "TLS 1."), "%+v", out)
}

func testPrograms(t *testing.T, s *Servers) {
	for _, program := range Programs {
		for _, tls := range []string{"", "starttls", "implicit"} {
			name := strings.TrimSpace(program + " " + tls)
			t.Run(name, func(t *testing.T) {
				Need(t, program, "script")
				testProgram(t, s, name, Reply{TLS: tls}, program)
			})
		}
	}
}

func testProgram(t *testing.T, s *Servers, name string, r Reply, program string) {
	n := len(s.Messages("ana", "INBOX"))
	r.From, r.Typed, r.Style = "Ana <ana@pbem.test>", []string{"work 3"}, mailtest.Neomutt
	r.Letter = fmt.Appendf(nil, "From: games@pbem.test\nTo: ana@pbem.test\nReply-To: ana+winter.1.TOKEN@pbem.test\nSubject: [winter] Your turn %s\n"+
		"Message-ID: <winter.1.1.turn@pbem.test>\nDate: Fri, 20 Nov 2026 12:00:00 +0000\n\n8 Pardubice\n", name)
	expect.NoError(t, s.ReplyWith(program, r))
	await(t, "the mail", func() bool { return len(s.Messages("ana", "INBOX")) == n+1 })
	for _, raw := range s.Messages("ana", "INBOX") {
		if strings.Contains(string(raw), "Your turn "+name+"\n") {
			expect.Has(t, name, string(raw),
				"Delivered-To: ana+winter.1.TOKEN@pbem.test\n", "\nwork 3\n", "<winter.1.1.turn@pbem.test>", "> 8 Pardubice\n")
			return
		}
	}
	t.Error("another mail came")
}

// reread watches with one mail kept back for an hour, breaks the mailbox, and
// expects that mail again: the memory of it was dropped.
func reread(t *testing.T, s *Servers, breakIt func(string)) {
	r, stop := watch(t, s, func(c *imapbox.Config) { c.LaterWait, c.Poll = time.Hour, time.Hour })
	defer stop()
	kept := fmt.Sprintf("mail %d", 900)
	r.mu.Lock()
	r.verdict = func(subject string, times int) imapbox.Verdict {
		if subject == kept && times == 1 {
			return imapbox.Later
		}
		return imapbox.Done
	}
	r.mu.Unlock()
	n := s.processed(t)
	send(t, sender(t, s, nil), 900, 901)
	await(t, "both mails handed over", func() bool { return r.times(kept) == 1 && s.processed(t) == n+1 })
	breakIt("game")
	await(t, "the kept mail again", func() bool { return s.processed(t) == n+2 })
	expect.Same(t, r.given, r.times(kept), 2)
	expect.Same(t, r.given, r.times("mail 901"), 1)
	await(t, "a status that tells of the rebuilt mailbox", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return slices.ContainsFunc(r.statuses, func(st imapbox.Status) bool { return st.Renewed })
	})
}

func testUIDValidity(t *testing.T, s *Servers) { reread(t, s, s.NewUIDValidity) }
func testRebuilt(t *testing.T, s *Servers)     { reread(t, s, s.Rebuild) }

// testBlackHole lets connections fall silent in the midst of an IDLE.
func testBlackHole(t *testing.T, s *Servers) {
	var silent atomic.Bool
	r, _ := watch(t, s, func(c *imapbox.Config) {
		c.CallTimeout, c.IdleMax = 3*time.Second, 200*time.Millisecond // a busy machine takes a second for a TLS handshake
		c.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dial.Default(ctx, network, addr)
			return hushed{conn, &silent}, err
		}
	})
	await(t, "watching", func() bool { return r.count(imapbox.Watching) > 0 })
	silent.Store(true)
	n := s.processed(t)
	send(t, sender(t, s, nil), 1)
	await(t, "two failures", func() bool { return r.count(imapbox.Broken) >= 2 })
	silent.Store(false)
	await(t, "the mail", func() bool { return s.processed(t) == n+1 })
}

func testRestart(t *testing.T, s *Servers) {
	r, stop := watch(t, s, nil)
	defer stop()
	snd := sender(t, s, nil)
	await(t, "watching", func() bool { return r.count(imapbox.Watching) > 0 })
	send(t, snd, 1)
	s.Down()
	if res := snd.Send(context.Background(), "ana@pbem.test", "game@pbem.test", letter(2)); res.Class != smtpout.Unreachable {
		t.Errorf("while down: %+v", res)
	}
	await(t, "broken", func() bool { return r.count(imapbox.Broken) > 0 })
	s.Up()
	send(t, snd, 2)
	// The first comes a second time if Dovecot had taken it and could not say so any more.
	await(t, "the mails of before and after", func() bool {
		return r.times("mail 1") > 0 && r.times("mail 2") > 0 && len(s.Messages("game", "INBOX")) == 0
	})
}

// hushed is a connection that sometimes accepts bytes and gives none.
type hushed struct {
	net.Conn
	silent *atomic.Bool
}

func (h hushed) Read(b []byte) (int, error) {
	for {
		n, err := h.Conn.Read(b)
		if err != nil || !h.silent.Load() {
			return n, err
		}
	}
}

func (h hushed) Write(b []byte) (int, error) {
	if h.silent.Load() {
		return len(b), nil
	}
	return h.Conn.Write(b)
}

func TestTemplatesFill(t *testing.T) {
	for _, name := range []string{"dovecot23.conf", "dovecot24.conf", "main.cf", "master.cf"} {
		s := &Servers{t: t, Dir: t.TempDir(), Domain: "pbem.test", Names: []string{"ana", "game"}, DovecotVersion: "2.4.1", ports: map[string]int{}}
		expect.NoError(t, s.choosePorts())
		s.fill(name, "out")
		text := expect.Get(os.ReadFile(s.Dir + "/out"))(t)
		expect.Lacks(t, name, string(text), "{{", "<no value>")
		if name == "main.cf" && !strings.Contains(string(text), "{ ana@pbem.test = ok }, { game@pbem.test = ok }") {
			t.Errorf("users in %s:\n%s", name, text)
		}
		expect.True(t, name != "dovecot24.conf" || strings.HasPrefix(string(text), "dovecot_config_version = 2.4.1\n"),
			"%s must begin with its version", name)
	}
}

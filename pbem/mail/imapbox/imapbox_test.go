package imapbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/post"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is only how long a broken test hangs.
const patience = 3 * time.Minute

func mail(n int) []byte {
	return []byte(fmt.Sprintf("From: ana@example.org\r\nSubject: mail %d\r\nMessage-ID: <m%d@example.org>\r\n\r\nwork 3\r\n", n, n))
}

func number(raw []byte) int {
	var n int
	for line := range strings.SplitSeq(string(raw), "\r\n") {
		if _, err := fmt.Sscanf(line, "Subject: mail %d", &n); err == nil {
			return n
		}
	}
	return -1
}

// daemon stands for the receiving side: it counts mails.
type daemon struct {
	mu       sync.Mutex
	given    map[int]int // mail number to hand-overs
	headers  []Mail
	verdict  func(m Mail, times int) Verdict
	err      func() error // of the next hand-over
	statuses []Status
	changed  chan struct{}
}

func newDaemon() *daemon {
	return &daemon{given: map[int]int{}, changed: make(chan struct{}, 1)}
}

func (d *daemon) deliver(_ context.Context, ms []Mail) ([]Verdict, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.tell()
	var out []Verdict
	for _, m := range ms {
		if m.Raw == nil {
			d.headers = append(d.headers, m)
		}
		n := number(append(m.Raw, m.Header...))
		d.given[n]++
		v := Done
		if d.verdict != nil {
			v = d.verdict(m, d.given[n])
		}
		out = append(out, v)
	}
	if d.err != nil {
		return out, d.err()
	}
	return out, nil
}

// times returns how often each mail was handed over.
func (d *daemon) times() map[int]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.given)
}

func (d *daemon) status(s Status) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.statuses = append(d.statuses, s)
	d.tell()
}

func (d *daemon) tell() {
	select {
	case d.changed <- struct{}{}:
	default:
	}
}

// await returns when the condition holds; it checks at every event.
func (d *daemon) await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	end := time.After(patience)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		d.mu.Lock()
		ok := holds()
		d.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-d.changed:
		case <-tick.C:
		case <-end:
			d.mu.Lock()
			defer d.mu.Unlock()
			t.Fatalf("waited in vain for %s; given %v, last status %+v", what, d.given, d.statuses[max(0, len(d.statuses)-3):])
		}
	}
}

func (d *daemon) saw(s State) bool {
	for _, st := range d.statuses {
		if st.State == s {
			return true
		}
	}
	return false
}

func (d *daemon) count(s State) (n int) {
	for _, st := range d.statuses {
		if st.State == s {
			n++
		}
	}
	return n
}

func newPost(t *testing.T, change func(*post.Options)) *post.Post {
	t.Helper()
	o := post.Options{Domain: "pbem.test", Users: map[string]string{"game": "secret"}, MaxSize: 4 << 20}
	if change != nil {
		change(&o)
	}
	p, err := post.Start(o)
	expect.NoError(t, err)
	t.Cleanup(func() {
		expect.Is(t, "close", p.Close(), nil)
	})
	return p
}

func config(p *post.Post) Config {
	return Config{
		Addr: p.IMAPAddr(), User: "game", Password: func() (string, error) { return "secret", nil }, TLS: "none",
		RetryMin: 5 * time.Millisecond, RetryMax: 50 * time.Millisecond, LaterWait: 5 * time.Millisecond,
		CallTimeout: time.Minute,
	}
}

// start runs the box until the test ends.
func start(t *testing.T, c Config, d *daemon) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- Run(ctx, c, d.deliver, d.status) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

func put(t *testing.T, p *post.Post, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		expect.NoError(t, p.Deliver("game", mail(n)))
	}
}

func TestMailsArriveAndAreMovedByVerdict(t *testing.T) {
	p := newPost(t, nil)
	put(t, p, 1, 2, 3) // before
	d := newDaemon()
	d.verdict = func(m Mail, _ int) Verdict {
		if number(m.Raw) == 2 {
			return Poison
		}
		return Done
	}
	start(t, config(p), d)
	d.await(t, "three mails", func() bool {
		return len(p.Messages("game", "Processed")) == 2 && len(p.Messages("game", "Quarantine")) == 1
	})
	for n := 4; n < 30; n++ {
		put(t, p, n) // while it idles
	}
	d.await(t, "all mails moved", func() bool { return len(p.Messages("game", "Processed")) == 28 })
	expect.Same(t, "mails are left in INBOX", len(p.Messages("game", "INBOX")), 0)
	d.mu.Lock()
	defer d.mu.Unlock()
	for n := 1; n < 30; n++ {
		expect.Same(t, n, d.given[n], 1)
	}
}

func TestBatchesHoldLimits(t *testing.T) {
	p := newPost(t, nil)
	for n := range 25 {
		put(t, p, n)
	}
	big := append(mail(99), []byte(strings.Repeat("too much text\r\n", 20000))...)
	expect.NoError(t, p.Deliver("game", big))
	d := newDaemon()
	d.verdict = func(m Mail, _ int) Verdict {
		if m.Raw == nil {
			return Poison
		}
		return Done
	}
	c := config(p)
	c.Batch, c.MaxSize = 10, 100_000
	start(t, c, d)
	d.await(t, "the large mail in quarantine", func() bool {
		return len(p.Messages("game", "Quarantine")) == 1 && len(p.Messages("game", "Processed")) == 25
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.headers) != 1 || number(d.headers[0].Header) != 99 || d.headers[0].Size != int64(len(big)) {
		t.Fatalf("of the large mail came %+v", d.headers)
	}
	expect.Lacks(t, "the header holds text of the body", string(d.headers[0].Header), "too much")
	expect.Same(t, "the large mail changed on its way", string(p.Messages("game", "Quarantine")[0]), string(big))
}

func TestLaterIsTriedAgainAndKeepsNobodyBack(t *testing.T) {
	p := newPost(t, nil)
	put(t, p, 1, 2)
	d := newDaemon()
	d.verdict = func(m Mail, times int) Verdict {
		if number(m.Raw) == 1 && times < 4 {
			return Later
		}
		return Done
	}
	start(t, config(p), d)
	d.await(t, "both mails", func() bool { return len(p.Messages("game", "Processed")) == 2 })
	d.mu.Lock()
	defer d.mu.Unlock()
	expect.True(t, d.given[1] == 4 && d.given[2] == 1, "handed over %v", d.given)
}

func TestDeliverErrorLeavesTheBatch(t *testing.T) {
	p := newPost(t, nil)
	put(t, p, 1, 2)
	d := newDaemon()
	d.err = func() error { // until a status reports it
		if slices.ContainsFunc(d.statuses, func(s Status) bool {
			return s.State == Watching && s.Err != nil && strings.Contains(s.Err.Error(), "disk full") && s.Waiting == 2
		}) {
			return nil
		}
		return errors.New("disk full")
	}
	start(t, config(p), d)
	d.await(t, "both mails after the error", func() bool { return len(p.Messages("game", "Processed")) == 2 })
}

// TestRebuiltMailboxIsReadAgain: uidvalidity_changes.
func TestRebuiltMailboxIsReadAgain(t *testing.T) {
	for name, rebuild := range map[string]func(*post.Post) error{
		"uidvalidity":       func(p *post.Post) error { return p.NewUIDValidity("game", "INBOX") },
		"renumbered":        func(p *post.Post) error { return p.Rebuild("game", "INBOX", false) },
		"uidnext goes down": func(p *post.Post) error { return p.Rebuild("game", "INBOX", true) },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPost(t, nil)
			put(t, p, 1, 2, 3)
			d := newDaemon()
			d.verdict = func(m Mail, times int) Verdict {
				if number(m.Raw) != 2 && times == 1 {
					return Done
				}
				return Later
			}
			c := config(p)
			c.LaterWait = time.Hour // only the rebuilt mailbox may bring mail 2 again
			c.Poll = time.Hour
			start(t, c, d)
			d.await(t, "1 and 3 moved", func() bool { return len(p.Messages("game", "Processed")) == 2 })
			expect.NoError(t, rebuild(p))
			d.await(t, "mail 2 again", func() bool { return d.given[2] == 2 })
			d.await(t, "the status", func() bool {
				for _, s := range d.statuses {
					if s.Renewed {
						return true
					}
				}
				return false
			})
		})
	}
}

// TestNumberGivenAgain: a mail that has the number of a moved one is read, though the server shows no rebuilding.
func TestNumberGivenAgain(t *testing.T) {
	p := newPost(t, nil)
	d := newDaemon()
	given := 0
	d.verdict = func(Mail, int) Verdict { given = d.count(Watching); return Done }
	start(t, config(p), d)
	d.await(t, "the mailbox is watched", func() bool { return d.saw(Watching) })
	put(t, p, 1) // announced, so no search follows
	d.await(t, "1 moved, and watched again", func() bool { return given > 0 && d.count(Watching) > given })
	expect.NoError(t, p.Down())
	put(t, p, 2, 3)
	expect.NoError(t, errors.Join(p.Rebuild("game", "INBOX", true), p.Up()))
	d.await(t, "both moved", func() bool { return len(p.Messages("game", "Processed")) == 3 })
	expect.Same(t, "given", d.times(), map[int]int{1: 1, 2: 1, 3: 1})
}

func TestWrongPasswordIsNotTriedAgain(t *testing.T) {
	p := newPost(t, nil)
	put(t, p, 1)
	d := newDaemon()
	c := config(p)
	var mu sync.Mutex
	password, logins := "wrong", 0
	c.Password = func() (string, error) {
		mu.Lock()
		defer mu.Unlock()
		return password, nil
	}
	dial := (&net.Dialer{}).DialContext
	c.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
		mu.Lock()
		logins++
		mu.Unlock()
		return dial(ctx, network, addr)
	}
	c.AuthPause = 8 * time.Second // the password is checked every eighth of it
	start(t, c, d)
	d.await(t, "the refusal", func() bool { return d.saw(Refused) })
	mu.Lock()
	expect.Same(t, "connections for one wrong password", logins, 1)
	password = "secret"
	mu.Unlock()
	d.await(t, "the mail after the password was mended", func() bool { return len(p.Messages("game", "Processed")) == 1 })
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.statuses {
		expect.True(t, s.State != Refused || !strings.Contains(s.Err.Error(), "wrong"),
			"the status holds the password: %v", s.Err)
	}
}

func TestPollWithoutIdle(t *testing.T) {
	p := newPost(t, nil)
	d := newDaemon()
	c := config(p)
	c.NoIdle, c.Poll = true, 20*time.Millisecond
	start(t, c, d)
	d.await(t, "several polls", func() bool { return d.count(Watching) >= 3 })
	put(t, p, 1)
	d.await(t, "the mail", func() bool { return len(p.Messages("game", "Processed")) == 1 })
}

func TestReadOnlyTouchesNothing(t *testing.T) {
	p := newPost(t, nil)
	put(t, p, 1, 2)
	d := newDaemon()
	d.verdict = func(m Mail, _ int) Verdict { return [...]Verdict{1: Done, Poison, Later}[number(m.Raw)] }
	c := config(p)
	c.ReadOnly, c.Poll = true, 10*time.Millisecond
	start(t, c, d)
	d.await(t, "several polls", func() bool { return d.count(Watching) >= 4 })
	put(t, p, 3) // Later
	d.await(t, "the third, several times", func() bool { return d.given[3] >= 2 })
	d.mu.Lock()
	defer d.mu.Unlock()
	expect.True(t, d.given[1] == 1 && d.given[2] == 1, "handed over %v", d.given)
	expect.Same(t, "mails in INBOX", len(p.Messages("game", "INBOX")), 3)
}

func TestConfigIsChecked(t *testing.T) {
	good := Config{Addr: "127.0.0.1:1", User: "u", Password: func() (string, error) { return "", nil }, TLS: "none"}
	for _, tc := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no address", func(c *Config) { c.Addr = "" }, "are needed"},
		{"no port", func(c *Config) { c.Addr = "imap.example.org" }, "host:port"},
		{"clear text outside", func(c *Config) { c.Addr = "192.0.2.1:143" }, "loopback only"},
		{"unknown tls", func(c *Config) { c.TLS = "ssl" }, `"implicit", "starttls" or "none"`},
		{"same folder", func(c *Config) { c.Processed = "INBOX" }, "cannot also be"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := good
			tc.change(&c)
			err := Run(context.Background(), c, nil, nil)
			expect.Fails(t, "error", err, tc.want)
		})
	}
}

func TestProbe(t *testing.T) {
	p := newPost(t, nil)
	put(t, p, 1)
	c := config(p)
	c.Processed = "Done/2026"
	r, err := Probe(context.Background(), c)
	expect.NoError(t, err)
	expect.True(t, r.Idle && r.Messages == 1 && r.TLS == "none", "report %+v", r)
	expect.True(t, r.Processed.Created && r.Processed.Exists && !r.Quarantine.Created && r.Quarantine.Exists,
		"folders %+v %+v", r.Processed, r.Quarantine)
	c.Password = func() (string, error) { return "wrong", nil }
	_, err = Probe(context.Background(), c)
	expect.Fails(t, "wrong password", err, "AUTHENTICATIONFAILED")
}

package smtpout

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/post"
	"railpost/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var letter = []byte("From: game@pbem.test\r\nTo: ana@pbem.test\r\nSubject: [winter] Your turn\r\nMessage-ID: <winter.1.1.turn@pbem.test>\r\n\r\n.hidden dot\r\nwork 3\r\n")

func newPost(t *testing.T, change func(*post.Options)) *post.Post {
	t.Helper()
	o := post.Options{Domain: "pbem.test", Users: map[string]string{"game": "secret", "ana": "a", "ben": "b"}}
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

func newSender(t *testing.T, p *post.Post, change func(*Config)) *Sender {
	t.Helper()
	c := Config{Addr: p.SMTPAddr(), TLS: "none", User: "game", Password: func() (string, error) { return "secret", nil },
		CommandTimeout: time.Minute, SubmissionTimeout: time.Minute}
	if change != nil {
		change(&c)
	}
	s := New(c)
	t.Cleanup(func() {
		expect.Is(t, "close", s.Close(), nil)
	})
	return s
}

func (s *Sender) toAna(t *testing.T) Result {
	t.Helper()
	return s.Send(context.Background(), "game@pbem.test", "ana+winter@pbem.test", letter)
}

func TestSendIsTakenAsItStands(t *testing.T) {
	p := newPost(t, nil)
	var before, after int
	s := newSender(t, p, func(c *Config) {
		c.BeforeData = func() { before++ }
		c.AfterAccepted = func() { after++ }
	})
	for range 3 {
		if r := s.toAna(t); r.Class != Accepted || r.Code != 250 {
			t.Fatalf("%+v", r)
		}
	}
	got := p.Messages("ana", "INBOX")
	if len(got) != 3 || before != 3 || after != 3 {
		t.Fatalf("%d letters, %d and %d calls of the seams", len(got), before, after)
	}
	want := "Return-Path: <game@pbem.test>\r\nDelivered-To: ana+winter@pbem.test\r\n" + string(letter)
	if string(got[0]) != want || !bytes.Equal(got[0], got[2]) {
		t.Errorf("got\n%s\nwant\n%s", got[0], want)
	}
}

// TestLateLetter: a letter that is not held any more when the server waits for its text is not sent; the next one is.
func TestLateLetter(t *testing.T) {
	p := newPost(t, nil)
	s := newSender(t, p, nil)
	m := Mail{From: "game@pbem.test", To: "ana+winter@pbem.test", Text: letter}
	for want, held := range []bool{false, true} {
		m.Held = func() bool { return held }
		r := s.SendBefore(context.Background(), m, nil)
		if got := len(p.Messages("ana", "INBOX")); got != want || (r.Class == Accepted) != held || !held && r.Class != Transient {
			t.Errorf("held %v: %d letters, %+v", held, got, r)
		}
	}
}

func TestClasses(t *testing.T) {
	type answer struct {
		class    Class
		code     int
		enhanced string
		stored   int
	}
	for _, tc := range []struct {
		name  string
		fault post.Fault
		want  answer
	}{
		{"greylisted", post.Fault{At: post.AtRcpt, Code: 451, Enhanced: [3]int{4, 7, 1}}, answer{Transient, 451, "4.7.1", 0}},
		{"no such user", post.Fault{At: post.AtRcpt, Code: 550, Enhanced: [3]int{5, 1, 1}}, answer{RecipientBad, 550, "5.1.1", 0}},
		{"mailbox disabled", post.Fault{At: post.AtRcpt, Code: 550, Enhanced: [3]int{5, 2, 1}}, answer{RecipientBad, 550, "5.2.1", 0}},
		{"relaying denied", post.Fault{At: post.AtRcpt, Code: 554, Enhanced: [3]int{5, 7, 1}}, answer{Refused, 554, "5.7.1", 0}},
		{"recipient blocked", post.Fault{At: post.AtRcpt, Code: 550, Enhanced: [3]int{5, 7, 1}}, answer{Refused, 550, "5.7.1", 0}},
		{"asks for log-in", post.Fault{At: post.AtRcpt, Code: 530, Enhanced: [3]int{5, 5, 1}}, answer{Stop, 530, "5.5.1", 0}},
		{"too large, said at MAIL", post.Fault{At: post.AtMail, Code: 552, Enhanced: [3]int{5, 3, 4}}, answer{RecipientBad, 552, "5.3.4", 0}},
		{"too large, said at DATA", post.Fault{At: post.AtData, Code: 554, Enhanced: [3]int{5, 3, 4}}, answer{RecipientBad, 554, "5.3.4", 0}},
		{"mailbox closed, said at DATA", post.Fault{At: post.AtData, Code: 550, Enhanced: [3]int{5, 2, 1}}, answer{RecipientBad, 550, "5.2.1", 0}},
		{"sender refused", post.Fault{At: post.AtMail, Code: 550, Enhanced: [3]int{5, 1, 8}}, answer{Stop, 550, "5.1.8", 0}},
		{"sender limit", post.Fault{At: post.AtMail, Code: 452, Enhanced: [3]int{4, 3, 1}}, answer{Unreachable, 452, "4.3.1", 0}},
		{"content refused", post.Fault{At: post.AtData, Code: 554, Enhanced: [3]int{5, 6, 0}}, answer{Refused, 554, "5.6.0", 0}},
		{"quota", post.Fault{At: post.AtData, Code: 552, Enhanced: [3]int{5, 2, 2}}, answer{RecipientBad, 552, "5.2.2", 0}},
		{"local error", post.Fault{At: post.AtData, Code: 451, Enhanced: [3]int{4, 3, 0}}, answer{Transient, 451, "4.3.0", 0}},
		{"closing down", post.Fault{At: post.AtData, Code: 421, Enhanced: [3]int{4, 3, 2}}, answer{Transient, 421, "4.3.2", 0}},
		{"cut at MAIL", post.Fault{At: post.AtMail, Drop: true}, answer{Unreachable, 0, "", 0}},
		{"cut at RCPT", post.Fault{At: post.AtRcpt, Drop: true}, answer{Transient, 0, "", 0}},
		{"cut at the dot, not stored", post.Fault{At: post.AtData, Drop: true}, answer{Lost, 0, "", 0}},
		{"cut at the dot, stored", post.Fault{At: post.AtData, Drop: true, Store: true}, answer{Lost, 0, "", 1}},
		{"wrong password", post.Fault{At: post.AtAuth, Code: 535, Enhanced: [3]int{5, 7, 8}}, answer{Stop, 535, "5.7.8", 0}},
		{"log-in later", post.Fault{At: post.AtAuth, Code: 454, Enhanced: [3]int{4, 7, 0}}, answer{Unreachable, 454, "4.7.0", 0}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPost(t, nil)
			s := newSender(t, p, nil)
			p.Fail(tc.fault)
			r := s.toAna(t)
			got := answer{r.Class, r.Code, r.Enhanced, len(p.Messages("ana", "INBOX"))}
			expect.Same(t, r.Text, got, tc.want)
			if r = s.toAna(t); r.Class != Accepted {
				t.Errorf("the next letter: %+v", r)
			}
		})
	}
}

func counting(n *atomic.Int32) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		n.Add(1)
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
}

func TestConnectionIsRenewed(t *testing.T) {
	for _, tc := range []struct {
		name    string
		change  func(*Config)
		after   func(*testing.T, *post.Post)
		letters int
		want    int32
	}{
		{"kept", nil, nil, 10, 1},
		{"after ten letters", nil, nil, 11, 2},
		{"after so many letters", func(c *Config) { c.PerConnection = 2 }, nil, 5, 3},
		{"after a rest", func(c *Config) { c.KeepFor = time.Nanosecond }, nil, 5, 5},
		{"after the server went away unnoticed", nil, func(t *testing.T, p *post.Post) {
			expect.NoError(t, errors.Join(p.Down(), p.Up()))
		}, 5, 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPost(t, nil)
			dials := &atomic.Int32{}
			s := newSender(t, p, func(c *Config) {
				c.Dial = counting(dials)
				if tc.change != nil {
					tc.change(c)
				}
			})
			for n := range tc.letters {
				if r := s.toAna(t); r.Class != Accepted {
					t.Fatalf("letter %d: %+v", n, r)
				}
				if tc.after != nil {
					tc.after(t, p)
				}
			}
			expect.Same(t, "connections", dials.Load(), tc.want)
		})
	}
}

func TestSilentServer(t *testing.T) {
	p := newPost(t, nil)
	s := newSender(t, p, nil)
	if r := s.toAna(t); r.Class != Accepted {
		t.Fatalf("%+v", r)
	}
	p.BlackHole(true)
	s.c.OpenTimeout, s.l.c.CommandTimeout = 100*time.Millisecond, 100*time.Millisecond
	if r := s.toAna(t); r.Class != Unreachable || r.Code != 0 {
		t.Errorf("silence at RSET, then at the greeting: %+v", r)
	}
	p.BlackHole(false)
	s.c.OpenTimeout, s.c.SubmissionTimeout = time.Minute, 100*time.Millisecond
	s.c.BeforeData = func() { p.BlackHole(true) }
	if r := s.toAna(t); r.Class != Lost || r.Code != 0 {
		t.Errorf("silence behind the letter: %+v", r)
	}
}

func TestServerThatNeverReadsTheLetter(t *testing.T) {
	// Greets, answers up to DATA, then reads nothing more.
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	done, sent := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		buf := make([]byte, 512)
		for _, answer := range []string{"220 x\r\n", "250 x\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n"} {
			if _, err := c.Write([]byte(answer)); err != nil {
				return
			}
			if strings.HasPrefix(answer, "354") {
				break
			}
			if _, err := c.Read(buf); err != nil {
				return
			}
		}
		<-sent
	}()
	s := New(Config{Addr: ln.Addr().String(), TLS: "none", CommandTimeout: time.Minute, SubmissionTimeout: 100 * time.Millisecond})
	huge := append(bytes.Clone(letter), bytes.Repeat([]byte("0123456789012345678901234567890123456789\r\n"), 400_000)...)
	r := s.Send(context.Background(), "game@pbem.test", "ana@pbem.test", huge)
	close(sent)
	expect.Same(t, r, r.Class, Lost)
	if err := errors.Join(s.Close(), ln.Close()); err != nil {
		t.Error(err)
	}
	<-done
}

func TestContextEndsTheAttempt(t *testing.T) {
	p := newPost(t, nil)
	p.BlackHole(true)
	s := newSender(t, p, func(c *Config) { c.CommandTimeout = time.Minute })
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	if r := s.Send(ctx, "game@pbem.test", "ana@pbem.test", letter); r.Class != Unreachable {
		t.Errorf("%+v", r)
	}
}

func TestNobodyListens(t *testing.T) {
	ln := expect.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	addr := ln.Addr().String()
	expect.NoError(t, ln.Close())
	s := New(Config{Addr: addr, TLS: "none"})
	if r := s.toAna(t); r.Class != Unreachable || !strings.Contains(r.Text, "refused") {
		t.Errorf("%+v", r)
	}
}

func TestSetUpFaultsStopTheQueue(t *testing.T) {
	p := newPost(t, nil)
	for _, tc := range []struct {
		name   string
		change func(*Config)
		class  Class
		text   string
	}{
		{"clear text outside", func(c *Config) { c.Addr = "192.0.2.1:587" }, Stop, "loopback only"},
		{"unknown tls", func(c *Config) { c.TLS = "ssl" }, Stop, `"starttls"`},
		{"no password file", func(c *Config) { c.Password = func() (string, error) { return "", errors.New("no such file") } }, Stop, "no such file"},
		{"wrong password", func(c *Config) { c.Password = func() (string, error) { return "wr0ng", nil } }, Stop, "Authentication failed"},
		{"starttls_stripped", func(c *Config) { c.TLS = "starttls" }, Unreachable, "STARTTLS"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newSender(t, p, tc.change).toAna(t)
			if r.Class != tc.class || !strings.Contains(r.Text, tc.text) || strings.Contains(r.Text, "wr0ng") {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestAddressesThatWouldBreakTheEnvelope(t *testing.T) {
	p := newPost(t, nil)
	s := newSender(t, p, nil)
	for _, to := range []string{"", "a@b\r\nRCPT TO:<eve@example.org>", "<a@b>", "a b@c"} {
		if r := s.Send(context.Background(), "game@pbem.test", to, letter); r.Class != RecipientBad {
			t.Errorf("%q: %+v", to, r)
		}
	}
}

func TestBackoff(t *testing.T) {
	half := func() float64 { return 0.5 }
	var got []string
	for n := range 8 {
		got = append(got, Backoff(n, half).String())
	}
	want := "1m0s 1m0s 5m0s 15m0s 1h0m0s 2h0m0s 2h0m0s 2h0m0s"
	expect.Same(t, got, strings.Join(got, " "), want)
	if most := Backoff(99, func() float64 { return 1 }); most > store.LongestPause {
		t.Errorf("a pause of %s; a letter that is further ahead than %s is sent at once", most, store.LongestPause)
	}
	if low, high := Backoff(2, func() float64 { return 0 }), Backoff(2, func() float64 { return 0.999999 }); low != 4*time.Minute || high >= 6*time.Minute || high < 5*time.Minute+59*time.Second {
		t.Errorf("jitter from %v to %v", low, high)
	}
}

func TestProbe(t *testing.T) {
	p := newPost(t, nil)
	r := expect.Get(Probe(context.Background(), newSender(t, p, nil).c))(t)
	expect.True(t, r.LoggedIn && r.TLS == "none", "%+v", r)
}

func TestTLS(t *testing.T) {
	cert, other := realserver.NewCertificate(t), realserver.NewCertificate(t)
	for _, mode := range []string{"implicit", "starttls"} {
		t.Run(mode, func(t *testing.T) {
			p := newPost(t, func(o *post.Options) { o.TLS, o.ImplicitTLS = cert.Server(), mode == "implicit" })
			s := newSender(t, p, func(c *Config) { c.TLS, c.TLSConfig = mode, cert.Client() })
			for range 2 {
				if r := s.toAna(t); r.Class != Accepted {
					t.Fatalf("%+v", r)
				}
			}
			if r, err := Probe(context.Background(), s.c); err != nil || !strings.HasPrefix(r.TLS, "TLS 1.") {
				t.Errorf("%+v, %v", r, err)
			}
			s = newSender(t, p, func(c *Config) {
				c.TLS, c.TLSConfig = mode, other.Client()
				c.Password = func() (string, error) {
					t.Error("the password was asked for on a connection that is not safe")
					return "", nil
				}
			})
			if r := s.toAna(t); r.Class != Unreachable || !strings.Contains(r.Text, "certificate") {
				t.Errorf("unknown certificate: %+v", r)
			}
		})
	}
}

// Package smtpout passes letters to the provider's submission server over a connection that it keeps: one
// recipient per transaction, and a result that decides about the letter.
package smtpout

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/oauth"
)

// Class is the meaning of an attempt for the letter and for the queue.
type Class string

const (
	// Accepted: the server has accepted the letter (250).
	Accepted Class = "accepted"
	// Transient: the server does not accept this letter now; retry later (4xx from RCPT on,
	// the connection was cut).
	Transient Class = "transient"
	// Unreachable: the server accepts nothing now, and does not yet know the recipient (no
	// connection, TLS trouble, 4xx up to MAIL): retry soon.
	Unreachable Class = "unreachable"
	// RecipientBad: only this letter is refused, and for good: its address or mailbox (5.1.x
	// and 5.2.x at RCPT), or its size (552, 5.3.4).
	RecipientBad Class = "recipient bad"
	// Refused: any other 5xx from RCPT on. The fault is the letter's if the server then accepts
	// letters to others.
	Refused Class = "refused"
	// Stop: the server refuses us, by its words about the sender or the account (a limit, say) or before it
	// knows the recipient (5xx up to MAIL): hold the queue and tell the operator.
	Stop Class = "stop"
	// Lost: the connection broke between the end of the letter and the reply, or the reply is no
	// answer. The server may have it; the retry must send the same bytes.
	Lost Class = "lost"
)

// Result of one attempt. Code is the SMTP reply code, 0 if there was no reply; Enhanced is
// like "5.1.1" or empty; Text never contains a password.
type Result struct {
	Class    Class
	Code     int
	Enhanced string
	Text     string
	Account  bool // of Stop: the fault is certainly not the letter's
}

// Mail is a letter and its envelope.
type Mail struct {
	From, To string
	Text     []byte
	// Held reports whether the letter may still be sent, when the server waits for its text: by then another process may
	// have it. nil: it may.
	Held func() bool
}

// envelope is a letter's data for the server before its text.
type envelope struct {
	from, to string
	size     int
}

func (m Mail) envelope() envelope { return envelope{m.From, m.To, len(m.Text)} }

// Config of a Sender. Only Addr is needed.
type Config struct {
	Addr string // host:port
	// TLS is "implicit", "starttls" (the default) or "none", which is allowed on loopback
	// only.
	TLS       string
	TLSConfig *tls.Config // nil: the system's roots
	TLSCA     string      // file of more roots; "": none
	// User and Password for AUTH; without a User there is no AUTH. Password is called for
	// each new connection.
	User     string
	Password func() (string, error)
	Tokens   *oauth.Source // in place of Password
	// Hello is the name in EHLO, by default that of the host.
	Hello string

	// RFC 5321 4.5.3.2 has the reasons. A silent server holds up nobody else up to the log-in.
	DialTimeout       time.Duration // 30 s
	OpenTimeout       time.Duration // 5 min for each of greeting, EHLO, TLS and log-in
	CommandTimeout    time.Duration // 1 min for each command of a letter
	SubmissionTimeout time.Duration // 10 min, from the first byte of a letter to the reply
	KeepFor           time.Duration // 1 min; an unused connection is not trusted for longer
	PerConnection     int           // 10 letters, then a new connection: Exim only queues more, for half an hour in Debian

	// BeforeData is called when the server waits for the text of the letter, just before it;
	// AfterAccepted after the final 250, before Send returns. Tests crash the process there.
	BeforeData, AfterAccepted func()

	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	Log  *slog.Logger
}

// Sender sends letters one after another. It is safe for concurrent use.
type Sender struct {
	c      Config
	mu     sync.Mutex // held for a whole transaction
	l      *link      // kept connection, or nil
	singly bool       // the server dislikes to hear of a letter together with the text before it
}

// New returns a Sender, which connects at the first Send.
func New(c Config) *Sender { return &Sender{c: c.withDefaults()} }

func (c Config) withDefaults() Config {
	c.TLS = cmp.Or(c.TLS, "starttls")
	c.DialTimeout = cmp.Or(c.DialTimeout, 30*time.Second)
	c.CommandTimeout = cmp.Or(c.CommandTimeout, time.Minute)
	c.OpenTimeout = cmp.Or(c.OpenTimeout, 5*time.Minute)
	c.SubmissionTimeout = cmp.Or(c.SubmissionTimeout, 10*time.Minute)
	c.KeepFor = cmp.Or(c.KeepFor, time.Minute)
	c.PerConnection = cmp.Or(c.PerConnection, 10)
	c.Hello = cmp.Or(c.Hello, hostName())
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Dial == nil {
		c.Dial = dial.Default
	}
	return c
}

// hostName returns a name for EHLO; RFC 5321 4.1.3 requires an address literal if there is
// none.
func hostName() string {
	name, err := os.Hostname()
	if err != nil || name == "" || strings.ContainsAny(name, " \r\n<>") {
		return "[127.0.0.1]"
	}
	return name
}

// Send is SendBefore without a next letter.
func (s *Sender) Send(ctx context.Context, from, to string, msg []byte) Result {
	return s.SendBefore(ctx, Mail{From: from, To: to, Text: msg}, nil)
}

// SendBefore passes one letter to the server, unchanged except for line ends. next is the
// letter that will follow, if that is known: it may be begun, but no line of its text is sent.
// When ctx ends, it stops waiting for the connection and for commands; a letter that is being
// sent has a few more seconds.
func (s *Sender) SendBefore(ctx context.Context, m Mail, next *Mail) Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, bad := checkEnvelope(m); bad {
		return r
	}
	if next != nil {
		if _, bad := checkEnvelope(*next); bad {
			next = nil
		}
	}
	switch {
	case s.l == nil:
	case s.l.ahead != nil && (*s.l.ahead != m.envelope() || time.Since(s.l.last) > s.c.KeepFor):
		s.hangUp(s.l.close()) // it waits for another's text, or has waited too long
	case s.l.ahead == nil && s.l.text.R.Buffered() > 0:
		s.hangUp(s.l.close()) // the server has said something that was not asked
	}
	reused, ahead, r := s.attempt(ctx, m, next)
	switch {
	case ctx.Err() != nil, r.Class == Accepted, r.Class == Lost:
	case reused && (r.Code == 0 || r.Code == 421), outOfStep(r.Code):
		// The server has closed the kept connection, as it may, or its replies belong to other commands.
		s.c.Log.Debug("smtp: the open connection was lost; trying a new one", "text", r.Text)
		_, _, r = s.attempt(ctx, m, next)
	case ahead && r.Code != 0 && (r.Class == Stop || r.Class == Unreachable):
		// The server may have refused not the sender but a MAIL that came too early.
		s.c.Log.Debug("smtp: a pipelined letter was refused; trying it by itself", "text", r.Text)
		s.singly = true
		_, _, r = s.attempt(ctx, m, next)
	}
	return r
}

// attempt also reports whether the connection was a kept one, and whether the letter had been begun with the
// one before.
func (s *Sender) attempt(ctx context.Context, m Mail, next *Mail) (reused, ahead bool, r Result) {
	reused, err := s.open(ctx)
	if err != nil {
		return false, false, classify(err, atConnect, m.To)
	}
	ahead = s.l.ahead != nil
	if s.singly || s.l.used+1 >= s.c.PerConnection {
		next = nil
	}
	at, err := s.l.transact(ctx, m, next)
	if err != nil {
		r := classify(err, at, m.To)
		s.settle(ctx, r)
		return reused && at <= atMail, ahead, r
	}
	s.l.last = time.Now()
	if s.c.AfterAccepted != nil {
		s.c.AfterAccepted()
	}
	return reused, ahead, Result{Class: Accepted, Code: 250, Text: legible(s.l.reply)}
}

// open ensures that there is a connection, and reports whether it is a kept one.
func (s *Sender) open(ctx context.Context) (reused bool, err error) {
	switch {
	case s.l == nil:
	case s.l.ahead != nil: // used a moment ago, and needed again
	case s.l.used >= s.c.PerConnection, time.Since(s.l.last) > s.c.KeepFor:
		s.hangUp(s.l.quit(ctx))
	}
	if s.l != nil {
		return true, nil
	}
	s.l, err = connect(ctx, s.c)
	return false, err
}

// settle keeps the connection only after a reply that allows more mail.
func (s *Sender) settle(ctx context.Context, r Result) {
	switch {
	case r.Code == 0, r.Code == 421, outOfStep(r.Code), s.l.lost:
		s.hangUp(s.l.close())
	case r.Class == Stop:
		s.hangUp(s.l.quit(ctx))
	default:
		s.l.last = time.Now()
	}
}

// hangUp drops the connection; an error from closing it changes nothing.
func (s *Sender) hangUp(err error) {
	if err != nil {
		s.c.Log.Debug("smtp: closing the connection", "err", err)
	}
	s.l = nil
}

// Close ends the session on the kept connection. The Sender can be used again.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.l == nil {
		return nil
	}
	if s.l.ahead != nil { // QUIT would be a line of its text
		s.hangUp(s.l.close())
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	s.hangUp(s.l.quit(ctx))
	return nil
}

func checkEnvelope(m Mail) (Result, bool) {
	for _, address := range []string{m.From, m.To} {
		if strings.ContainsAny(address, "\r\n<> ") {
			return Result{Class: RecipientBad, Text: fmt.Sprintf("smtp: address %q has a character that is not allowed there", address)}, true
		}
	}
	if m.To == "" {
		return Result{Class: RecipientBad, Text: "smtp: empty recipient"}, true
	}
	return Result{}, false
}

var errNotLoopback = errors.New(`tls = "none" is allowed on loopback only; use "implicit" or "starttls"`)

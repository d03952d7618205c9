package smtpout

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"railpost/pbem/dial"
)

// grace is how long a letter that is being sent may take after its context ended: cutting
// it off would lead to a needless second copy.
const grace = 5 * time.Second

// link is one connection, greeted and authenticated.
type link struct {
	c     Config
	raw   net.Conn
	smtp  *smtp.Client
	used  int
	last  time.Time
	reply string
	utf8  bool
}

// connect dials, secures the connection and logs in.
func connect(ctx context.Context, c Config) (*link, error) {
	host, _, err := net.SplitHostPort(c.Addr)
	if c.TLS == "none" && (err != nil || !dial.Loopback(host)) {
		return nil, &stopError{fmt.Errorf("smtp: %s: %w", c.Addr, errNotLoopback)}
	}
	dialCtx, cancel := context.WithTimeout(ctx, c.DialTimeout)
	defer cancel()
	raw, err := c.Dial(dialCtx, "tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("smtp: connect to %s: %w", c.Addr, err)
	}
	l := &link{c: c, raw: raw, last: time.Now()}
	// go-smtp waits five minutes for a greeting, which cannot be changed before STARTTLS;
	// the watch closes the connection instead.
	stop := l.watch(ctx, c.CommandTimeout, 0)
	err = l.open()
	if late := stop(); late && err != nil {
		err = fmt.Errorf("no answer within %s: %w", c.CommandTimeout, err)
	}
	if err != nil {
		_ = raw.Close() // err is what counts
		return nil, fmt.Errorf("smtp: %s: %w", c.Addr, err)
	}
	return l, nil
}

func (l *link) open() error {
	conf, err := dial.TLS(l.c.TLSConfig, l.c.Addr)
	if err != nil {
		return &stopError{err}
	}
	switch l.c.TLS {
	case "none":
		l.smtp = smtp.NewClient(l.raw)
	case "implicit":
		l.smtp = smtp.NewClient(tls.Client(l.raw, conf))
	case "starttls":
		if l.smtp, err = smtp.NewClientStartTLS(l.raw, conf); err != nil {
			return err
		}
	default:
		return &stopError{fmt.Errorf("unknown tls = %q; use \"implicit\", \"starttls\" or \"none\"", l.c.TLS)}
	}
	l.smtp.CommandTimeout, l.smtp.SubmissionTimeout = l.c.CommandTimeout, l.c.SubmissionTimeout
	if err := l.smtp.Hello(l.c.Hello); err != nil {
		return err
	}
	l.utf8, _ = l.smtp.Extension("SMTPUTF8")
	return l.login()
}

func (l *link) login() error {
	if l.c.User == "" {
		return nil
	}
	var password string
	if l.c.Password != nil {
		var err error
		if password, err = l.c.Password(); err != nil {
			return &stopError{fmt.Errorf("password: %w", err)}
		}
	}
	switch {
	case l.smtp.SupportsAuth(sasl.Plain):
		return authError(l.smtp.Auth(sasl.NewPlainClient("", l.c.User, password)))
	case l.smtp.SupportsAuth(sasl.Login):
		return authError(l.smtp.Auth(sasl.NewLoginClient(l.c.User, password)))
	}
	return &stopError{errors.New("the server offers neither AUTH PLAIN nor AUTH LOGIN on this connection; check port and tls, or remove user if the server needs no login")}
}

// transact sends one letter. With an error it returns the step at which it failed.
func (l *link) transact(ctx context.Context, from, to string, msg []byte) (step, error) {
	if l.used > 0 {
		if err := l.command(ctx, func() error { return l.smtp.Reset() }); err != nil {
			return atReset, err
		}
	}
	opts := &smtp.MailOptions{Size: int64(len(msg))}
	if !ascii(from) || !ascii(to) {
		if !l.utf8 {
			return atRcpt, &recipientError{errors.New("the address needs SMTPUTF8, which the server does not offer")}
		}
		opts.UTF8 = true
	}
	l.used++ // whatever comes now, the next letter begins with RSET
	if err := l.command(ctx, func() error { return l.smtp.Mail(from, opts) }); err != nil {
		return atMail, err
	}
	if err := l.command(ctx, func() error { return l.smtp.Rcpt(to, nil) }); err != nil {
		return atRcpt, err
	}
	if l.c.BeforeData != nil {
		l.c.BeforeData()
	}
	var body *smtp.DataCommand
	err := l.command(ctx, func() (err error) { body, err = l.smtp.Data(); return err })
	if err != nil {
		return atData, err
	}
	return atBody, l.body(ctx, body, msg)
}

func (l *link) body(ctx context.Context, body *smtp.DataCommand, msg []byte) error {
	stop := l.watch(ctx, l.c.SubmissionTimeout, grace)
	defer stop()
	if _, err := body.Write(msg); err != nil {
		return err
	}
	answer, err := body.CloseWithResponse()
	if err != nil {
		return err
	}
	l.reply = answer.StatusText
	return nil
}

func (l *link) command(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop := l.watch(ctx, l.c.CommandTimeout, 0)
	defer stop()
	return f()
}

// watch closes the connection after limit, or some time after ctx ended; every pending call
// then returns an error. The returned function ends the watch and reports whether the limit
// was reached.
func (l *link) watch(ctx context.Context, limit, after time.Duration) func() bool {
	shut := func() { _ = l.raw.Close() } // the pending call reports it
	timer := time.AfterFunc(limit, shut)
	ended := make(chan struct{})
	stopCtx := context.AfterFunc(ctx, func() {
		if after > 0 {
			wait := time.NewTimer(after)
			defer wait.Stop()
			select {
			case <-wait.C:
			case <-ended:
				return
			}
		}
		shut()
	})
	return func() bool {
		close(ended)
		stopCtx()
		return !timer.Stop()
	}
}

// quit ends the session and closes the connection.
func (l *link) quit(ctx context.Context) error {
	stop := l.watch(ctx, min(l.c.CommandTimeout, 5*time.Second), 0)
	defer stop()
	if err := l.smtp.Quit(); err != nil {
		return errors.Join(err, l.close())
	}
	return nil
}

func (l *link) close() error { return l.raw.Close() }

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

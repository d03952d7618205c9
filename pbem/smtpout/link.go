package smtpout

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-sasl"

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
	left  int       // bytes that the server may still send
	begun bool      // the server may be within a transaction
	ahead *envelope // that transaction is of this letter, and its replies are still to be read
	lost  bool      // replies cannot be told apart any more
	used  int
	last  time.Time
	reply string
}

// maxReplies is how many bytes a server may send in answer to a few commands; net/smtp
// itself reads a line of any length.
const maxReplies = 1 << 20

// capped ends a connection on which too much arrives.
type capped struct {
	net.Conn
	left *int
}

func (c *capped) Read(p []byte) (int, error) {
	if *c.left <= 0 {
		return 0, fmt.Errorf("the server answers with more than %d bytes", maxReplies)
	}
	n, err := c.Conn.Read(p[:min(len(p), *c.left)])
	*c.left -= n
	return n, err
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
	// net/smtp has no time limits; the watch closes the connection instead.
	stop := l.watch(ctx, c.CommandTimeout, 0)
	err = l.open()
	if late := stop(); late && err != nil {
		err = fmt.Errorf("no answer within %s: %w", c.CommandTimeout, err)
	}
	if err != nil {
		_ = raw.Close() // err is what counts
		return nil, fmt.Errorf("smtp: %s: %w", c.Addr, dial.Explain(err))
	}
	return l, nil
}

func (l *link) open() error {
	conf, err := dial.TLS(l.c.TLSConfig, l.c.TLSCA, l.c.Addr)
	if err != nil {
		return &stopError{err}
	}
	var conn net.Conn = &capped{l.raw, &l.left}
	switch l.c.TLS {
	case "none", "starttls":
	case "implicit":
		conn = tls.Client(conn, conf)
	default:
		return &stopError{fmt.Errorf("unknown tls = %q; use \"implicit\", \"starttls\" or \"none\"", l.c.TLS)}
	}
	l.left = maxReplies
	if l.smtp, err = smtp.NewClient(conn, conf.ServerName); err != nil {
		return err
	}
	if err := l.smtp.Hello(l.c.Hello); err != nil {
		return err
	}
	if l.c.TLS == "starttls" {
		if offered, _ := l.smtp.Extension("STARTTLS"); !offered {
			return errors.New("the server does not offer STARTTLS; check port and tls")
		}
		if err := l.smtp.StartTLS(conf); err != nil {
			return err
		}
	}
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
	_, offered := l.smtp.Extension("AUTH")
	for _, how := range []struct {
		name   string
		client sasl.Client
	}{
		{sasl.Plain, sasl.NewPlainClient("", l.c.User, password)},
		{sasl.Login, sasl.NewLoginClient(l.c.User, password)},
	} {
		if slices.Contains(strings.Fields(strings.ToUpper(offered)), how.name) {
			return authError(l.smtp.Auth(auth{how.client}))
		}
	}
	return &stopError{errors.New("the server offers neither AUTH PLAIN nor AUTH LOGIN on this connection; check port and tls, or remove user if the server needs no login")}
}

// auth is a log-in as net/smtp wants it. Its own PLAIN refuses what TLS = "none" allows.
type auth struct{ sasl.Client }

func (a auth) Start(*smtp.ServerInfo) (string, []byte, error) { return a.Client.Start() }

func (a auth) Next(challenge []byte, more bool) ([]byte, error) {
	if !more {
		return nil, nil
	}
	return a.Client.Next(challenge)
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

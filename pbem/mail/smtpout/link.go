package smtpout

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"time"

	"railpost/pbem/mail/dial"
)

// grace limits sending a letter after its context ended: cutting it off would lead to a needless second copy.
const grace = 5 * time.Second

// link is one connection, greeted and authenticated.
type link struct {
	c      Config
	raw    net.Conn
	text   *textproto.Conn
	secure *tls.Conn         // nil: in clear
	offer  map[string]string // extensions of EHLO, in capitals
	left   int               // bytes that the server may still send
	begun  bool              // the server may be within a transaction
	ahead  *envelope         // that transaction is of this letter, and its replies are still unread
	lost   bool              // replies can no longer be matched with commands
	used   int
	last   time.Time
	reply  string
}

// maxReplies is how many bytes a server may send in answer to a few commands; net/textproto
// itself reads a line of any length.
const maxReplies = 1 << 20

// capped ends a connection with too much data.
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
		return nil, &stopError{Err: fmt.Errorf("smtp: %s: %w", c.Addr, errNotLoopback)}
	}
	dialCtx, cancel := context.WithTimeout(ctx, c.DialTimeout)
	defer cancel()
	raw, err := c.Dial(dialCtx, "tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("smtp: connect to %s: %w", c.Addr, err)
	}
	l := &link{c: c, raw: raw, last: time.Now()}
	if err := l.open(ctx); err != nil {
		_ = raw.Close() // err is the one that matters
		return nil, fmt.Errorf("smtp: %s: %w", c.Addr, dial.Explain(err))
	}
	return l, nil
}

// within limits a step. net/textproto has no time limits; the watch closes the connection instead.
func (l *link) within(ctx context.Context, limit time.Duration, step func() error) error {
	stop := l.watch(ctx, limit, 0)
	l.left = maxReplies
	err := step()
	if late := stop(); late && err != nil {
		err = fmt.Errorf("no answer within %s: %w", limit, err)
	}
	return err
}

// watch closes the connection after limit, or some time after ctx ended; every pending call
// then returns an error. The returned function ends the watch and reports whether the limit
// was reached.
func (l *link) watch(ctx context.Context, limit, after time.Duration) func() bool {
	shut := func() { _ = l.raw.Close() } // the pending call reports it
	timer := time.AfterFunc(limit, shut)
	release := dial.CloseAfter(ctx, after, shut)
	return func() bool {
		release()
		return !timer.Stop()
	}
}

// quit ends the session and closes the connection.
func (l *link) quit(ctx context.Context) error {
	l.c.OpenTimeout = min(l.c.CommandTimeout, 5*time.Second) // nothing depends on the answer
	_, err := l.say(ctx, 221, "QUIT")
	return errors.Join(err, l.text.Close())
}

func (l *link) close() error { return l.raw.Close() }

package imapbox

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/oauth"
)

// leave limits a running command after the context ended, so that a commit is still followed by its MOVE.
const leave = 3 * time.Second

// link is one connection. go-imap has no deadline for commands and no context: every call
// goes through call, which closes the connection if it takes too long; that makes all
// pending commands return.
type link struct {
	c    Config
	raw  net.Conn
	in   bounded // decrypted data from the server
	imap *imapclient.Client
	wake chan struct{} // capacity 1: the server announced new mail

	late    atomic.Bool
	tls     atomic.Uint32             // version of the TLS handshake, 0 without
	release func()                    // stops watching the context
	space   *imap.NamespaceDescriptor // of the account's own folders
}

// connect dials, secures the connection and logs in.
func connect(ctx context.Context, c Config) (*link, error) {
	dialCtx, cancel := context.WithTimeout(ctx, c.CallTimeout)
	defer cancel()
	raw, err := c.Dial(dialCtx, "tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("imap: connect to %s: %w", c.Addr, err)
	}
	l := &link{c: c, raw: raw, wake: make(chan struct{}, 1)}
	l.release = dial.CloseAfter(ctx, leave, l.shut)
	if err := l.open(ctx); err != nil {
		l.close()
		return nil, fmt.Errorf("imap: %s: %w", c.Addr, dial.Explain(err))
	}
	return l, nil
}

func (l *link) open(ctx context.Context) error {
	if err := l.call("connect", 0, l.greet); err != nil {
		return err
	}
	if l.imap.State() != imap.ConnStateAuthenticated { // PREAUTH
		if err := l.login(ctx); err != nil {
			return err
		}
	}
	return l.introduce()
}

func (l *link) greet() (err error) {
	conf, err := dial.TLS(l.c.TLSConfig, l.c.TLSCA, l.c.Addr)
	if err != nil {
		return &refusedError{Err: err}
	}
	verify := conf.VerifyConnection
	conf.VerifyConnection = func(state tls.ConnectionState) error {
		l.tls.Store(uint32(state.Version))
		if verify != nil {
			return verify(state)
		}
		return nil
	}
	options := &imapclient.Options{
		TLSConfig:             conf,
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: l.heard},
	}
	var from io.Reader = l.raw
	l.in.Conn = l.raw
	switch l.c.TLS {
	case "starttls":
		if l.in.Conn, from, err = startTLS(l.raw, conf); err != nil {
			return err
		}
	case "implicit":
		safe := tls.Client(l.raw, conf)
		if err := safe.Handshake(); err != nil {
			return err
		}
		l.in.Conn, from = safe, safe
	}
	l.in.from = bufio.NewReader(meter{from, &l.in.got})
	l.imap = imapclient.New(&l.in, options)
	return l.imap.WaitGreeting()
}

// heard runs in go-imap's reader and must not block.
func (l *link) heard(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *link) login(ctx context.Context) error {
	secret, err := l.c.secret(ctx)
	if err != nil {
		return err
	}
	login, err := l.way(secret)
	if err != nil {
		return err
	}
	err = l.call("log in", 0, login)
	if answer, ok := errors.AsType[*imap.Error](err); ok && refuses(answer) && !l.c.Tokens.Drop(secret) {
		return &refusedError{Err: fmt.Errorf("log in as %s: %w", l.c.User, err)}
	}
	return err
}

// way returns how to log in with a token or a password.
func (l *link) way(secret string) (func() error, error) {
	caps, err := l.caps()
	by := func(c sasl.Client) func() error { return func() error { return l.imap.Authenticate(c) } }
	switch plain := caps.Has(imap.AuthCap(sasl.Plain)); {
	case l.c.Tokens != nil:
		for _, m := range oauth.Mechanisms {
			if caps.Has(imap.AuthCap(m)) {
				return by(oauth.NewClient(m, l.c.User, secret)), nil
			}
		}
		return nil, cmp.Or[error](err, &refusedError{Err: oauth.ErrNone})
	case !caps.Has(imap.CapLoginDisabled): // RFC 3501 6.2.3
		return func() error { return l.imap.Login(l.c.User, secret).Wait() }, nil
	case plain:
		return by(sasl.NewPlainClient("", l.c.User, secret)), nil
	}
	return nil, &refusedError{Err: errors.New("log in: the server offers no login with a password on this connection " +
		"(LOGINDISABLED without AUTH=PLAIN); check [mail.in] tls, or use an app password, [mail.oauth] or another provider")}
}

// introduce sends ID (RFC 2971) where it is announced: 163.com and 126.com open no mailbox
// to a client without a name.
func (l *link) introduce() error {
	caps, err := l.caps()
	if err != nil || !caps.Has(imap.CapID) {
		return err
	}
	me := &imap.IDData{Name: "Railpost", Version: "1", Vendor: "Railpost"}
	err = l.call("id", 0, func() error { _, err := l.imap.ID(me).Wait(); return err })
	if answer, ok := errors.AsType[*imap.Error](err); ok {
		l.c.Log.Debug("imap: the server refused the client's name", "err", answer)
		return nil
	}
	return err
}

// longest is how long a command may take in all, however steadily the server sends; texts of mails get more.
const longest = 10 * time.Minute

// call runs f and closes the connection if the server sends nothing for CallTimeout, or takes
// more than longest and extra together.
func (l *link) call(op string, extra time.Duration, f func() error) error {
	done := make(chan struct{})
	defer close(done)
	l.in.call.Store(0)
	l.in.listed.Store(0)
	go l.watch(done, longest+extra)
	err := f()
	if err == nil {
		return nil
	}
	if _, answered := errors.AsType[*imap.Error](err); !answered && l.in.bye.Load() != nil {
		err = &byeError{l.in.bye.Load(), err}
	}
	if l.late.Load() {
		return fmt.Errorf("%s: the server did not answer within %s, or was not done within %s: %w",
			op, l.c.CallTimeout, longest+extra, err)
	}
	return fmt.Errorf("%s: %w", op, err)
}

func (l *link) watch(done <-chan struct{}, most time.Duration) {
	tick := time.NewTicker(l.c.CallTimeout)
	defer tick.Stop()
	for end, seen := time.Now().Add(most), l.in.got.Load(); ; {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		got := l.in.got.Load()
		if got == seen || time.Now().After(end) {
			l.late.Store(true)
			l.shut()
			return
		}
		seen = got
	}
}

// shut closes the connection under the client's feet: closing TLS politely could itself
// wait for a dead peer.
func (l *link) shut() { _ = l.raw.Close() }

// close ends the connection and waits for go-imap's reader.
func (l *link) close() {
	l.release()
	l.shut()
	if l.imap != nil {
		<-l.imap.Closed()
	}
}

// logout says goodbye; a server that does not answer is left alone.
func (l *link) logout() {
	if err := l.call("log out", 0, func() error { return l.imap.Logout().Wait() }); err != nil {
		l.c.Log.Debug("imap: log out", "err", err)
	}
}

// caps returns the capabilities, with the time limit of call, as go-imap may have to ask the server.
func (l *link) caps() (caps imap.CapSet, err error) {
	err = l.call("capability", 0, func() error {
		if caps = l.imap.Caps(); caps == nil {
			return errors.New("the server lists no capabilities")
		}
		return nil
	})
	return caps, err
}

// folder returns a folder's name as the server has it: with its prefix ("INBOX." on some
// servers), and with its separator for "/".
func (l *link) folder(caps imap.CapSet, name string) (string, error) {
	if strings.EqualFold(name, "INBOX") {
		return name, nil
	}
	if l.space == nil {
		if err := l.namespace(caps); err != nil {
			return "", err
		}
	}
	if l.space.Delim != 0 {
		name = strings.ReplaceAll(name, "/", string(l.space.Delim))
	}
	if strings.HasPrefix(name, l.space.Prefix) {
		return name, nil
	}
	return l.space.Prefix + name, nil
}

// namespace asks for prefix and separator of the account's own folders. Without NAMESPACE
// (RFC 2342), LIST has the separator (RFC 3501 6.3.8). What the server does not give stays
// empty: names are then taken as they stand.
func (l *link) namespace(caps imap.CapSet) error {
	l.space = &imap.NamespaceDescriptor{}
	ask := func() error {
		roots, err := l.imap.List("", "", nil).Collect()
		if err == nil && len(roots) > 0 {
			l.space.Delim = roots[0].Delim
		}
		return err
	}
	if caps.Has(imap.CapNamespace) {
		ask = func() error {
			data, err := l.imap.Namespace().Wait()
			if err == nil && len(data.Personal) > 0 {
				l.space = &data.Personal[0]
			}
			return err
		}
	}
	err := l.call("namespace", 0, ask)
	if _, answered := errors.AsType[*imap.Error](err); answered {
		return nil
	}
	return err
}

// create creates a folder and reports whether it was missing.
func (l *link) create(name string) (bool, error) {
	err := l.call("create "+name, 0, func() error { return l.imap.Create(name, nil).Wait() })
	if answer, ok := errors.AsType[*imap.Error](err); ok && answer.Type == imap.StatusResponseTypeNo {
		// Old servers do not send ALREADYEXISTS; STATUS helps.
		if exists, statusErr := l.exists(name); statusErr != nil || exists {
			return false, statusErr
		}
		return false, err
	}
	return err == nil, err
}

func (l *link) exists(name string) (bool, error) {
	err := l.call("status "+name, 0, func() error {
		_, err := l.imap.Status(name, &imap.StatusOptions{UIDValidity: true}).Wait()
		return err
	})
	if _, ok := errors.AsType[*imap.Error](err); ok {
		return false, nil
	}
	return err == nil, err
}

// Package post is the embedded post office: an SMTP server and an IMAP server
// over mailboxes in memory, in the process of the daemon, on loopback only.
//
// It serves `railpost demo`, `serve` with mail = "embedded", and tests. No
// letter leaves the machine and nothing is kept when the process ends.
// Faults of real servers (refusals, cut connections, silence, changed
// UIDVALIDITY) can be injected, see [Fault] and [IMAPFault].
package post

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-smtp"

	"railpost/pbem/mail/dial"
)

// DefaultMaxSize is the largest message taken when Options.MaxSize is 0, in
// bytes.
const DefaultMaxSize = 1 << 20

// Options describe a post office to start.
type Options struct {
	// SMTPAddr and IMAPAddr are host:port on loopback; empty means
	// 127.0.0.1:0, a free port.
	SMTPAddr, IMAPAddr string
	// Domain of the users' addresses; empty means "localhost".
	Domain string
	// Users maps names to passwords. A name without @ has the address
	// name@Domain; with @ it is the whole address. Case does not count.
	Users map[string]string
	// MaxSize of a message in bytes, 0 for DefaultMaxSize.
	MaxSize int64
	// TLS offers STARTTLS on both servers; with ImplicitTLS the listeners
	// speak TLS from the first byte instead.
	TLS         *tls.Config
	ImplicitTLS bool
	// Delivered is called for every message in a mailbox, before its sender gets an answer; for measurements.
	// It must neither block nor change raw.
	Delivered func(address string, raw []byte)
	// Listen opens a server's address; nil: net.Listen.
	Listen func(network, addr string) (net.Listener, error)
	// Log gets protocol errors; nil drops them.
	Log *slog.Logger
}

// Post is a running post office. Its methods may be called from any
// goroutine.
type Post struct {
	opts Options
	log  *slog.Logger
	hole atomic.Bool // see BlackHole
	// validity is the last UIDVALIDITY that was given to a mailbox.
	validity atomic.Uint32

	mu       sync.Mutex
	accounts map[string]*account // by address, lower case
	faults   []*Fault
	imapBad  []imapRule
	sessions map[*session]struct{}
	up       *servers

	smtpAddr, imapAddr string // fixed after the first start
}

// servers are the two listeners with their servers.
type servers struct {
	smtp   *smtp.Server
	imap   *imapserver.Server
	listen []net.Listener
	conns  *connSet
	done   sync.WaitGroup
}

// Start opens both servers. Addresses that are not on loopback are refused:
// the embedded post has no protection against the outside.
func Start(o Options) (*Post, error) {
	o.SMTPAddr = cmp.Or(o.SMTPAddr, "127.0.0.1:0")
	o.IMAPAddr = cmp.Or(o.IMAPAddr, "127.0.0.1:0")
	o.Domain = cmp.Or(o.Domain, "localhost")
	o.MaxSize = cmp.Or(o.MaxSize, DefaultMaxSize)
	if o.ImplicitTLS && o.TLS == nil {
		return nil, errors.New("post: start: ImplicitTLS needs a TLS configuration")
	}
	if o.Listen == nil {
		o.Listen = net.Listen
	}
	p := &Post{
		opts:     o,
		log:      cmp.Or(o.Log, slog.New(slog.DiscardHandler)),
		accounts: map[string]*account{},
		sessions: map[*session]struct{}{},
		smtpAddr: o.SMTPAddr,
		imapAddr: o.IMAPAddr,
	}
	// Mail programs keep a cache by UIDVALIDITY; the clock makes it
	// differ from that of an earlier process on the same port.
	p.validity.Store(uint32(time.Now().Unix()))
	for _, addr := range []string{o.SMTPAddr, o.IMAPAddr} {
		if err := checkLoopback(addr); err != nil {
			return nil, err
		}
	}
	for name, password := range o.Users {
		p.AddUser(name, password)
	}
	if err := p.Up(); err != nil {
		return nil, err
	}
	return p, nil
}

func checkLoopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("post: address %q: %w; write host:port, for example 127.0.0.1:2525", addr, err)
	}
	if !dial.Loopback(host) {
		return fmt.Errorf("post: address %q is not on loopback: the embedded post serves this machine only; use 127.0.0.1, or set up a real mailbox with \"railpost init\"", addr)
	}
	return nil
}

// SMTPAddr is host:port of the SMTP server; it stays the same over Down and
// Up.
func (p *Post) SMTPAddr() string { p.mu.Lock(); defer p.mu.Unlock(); return p.smtpAddr }

// IMAPAddr is host:port of the IMAP server; it stays the same over Down and
// Up.
func (p *Post) IMAPAddr() string { p.mu.Lock(); defer p.mu.Unlock(); return p.imapAddr }

// Up opens the servers on their addresses again after Down. Mail is still
// there.
func (p *Post) Up() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.up != nil {
		return errors.New("post: up: the servers are already running")
	}
	s := &servers{conns: &connSet{open: map[*conn]struct{}{}}}
	smtpLn, err := p.listen(s, p.smtpAddr)
	if err != nil {
		return err
	}
	imapLn, err := p.listen(s, p.imapAddr)
	if err != nil {
		return errors.Join(err, smtpLn.Close())
	}
	p.smtpAddr, p.imapAddr = smtpLn.Addr().String(), imapLn.Addr().String()
	s.smtp = p.newSMTP()
	s.imap = p.newIMAP()
	p.serve(s, "embedded smtp server ended", s.smtp.Serve, smtpLn)
	p.serve(s, "embedded imap server ended", s.imap.Serve, imapLn)
	p.up = s
	return nil
}

func (p *Post) serve(s *servers, ended string, serve func(net.Listener) error, on net.Listener) {
	s.done.Go(func() {
		if err := serve(on); err != nil && !errors.Is(err, net.ErrClosed) {
			p.log.Error(ended, "err", err)
		}
	})
}

func (p *Post) listen(s *servers, addr string) (net.Listener, error) {
	ln, err := p.opts.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("post: listen on %s: %w; is something else listening there?", addr, err)
	}
	s.listen = append(s.listen, ln)
	var out net.Listener = &listener{Listener: ln, hole: &p.hole, conns: s.conns}
	if p.opts.ImplicitTLS {
		out = tls.NewListener(out, p.opts.TLS)
	}
	return out, nil
}

// Down closes both servers and every connection, as a crash of the provider
// would. Mail and accounts stay.
func (p *Post) Down() error {
	p.mu.Lock()
	s := p.up
	p.up = nil
	p.mu.Unlock()
	if s == nil {
		return nil
	}
	var errs []error
	for _, ln := range s.listen {
		errs = append(errs, ln.Close())
	}
	s.conns.closeAll()
	// The listeners are closed already, which both servers report.
	for _, err := range []error{s.smtp.Close(), s.imap.Close()} {
		if err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	s.done.Wait()
	s.conns.left.Wait()
	return errors.Join(errs...)
}

// Close ends the post office; its mail is gone.
func (p *Post) Close() error { return p.Down() }

func (p *Post) newSMTP() *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return p.newSMTPSession(c)
	}))
	s.Domain = p.opts.Domain
	s.MaxMessageBytes = p.opts.MaxSize
	s.MaxLineLength = 4 * int(p.opts.MaxSize) // the size limits a message, not a line (RFC 5321 4.5.3.1)
	s.MaxRecipients = 100
	s.AllowInsecureAuth = true // loopback
	s.EnableSMTPUTF8 = true
	s.ReadTimeout = 5 * time.Minute
	s.WriteTimeout = time.Minute
	s.ErrorLog = p.printer()
	if !p.opts.ImplicitTLS {
		s.TLSConfig = p.opts.TLS
	}
	return s
}

func (p *Post) newIMAP() *imapserver.Server {
	o := &imapserver.Options{
		NewSession: func(c *imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return p.newSession(c), nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {}, imap.CapUIDPlus: {}, imap.CapNamespace: {}, imap.CapMove: {},
			imap.CapESearch: {}, imap.CapListExtended: {}, imap.CapListStatus: {}, imap.CapStatusSize: {},
		},
		Logger:       p.printer(),
		InsecureAuth: true, // loopback
	}
	if !p.opts.ImplicitTLS {
		o.TLSConfig = p.opts.TLS
	}
	return imapserver.New(o)
}

// printer hands the servers' own lines to slog.
func (p *Post) printer() smtp.Logger {
	return slog.NewLogLogger(p.log.With("part", "embedded post").Handler(), slog.LevelDebug)
}

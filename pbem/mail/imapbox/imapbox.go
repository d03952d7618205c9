// Package imapbox reads the provider's mailbox by IMAP: it waits for mail with IDLE and
// polling, passes each mail to the daemon, and moves it away once the daemon has it. It
// survives lost connections, silent servers, rebuilt mailboxes and interrupted moves; every
// mail is delivered at least once, and the daemon's dedupe key ensures that it counts once.
package imapbox

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/oauth"
)

// Config of a mailbox. Addr, User and Password or Tokens are needed.
type Config struct {
	Addr     string // host:port
	User     string
	Password func() (string, error) // called at each log-in
	Tokens   *oauth.Source          // in place of Password
	// TLS is "implicit" (also when empty), "starttls", or "none", which is
	// allowed on loopback only.
	TLS       string
	TLSConfig *tls.Config // nil: the system's roots
	TLSCA     string      // file of more roots; "": none

	Mailbox    string // INBOX
	Processed  string // Processed; created when missing
	Quarantine string // Quarantine; created when missing

	Poll        time.Duration // 5 min: how often the mailbox is reopened and searched
	IdleMax     time.Duration // 4 min, at most 5: how often IDLE is restarted, as wake-ups get lost
	NoIdle      bool          // poll only
	CallTimeout time.Duration // 30 s of silence
	MaxSize     int64         // 1 MiB; larger mails are fetched without text
	Batch       int           // 50 mails delivered at a time
	ReadOnly    bool          // dry run: EXAMINE, nothing is moved or created

	RetryMin  time.Duration // 1 s; pause after a lost connection, doubled each time
	RetryMax  time.Duration // 4 min, below the five minutes promised
	AuthPause time.Duration // 1 h after a refusal, or until Password or Tokens return a different one
	LaterWait time.Duration // 30 s until a mail judged Later is delivered again, doubled up to Poll

	Log    *slog.Logger
	Dial   func(ctx context.Context, network, addr string) (net.Conn, error)
	Random func() float64 // below 1, for pauses; nil: rand.Float64
	// Hook is called between every two side effects, with the name of the point; tests
	// crash there.
	Hook func(point string)
}

// The points at which Hook is called.
const (
	Fetched = "imap.fetched" // mails are read but not handed over
	Judged  = "imap.judged"  // verdicts are known; the mails are still in place
	Moved   = "imap.moved"   // the server has moved them; nothing remains to be done
)

// Mail is one message in the mailbox. UIDValidity and UID only say where it is. If the mail
// is larger than MaxSize, or Short, Raw is nil and Header is its header, cut at 64 KiB;
// otherwise Header is nil.
type Mail struct {
	UIDValidity, UID uint32
	Size             int64 // bytes
	Announced        int64 // by the server, which may estimate it
	Internal         time.Time
	Raw              []byte
	Header           []byte
	Short            bool // the server returns its header and, however often it is asked, not all of its text
}

// Verdict is the result of a delivered mail.
type Verdict string

const (
	Done   Verdict = "done"   // committed: goes to Processed
	Again  Verdict = "again"  // the same, on a repeated delivery
	Poison Verdict = "poison" // goes to Quarantine
	Later  Verdict = "later"  // stays and is delivered again after a while
)

// State of the connection to the mailbox.
type State string

const (
	Connecting State = "connecting"
	Watching   State = "watching" // the mailbox was just searched, everything is in order
	Broken     State = "broken"   // connection or mailbox trouble, retried at Status.Next
	Busy       State = "busy"     // too many connections, a limit: retried at Status.Next
	Refused    State = "refused"  // log-in or set-up refused: an operator must act
)

// Status is reported at each change and after each search of the mailbox.
type Status struct {
	State   State
	Err     error     // the fault in Broken, Busy and Refused; in Watching, why mails are not read
	Next    time.Time // of the next attempt in Broken, Busy and Refused
	Waiting int       // mails left in the mailbox for later
	Renewed bool      // Watching: UIDVALIDITY or UIDNEXT showed a rebuilt mailbox, all mails are read again
	Unread  Fault     // Watching: mails that cannot be fetched
	Unmoved Fault     // Watching: mails that were delivered and cannot be moved
}

// secret returns the password or token that opens the mailbox now.
func (c Config) secret(ctx context.Context) (string, error) {
	if c.Tokens != nil {
		return c.Tokens.Token(ctx)
	}
	password, err := c.Password()
	if err != nil {
		err = &refusedError{Err: fmt.Errorf("password: %w", err)}
	}
	return password, err
}

func (c Config) withDefaults() (Config, error) {
	if c.Addr == "" || c.User == "" || c.Password == nil && c.Tokens == nil {
		return c, errors.New("imapbox: address, user and password are needed")
	}
	c.TLS = cmp.Or(c.TLS, "implicit")
	c.Mailbox = cmp.Or(c.Mailbox, "INBOX")
	c.Processed = cmp.Or(c.Processed, "Processed")
	c.Quarantine = cmp.Or(c.Quarantine, "Quarantine")
	c.Poll = cmp.Or(c.Poll, 5*time.Minute)
	c.IdleMax = min(cmp.Or(c.IdleMax, 4*time.Minute), 5*time.Minute)
	c.CallTimeout = cmp.Or(c.CallTimeout, 30*time.Second)
	c.RetryMin = cmp.Or(c.RetryMin, time.Second)
	c.RetryMax = cmp.Or(c.RetryMax, 4*time.Minute)
	c.AuthPause = cmp.Or(c.AuthPause, time.Hour)
	c.LaterWait = cmp.Or(c.LaterWait, 30*time.Second)
	c.MaxSize = cmp.Or(c.MaxSize, 1<<20)
	c.Batch = cmp.Or(c.Batch, 50)
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Hook == nil {
		c.Hook = func(string) {}
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
	if c.Dial == nil {
		c.Dial = dial.Default
	}
	return c, c.check()
}

func (c Config) check() error {
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("imapbox: address %q: %w; write host:port, for example imap.example.org:993", c.Addr, err)
	}
	switch c.TLS {
	case "implicit", "starttls":
	case "none":
		if !dial.Loopback(host) {
			return fmt.Errorf("imapbox: %s: tls = \"none\" is allowed on loopback only; use \"implicit\" or \"starttls\"", c.Addr)
		}
	default:
		return fmt.Errorf("imapbox: unknown tls = %q; use \"implicit\", \"starttls\" or \"none\"", c.TLS)
	}
	if c.Mailbox == c.Processed || c.Mailbox == c.Quarantine {
		return fmt.Errorf("imapbox: mailbox %q cannot also be the folder for processed or quarantined mail", c.Mailbox)
	}
	return nil
}

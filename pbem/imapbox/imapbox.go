// Package imapbox reads the provider's mailbox by IMAP: it waits for mail with IDLE and
// polling, passes each mail to the daemon, and moves it away once the daemon has it. It
// survives lost connections, silent servers, rebuilt mailboxes and interrupted moves; every
// mail is delivered at least once, and the daemon's dedupe key ensures that it counts once.
package imapbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"
)

// Config of a mailbox. Addr, User and Password are needed.
type Config struct {
	Addr     string // host:port
	User     string
	Password func() (string, error) // called at each log-in
	// TLS is "implicit" (also when empty), "starttls", or "none", which is
	// allowed on loopback only.
	TLS       string
	TLSConfig *tls.Config // nil: the system's roots

	Mailbox    string // INBOX
	Processed  string // Processed; created when missing
	Quarantine string // Quarantine; created when missing

	Poll        time.Duration // 5 min: how often the mailbox is reopened and searched
	IdleMax     time.Duration // 4 min, at most 5: how often IDLE is restarted, as wake-ups get lost
	NoIdle      bool          // poll only
	CallTimeout time.Duration // 30 s for each command; a fetch gets more by its size
	MaxSize     int64         // 1 MiB; of larger mails only the header is fetched
	Batch       int           // 50 mails delivered at a time
	ReadOnly    bool          // dry run: EXAMINE, nothing is moved or created

	RetryMin  time.Duration // 1 s; pause after a lost connection, doubled each time
	RetryMax  time.Duration // 4 min, below the five minutes promised
	AuthPause time.Duration // 1 h after a refused log-in, or until Password returns a different one
	LaterWait time.Duration // 30 s until a mail judged Later is delivered again, doubled up to Poll

	Log  *slog.Logger
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Hook is called between every two side effects, with the name of the point; tests
	// crash there.
	Hook func(point string)
}

// The points at which Hook is called.
const (
	Fetched = "imap.fetched" // mails are read; nobody has been told of them
	Judged  = "imap.judged"  // verdicts are known; the mails are still in place
	Moved   = "imap.moved"   // the server has moved them; nothing remains to be done
)

// Mail is one message in the mailbox. UIDValidity and UID only say where it is. If the mail
// is larger than MaxSize, or Short, Raw is nil and Header is its header, cut at 64 KiB;
// otherwise Header is nil.
type Mail struct {
	UIDValidity, UID uint32
	Size             int64 // bytes
	Internal         time.Time
	Raw              []byte
	Header           []byte
	Short            bool // twice the server returned less of it than its size: nobody knows what is missing
}

// Verdict is what becomes of a mail that was delivered.
type Verdict int

const (
	Done   Verdict = iota + 1 // committed: goes to Processed
	Poison                    // goes to Quarantine
	Later                     // stays and is delivered again after a while
)

func (v Verdict) String() string {
	switch v {
	case Done:
		return "done"
	case Poison:
		return "poison"
	case Later:
		return "later"
	}
	return fmt.Sprintf("verdict %d", int(v))
}

// State of the connection to the mailbox.
type State int

const (
	Connecting State = iota + 1
	Watching         // the mailbox was just searched, everything is in order
	Broken           // connection or mailbox trouble, retried at Status.Next
	Refused          // log-in or set-up refused: an operator must act
)

func (s State) String() string {
	switch s {
	case Connecting:
		return "connecting"
	case Watching:
		return "watching"
	case Broken:
		return "broken"
	case Refused:
		return "refused"
	}
	return fmt.Sprintf("state %d", int(s))
}

// Status is reported at each change and after each search of the mailbox.
type Status struct {
	State   State
	Err     error     // what is wrong in Broken and Refused; in Watching, why mails cannot be moved
	At      time.Time // now
	Next    time.Time // of the next attempt in Broken and Refused
	Waiting int       // mails left in the mailbox for later
	Renewed bool      // Watching: UIDVALIDITY or UIDNEXT showed a rebuilt mailbox, all mails are read again
}

func (c Config) withDefaults() (Config, error) {
	if c.Addr == "" || c.User == "" || c.Password == nil {
		return c, errors.New("imapbox: address, user and password are needed")
	}
	setText(&c.TLS, "implicit")
	setText(&c.Mailbox, "INBOX")
	setText(&c.Processed, "Processed")
	setText(&c.Quarantine, "Quarantine")
	setTime(&c.Poll, 5*time.Minute)
	setTime(&c.IdleMax, 4*time.Minute)
	c.IdleMax = min(c.IdleMax, 5*time.Minute)
	setTime(&c.CallTimeout, 30*time.Second)
	setTime(&c.RetryMin, time.Second)
	setTime(&c.RetryMax, 4*time.Minute)
	setTime(&c.AuthPause, time.Hour)
	setTime(&c.LaterWait, 30*time.Second)
	if c.MaxSize <= 0 {
		c.MaxSize = 1 << 20
	}
	if c.Batch <= 0 {
		c.Batch = 50
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Hook == nil {
		c.Hook = func(string) {}
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second}}).DialContext
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
		if ip := net.ParseIP(host); !strings.EqualFold(host, "localhost") && (ip == nil || !ip.IsLoopback()) {
			return fmt.Errorf("imapbox: %s: tls = \"none\" is allowed on loopback only; use \"implicit\" or \"starttls\"", c.Addr)
		}
	default:
		return fmt.Errorf("imapbox: unknown tls = %q; use \"implicit\", \"starttls\" or \"none\"", c.TLS)
	}
	if c.Mailbox == c.Processed || c.Mailbox == c.Quarantine {
		return fmt.Errorf("imapbox: mailbox %q cannot be the folder for processed or quarantined mail too", c.Mailbox)
	}
	return nil
}

func setText(s *string, value string) {
	if *s == "" {
		*s = value
	}
}

func setTime(d *time.Duration, value time.Duration) {
	if *d <= 0 {
		*d = value
	}
}

package post

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-smtp"
)

// Stage of an SMTP transaction at which a Fault strikes.
type Stage int

const (
	AtAuth Stage = iota + 1
	AtMail
	AtRcpt
	AtData // the final dot has arrived
)

// Fault is an injected fault of SMTP. Code is the answer (451, 550; 421 closes the
// connection as well); Drop cuts the connection without an answer. With Store a message at
// AtData is delivered all the same: Store and Drop together make the gap in which the server
// has the mail and the client does not know it.
type Fault struct {
	At       Stage
	To       string // only this recipient (login name or address); empty: any
	Code     int
	Enhanced [3]int
	Text     string
	Drop     bool
	Store    bool
	Times    int // how often; 0 means once, below 0 for ever
}

// Fail injects a fault; several strike in order.
func (p *Post) Fail(f Fault) {
	f.Times = cmp.Or(f.Times, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, &f)
}

// Heal removes all faults and ends the black hole.
func (p *Post) Heal() {
	p.mu.Lock()
	p.faults, p.imapBad = nil, nil
	p.mu.Unlock()
	p.BlackHole(false)
}

// fault returns the first fault that applies, and counts it; nil if there is none.
func (p *Post) fault(at Stage, to []string) *Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.faults, func(f *Fault) bool {
		is := func(address string) bool { return strings.EqualFold(p.address(address), p.address(f.To)) }
		return f.At == at && (f.To == "" || slices.ContainsFunc(to, is))
	})
	if i < 0 {
		return nil
	}
	f := p.faults[i]
	if f.Times--; f.Times == 0 {
		p.faults = slices.Delete(p.faults, i, i+1)
	}
	return f
}

func (f *Fault) err() error {
	if f.Code == 0 {
		return nil
	}
	return &smtp.SMTPError{Code: f.Code, EnhancedCode: f.Enhanced, Message: cmp.Or(f.Text, "ordered refusal")}
}

// IMAPFault is an injected fault of IMAP. With Do the command is carried out; with Drop the connection is cut
// before its answer; with Mute it goes silent; otherwise the answer is NO with Code and Text. It ends at Until,
// if that is set.
type IMAPFault struct {
	Do, Drop   bool
	Mute       bool
	Code, Text string
	Until      time.Time
}

type imapRule struct {
	command string
	fault   IMAPFault
}

// FailIMAP injects a fault into the next use of a command: LOGIN, SELECT,
// SEARCH, FETCH, MOVE, COPY, CREATE.
func (p *Post) FailIMAP(command string, f IMAPFault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.imapBad = append(p.imapBad, imapRule{strings.ToUpper(command), f})
}

// misbehave runs a command, subject to the faults of FailIMAP.
func (s *session) misbehave(command string, do func() error) error {
	f, ok := s.post.imapFault(command)
	if !ok {
		return do()
	}
	if f.Mute {
		s.conn.NetConn().(*conn).mute.Store(true) // all our listeners make such connections
	}
	if f.Do || f.Mute {
		if err := do(); err != nil {
			return err
		}
	}
	if f.Drop {
		s.drop()
	}
	if f.Drop || f.Mute {
		return nil
	}
	return no(imap.ResponseCode(f.Code), f.Text)
}

func (p *Post) imapFault(command string) (f IMAPFault, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.imapBad, func(r imapRule) bool {
		return r.command == command && (r.fault.Until.IsZero() || time.Now().Before(r.fault.Until))
	})
	if i < 0 {
		return f, false
	}
	f = p.imapBad[i].fault
	p.imapBad = slices.Delete(p.imapBad, i, i+1)
	return f, true
}

package post

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
)

// The mailboxes every account has from the start.
const (
	Inbox      = "INBOX"
	Processed  = "Processed"
	Quarantine = "Quarantine"
)

// account is one user's mail. Its lock covers all of its mailboxes, so that
// a move between two of them is one step. It is locked before Post.mu.
type account struct {
	post     *Post
	address  string // lower case, local@domain
	password string

	mu    sync.Mutex
	boxes map[string]*mailbox
}

// AddUser opens an account, or gives an existing one a new password.
func (p *Post) AddUser(name, password string) {
	address := strings.ToLower(name)
	if !strings.Contains(address, "@") {
		address += "@" + strings.ToLower(p.opts.Domain)
	}
	if a := p.known(address); a != nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.password = password
		return
	}
	a := &account{post: p, address: address, password: password, boxes: map[string]*mailbox{}}
	for _, box := range []string{Inbox, Processed, Quarantine} {
		a.boxes[box] = newMailbox(box, p.nextValidity())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.accounts[address] = a
}

func (p *Post) known(address string) *account {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.accounts[address]
}

// nextValidity returns a number greater than every UIDVALIDITY given before.
func (p *Post) nextValidity() uint32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.validity++
	return p.validity
}

// resolve returns the account of an address or a login name, or nil. What follows the first
// + of the local part is ignored (game+x@host goes to game).
func (p *Post) resolve(address string) *account {
	address = strings.ToLower(address)
	if !strings.Contains(address, "@") {
		address += "@" + strings.ToLower(p.opts.Domain)
	}
	at := strings.LastIndexByte(address, '@')
	local, domain := address[:at], address[at:]
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.accounts[local+domain]; a != nil {
		return a
	}
	local, _, _ = strings.Cut(local, "+")
	return p.accounts[local+domain]
}

// login returns the account if the password is right, or nil.
func (p *Post) login(name, password string) *account {
	a := p.resolve(name)
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	alias := strings.Contains(name, "+") && !strings.HasPrefix(a.address, strings.ToLower(name))
	if alias || subtle.ConstantTimeCompare([]byte(a.password), []byte(password)) != 1 {
		return nil
	}
	return a
}

// Deliver puts a message unchanged into the INBOX of a user (login name or address), without
// SMTP. It fails for an unknown user and a message above MaxSize.
func (p *Post) Deliver(user string, raw []byte) error {
	a := p.resolve(user)
	if a == nil {
		return fmt.Errorf("post: deliver: no user %q; known users: %s", user, strings.Join(p.addresses(), ", "))
	}
	if int64(len(raw)) > p.opts.MaxSize {
		return fmt.Errorf("post: deliver to %s: %d bytes exceed the limit of %d", user, len(raw), p.opts.MaxSize)
	}
	a.deliver(raw)
	return nil
}

func (p *Post) addresses() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.accounts))
}

func (a *account) deliver(raw []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.boxes[Inbox].add(bytes.Clone(raw), time.Now(), nil)
	if told := a.post.opts.Delivered; told != nil {
		told(a.address, raw)
	}
}

// Messages returns the messages of a mailbox, oldest first; nil for an
// unknown user or mailbox.
func (p *Post) Messages(user, box string) [][]byte {
	a := p.resolve(user)
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.boxes[boxName(box)]
	if m == nil {
		return nil
	}
	out := make([][]byte, 0, len(m.msgs))
	for _, msg := range m.msgs {
		out = append(out, bytes.Clone(msg.raw))
	}
	return out
}

// Waits reports whether a mail program that has opened the user's INBOX has not
// fetched the newest message yet. One that only looks (EXAMINE) does not count.
func (p *Post) Waits(user string) bool {
	a := p.resolve(user)
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.boxes["INBOX"]
	return m.opened && len(m.msgs) > 0 && !m.msgs[len(m.msgs)-1].fetched
}

// NewUIDValidity gives a mailbox another UIDVALIDITY; its messages keep their
// UIDs. The user's sessions are cut, because IMAP has no other way to announce it.
func (p *Post) NewUIDValidity(user, box string) error {
	return p.rework(user, box, func(m *mailbox) { m.validity = p.nextValidity() })
}

// Rebuild numbers the messages of a mailbox anew from 1, as Dovecot does when
// its index is lost. With keepValidity the UIDVALIDITY stays, as on broken servers, and only
// UIDNEXT shows it.
func (p *Post) Rebuild(user, box string, keepValidity bool) error {
	return p.rework(user, box, func(m *mailbox) {
		if !keepValidity {
			m.validity = p.nextValidity()
		}
		m.renumber()
	})
}

// Empty deletes the messages of a mailbox, as somebody else who has the password may.
func (p *Post) Empty(user, box string) error {
	return p.rework(user, box, func(m *mailbox) {
		all := map[*message]bool{}
		for _, msg := range m.msgs {
			all[msg] = true
		}
		m.remove(all)
	})
}

func (p *Post) rework(user, box string, change func(*mailbox)) error {
	a := p.resolve(user)
	if a == nil {
		return fmt.Errorf("post: no user %q", user)
	}
	a.mu.Lock()
	m := a.boxes[boxName(box)]
	if m != nil {
		change(m)
	}
	a.mu.Unlock()
	if m == nil {
		return fmt.Errorf("post: %s has no mailbox %q", user, box)
	}
	p.cut(a)
	return nil
}

// cut ends all IMAP sessions of an account.
func (p *Post) cut(a *account) {
	p.mu.Lock()
	var hit []*session
	for s := range p.sessions {
		if s.user() == a {
			hit = append(hit, s)
		}
	}
	p.mu.Unlock()
	for _, s := range hit {
		s.drop()
	}
}

// boxName normalises INBOX, which is case-insensitive (RFC 9051 5.1).
func boxName(name string) string {
	if strings.EqualFold(name, Inbox) {
		return Inbox
	}
	return strings.TrimRight(name, string(delim))
}

func noMailbox(code imap.ResponseCode) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: "No such mailbox"}
}

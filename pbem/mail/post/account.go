package post

import (
	"bytes"
	"cmp"
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
	address := p.address(name)
	p.mu.Lock()
	a := p.accounts[address]
	if a == nil {
		a = &account{post: p, address: address, boxes: map[string]*mailbox{}}
		for _, box := range []string{Inbox, Processed, Quarantine} {
			a.boxes[box] = newMailbox(box, p.validity.Add(1))
		}
		p.accounts[address] = a
	}
	p.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.password = password
}

// address returns the address of a login name; of an address, itself.
func (p *Post) address(name string) string {
	if name = strings.ToLower(name); strings.Contains(name, "@") {
		return name
	}
	return name + "@" + strings.ToLower(p.opts.Domain)
}

// resolve returns the account of an address or a login name, or nil. The part after the first + of the local
// part is ignored (game+x@host goes to game).
func (p *Post) resolve(name string) *account {
	address := p.address(name)
	at := strings.LastIndexByte(address, '@')
	local, _, _ := strings.Cut(address[:at], "+")
	p.mu.Lock()
	defer p.mu.Unlock()
	return cmp.Or(p.accounts[address], p.accounts[local+address[at:]])
}

// login returns the account if the password is right, or nil. An address with a + is a login only if it is the
// account's own.
func (p *Post) login(name, password string) *account {
	p.mu.Lock()
	a := p.accounts[p.address(name)]
	p.mu.Unlock()
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if subtle.ConstantTimeCompare([]byte(a.password), []byte(password)) != 1 {
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

// in works in one mailbox of a user, and returns the user's account.
func (p *Post) in(user, box string, do func(*mailbox)) (*account, error) {
	a := p.resolve(user)
	if a == nil {
		return nil, fmt.Errorf("post: no user %q", user)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.boxes[boxName(box)]
	if m == nil {
		return nil, fmt.Errorf("post: %s has no mailbox %q", user, box)
	}
	do(m)
	return a, nil
}

// Messages returns the messages of a mailbox, oldest first; nil for an
// unknown user or mailbox.
func (p *Post) Messages(user, box string) (out [][]byte) {
	_, _ = p.in(user, box, func(m *mailbox) {
		for _, msg := range m.msgs {
			out = append(out, bytes.Clone(msg.raw))
		}
	})
	return out
}

// Waits reports whether a mail program that has opened the user's INBOX has not
// fetched the newest message yet. One that only looks (EXAMINE) does not count.
func (p *Post) Waits(user string) (waits bool) {
	_, _ = p.in(user, Inbox, func(m *mailbox) {
		waits = m.opened && len(m.msgs) > 0 && !m.msgs[len(m.msgs)-1].fetched
	})
	return waits
}

// NewUIDValidity gives a mailbox another UIDVALIDITY; its messages keep their
// UIDs. The user's sessions are cut, because IMAP has no other way to announce it.
func (p *Post) NewUIDValidity(user, box string) error {
	return p.rework(user, box, func(m *mailbox) { m.validity = p.validity.Add(1) })
}

// Rebuild renumbers the messages of a mailbox from 1, as Dovecot does when its index is lost. With keepValidity
// the UIDVALIDITY stays, as on broken servers, and only UIDNEXT shows it.
func (p *Post) Rebuild(user, box string, keepValidity bool) error {
	return p.rework(user, box, func(m *mailbox) {
		if !keepValidity {
			m.validity = p.validity.Add(1)
		}
		m.renumber()
	})
}

// Empty deletes the messages of a mailbox, as another person with the password could.
func (p *Post) Empty(user, box string) error {
	return p.rework(user, box, func(m *mailbox) {
		m.remove(func(*message) bool { return true })
	})
}

func (p *Post) rework(user, box string, change func(*mailbox)) error {
	a, err := p.in(user, box, change)
	if err == nil {
		p.cut(a)
	}
	return err
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

func no(code imap.ResponseCode, text string) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: text}
}

package post

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

const delim = '/'

// message is one stored mail; raw and received never change, flags change
// under the account's lock.
type message struct {
	uid      imap.UID
	raw      []byte
	received time.Time
	flags    flagSet
	fetched  bool // by a session that may write, with its body
}

func (m *message) unseen() bool { return !m.flags.has(imap.FlagSeen) }

// flagSet is a set of flags without regard to case (RFC 9051 2.3.2), each as it was first written:
// mail programs know \Seen, and some drop \seen.
type flagSet map[string]imap.Flag

func fold(f imap.Flag) string { return strings.ToLower(string(f)) }

func (s flagSet) has(f imap.Flag) bool { _, ok := s[fold(f)]; return ok }

func (s flagSet) add(f imap.Flag) {
	if !s.has(f) {
		s[fold(f)] = f
	}
}

func (s flagSet) list() []imap.Flag { return slices.Sorted(maps.Values(s)) }

// mailbox is used under the lock of its account.
type mailbox struct {
	name       string
	validity   uint32
	next       imap.UID
	subscribed bool
	msgs       []*message // by rising uid
	opened     bool       // by a session that may write
	tracker    *imapserver.MailboxTracker
	changed    chan struct{} // closed and replaced at each change
}

func newMailbox(name string, validity uint32) *mailbox {
	return &mailbox{name: name, validity: validity, next: 1, subscribed: true,
		tracker: imapserver.NewMailboxTracker(0), changed: make(chan struct{})}
}

// wake tells the sessions in IDLE that their tracker has an update.
func (m *mailbox) wake() {
	close(m.changed)
	m.changed = make(chan struct{})
}

func (m *mailbox) add(raw []byte, received time.Time, flags []imap.Flag) imap.UID {
	msg := &message{uid: m.next, raw: raw, received: received, flags: flagSet{}}
	for _, f := range flags {
		msg.flags.add(f)
	}
	m.next++
	m.msgs = append(m.msgs, msg)
	m.tracker.QueueNumMessages(uint32(len(m.msgs)))
	m.wake()
	return msg.uid
}

// remove deletes messages, the highest sequence number first, so that each number is still
// right when it is announced.
func (m *mailbox) remove(gone func(*message) bool) {
	for i := len(m.msgs) - 1; i >= 0; i-- {
		if gone(m.msgs[i]) {
			m.tracker.QueueExpunge(uint32(i) + 1)
			m.msgs = slices.Concat(m.msgs[:i], m.msgs[i+1:])
		}
	}
	m.wake()
}

// renumber gives the UIDs 1, 2, 3 ... to fresh copies of the messages.
func (m *mailbox) renumber() {
	msgs := m.msgs
	m.msgs, m.next = nil, 1
	for _, old := range msgs {
		renamed := *old
		renamed.uid = m.next
		m.next++
		m.msgs = append(m.msgs, &renamed)
	}
}

// status returns everything that may be requested; the library writes the requested part.
func (m *mailbox) status() *imap.StatusData {
	var size int64
	var unseen, deleted uint32
	for _, msg := range m.msgs {
		size += int64(len(msg.raw))
		if msg.unseen() {
			unseen++
		}
		if msg.flags.has(imap.FlagDeleted) {
			deleted++
		}
	}
	return &imap.StatusData{Mailbox: m.name, UIDNext: m.next, UIDValidity: m.validity, Size: &size,
		NumMessages: new(uint32(len(m.msgs))), NumRecent: new(uint32), NumUnseen: &unseen, NumDeleted: &deleted}
}

package post

import (
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// session is one IMAP connection. Its commands run one after another in the
// connection's goroutine; only IDLE has its own.
type session struct {
	post  *Post
	conn  *imapserver.Conn
	owner atomic.Pointer[account]

	box      *mailbox // selected, or nil
	view     *imapserver.SessionTracker
	readOnly bool
	saved    imap.UIDSet // SEARCHRES
}

var _ imapserver.SessionIMAP4rev2 = (*session)(nil)

func (p *Post) newSession(c *imapserver.Conn) *session {
	s := &session{post: p, conn: c}
	p.mu.Lock()
	p.sessions[s] = struct{}{}
	p.mu.Unlock()
	return s
}

func (s *session) user() *account { return s.owner.Load() }

// drop cuts the connection; its goroutine ends by itself.
func (s *session) drop() { _ = s.conn.NetConn().Close() }

func (s *session) Close() error {
	s.post.mu.Lock()
	delete(s.post.sessions, s)
	s.post.mu.Unlock()
	if s.view != nil {
		s.view.Close() // an IDLE may still be reading the fields
	}
	return nil
}

func (s *session) Login(name, password string) error {
	return s.misbehave("LOGIN", func() error {
		a := s.post.login(name, password)
		if a == nil {
			return imapserver.ErrAuthFailed
		}
		s.owner.Store(a)
		return nil
	})
}

func (s *session) AppendLimit() uint32 { return uint32(s.post.opts.MaxSize) }

func (s *session) Namespace() (*imap.NamespaceData, error) {
	return &imap.NamespaceData{Personal: []imap.NamespaceDescriptor{{Delim: delim}}}, nil
}

// in works in one of the user's folders; missing is the code if there is none with that name.
func (s *session) in(name string, missing imap.ResponseCode, do func(*mailbox)) error {
	a := s.user()
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.boxes[boxName(name)]
	if m == nil {
		return no(missing, "No such mailbox")
	}
	do(m)
	return nil
}

func (s *session) Select(name string, o *imap.SelectOptions) (data *imap.SelectData, err error) {
	err = s.misbehave("SELECT", func() error {
		return s.in(name, imap.ResponseCodeNonExistent, func(m *mailbox) {
			s.box, s.view, s.readOnly, s.saved = m, m.tracker.NewSession(), o.ReadOnly, nil
			m.opened = m.opened || !o.ReadOnly
			data = m.selectData(o.ReadOnly)
		})
	})
	if err == nil && data == nil { // cut before the answer
		data = &imap.SelectData{}
	}
	return data, err
}

func (m *mailbox) selectData(readOnly bool) *imap.SelectData {
	flags := []imap.Flag{imap.FlagSeen, imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagDraft}
	data := &imap.SelectData{
		Flags:             flags,
		NumMessages:       uint32(len(m.msgs)),
		FirstUnseenSeqNum: uint32(slices.IndexFunc(m.msgs, (*message).unseen) + 1),
		UIDNext:           m.next,
		UIDValidity:       m.validity,
		List:              &imap.ListData{Delim: delim, Mailbox: m.name},
	}
	if !readOnly {
		data.PermanentFlags = append(append([]imap.Flag{}, flags...), imap.FlagWildcard)
	}
	return data
}

func (s *session) Unselect() error {
	s.view.Close()
	s.box, s.view, s.saved = nil, nil, nil
	return nil
}

func (s *session) Create(name string, _ *imap.CreateOptions) error {
	return s.misbehave("CREATE", func() error {
		a := s.user()
		a.mu.Lock()
		defer a.mu.Unlock()
		name = boxName(name)
		if a.boxes[name] != nil {
			return no(imap.ResponseCodeAlreadyExists, "Mailbox already exists")
		}
		a.boxes[name] = newMailbox(name, s.post.validity.Add(1))
		return nil
	})
}

func (s *session) Delete(name string) error {
	a := s.user()
	a.mu.Lock()
	defer a.mu.Unlock()
	name = boxName(name)
	if a.boxes[name] == nil {
		return no(imap.ResponseCodeNonExistent, "No such mailbox")
	}
	if name == Inbox {
		return no(imap.ResponseCodeCannot, "INBOX cannot be deleted")
	}
	delete(a.boxes, name)
	return nil
}

func (s *session) Rename(from, to string, _ *imap.RenameOptions) error {
	a := s.user()
	a.mu.Lock()
	defer a.mu.Unlock()
	from, to = boxName(from), boxName(to)
	m := a.boxes[from]
	switch {
	case m == nil:
		return no(imap.ResponseCodeNonExistent, "No such mailbox")
	case a.boxes[to] != nil:
		return no(imap.ResponseCodeAlreadyExists, "Mailbox already exists")
	case from == Inbox:
		return no(imap.ResponseCodeCannot, "INBOX cannot be renamed")
	}
	delete(a.boxes, from)
	m.name = to
	a.boxes[to] = m
	return nil
}

func (s *session) Subscribe(name string) error   { return s.subscribe(name, true) }
func (s *session) Unsubscribe(name string) error { return s.subscribe(name, false) }

func (s *session) subscribe(name string, on bool) error {
	return s.in(name, imap.ResponseCodeNonExistent, func(m *mailbox) { m.subscribed = on })
}

func (s *session) List(w *imapserver.ListWriter, ref string, patterns []string, o *imap.ListOptions) error {
	if len(patterns) == 0 { // asks for the delimiter (RFC 9051 6.3.9)
		return w.WriteList(&imap.ListData{Attrs: []imap.MailboxAttr{imap.MailboxAttrNoSelect}, Delim: delim})
	}
	for _, data := range s.list(ref, patterns, o) {
		if err := w.WriteList(&data); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) list(ref string, patterns []string, o *imap.ListOptions) []imap.ListData {
	a := s.user()
	a.mu.Lock()
	defer a.mu.Unlock()
	var out []imap.ListData
	for name, m := range a.boxes {
		if !matches(name, ref, patterns) || (o.SelectSubscribed && !m.subscribed) || o.SelectSpecialUse {
			continue
		}
		data := imap.ListData{Delim: delim, Mailbox: name}
		if m.subscribed {
			data.Attrs = append(data.Attrs, imap.MailboxAttrSubscribed)
		}
		if o.ReturnStatus != nil {
			data.Status = m.status()
		}
		out = append(out, data)
	}
	slices.SortFunc(out, func(a, b imap.ListData) int { return strings.Compare(a.Mailbox, b.Mailbox) })
	return out
}

func matches(name, ref string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return imapserver.MatchList(name, delim, ref, boxName(pattern))
	})
}

func (s *session) Status(name string, _ *imap.StatusOptions) (data *imap.StatusData, err error) {
	err = s.in(name, imap.ResponseCodeNonExistent, func(m *mailbox) { data = m.status() })
	return data, err
}

func (s *session) Append(name string, r imap.LiteralReader, o *imap.AppendOptions) (data *imap.AppendData, err error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	received := o.Time
	if received.IsZero() {
		received = time.Now()
	}
	err = s.in(name, imap.ResponseCodeTryCreate, func(m *mailbox) {
		data = &imap.AppendData{UIDValidity: m.validity, UID: m.add(raw, received, o.Flags)}
	})
	return data, err
}

func (s *session) Poll(w *imapserver.UpdateWriter, allowExpunge bool) error {
	if s.view == nil {
		return nil
	}
	return s.view.Poll(w, allowExpunge)
}

// Idle writes updates until stop closes. SessionTracker.Idle registers itself only after the
// client has been told "idling" and misses updates in between; here the channel is taken
// before the queue is read, so nothing is lost.
func (s *session) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	box, view := s.box, s.view
	if view == nil {
		<-stop
		return nil
	}
	for {
		changed := s.changes(box)
		if err := view.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-stop:
			return nil
		}
	}
}

func (s *session) changes(m *mailbox) <-chan struct{} {
	a := s.user()
	a.mu.Lock()
	defer a.mu.Unlock()
	return m.changed
}

package post

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message/textproto"
)

// picked is a message with its sequence number as this client knows it, 0 if it has not been
// announced yet.
type picked struct {
	seq  uint32
	msg  *message
	last bool // the last one announced
}

// pick lists the messages of a set, by rising uid. The caller holds the account's lock.
func (s *session) pick(set imap.NumSet) []picked {
	return slices.DeleteFunc(s.all(), func(p picked) bool { return !s.contains(set, p) })
}

func (s *session) all() []picked {
	out, last := make([]picked, len(s.box.msgs)), -1
	for i, msg := range s.box.msgs {
		if out[i] = (picked{seq: s.view.EncodeSeqNum(uint32(i) + 1), msg: msg}); out[i].seq != 0 {
			last = i
		}
	}
	if last >= 0 {
		out[last].last = true
	}
	return out
}

func among(list []picked) func(*message) bool {
	return func(msg *message) bool { return slices.ContainsFunc(list, func(p picked) bool { return p.msg == msg }) }
}

// contains knows that * and n:* contain the last message, for any n (RFC 9051 9 seq-number), and $ the saved
// search result.
func (s *session) contains(set imap.NumSet, p picked) bool {
	if imap.IsSearchRes(set) {
		return s.saved.Contains(p.msg.uid)
	}
	if set.Dynamic() && p.last {
		return true
	}
	switch set := set.(type) {
	case imap.SeqSet:
		return set.Contains(p.seq)
	case imap.UIDSet:
		return set.Contains(p.msg.uid)
	}
	return false
}

func (s *session) Fetch(w *imapserver.FetchWriter, set imap.NumSet, o *imap.FetchOptions) error {
	return s.misbehave("FETCH", func() error {
		a := s.user()
		a.mu.Lock()
		list := s.pick(set)
		flags := make([][]imap.Flag, len(list))
		for i, p := range list {
			p.msg.fetched = p.msg.fetched || !s.readOnly && slices.ContainsFunc(o.BodySection, hasText)
			if marksSeen(o) && !s.readOnly {
				s.flag(p.msg, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}, nil)
			}
			flags[i] = p.msg.flags.list()
		}
		a.mu.Unlock()
		for i, p := range list {
			if p.seq == 0 {
				continue
			}
			if err := p.msg.fetch(w.CreateMessage(p.seq), o, flags[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func hasText(b *imap.FetchItemBodySection) bool {
	return b.Specifier == imap.PartSpecifierNone || b.Specifier == imap.PartSpecifierText
}

func marksSeen(o *imap.FetchOptions) bool {
	for _, b := range o.BodySection {
		if !b.Peek {
			return true
		}
	}
	return slices.ContainsFunc(o.BinarySection, func(b *imap.FetchItemBinarySection) bool { return !b.Peek })
}

func (m *message) fetch(w *imapserver.FetchResponseWriter, o *imap.FetchOptions, flags []imap.Flag) error {
	w.WriteUID(m.uid)
	if o.Flags {
		w.WriteFlags(flags)
	}
	if o.InternalDate {
		w.WriteInternalDate(m.received)
	}
	if o.RFC822Size {
		w.WriteRFC822Size(int64(len(m.raw)))
	}
	if o.Envelope {
		w.WriteEnvelope(m.envelope())
	}
	if o.BodyStructure != nil {
		w.WriteBodyStructure(imapserver.ExtractBodyStructure(bytes.NewReader(m.raw)))
	}
	// An open response would keep its connection waiting for ever.
	return errors.Join(m.sections(w, o), w.Close())
}

func (m *message) sections(w *imapserver.FetchResponseWriter, o *imap.FetchOptions) error {
	write := func(to func(size int64) io.WriteCloser, b []byte) error {
		lit := to(int64(len(b)))
		_, err := lit.Write(b)
		return errors.Join(err, lit.Close())
	}
	for _, item := range o.BodySection {
		if err := write(func(n int64) io.WriteCloser { return w.WriteBodySection(item, n) }, m.section(item)); err != nil {
			return err
		}
	}
	for _, item := range o.BinarySection {
		part := imapserver.ExtractBinarySection(bytes.NewReader(m.raw), item)
		if err := write(func(n int64) io.WriteCloser { return w.WriteBinarySection(item, n) }, part); err != nil {
			return err
		}
	}
	for _, item := range o.BinarySectionSize {
		w.WriteBinarySectionSize(item, imapserver.ExtractBinarySectionSize(bytes.NewReader(m.raw), item))
	}
	return nil
}

// section returns a part of the message. The whole message is returned as it was received,
// because the library's extractor rewrites the header.
func (m *message) section(item *imap.FetchItemBodySection) []byte {
	whole := len(item.Part) == 0 && item.Specifier == imap.PartSpecifierNone &&
		len(item.HeaderFields) == 0 && len(item.HeaderFieldsNot) == 0 && item.Partial == nil
	if whole {
		return m.raw
	}
	return imapserver.ExtractBodySection(bytes.NewReader(m.raw), item)
}

func (m *message) envelope() *imap.Envelope {
	header, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(m.raw)))
	if err != nil {
		return nil // the writer sends an empty envelope
	}
	return imapserver.ExtractEnvelope(header)
}

var errReadOnly = no(imap.ResponseCodeNoPerm, "The mailbox is open read-only")

func (s *session) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, _ *imap.StoreOptions) error {
	if s.readOnly {
		return errReadOnly
	}
	a := s.user()
	a.mu.Lock()
	for _, p := range s.pick(set) {
		s.flag(p.msg, flags, s.view)
	}
	a.mu.Unlock()
	if flags.Silent {
		return nil
	}
	return s.Fetch(w, set, &imap.FetchOptions{Flags: true})
}

// flag changes the flags of a message and tells all sessions but one.
func (s *session) flag(msg *message, change *imap.StoreFlags, but *imapserver.SessionTracker) {
	if change.Op == imap.StoreFlagsSet {
		msg.flags = flagSet{}
	}
	for _, f := range change.Flags {
		if change.Op == imap.StoreFlagsDel {
			delete(msg.flags, fold(f))
		} else {
			msg.flags.add(f)
		}
	}
	for i, m := range s.box.msgs {
		if m == msg {
			s.box.tracker.QueueMessageFlags(uint32(i)+1, msg.uid, msg.flags.list(), but)
		}
	}
	s.box.wake()
}

func (s *session) Expunge(_ *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	if s.readOnly {
		return nil // CLOSE after EXAMINE removes nothing (RFC 9051 6.4.1)
	}
	a := s.user()
	a.mu.Lock()
	defer a.mu.Unlock()
	gone := s.all()
	if uids != nil {
		gone = s.pick(*uids)
	}
	s.box.remove(func(msg *message) bool { // the poll that ends the command tells this session
		return msg.flags.has(imap.FlagDeleted) && among(gone)(msg)
	})
	return nil
}

func (s *session) Copy(set imap.NumSet, name string) (data *imap.CopyData, err error) {
	err = s.misbehave("COPY", func() error {
		a := s.user()
		a.mu.Lock()
		defer a.mu.Unlock()
		data, err = s.copyTo(s.pick(set), name)
		return err
	})
	return data, err
}

// copyTo returns nil data when there was nothing to copy.
func (s *session) copyTo(list []picked, name string) (*imap.CopyData, error) {
	dest := s.user().boxes[boxName(name)]
	if dest == nil {
		return nil, no(imap.ResponseCodeTryCreate, "No such mailbox")
	}
	if len(list) == 0 {
		return nil, nil
	}
	data := &imap.CopyData{UIDValidity: dest.validity}
	for _, p := range list {
		data.SourceUIDs.AddNum(p.msg.uid)
		data.DestUIDs.AddNum(dest.add(p.msg.raw, p.msg.received, p.msg.flags.list()))
	}
	return data, nil
}

func (s *session) Move(w *imapserver.MoveWriter, set imap.NumSet, name string) error {
	if s.readOnly {
		return errReadOnly
	}
	return s.misbehave("MOVE", func() error {
		a := s.user()
		a.mu.Lock()
		list := s.pick(set)
		data, err := s.copyTo(list, name)
		if err == nil {
			s.box.remove(among(list))
		}
		a.mu.Unlock()
		if err != nil {
			return err
		}
		return w.WriteCopyData(data) // the EXPUNGE lines follow by the poll that ends the command
	})
}

package post

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	gomessage "github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
)

func (s *session) Search(kind imapserver.NumKind, c *imap.SearchCriteria, o *imap.SearchOptions) (data *imap.SearchData, err error) {
	err = s.misbehave("SEARCH", func() error {
		data = s.search(kind, c, o)
		return nil
	})
	if err == nil && data == nil { // cut before the answer
		data = &imap.SearchData{All: imap.UIDSet{}}
	}
	return data, err
}

func (s *session) search(kind imapserver.NumKind, c *imap.SearchCriteria, o *imap.SearchOptions) *imap.SearchData {
	a := s.user()
	a.mu.Lock()
	defer a.mu.Unlock()
	var (
		data imap.SearchData
		seqs imap.SeqSet
		uids imap.UIDSet
	)
	for _, p := range s.all() {
		if p.seq == 0 || !s.fits(p, c) {
			continue
		}
		seqs.AddNum(p.seq)
		uids.AddNum(p.msg.uid)
		num := p.seq
		if kind == imapserver.NumKindUID {
			num = uint32(p.msg.uid)
		}
		data.Min, data.Max = cmp.Or(data.Min, num), num // both rise
		data.Count++
	}
	data.All = seqs
	if kind == imapserver.NumKindUID {
		data.All = uids
	}
	if o.ReturnSave {
		s.saved = uids
	}
	return &data
}

// fits reports whether a message meets all criteria (RFC 9051 6.4.4).
func (s *session) fits(p picked, c *imap.SearchCriteria) bool {
	if slices.ContainsFunc(c.SeqNum, func(set imap.SeqSet) bool { return !s.contains(set, p) }) ||
		slices.ContainsFunc(c.UID, func(set imap.UIDSet) bool { return !s.contains(set, p) }) ||
		!fitsFlags(p.msg, c) || !fitsSize(p.msg, c) || !within(p.msg.received, c.Since, c.Before) || !fitsText(p.msg, c) {
		return false
	}
	for i := range c.Not {
		if s.fits(p, &c.Not[i]) {
			return false
		}
	}
	for i := range c.Or {
		if !s.fits(p, &c.Or[i][0]) && !s.fits(p, &c.Or[i][1]) {
			return false
		}
	}
	return true
}

func fitsFlags(m *message, c *imap.SearchCriteria) bool {
	lacks := func(f imap.Flag) bool { return !m.flags.has(f) }
	return !slices.ContainsFunc(c.Flag, lacks) && !slices.ContainsFunc(c.NotFlag, m.flags.has)
}

func fitsSize(m *message, c *imap.SearchCriteria) bool {
	size := int64(len(m.raw))
	return (c.Larger == 0 || size > c.Larger) && (c.Smaller == 0 || size < c.Smaller)
}

// within compares dates without time and zone, as RFC 9051 6.4.4 demands.
func within(t, since, before time.Time) bool {
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	return (since.IsZero() || !day.Before(since)) && (before.IsZero() || day.Before(before))
}

func fitsText(m *message, c *imap.SearchCriteria) bool {
	if len(c.Header) == 0 && len(c.Body) == 0 && len(c.Text) == 0 && c.SentSince.IsZero() && c.SentBefore.IsZero() {
		return true
	}
	e, _ := gomessage.Read(bytes.NewReader(m.raw)) // with an unknown charset, there still is an entity
	if e == nil {
		return false
	}
	header := mail.Header{Header: e.Header}
	for _, want := range c.Header {
		if !headerHas(header.FieldsByKey(want.Key), want.Value) {
			return false
		}
	}
	if sent, err := header.Date(); !c.SentSince.IsZero() || !c.SentBefore.IsZero() {
		if err != nil || !within(sent, c.SentSince, c.SentBefore) {
			return false
		}
	}
	if len(c.Body) == 0 && len(c.Text) == 0 {
		return true
	}
	body := bodyText(e)
	lacks := func(want string) bool { return !strings.Contains(body, strings.ToLower(want)) }
	return !slices.ContainsFunc(c.Body, lacks) && !slices.ContainsFunc(c.Text, func(want string) bool {
		return lacks(want) && !headerHas(header.Fields(), want)
	})
}

func headerHas(fields gomessage.HeaderFields, want string) bool {
	for fields.Next() {
		text, _ := fields.Text() // undecodable text is compared unchanged
		if strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
			return true
		}
	}
	return false
}

// bodyText joins the decoded text parts in lower case.
func bodyText(e *gomessage.Entity) string {
	var b strings.Builder
	err := e.Walk(func(_ []int, part *gomessage.Entity, err error) error {
		if part == nil {
			return err
		}
		if kind, _, _ := part.Header.ContentType(); strings.HasPrefix(kind, "text/") {
			text, err := io.ReadAll(part.Body)
			b.WriteString(strings.ToLower(string(text)))
			return err
		}
		return nil
	})
	if err != nil {
		return b.String() // a broken mail is searched as far as it reads
	}
	return b.String()
}

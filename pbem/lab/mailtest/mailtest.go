// Package mailtest writes answers to letters as mail programs do. Styles differ in the place of the answer, the
// quotation and its introduction, the language, and the parts of the mail. Tests and pbem/lab use it, but not
// the service.
package mailtest

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"

	"railpost/pbem/mail/reader"
)

// Answer is a person's answer to a letter.
type Answer struct {
	Letter []byte // the letter as it was fetched, raw
	From   string // the From field: "Ana <ana@example.org>"
	Typed  []string

	Date time.Time // zero: one hour after the letter's
	ID   string    // Message-ID without brackets; "": made of the content, so that equal answers have equal ids
}

// Reply returns the answer in a style. It is addressed to the letter's Reply-To. Equal
// arguments give equal bytes. It fails for an unknown style and for a letter without the
// header fields that an answer needs.
func Reply(s Style, a Answer) ([]byte, error) {
	write, ok := styles[s]
	if !ok {
		return nil, fmt.Errorf("answer a letter: no style %q; see Styles", s)
	}
	l, err := read(a.Letter)
	if err != nil {
		return nil, err
	}
	if a.Date.IsZero() {
		a.Date = l.date.Add(time.Hour)
	}
	if a.ID == "" {
		sum := sha256.Sum256([]byte(strings.Join(append([]string{string(s), a.From, l.id, a.Date.UTC().Format(time.RFC3339)}, a.Typed...), "\x00")))
		a.ID = hex.EncodeToString(sum[:12]) + "@mailtest.invalid"
	}
	h, err := l.header(a)
	if err != nil {
		return nil, err
	}
	return write(l, a.Typed).bytes(h)
}

// letter is the part of a letter that an answer needs.
type letter struct {
	from, fromName string
	replyTo        []*mail.Address
	id, subject    string
	refs           []string
	date           time.Time
	text, html     string
	pictures       []Picture
}

func read(raw []byte) (*letter, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("answer a letter: read it: %w", err)
	}
	defer r.Close()
	l := &letter{}
	var faults [7]error
	from, err := r.Header.AddressList("From")
	if err == nil && len(from) == 0 {
		err = errors.New("it has no sender")
	}
	if faults[0] = err; err == nil {
		l.from, l.fromName = from[0].Address, cmp.Or(from[0].Name, from[0].Address)
	}
	if l.replyTo, err = r.Header.AddressList("Reply-To"); err != nil || len(l.replyTo) == 0 {
		l.replyTo = from
	}
	l.id, faults[1] = r.Header.MessageID()
	l.subject, faults[2] = r.Header.Subject()
	l.refs, faults[3] = r.Header.MsgIDList("References")
	l.date, faults[4] = r.Header.Date()
	l.text, l.html, faults[5] = reader.Parts(r)
	l.pictures, faults[6] = Pictures(reader.Letter{Raw: raw, HTML: l.html})
	if err := errors.Join(faults[:]...); err != nil {
		return nil, fmt.Errorf("answer a letter: %w", err)
	}
	l.text = strings.TrimRight(l.text, "\n")
	if l.html == "" {
		l.html = "<p>" + enclosed("", strings.Split(l.text, "\n"), "<br>") + "</p>"
	}
	return l, nil
}

func (l *letter) header(a Answer) (mail.Header, error) {
	var h mail.Header
	from, err := mail.ParseAddressList(a.From)
	if err != nil {
		return h, fmt.Errorf("answer a letter: From %q: %w", a.From, err)
	}
	subject := l.subject
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	h.SetAddressList("From", from)
	h.SetAddressList("To", l.replyTo)
	h.SetSubject(subject)
	h.SetDate(a.Date)
	h.SetMessageID(a.ID)
	if l.id != "" {
		h.SetMsgIDList("In-Reply-To", []string{l.id})
		h.SetMsgIDList("References", append(l.refs, l.id))
	}
	return h, nil
}

func (l *letter) lines() []string { return strings.Split(l.text, "\n") }

package extract

import (
	"bufio"
	"cmp"
	"io"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"
)

// maxRecipients limits the groups of a report that are read.
const maxRecipients = 100

// readReport reads a delivery status (RFC 3464 2.1: groups of fields, the first about the
// whole message, one more for each recipient) or a disposition notification (one group). Of
// several recipients it keeps the first that failed, since our letters have one recipient
// each.
func (s *evidence) readReport(r io.Reader) {
	br := bufio.NewReader(r)
	for range maxRecipients {
		h, err := textproto.ReadHeader(br)
		if h.Len() > 0 {
			s.readGroup(message.Header{Header: h})
		}
		if err != nil || s.failure != nil && s.failure.Action == "failed" {
			return
		}
	}
}

func (s *evidence) readGroup(h message.Header) {
	recipient := cmp.Or(reportAddress(h.Get("Original-Recipient")), reportAddress(h.Get("Final-Recipient")),
		Address(strings.Trim(oneLine(h.Get("Original-Rcpt-To")), "<> "))) // RFC 5965 3.2
	if recipient == "" {
		return
	}
	if s.failure == nil || s.failure.Action != "failed" {
		f := s.about()
		f.Recipient = recipient
		f.Action = strings.ToLower(oneLine(h.Get("Action")))
		f.Status = firstWord(h.Get("Status"))
	}
	if d := h.Get("Disposition"); d != "" {
		_, what, _ := strings.Cut(d, ";")
		s.failure.Action = strings.ToLower(strings.TrimSpace(oneLine(what)))
	}
	if id := first(msgIDs(&mail.Header{Header: h}, "Original-Message-Id")); id != "" {
		s.failure.OriginalMessageID = id
	}
}

// readOriginal reads the identity of the letter that a report encloses, whole or its header.
func (s *evidence) readOriginal(r io.Reader) {
	h, _ := textproto.ReadHeader(bufio.NewReader(r)) // a truncated header still has its first fields
	for _, field := range []string{"Message-Id", IDHeader} {
		if id := first(msgIDs(&mail.Header{Header: message.Header{Header: h}}, field)); id != "" {
			s.about().OriginalMessageID = id
		}
	}
	if to := addresses(h.Get("Reply-To")); len(to) > 0 {
		s.about().Answers = Address(to[0].Address)
	}
	if _, list, ok := strings.Cut(oneLine(h.Get("List-Id")), "<"); ok {
		s.about().List, _, _ = strings.Cut(list, ">")
	}
}

func (s *evidence) about() *Failure {
	if s.failure == nil {
		s.failure = &Failure{}
	}
	return s.failure
}

// failureOf returns the failure in the header of a bounce of Exim that is no report; nil if there is none.
func failureOf(h *message.Header) *Failure {
	list := addresses(h.Get("X-Failed-Recipients"))
	if len(list) == 0 {
		return nil
	}
	return &Failure{Recipient: Address(list[0].Address), Action: "failed"}
}

// reportAddress returns the address in "rfc822; ana@example.org".
func reportAddress(v string) string {
	kind, addr, ok := strings.Cut(v, ";")
	if !ok || !strings.EqualFold(strings.TrimSpace(kind), "rfc822") && !strings.EqualFold(strings.TrimSpace(kind), "utf-8") {
		return ""
	}
	return Address(strings.Trim(strings.TrimSpace(oneLine(addr)), "<>"))
}

func firstWord(s string) string { return first(strings.Fields(oneLine(s))) }

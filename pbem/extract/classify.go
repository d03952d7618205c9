package extract

import (
	"strings"

	"github.com/emersion/go-message"
)

// maxHops is the number of Received fields after which a mail is assumed to loop.
const maxHops = 30

// evidence is what the parts of a mail say about its class.
type evidence struct {
	report     bool // multipart/report at the top
	reportType string
	delivery   bool // a message/delivery-status part
	receipt    bool
	feedback   bool
	calendar   bool
	reaction   bool
	archive    bool // the whole mail is, or carries, a packed file (DMARC reports)
	failure    *Failure
}

// note records one part's type, and whether it is a file that is attached.
func (s *evidence) note(kind string, params map[string]string, attached bool, depth int) {
	switch kind {
	case "multipart/report":
		if depth == 0 {
			s.report, s.reportType = true, strings.ToLower(params["report-type"])
		}
	case "message/delivery-status":
		s.delivery = true
	case "message/disposition-notification":
		s.receipt = true
	case "message/feedback-report":
		s.feedback = true
	case "text/calendar":
		// Our own letters attach some, and some programs send them back with the answer.
		s.calendar = s.calendar || params["method"] != "" && !attached && !strings.EqualFold(params["method"], "publish")
	case "text/vnd.google.email-reaction+json":
		s.reaction = true
	case "application/zip", "application/gzip", "application/x-zip-compressed", "application/x-gzip",
		"application/tlsrpt+gzip", "application/tlsrpt+json":
		s.archive = true
	}
}

// classify judges by headers and parts only, the most telling first: what a report is about
// matters more than that it was sent automatically.
func (s *evidence) classify(h *message.Header, m *Mail) Class {
	switch {
	case h.Has(LoopHeader), hops(h) > maxHops, toItself(m):
		return Loop
	case s.report:
		return s.reportClass()
	case s.feedback:
		return Complaint
	case s.calendar:
		return Calendar
	case s.reaction:
		return Reaction
	case fromDaemon(m.From):
		return Bounce
	case s.archive && reportSubject(m.Subject):
		return Report
	case automatic(h, m.Subject):
		return Auto
	case fromList(h):
		return List
	case m.From == "":
		return AmbiguousSender
	}
	return Player
}

// hops returns how many hosts and people passed the mail on.
func hops(h *message.Header) int {
	return len(h.Values("Received")) + len(h.Values("Resent-From"))
}

// toItself reports whether the mail comes from the mailbox it was delivered to, whose
// plus-addresses are its own.
func toItself(m *Mail) bool {
	if m.From == "" || len(m.To) == 0 {
		return false
	}
	local, domain, _ := strings.Cut(m.To[0], "@")
	base, _, _ := strings.Cut(local, "+")
	return m.From == m.To[0] || m.From == base+"@"+domain
}

func (s *evidence) reportClass() Class {
	switch {
	case s.reportType == "feedback-report" || s.feedback:
		return Complaint
	case s.reportType == "delivery-status" || s.delivery:
		return Bounce
	case s.reportType == "disposition-notification" || s.receipt:
		return MDN
	}
	return Report
}

// automatic reports whether a mail was sent automatically, by RFC 3834 or by what programs
// used before and beside it.
func automatic(h *message.Header, subject string) bool {
	if v := strings.TrimSpace(h.Get("Auto-Submitted")); v != "" {
		word, _, _ := strings.Cut(v, ";")
		if !strings.EqualFold(strings.TrimSpace(word), "no") {
			return true
		}
	}
	if h.Has("Return-Path") && strings.TrimSpace(h.Get("Return-Path")) == "<>" {
		return true
	}
	for _, field := range []string{"X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply"} {
		if v := strings.TrimSpace(h.Get(field)); h.Has(field) && !strings.EqualFold(v, "no") {
			return true
		}
	}
	switch strings.ToLower(strings.TrimSpace(h.Get("Precedence"))) {
	case "bulk", "junk", "auto_reply":
		return true
	}
	return h.Has("X-Auto-Response-Suppress") && noticeSubject(subject)
}

func fromList(h *message.Header) bool {
	return h.Has("List-Id") || h.Has("List-Post") || strings.EqualFold(strings.TrimSpace(h.Get("Precedence")), "list")
}

func fromDaemon(from string) bool {
	local, _, _ := strings.Cut(from, "@")
	return local == "mailer-daemon" || local == "postmaster"
}

// reportSubject reports whether a subject is that of a DMARC report (RFC 7489 7.2.1.1),
// which comes as ordinary mail.
func reportSubject(subject string) bool {
	s := strings.ToLower(subject)
	return strings.HasPrefix(s, "report domain:") || strings.HasPrefix(s, "[preview] report domain:") ||
		strings.Contains(s, "submitter:") && strings.Contains(s, "report-id:")
}

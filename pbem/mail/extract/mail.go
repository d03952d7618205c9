package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Class is the kind of a mail, judged by its headers and parts before any text is read.
type Class string

const (
	Player          Class = "player"           // a person wrote it, according to the headers
	Auto            Class = "auto"             // vacation notice or other automatic mail (RFC 3834)
	Bounce          Class = "bounce"           // delivery report (RFC 3464) or a mail of MAILER-DAEMON
	MDN             Class = "mdn"              // read receipt (RFC 8098)
	Complaint       Class = "complaint"        // spam complaint (RFC 5965)
	Report          Class = "report"           // DMARC, TLS or another machine's report
	List            Class = "list"             // came through a mailing list
	Calendar        Class = "calendar"         // an answer to an invitation
	Reaction        Class = "reaction"         // an emoji as a reply (RFC 9078, Gmail)
	Loop            Class = "loop"             // our own letter coming back, or too many hops
	AmbiguousSender Class = "ambiguous-sender" // not exactly one From field with exactly one address
	Malformed       Class = "malformed"        // cannot be read; only with an error of Parse
	Oversize        Class = "oversize"         // over a limit; only with an error of Parse
)

// Answerable reports whether a mail of this class may ever be answered. Only a person's
// mail may: everything else would feed a loop or reach somebody who wrote nothing.
func (c Class) Answerable() bool { return c == Player }

// Automatic reports whether a program has written such a mail.
func (c Class) Automatic() bool { return c != Player && c != AmbiguousSender }

// LoopHeader is the header field all own letters carry.
const LoopHeader = "X-Railpost-Loop"

// IDHeader repeats the Message-ID of our own letters: some providers give them another one (SES, Outlook.com).
const IDHeader = "X-Railpost-Id"

// Mail is the decoded content of a mail.
type Mail struct {
	Class Class

	From     string   // the one address in From, normalised; "" if there is not exactly one
	Sender   string   // content of From if that is not exactly one address, folded
	Senders  []string // in that case, possible addresses of the writer
	FromName string   // the display name with it; never identifies anybody
	To       []string // normalised: Delivered-To, X-Original-To, Envelope-To, To, Cc, each once, in order of trust

	MessageID string // without angle brackets; "" if absent
	InReplyTo string // first id, without angle brackets
	Subject   string
	Auth      []string // Authentication-Results values, topmost first, unparsed

	// Away reports that the header resembles that of programs that answer automatically, such as by its subject. Such
	// a message gets no answer, but its orders count: a person may write such a subject.
	Away bool

	// Bounce is the content of a delivery report or read receipt; nil if it cannot be read.
	Bounce *Failure

	// Lines is the decoded text before anything is cut. Quoted lines begin with one "> "
	// per level.
	Lines []string

	// Garbled is why the text could not be decoded faithfully ("charset utf-7", or a reason
	// below); "" if it could. Typed is then empty, and the person must be asked to send it again.
	Garbled string

	lines   []line
	other   []line // the version of an alternative that Lines do not have, if it says something else
	keyFrom string
	keyDate string
}

// Reasons in Garbled that a person can do something about.
const (
	Encrypted = "encrypted"
	Sealed    = "sealed"  // signed with S/MIME so that only programs that know it see the text
	Winmail   = "winmail" // all in a winmail.dat
)

// Failure is a delivery report's or a read receipt's statement about one letter.
type Failure struct {
	Recipient         string // the address that failed, normalised
	Action            string // failed, delayed, delivered ...; "displayed" for a receipt
	Status            string // 5.1.1; "" if the report says none
	OriginalMessageID string // of the letter that it reports on, without angle brackets
	Answers, List     string // that letter's Reply-To and List-Id; "" if the report does not enclose them
}

// role is the meaning of a line by the structure of an HTML mail.
type role uint8

const (
	plain       role = iota
	attribution      // "On ... wrote", marked as such by the mail program
	divider          // an unmarked quotation follows; has no text
	signature        // marked as signature by the mail program
)

// line is a decoded line of the body. depth counts the quotation marks (or blockquotes) before it.
type line struct {
	text  string
	depth int
	role  role
	sign  bool // the mark is a ">" of a text, which may have been typed

	folded string // the text, see Fold; "" while that is not known
}

// String returns the line as it appears in Mail.Lines.
func (l line) String() string {
	if l.depth == 0 {
		return l.text
	}
	return strings.Repeat("> ", l.depth) + l.text
}

// Blank removes lines that are not quoted from the result of Typed; Lines keeps them.
func (m *Mail) Blank(is func(text string) bool) {
	for _, version := range [][]line{m.lines, m.other} {
		for i, l := range version {
			if l.depth == 0 && is(l.text) {
				version[i].text, version[i].folded = "", ""
			}
		}
	}
}

// Key returns the dedupe key: the hex SHA-256 of From and Message-ID; of From, Date and
// decoded body for a mail without Message-ID. Two mails with one key are the same mail sent
// twice.
func (m *Mail) Key() string {
	h := sha256.New()
	write := func(part string) {
		h.Write([]byte(part))
		h.Write([]byte{0}) // no field contains NUL, so fields stay separate
	}
	write(m.keyFrom)
	if m.MessageID != "" {
		write("id")
		write(m.MessageID)
	} else {
		write("body")
		write(m.keyDate)
		write(strings.ReplaceAll(strings.Join(m.Lines, "\n"), "\x00", ""))
	}
	return hex.EncodeToString(h.Sum(nil))
}

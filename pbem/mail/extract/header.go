package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"golang.org/x/net/idna"
	"golang.org/x/text/encoding/charmap"
)

// maxField limits how much of one field is parsed: parsers of addresses and ids are
// quadratic in comments.
const maxField = 16 << 10

// commentsMost limits the comments in a parsed field: the parser takes quadratic time for comments in comments.
const commentsMost = 20

// addressBytes limits the parsed part of address fields, for the same reason.
const addressBytes = 64 << 10

// maxAddress is the maximum length of an address in octets (RFC 5321 4.5.3.1.3); no server
// delivers to a longer one.
const maxAddress = 254

// addressFields are the fields with the addresses a mail went to, the most trustworthy first: those written by
// our own server at delivery, then the sender's.
var addressFields = []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc"}

func (m *Mail) readHeader(h *message.Header) {
	mh := mail.Header{Header: *h}
	m.readFrom(h)
	m.readTo(h)
	m.MessageID = first(msgIDs(&mh, "Message-Id"))
	m.InReplyTo = first(msgIDs(&mh, "In-Reply-To"))
	m.Subject = headerText(h, "Subject")
	m.Away = noticeSubject(m.Subject) || h.Has(suppressField) && !replyPrefix.MatchString(m.Subject)
	m.Auth = h.Values("Authentication-Results")
	m.keyDate = oneLine(h.Get("Date"))
}

func (m *Mail) readTo(h *message.Header) {
	known, read := map[string]bool{}, 0
	for _, field := range addressFields {
		for _, v := range h.Values(field) {
			if read += len(v); read > addressBytes {
				return
			}
			for _, a := range addresses(v) {
				if to := Address(a.Address); to != "" && !known[to] {
					known[to] = true
					m.To = append(m.To, to)
				}
			}
		}
	}
}

func (m *Mail) readFrom(h *message.Header) {
	fields := h.Values("From")
	m.keyFrom = strings.ToLower(oneLine(strings.Join(fields, ",")))
	if len(fields) == 1 && !isGroup(fields[0]) {
		if list := addresses(fields[0]); len(list) == 1 {
			m.From, m.FromName = Address(list[0].Address), Fold(list[0].Name)
		} else {
			m.From = onlyAddress(fields[0])
		}
	}
	if m.From != "" {
		m.keyFrom = m.From
	} else {
		m.Sender, m.Senders = Fold(strings.Join(fields, " / ")), senders(h)
	}
}

// Address normalises an address so that two spellings of one mailbox compare equal: ASCII
// letters in lower case (for others that is not safe: the Kelvin sign would become a k),
// the domain in its ASCII form. It returns "" for what has no local part or no domain, has
// control characters (RFC 5322 3.4.1), or is too long for an address.
func Address(a string) string {
	a = strings.TrimSpace(a)
	at := strings.LastIndexByte(a, '@')
	if at <= 0 || at == len(a)-1 || strings.ContainsFunc(a, unicode.IsControl) {
		return ""
	}
	local, domain := strings.Map(lowerASCII, a[:at]), strings.TrimRight(strings.ToLower(a[at+1:]), ".")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil { // of other full stops it makes "."
		domain = strings.TrimRight(ascii, ".")
	}
	if a = local + "@" + domain; domain == "" || len(a) > maxAddress {
		return ""
	}
	return a
}

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

func addresses(field string) []*mail.Address {
	if len(field) > maxField || strings.Count(field, "(") > commentsMost {
		return nil
	}
	list, err := mail.ParseAddressList(validUTF8(field))
	if err != nil {
		return nil
	}
	return list
}

// msgIDs returns a list of message ids; ids that violate the grammar are returned as they
// are, since they must still be distinguished.
func msgIDs(h *mail.Header, key string) []string {
	raw := h.Get(key)
	if raw == "" || len(raw) > maxField {
		return nil
	}
	if strings.Count(raw, "(") <= commentsMost {
		if ids, err := h.MsgIDList(key); err == nil && len(ids) > 0 {
			return ids
		}
	}
	var ids []string
	for _, id := range strings.Fields(raw) {
		if id = strings.Trim(id, "<>,"); id != "" {
			ids = append(ids, oneLine(id))
		}
	}
	return ids
}

func headerText(h *message.Header, key string) string {
	raw := h.Get(key)
	if len(raw) > maxField {
		return ""
	}
	text, err := h.Text(key)
	if err != nil {
		text = raw
	}
	return Fold(validUTF8(text))
}

// validUTF8 decodes bytes that are not UTF-8 as windows-1252, the usual encoding of such mails.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	if dec, err := charmap.Windows1252.NewDecoder().String(s); err == nil {
		return dec
	}
	return strings.ToValidUTF8(s, "?")
}

// oneLine removes characters that a header field may not contain: line breaks and NUL.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, validUTF8(s))
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

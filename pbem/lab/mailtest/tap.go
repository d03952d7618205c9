package mailtest

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"

	"railpost/pbem/mail/reader"
)

// Tap is a link of a letter that opens a mail.
type Tap struct {
	Link              string // as in the letter
	Text              string // visible text, blanks squeezed
	To, Subject, Body string // of the mail
}

var (
	tapLink = regexp.MustCompile(`(?s)<a href="(mailto:[^"]*)"[^>]*>(.*?)</a>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
)

// Taps returns the links of a letter that open mails, in order, and its HTML part without
// them. It fails for a link that RFC 6068 or a mail program does not allow.
func Taps(l reader.Letter) (taps []Tap, rest string, err error) {
	for _, m := range tapLink.FindAllStringSubmatch(l.HTML, -1) {
		t := Tap{Link: html.UnescapeString(m[1]), Text: strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(m[2], " "))), " ")}
		if err := t.read(); err != nil {
			return nil, "", fmt.Errorf("letter %s: the link %q: %w", l.ID, t.Link, err)
		}
		taps = append(taps, t)
	}
	return taps, tapLink.ReplaceAllString(l.HTML, "$2"), nil
}

// Command reports whether a link sends the word that it shows, as "help".
func (t Tap) Command() bool { return strings.HasPrefix(t.Body, t.Text+"\r\n") }

// ReadMailto reads a link that is in no letter.
func ReadMailto(link string) (Tap, error) {
	t := Tap{Link: link}
	return t, t.read()
}

// read decodes the link.
func (t *Tap) read() error {
	if len(t.Link) > 2000 || strings.ContainsAny(t.Link, "+ \r\n\"<>") {
		return fmt.Errorf("it has %d characters, or one that programs misread", len(t.Link))
	}
	to, query, _ := strings.Cut(strings.TrimPrefix(t.Link, "mailto:"), "?")
	var err error
	if t.To, err = url.PathUnescape(to); err != nil {
		return err
	}
	for field := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(field, "=")
		if value, err = url.PathUnescape(value); err != nil { // where "+" is no blank
			return err
		}
		switch name {
		case "subject":
			t.Subject = value
		case "body":
			t.Body = value
		default:
			return fmt.Errorf("it has a field %q", name)
		}
	}
	return nil
}

var (
	linkTag  = regexp.MustCompile(`(?s)<a href="([^"]*)"[^>]*>(.*?)</a>`)
	lineEnd  = regexp.MustCompile(`<br>|</(?:p|div|h2|h3|tr|li|pre|title)>`)
	lineFeed = regexp.MustCompile(`\n+`)
)

// linked returns a page as text, with the targets of its links.
func linked(page string) []string {
	page = linkTag.ReplaceAllString(inner(page), "$2 &lt;$1&gt;")
	page = tag.ReplaceAllString(lineEnd.ReplaceAllString(page, "\n"), " ")
	return strings.Split(strings.TrimSpace(lineFeed.ReplaceAllString(html.UnescapeString(page), "\n")), "\n")
}

// Phone is a program that sends the mail of a link, with its signature below.
type Phone string

const (
	PhoneBare   Phone = "bare"    // the mail as the link has it
	PhoneSigned Phone = "iphone"  // with a signature
	PhoneBoth   Phone = "android" // with a signature, as text and as HTML
	PhoneHTML   Phone = "outlook" // with a signature, as HTML only
)

// Phones lists all of them.
func Phones() []Phone { return []Phone{PhoneBare, PhoneSigned, PhoneBoth, PhoneHTML} }

// Mail returns the mail that a link opens, sent as it is.
func (t Tap) Mail(p Phone, from string, date time.Time, id string) ([]byte, error) {
	var h mail.Header
	for field, value := range map[string]string{"From": from, "To": t.To} {
		list, err := mail.ParseAddressList(value)
		if err != nil {
			return nil, fmt.Errorf("the mail of a link: %s %q: %w", field, value, err)
		}
		h.SetAddressList(field, list)
	}
	h.SetSubject(t.Subject)
	h.SetDate(date)
	h.SetMessageID(id)
	body := strings.ReplaceAll(t.Body, "\r\n", "\n")
	var d draft
	switch p {
	case PhoneSigned:
		d.text = strings.Split(body+"\n\nSent from my iPhone", "\n")
	case PhoneBoth:
		d.text = strings.Split(body+"\n\n-- \nAna", "\n")
		d.html = `<div dir="auto">` + lines(body) + `<br><br><div data-smartmail="gmail_signature">-- <br>Ana</div></div>`
	case PhoneHTML:
		d.html = `<html><head></head><body><div dir="ltr">` + lines(body) + `</div><div id="ms-outlook-mobile-signature"><div><br></div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div></body></html>`
	default:
		d.text = strings.Split(body, "\n")
	}
	return d.bytes(h)
}

// lines writes a text as programs do that were handed one.
func lines(s string) string { return strings.ReplaceAll(html.EscapeString(s), "\n", "<br>") }

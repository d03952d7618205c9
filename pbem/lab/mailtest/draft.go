package mailtest

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// draft is the body of an answer: text, HTML or both.
type draft struct {
	text     []string
	flowed   bool
	html     string
	encoding string // of the parts; "" for quoted-printable
	pictures []Picture
	beside   bool // the pictures are with the HTML part; else around both
}

// bytes writes the mail. id determines the boundary, so that nothing is random.
func (d draft) bytes(h mail.Header, id string) ([]byte, error) {
	var out bytes.Buffer
	var err error
	switch {
	case len(d.pictures) > 0:
		err = d.writePictures(&out, h.Header)
	case d.text != nil && d.html != "":
		boundary := "=_" + strings.Map(func(r rune) rune {
			if r == '@' {
				return '_'
			}
			return r
		}, id)
		h.SetContentType("multipart/alternative", map[string]string{"boundary": boundary[:min(len(boundary), 60)]})
		err = d.writeBoth(&out, h.Header)
	case d.html != "":
		err = writePart(&out, d.htmlHeader(h.Header), d.html)
	default:
		err = writePart(&out, d.textHeader(h.Header), strings.Join(d.text, "\r\n")+"\r\n")
	}
	if err != nil {
		return nil, fmt.Errorf("answer a letter: write it: %w", err)
	}
	return out.Bytes(), nil
}

func (d draft) writeBoth(out *bytes.Buffer, h message.Header) error {
	w, err := message.CreateWriter(out, h)
	if err != nil {
		return err
	}
	for _, part := range []struct {
		h    message.Header
		body string
	}{
		{d.textHeader(message.Header{}), strings.Join(d.text, "\r\n") + "\r\n"},
		{d.htmlHeader(message.Header{}), d.html},
	} {
		p, err := w.CreatePart(part.h)
		if err != nil {
			return err
		}
		if _, err := p.Write([]byte(part.body)); err != nil {
			return err
		}
		if err := p.Close(); err != nil {
			return err
		}
	}
	return w.Close()
}

func writePart(out *bytes.Buffer, h message.Header, body string) error {
	w, err := message.CreateWriter(out, h)
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(body)); err != nil {
		return err
	}
	return w.Close()
}

func (d draft) textHeader(h message.Header) message.Header {
	params := map[string]string{"charset": "utf-8"}
	if d.flowed {
		params["format"] = "flowed"
	}
	return d.partHeader(h, "text/plain", params)
}

func (d draft) htmlHeader(h message.Header) message.Header {
	return d.partHeader(h, "text/html", map[string]string{"charset": "utf-8"})
}

func (d draft) partHeader(h message.Header, kind string, params map[string]string) message.Header {
	h = h.Copy()
	h.SetContentType(kind, params)
	h.Set("Content-Transfer-Encoding", cmp.Or(d.encoding, "quoted-printable"))
	return h
}

// marked puts a quotation mark before every line.
func marked(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = "> " + l
		if l == "" {
			out[i] = ">"
		}
		if strings.HasPrefix(l, ">") {
			out[i] = ">" + l
		}
	}
	return out
}

// wrapped breaks lines at blanks so that none exceeds width, where that is possible.
func wrapped(lines []string, width int) []string {
	var out []string
	for _, l := range lines {
		for len(l) > width {
			at := strings.LastIndexByte(l[:width+1], ' ')
			if strings.TrimSpace(l[:max(at, 0)]) == "" {
				break
			}
			out = append(out, l[:at])
			l = l[at+1:]
		}
		out = append(out, l)
	}
	return out
}

// stuffed prepares lines for format=flowed (RFC 3676 4.4): it removes blanks at the end and
// puts one before anything that could be taken for a quotation mark.
func stuffed(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		l = strings.TrimRight(l, " ")
		if strings.HasPrefix(l, " ") || strings.HasPrefix(l, ">") || strings.HasPrefix(l, "From ") {
			l = " " + l
		}
		out[i] = l
	}
	return out
}

// enclosed writes lines with something before and after each.
func enclosed(before string, lines []string, after string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(before + html.EscapeString(l) + after)
	}
	return b.String()
}

// divs writes lines as webmailers do.
func divs(lines []string) string { return enclosed("<div>", lines, "</div>") }

// mso writes lines as desktop Outlook does.
func mso(lines []string) string { return enclosed(`<p class="MsoNormal">`, lines, `<o:p></o:p></p>`) }

// inner returns the content of a letter's body element, which a program quotes in an answer.
func inner(page string) string {
	root, err := xhtml.Parse(strings.NewReader(page))
	if err != nil {
		return ""
	}
	for n := range root.Descendants() {
		if n.DataAtom != atom.Body {
			continue
		}
		var b bytes.Buffer
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if err := xhtml.Render(&b, c); err != nil {
				return ""
			}
		}
		return b.String()
	}
	return ""
}

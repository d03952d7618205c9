package mailtest

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"strings"

	"github.com/emersion/go-message/mail"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"railpost/engine"
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

// bytes writes the mail: text, HTML and pictures, each program in its order (RFC 2387).
func (d draft) bytes(h mail.Header) ([]byte, error) {
	params := map[string]string{"charset": "utf-8"}
	if d.flowed {
		params["format"] = "flowed"
	}
	text := d.part("text/plain", params, strings.Join(d.text, "\r\n")+"\r\n")
	page := d.part("text/html", map[string]string{"charset": "utf-8"}, d.html)
	pictures := engine.Each(d.pictures, Picture.part)
	var whole node
	switch {
	case pictures != nil && d.beside:
		whole = several("alternative", "", text, several("related", "text/html", append([]node{page}, pictures...)...))
	case pictures != nil:
		both := several("alternative", "", text, page)
		whole = several("related", "multipart/alternative", append([]node{both}, pictures...)...)
	case d.text != nil && d.html != "":
		whole = several("alternative", "", text, page)
	case d.html != "":
		whole = page
	default:
		whole = text
	}
	var out bytes.Buffer
	if err := whole.write(&out, h.Header); err != nil {
		return nil, fmt.Errorf("answer a letter: write it: %w", err)
	}
	return out.Bytes(), nil
}

func (d draft) part(kind string, params map[string]string, body string) node {
	n := node{body: []byte(body)}
	n.h.SetContentType(kind, params)
	n.h.Set("Content-Transfer-Encoding", cmp.Or(d.encoding, "quoted-printable"))
	return n
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

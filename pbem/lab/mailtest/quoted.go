package mailtest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// Programs that return the pictures of a letter. They give them names of their own, and replace them by words
// in plain text.

// requoted returns the letter's HTML with other Content-IDs, and its pictures under these.
func (l *letter) requoted(id string) (html string, list []Picture) {
	html = inner(l.html)
	for i, p := range l.pictures {
		was := p.ID
		p.ID = fmt.Sprintf(id, i+1)
		html = strings.ReplaceAll(html, "cid:"+was, "cid:"+p.ID)
		list = append(list, p)
	}
	return html, list
}

// withWords puts a line for each picture before the last section of the text.
func (l *letter) withWords(word func(Picture) string) []string {
	lines := l.lines()
	var words []string
	for _, p := range l.pictures {
		words = append(words, wrapped([]string{word(p)}, 74)...)
	}
	return slices.Insert(lines, max(len(lines)-len(lines)/3, 0), words...)
}

func gmailPicture(l *letter, typed []string) draft {
	attribution := "On " + l.day("Mon, 2 Jan 2006 at 15:04") + ", " + l.address() + " wrote:"
	html, list := l.requoted("ii_19a%d")
	quoted := l.withWords(func(p Picture) string { return "[image: " + p.Alt + "]" })
	return draft{
		text:     slices.Concat(typed, []string{""}, wrapped([]string{attribution}, 76), []string{""}, marked(quoted), []string{""}),
		html:     gmailQuote(typed, attribution, html),
		pictures: list,
	}
}

func outlookPicture(l *letter, typed []string) draft {
	block := []string{"", "________________________________", "From: " + l.address(), "Sent: " + l.day("Monday, January 2, 2006 15:04"), "To: Ana", "Subject: " + l.subject, ""}
	html, list := l.requoted("image%03d.png@01DC1234.5678ABC0")
	return draft{
		text:     slices.Concat(typed, block, l.withWords(func(p Picture) string { return "[" + p.Alt + "]" })),
		html:     outlookHead + mso(typed) + outlookBlock(l, "From", "Sent", "To", "Subject") + html + `</div></body></html>`,
		pictures: list,
	}
}

func applePicture(l *letter, typed []string) draft {
	html, list := l.requoted("%d-4F2A-9C11@local")
	attribution := "On " + l.day("2 Jan 2006, at 15:04") + ", " + l.address() + " wrote:"
	return draft{
		text:     slices.Concat(typed, []string{"", attribution, ""}, marked(l.withWords(func(p Picture) string { return "<" + p.Name + ">" }))),
		html:     appleQuote(typed, attribution, html),
		pictures: list,
		beside:   true,
	}
}

// node is a part of a mail: a text or picture, or several parts.
type node struct {
	h     message.Header
	body  []byte
	parts []node
}

func (p Picture) part() node {
	n := node{body: p.PNG}
	n.h.SetContentType("image/png", map[string]string{"name": p.Name})
	n.h.Set("Content-Transfer-Encoding", "base64")
	n.h.SetContentDisposition("inline", map[string]string{"filename": p.Name})
	n.h.Set("Content-Id", "<"+p.ID+">")
	return n
}

// several is a multipart with a boundary that is the same each time; one of type related names its first part.
func several(kind, first string, parts ...node) node {
	n := node{parts: parts}
	params := map[string]string{"boundary": "=_" + kind}
	if first != "" {
		params["type"] = first
	}
	n.h.SetContentType("multipart/"+kind, params)
	return n
}

// write writes the mail with these parts.
func (n node) write(out *bytes.Buffer, h message.Header) error {
	for _, field := range []string{"Content-Type", "Content-Transfer-Encoding"} {
		if value := n.h.Get(field); value != "" {
			h.Set(field, value)
		}
	}
	w, err := message.CreateWriter(out, h)
	if err != nil {
		return err
	}
	return n.fill(w)
}

// fill writes the parts, or the body, and ends them.
func (n node) fill(w *message.Writer) error {
	if n.parts == nil {
		if _, err := w.Write(n.body); err != nil {
			return err
		}
	}
	for _, part := range n.parts {
		in, err := w.CreatePart(part.h)
		if err != nil {
			return err
		}
		if err := part.fill(in); err != nil {
			return err
		}
	}
	return w.Close()
}

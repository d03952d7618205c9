package extract

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// walker visits the parts of a mail once: it collects the text a person sees, and what the
// classifier needs to know about the other parts.
type walker struct {
	meter   *meter
	parts   int
	text    int // decoded bytes so far
	garbled string
	seen    evidence
}

// body is the text of a part. fromHTML is set if it was made from HTML.
type body struct {
	lines    []line
	fromHTML bool
}

func (b body) blank() bool {
	return !slices.ContainsFunc(b.lines, func(l line) bool { return strings.TrimSpace(l.text) != "" })
}

// part reads one part and everything in it. readErr is the error with which go-message
// opened it.
func (w *walker) part(e *message.Entity, readErr error, depth int) (body, error) {
	if w.parts++; w.parts > partsMost {
		return body{}, &LimitError{"parts", partsMost}
	}
	if depth > depthMost {
		return body{}, &LimitError{"depth", depthMost}
	}
	kind, params, err := e.Header.ContentType()
	if err != nil || !strings.Contains(kind, "/") {
		kind = "text/plain" // RFC 2045 5.2
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(e.Header.Get("Content-Type"))), "multipart/") {
			kind, params = "multipart/mixed", nil
		}
	}
	w.seen.note(kind, params, attached(&e.Header), depth)
	switch {
	case kind == "multipart/encrypted" || kind == "application/pkcs7-mime" && params["smime-type"] != "signed-data":
		w.garble("encrypted mail")
		return body{}, nil
	case strings.HasPrefix(kind, "multipart/") && params["boundary"] != "":
		return w.multipart(e, kind, depth)
	case strings.HasPrefix(kind, "multipart/"):
		w.garble("multipart without boundary") // the end of a part cannot be determined: each order might appear twice
		return body{}, nil
	case kind == "message/delivery-status", kind == "message/disposition-notification":
		w.seen.readReport(e.Body)
	case (kind == "message/rfc822" || kind == "text/rfc822-headers") && w.seen.report:
		w.seen.readOriginal(e.Body)
	case w.isAttachment(&e.Header, params):
	case kind == "text/plain", kind == "text/html", kind == "application/xhtml+xml":
		return w.leaf(e, readErr, kind, params)
	}
	return body{}, nil
}

// isAttachment keeps files out of the text. A part with a file name is one even if the
// disposition says "inline", as some programs send logs; but the first part may have a
// name.
func (w *walker) isAttachment(h *message.Header, typeParams map[string]string) bool {
	if attached(h) {
		return true
	}
	_, params, _ := h.ContentDisposition()
	return w.parts > 2 && (params["filename"] != "" || typeParams["name"] != "")
}

// attached reports whether a part says that it is a file.
func attached(h *message.Header) bool {
	disp, _, err := h.ContentDisposition()
	return err == nil && strings.EqualFold(disp, "attachment")
}

func (w *walker) multipart(e *message.Entity, kind string, depth int) (body, error) {
	mr := e.MultipartReader()
	var all []body
	for {
		p, err := mr.NextPart()
		if p == nil {
			// Even what ends without its last boundary is read as far as it goes.
			if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && len(all) == 0 {
				w.garble("broken multipart")
			}
			break
		}
		b, err := w.part(p, err, depth+1)
		if err != nil {
			return body{}, err
		}
		all = append(all, b)
		if kind == "multipart/related" && !b.blank() {
			break // RFC 2387: the first part is the root, the others belong to it
		}
		if kind == "multipart/signed" {
			break // RFC 1847: the second part is the signature
		}
	}
	if kind == "multipart/alternative" {
		return choose(all), nil
	}
	return join(all), nil
}

// choose returns the text part of an alternative, or the HTML one if there is no text or
// the two have no line in common: then the text only says that one should look at the
// other.
func choose(all []body) body {
	var text, html body
	for _, b := range all {
		switch {
		case b.blank():
		case b.fromHTML:
			html = b
		default:
			text = b
		}
	}
	if text.blank() || !html.blank() && !related(text, html) {
		return html
	}
	return text
}

// relatedMost is how many lines of a text are looked for in the other.
const relatedMost = 50

// related reports whether any of the first lines of a is in b.
func related(a, b body) bool {
	var all strings.Builder
	for _, l := range b.lines {
		all.WriteString(key(l.text))
	}
	asked := 0
	for _, l := range a.lines {
		switch k := key(l.text); {
		case k == "":
		case strings.Contains(all.String(), k):
			return true
		default:
			if asked++; asked == relatedMost {
				return false
			}
		}
	}
	return false
}

func join(all []body) body {
	var b body
	for _, one := range all {
		b.lines = append(b.lines, one.lines...)
		b.fromHTML = b.fromHTML || one.fromHTML
	}
	return b
}

func (w *walker) leaf(e *message.Entity, readErr error, kind string, params map[string]string) (body, error) {
	data, err := io.ReadAll(io.LimitReader(e.Body, int64(textMost-w.text)+1))
	if w.text += len(data); w.text > textMost {
		return body{}, &LimitError{"text bytes", textMost}
	}
	switch {
	case message.IsUnknownEncoding(readErr):
		w.garble("unknown transfer encoding " + e.Header.Get("Content-Transfer-Encoding"))
		return body{}, nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		w.garble("damaged transfer encoding")
		return body{}, nil
	case err != nil && strings.EqualFold(e.Header.Get("Content-Transfer-Encoding"), "base64"):
		w.garble("cut off in the middle")
		return body{}, nil
	}
	if strings.Contains(strings.ToLower(params["charset"]), "utf-7") {
		w.garble("charset " + params["charset"]) // an encoding in which markup can hide: not read on purpose
		return body{}, nil
	}
	text := validUTF8(string(data)) // unknown or wrong charset: UTF-8 if it is, else windows-1252
	if kind != "text/plain" {
		lines, err := htmlLines(text, w.meter)
		return body{lines: lines, fromHTML: true}, err
	}
	lines := splitLines(text)
	if err := w.meter.step(len(lines)); err != nil {
		return body{}, err
	}
	if strings.EqualFold(params["format"], "flowed") {
		return body{lines: unflow(lines, strings.EqualFold(params["delsp"], "yes"))}, nil
	}
	return body{lines: quoteDepths(unarmour(lines))}, nil
}

// garble records only the first reason: one is enough to ask again.
func (w *walker) garble(why string) {
	if w.garbled == "" {
		w.garbled = oneLine(why)
	}
}

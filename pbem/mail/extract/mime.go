package extract

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// walker visits the parts of a mail once: it collects the visible text, and facts about the other parts for the
// classifier.
type walker struct {
	meter   *meter
	parts   int
	text    int // decoded bytes so far
	garbled string
	other   []line // the unread version of an alternative
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

// part reads one part and everything in it.
func (w *walker) part(h message.Header, raw []byte, depth int) (body, error) {
	if w.parts++; w.parts > partsMost {
		return body{}, &LimitError{"parts", partsMost}
	}
	if depth > depthMost {
		return body{}, &LimitError{"depth", depthMost}
	}
	kind, params, err := h.ContentType()
	if err != nil || !strings.Contains(kind, "/") {
		kind, params = "text/plain", nil // RFC 2045 5.2
		if said, _, _ := strings.Cut(h.Get("Content-Type"), ";"); strings.HasPrefix(strings.ToLower(strings.TrimSpace(said)), "multipart/") {
			kind = strings.ToLower(strings.TrimSpace(said))
		}
	}
	w.seen.note(kind, params, attached(&h), depth)
	switch {
	case kind == "multipart/encrypted" || isSMIME(kind) && params["smime-type"] != "signed-data":
		w.garble(Encrypted)
	case isSMIME(kind):
		w.garble(Sealed)
	case kind == "application/ms-tnef", kind == "application/vnd.ms-tnef":
		w.seen.winmail = true
	case strings.HasPrefix(kind, "multipart/"):
		return w.multipart(h, raw, kind, depth)
	case kind == "message/delivery-status", kind == "message/disposition-notification", kind == "message/feedback-report":
		w.seen.readReport(w.reader(&h, raw))
	case (kind == "message/rfc822" || kind == "text/rfc822-headers") && w.seen.report:
		w.seen.readOriginal(w.reader(&h, raw))
	case w.isAttachment(&h, params):
	case kind == "text/plain", kind == "text/html", kind == "application/xhtml+xml":
		return w.leaf(&h, raw, kind, params, depth > 0)
	}
	return body{}, nil
}

func isSMIME(kind string) bool {
	return kind == "application/pkcs7-mime" || kind == "application/x-pkcs7-mime"
}

// reader returns the content of a part that is no text, as far as it can be decoded.
func (w *walker) reader(h *message.Header, raw []byte) io.Reader {
	data, _ := unencoded(h.Get("Content-Transfer-Encoding"), raw, true)
	return bytes.NewReader(data)
}

// isAttachment keeps files out of the text. A part with a file name is one even if the disposition says
// "inline", as some programs send logs; but the first part may have a name.
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

func (w *walker) multipart(h message.Header, raw []byte, kind string, depth int) (body, error) {
	boundary := boundaryOf(h.Get("Content-Type"), raw)
	if boundary == "" {
		w.garble("multipart without boundary") // the end of a part cannot be determined: each order might appear twice
		return body{}, nil
	}
	parts, err := splitParts(raw, boundary, w.meter)
	if err != nil {
		return body{}, err
	}
	if len(parts) == 0 && len(bytes.TrimSpace(raw)) > 0 {
		w.garble("broken multipart")
	}
	var all []body
	for _, p := range parts {
		h, text, over, err := readFields(p, w.meter)
		if err == nil && over {
			err = &LimitError{HeaderBytes, headerMost}
		}
		if err != nil {
			return body{}, err
		}
		b, err := w.part(h, text, depth+1)
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
		b, other := choose(all)
		w.other = other.lines
		return b, nil
	}
	return join(all), nil
}

// choose returns the text part of an alternative, or the HTML one if there is no text or the two have no line
// in common: then the text only points to the HTML. It also returns the other one, unless its unquoted content
// is the same.
func choose(all []body) (chosen, other body) {
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
	switch {
	case text.blank():
		return html, body{}
	case html.blank() || text.unquoted() == html.unquoted():
		return text, body{}
	case related(text, html):
		return text, html
	}
	return html, text
}

// unquoted returns the unquoted part of a text, as far as its structure shows.
func (b body) unquoted() string {
	var all strings.Builder
	for _, l := range b.lines {
		if l.depth == 0 && l.role == plain {
			all.WriteString(Key(l.text))
		}
	}
	return all.String()
}

// relatedMost limits the lines of a text that are looked for in the other.
const relatedMost = 50

// related reports whether any of the first lines of a is in b.
func related(a, b body) bool {
	var all strings.Builder
	for _, l := range b.lines {
		all.WriteString(Key(l.text))
	}
	asked := 0
	for _, l := range a.lines {
		switch k := Key(l.text); {
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

func (w *walker) leaf(h *message.Header, raw []byte, kind string, params map[string]string, whole bool) (body, error) {
	data, why := unencoded(h.Get("Content-Transfer-Encoding"), raw, whole)
	if w.text += len(data); w.text > textMost {
		return body{}, &LimitError{"text bytes", textMost}
	}
	text := ""
	if why == "" {
		text, why = uncharset(params["charset"], data)
	}
	if why != "" {
		w.garble(why)
		return body{}, nil
	}
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
func (w *walker) garble(why string) { w.garbled = cmp.Or(w.garbled, oneLine(why)) }

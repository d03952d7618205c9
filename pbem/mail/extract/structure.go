package extract

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// meaning is the meaning of an HTML element for the text in it or after it.
type meaning uint8

const (
	nothing    meaning = iota
	quotes             // its content is quoted
	attributes         // its content introduces a quotation
	divides            // a quotation follows
	signs              // its content is a signature
	heads              // its content before its blockquote introduces that, in any language; without one, it is quoted
)

// mark is one way in which a mail program marks a part of its HTML. Empty fields match anything.
type mark struct {
	program string // for readers of this table
	tag     atom.Atom
	class   string
	id      string
	means   meaning
}

var marks = []mark{
	{program: "Gmail", class: "gmail_attr", means: attributes},
	{program: "Gmail", class: "gmail_signature", means: signs},
	{program: "Gmail", class: "gmail_signature_prefix", means: signs},
	{program: "Thunderbird", class: "moz-cite-prefix", means: attributes},
	{program: "Thunderbird", class: "moz-forward-container", means: quotes},
	{program: "Thunderbird", class: "moz-signature", means: signs},
	{program: "Outlook on the web", tag: atom.Div, id: "divRplyFwdMsg", means: divides},
	{program: "Outlook on the web", tag: atom.Div, id: "appendonsend", means: divides},
	{program: "Outlook on the web", tag: atom.Div, id: "Signature", means: signs},
	{program: "Outlook mobile", id: "ms-outlook-mobile-signature", means: signs},
	{program: "Outlook mobile", id: "mail-editor-reference-message-container", means: quotes},
	{program: "Outlook for Mac", id: "OLK_SRC_BODY_SECTION", means: quotes},
	{program: "Hotmail", tag: atom.Hr, id: "stopSpelling", means: divides},
	{program: "Zimbra", tag: atom.Hr, id: "zwchr", means: divides},
	{program: "Zoho", class: "zmail_extra", means: quotes},
	{program: "Yahoo", class: "yahoo_quoted", means: quotes},
	{program: "Proton Mail", class: "protonmail_quote", means: quotes},
	{program: "Proton Mail", class: "protonmail_signature_block", means: signs},
	{program: "Apple Mail", id: "AppleMailSignature", means: signs},
	{program: "Apple Mail", class: "apple-mail-signature", means: signs},
	{program: "QQ, NetEase", id: "isReplyContent", means: quotes},
	{program: "QQ, NetEase", id: "isForwardContent", means: quotes},
	{program: "Tutanota", class: "tutanota_quote", means: quotes},
	{program: "Front", class: "front-blockquote", means: quotes},
}

// tag is a start tag with the attributes that say something.
type tag struct {
	name                    string
	atom                    atom.Atom // 0 if HTML has no such element
	class, id, style, cited string    // style in lower case, without spaces
	silent                  bool      // its text is hidden or crossed out
	block                   bool      // it begins and ends a line
}

// set keeps an attribute.
func (t *tag) set(key, value []byte) {
	switch string(key) {
	case "class":
		t.class = string(value)
	case "id":
		t.id = string(value)
	case "type":
		t.cited = string(value)
	case "style":
		t.style = string(bytes.ReplaceAll(bytes.ToLower(value), []byte(" "), nil))
		t.silent = t.silent || strings.Contains(t.style, "display:none") || strings.Contains(t.style, "line-through")
	case "hidden":
		t.silent = true
	}
}

// meaning returns the meaning of an element for its text.
func (t *tag) meaning() meaning {
	t.silent = t.silent || unread[t.atom]
	if t.class != "" || t.id != "" { // each mark is a class or an id
		words, id := strings.Fields(t.class), strings.TrimPrefix(strings.ToLower(t.id), "x_")
		for _, m := range marks {
			if (m.tag == 0 || m.tag == t.atom) && (m.class == "" || contains(words, m.class)) && (m.id == "" || strings.EqualFold(id, m.id)) {
				return m.means
			}
		}
	}
	switch {
	case t.atom == atom.Blockquote && !t.indents():
		return quotes
	case t.atom == atom.Div && hasWord(t.class, "gmail_quote"):
		return heads
	case t.atom == atom.Div && t.borderTop():
		return divides
	}
	return nothing
}

// indents recognises the blockquote that Gmail and WebKit make of the button "indent more".
func (t *tag) indents() bool {
	return hasWord(t.class, "webkit-indent-blockquote") ||
		strings.Contains(t.style, "border:none") && strings.Contains(t.style, "margin:000") && !strings.EqualFold(t.cited, "cite")
}

// borderTop recognises the line that desktop Outlook draws above the header block of a quotation.
func (t *tag) borderTop() bool {
	return strings.Contains(t.style, "border-top:solid") && strings.Contains(t.style, "padding:3.0pt")
}

func hasWord(list, word string) bool { return contains(strings.Fields(list), word) }

func contains(words []string, word string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
}

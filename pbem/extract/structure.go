package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// meaning is what an HTML element says about the text in it or after it.
type meaning uint8

const (
	nothing    meaning = iota
	quotes             // its content is quoted
	attributes         // its content introduces a quotation
	divides            // what follows is a quotation
	signs              // its content is a signature
	heads              // what it contains before its blockquote introduces that, in any language
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

// structure returns the meaning of an element.
func structure(n *html.Node) meaning {
	class, id := attr(n, "class"), attr(n, "id")
	if class != "" || id != "" { // each mark is one or the other
		words, id := strings.Fields(class), strings.TrimPrefix(strings.ToLower(id), "x_")
		for _, m := range marks {
			if (m.tag == 0 || m.tag == n.DataAtom) && (m.class == "" || contains(words, m.class)) && (m.id == "" || strings.EqualFold(id, m.id)) {
				return m.means
			}
		}
	}
	switch {
	case n.DataAtom == atom.Blockquote && !indents(n):
		return quotes
	case n.DataAtom == atom.Div && hasWord(class, "gmail_quote"):
		if !holdsQuote(n) {
			return quotes // a forwarded message: no blockquote inside
		}
		return heads
	case n.DataAtom == atom.Div && borderTop(n):
		return divides
	}
	return nothing
}

// indents recognises the blockquote that Gmail and WebKit make of the button "indent more".
func indents(n *html.Node) bool {
	s := style(n)
	return hasWord(attr(n, "class"), "webkit-indent-blockquote") ||
		strings.Contains(s, "border:none") && strings.Contains(s, "margin:000") && !strings.EqualFold(attr(n, "type"), "cite")
}

func isQuote(n *html.Node) bool { return n.Type == html.ElementNode && n.DataAtom == atom.Blockquote }

// holdsQuote reports whether n is a blockquote or contains one.
func holdsQuote(n *html.Node) bool {
	if isQuote(n) {
		return true
	}
	for d := range n.Descendants() {
		if isQuote(d) {
			return true
		}
	}
	return false
}

// borderTop recognises the line that desktop Outlook draws above the header block of what
// it quotes.
func borderTop(n *html.Node) bool {
	return strings.Contains(style(n), "border-top:solid") && strings.Contains(style(n), "padding:3.0pt")
}

func hidden(n *html.Node) bool {
	return strings.Contains(style(n), "display:none") || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "hidden" })
}

// style returns the style of an element in lower case, without spaces.
func style(n *html.Node) string {
	return strings.ReplaceAll(strings.ToLower(attr(n, "style")), " ", "")
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasWord(list, word string) bool { return contains(strings.Fields(list), word) }

func contains(words []string, word string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
}

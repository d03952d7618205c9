package extract

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlLines walks an HTML mail as a tree and returns its text as lines, with what its
// structure says about quotation. x/net/html refuses more than 512 open elements, which
// bounds the recursion.
func htmlLines(src string) ([]line, error) {
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("%w: HTML: %w", ErrUnreadable, err)
	}
	w := &htmlWalk{}
	w.children(root)
	w.flush()
	return w.lines, nil
}

type htmlWalk struct {
	lines []line
	cur   strings.Builder
	depth int
	role  role
	pre   int
}

func (w *htmlWalk) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c)
	}
}

func (w *htmlWalk) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data)
		return
	case html.ElementNode:
	default:
		w.children(n)
		return
	}
	switch n.DataAtom {
	case atom.Head, atom.Style, atom.Script, atom.Title, atom.Template, atom.Noscript:
		return
	case atom.Br:
		w.newline()
		return
	case atom.Td, atom.Th:
		w.cur.WriteByte(' ')
	}
	if hidden(n) {
		return
	}
	what := structure(n)
	if what == divides {
		w.flush()
		w.lines = append(w.lines, line{role: divider, depth: w.depth})
	}
	block := isBlock[n.DataAtom] || what != nothing
	if block {
		w.flush()
	}
	if n.DataAtom == atom.Pre {
		w.pre++
		defer func() { w.pre-- }()
	}
	depth, before := w.depth, w.role
	switch what {
	case quotes:
		w.depth++
	case attributes:
		w.role = attribution
	case signs:
		w.role = signature
	}
	if what == heads {
		w.headed(n)
	} else {
		w.children(n)
	}
	if block {
		w.flush()
	}
	w.depth, w.role = depth, before
}

// headed walks a container whose text before the first quotation introduces it. Text
// between and after quotations is the person's own: interleaved answers are there.
func (w *htmlWalk) headed(n *html.Node) {
	before := w.role
	w.role = attribution
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if w.role == attribution && holdsQuote(c) {
			w.flush()
			w.role = before
		}
		w.node(c)
	}
}

// text adds a text node: white space counts only inside <pre>.
func (w *htmlWalk) text(s string) {
	if w.pre == 0 {
		for _, field := range splitBlanks(s) {
			w.cur.WriteString(field)
		}
		return
	}
	for i, part := range splitLines(s) {
		if i > 0 {
			w.newline()
		}
		w.cur.WriteString(part)
	}
}

// splitBlanks replaces every run of ASCII white space by one space. (Others, such as NBSP,
// are text.)
func splitBlanks(s string) []string {
	var out []string
	isBlank := func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' }
	fields := strings.FieldsFunc(s, isBlank)
	if len(fields) == 0 {
		if s != "" {
			out = append(out, " ")
		}
		return out
	}
	if strings.IndexFunc(s, isBlank) == 0 {
		out = append(out, " ")
	}
	out = append(out, strings.Join(fields, " "))
	if strings.LastIndexFunc(s, isBlank) == len(s)-1 {
		out = append(out, " ")
	}
	return out
}

func (w *htmlWalk) newline() {
	text := w.cur.String()
	if w.pre == 0 {
		text = strings.TrimSpace(text)
	}
	w.lines = append(w.lines, line{text: text, depth: w.depth, role: w.role})
	w.cur.Reset()
}

// flush ends a line at the edge of a block; unlike newline it creates no empty ones.
func (w *htmlWalk) flush() {
	if strings.TrimSpace(w.cur.String()) != "" {
		w.newline()
	}
	w.cur.Reset()
}

var isBlock = map[atom.Atom]bool{
	atom.Address: true, atom.Article: true, atom.Aside: true, atom.Blockquote: true, atom.Body: true,
	atom.Caption: true, atom.Center: true, atom.Dd: true, atom.Div: true, atom.Dl: true, atom.Dt: true,
	atom.Fieldset: true, atom.Figure: true, atom.Footer: true, atom.Form: true, atom.H1: true,
	atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Header: true,
	atom.Hr: true, atom.Li: true, atom.Main: true, atom.Ol: true, atom.P: true, atom.Pre: true,
	atom.Section: true, atom.Table: true, atom.Tbody: true, atom.Thead: true, atom.Tr: true, atom.Ul: true,
}

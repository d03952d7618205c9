package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlLines returns the text of an HTML mail as lines, with the quotations that its structure shows. It reads
// tag by tag, builds no tree, and its work is proportional to the length of the mail.
func htmlLines(src string, m *meter) ([]line, error) {
	w := &htmlWalk{open: map[string][]int{}}
	z := html.NewTokenizer(strings.NewReader(src))
	for {
		kind := z.Next()
		if err := m.step(1); err != nil {
			return nil, err
		}
		switch kind {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) {
				return nil, fmt.Errorf("%w: HTML: %w", ErrUnreadable, z.Err())
			}
			w.flush()
			return w.lines, nil
		case html.TextToken:
			w.textNode(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			t, err := readTag(z, m)
			if err == nil {
				err = w.start(t)
			}
			if err != nil {
				return nil, err
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			w.end(named(name))
		}
	}
}

// readTag returns a start tag. The tokenizer's work for each tag grows with the most attributes that a
// tag before it had, so these are limited.
func readTag(z *html.Tokenizer, m *meter) (tag, error) {
	name, more := z.TagName()
	t := named(name)
	for n := 0; more; n++ {
		if n == attributesMost {
			return t, &LimitError{"attributes of a tag", attributesMost}
		}
		if err := m.step(1); err != nil {
			return t, err
		}
		var key, value []byte
		key, value, more = z.TagAttr()
		t.set(key, value)
	}
	return t, nil
}

func named(name []byte) tag {
	if a := atom.Lookup(name); a != 0 {
		return tag{atom: a, name: a.String()}
	}
	return tag{name: string(name)}
}

// htmlWalk reads the tags of a mail in their order.
type htmlWalk struct {
	lines  []line
	cur    []byte
	depth  int
	role   role
	pre    int // open elements in which spaces count
	silent int // open elements whose text is not read

	stack  []element
	open   map[string][]int // positions of a name's elements on the stack
	blocks []int            // positions of blocks on the stack
	walls  []int            // and of blocks that keep list items around them open
	cells  []int            // and of tables with their cells, which keep almost everything around them open
	heads  []int            // and of containers whose quotation has not come yet
}

// element is an open element.
type element struct {
	tag
	before role // role of the surrounding text
	first  int  // line at which it begins
	child  int  // line at which its latest child begins, in a container that introduces a quotation
	quotes bool // it increased the depth of the text
	undone bool // its end tag has come, inside a block that continues
}

func (w *htmlWalk) start(t tag) error {
	switch {
	case (t.atom == atom.Body || t.atom == atom.Html) && len(w.open[t.name]) > 0:
		return nil // its attributes would belong to the first one
	case t.atom == atom.Br:
		w.lineBreak()
		return nil
	}
	w.endImplied(t.atom)
	if (t.atom == atom.Td || t.atom == atom.Th) && w.silent == 0 {
		w.cur = append(w.cur, ' ')
	}
	what := t.meaning()
	if what == divides && w.silent == 0 {
		w.flush()
		w.lines = append(w.lines, line{role: divider, depth: w.depth})
	}
	t.block = isBlock[t.atom] || what != nothing
	if t.block {
		w.flush()
	}
	top := len(w.stack) - 1
	if head, ok := last(w.heads); ok && head == top {
		w.stack[top].child = len(w.lines)
	}
	if t.atom == atom.Blockquote {
		w.introduced()
	}
	if isVoid[t.atom] {
		return nil
	}
	return w.push(t, what)
}

func (w *htmlWalk) push(t tag, what meaning) error {
	at := len(w.stack)
	if at == elementsMost {
		return fmt.Errorf("%w: HTML: more than %d elements inside each other", ErrUnreadable, elementsMost)
	}
	e := element{tag: t, before: w.role, first: len(w.lines), child: len(w.lines)}
	switch what {
	case quotes:
		e.quotes = true
	case heads: // quoted, unless a blockquote comes: then its beginning only introduces that
		e.quotes = true
		w.heads = append(w.heads, at)
	case attributes:
		w.role = attribution
	case signs:
		w.role = signature
	}
	w.count(&e, 1)
	w.stack = append(w.stack, e)
	w.open[t.name] = append(w.open[t.name], at)
	if t.block {
		w.blocks = append(w.blocks, at)
	}
	if isBlock[t.atom] && t.atom != atom.Address && t.atom != atom.Div && t.atom != atom.P {
		w.walls = append(w.walls, at)
	}
	if isCell[t.atom] {
		w.cells = append(w.cells, at)
	}
	return nil
}

// count adds or removes the effect of an open element on its text.
func (w *htmlWalk) count(e *element, n int) {
	if e.silent {
		w.silent += n
	}
	if e.atom == atom.Pre {
		w.pre += n
	}
	if e.quotes {
		w.depth += n
	}
}

// end closes the innermost element of a name, and the open elements inside it. As in browsers, most end tags in
// a cell of a table close nothing around it, and one of formatting closes no block.
func (w *htmlWalk) end(t tag) {
	if t.atom == atom.Br {
		w.lineBreak()
	}
	at, ok := last(w.open[t.name])
	if !ok || t.atom == atom.Body || t.atom == atom.Html {
		return
	}
	if cell, ok := last(w.cells); ok && cell > at && !ofTable[t.atom] {
		return
	}
	e := &w.stack[at]
	if block, ok := last(w.blocks); ok && block > at && !e.block {
		if formats[t.atom] { // the block continues without it
			w.count(e, -1)
			e.undone = true
			w.open[t.name] = dropLast(w.open[t.name], at)
		}
		return
	}
	w.pop(at)
}

// endImplied closes elements that a start tag ends without an end tag.
func (w *htmlWalk) endImplied(a atom.Atom) {
	if n := len(w.stack); n > 0 && w.stack[n-1].atom == atom.Head && !inHead[a] {
		w.pop(n - 1)
	}
	if isBlock[a] {
		w.endInside(w.cells, atom.P)
	}
	switch a {
	case atom.Li:
		w.endInside(w.walls, atom.Li)
	case atom.Dd, atom.Dt:
		w.endInside(w.walls, atom.Dd)
		w.endInside(w.walls, atom.Dt)
	case atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead:
		w.endInside(w.cells, atom.Td)
		w.endInside(w.cells, atom.Th)
		if a != atom.Td && a != atom.Th {
			w.endInside(w.cells, atom.Tr)
		}
	}
}

// endInside closes the innermost element of a kind, unless one of others has begun in it.
func (w *htmlWalk) endInside(others []int, a atom.Atom) {
	at, ok := last(w.open[a.String()])
	if other, is := last(others); ok && (!is || at >= other) {
		w.pop(at)
	}
}

// pop closes the elements of the stack from one on.
func (w *htmlWalk) pop(from int) {
	for at := len(w.stack) - 1; at >= from; at-- {
		e := &w.stack[at]
		if e.block {
			w.flush()
		}
		if !e.undone {
			w.count(e, -1)
			w.open[e.name] = dropLast(w.open[e.name], at)
		}
		w.role = e.before
		w.blocks, w.walls = dropLast(w.blocks, at), dropLast(w.walls, at)
		w.cells, w.heads = dropLast(w.cells, at), dropLast(w.heads, at)
	}
	w.stack = w.stack[:from]
}

// introduced is called where a quotation begins. Containers around it that have had none so far only introduce
// it: their text before the child with the quotation is an attribution, and text after it is the person's own,
// since interleaved answers are there.
func (w *htmlWalk) introduced() {
	if len(w.heads) == 0 {
		return
	}
	in := 0 // number of containers with a line
	for i := w.stack[w.heads[0]].first; i < len(w.lines); i++ {
		for in < len(w.heads) && w.stack[w.heads[in]].first <= i {
			in++
		}
		l := &w.lines[i]
		l.depth -= in
		if i < w.stack[w.heads[in-1]].child && l.role == plain {
			l.role = attribution
		}
	}
	for _, at := range w.heads {
		w.stack[at].quotes = false
	}
	w.depth -= len(w.heads)
	w.heads = w.heads[:0]
}

// textNode adds text between tags.
func (w *htmlWalk) textNode(s []byte) {
	if n := len(w.stack); n > 0 && w.stack[n-1].atom == atom.Head && len(bytes.TrimSpace(s)) > 0 {
		w.pop(n - 1)
	}
	if w.silent > 0 {
		return
	}
	if w.pre == 0 { // white space counts only inside <pre>: a run of ASCII white space is one space (others, such as NBSP, are text)
		blank := false
		for _, c := range s {
			is := c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
			switch {
			case !is:
				w.cur = append(w.cur, c)
			case !blank:
				w.cur = append(w.cur, ' ')
			}
			blank = is
		}
		return
	}
	for i, part := range splitLines(string(s)) {
		if i > 0 {
			w.newline()
		}
		w.cur = append(w.cur, part...)
	}
}

func (w *htmlWalk) lineBreak() {
	if w.silent == 0 {
		w.newline()
	}
}

func (w *htmlWalk) newline() {
	text := w.cur
	if w.pre == 0 {
		text = bytes.TrimSpace(text)
	}
	w.lines = append(w.lines, line{text: string(text), depth: w.depth, role: w.role})
	w.cur = w.cur[:0]
}

// flush ends a line at the edge of a block; unlike newline it creates no empty ones.
func (w *htmlWalk) flush() {
	if len(bytes.TrimSpace(w.cur)) > 0 {
		w.newline()
	}
	w.cur = w.cur[:0]
}

func last(list []int) (int, bool) {
	if len(list) == 0 {
		return 0, false
	}
	return list[len(list)-1], true
}

// dropLast returns a list without its last number if that is n.
func dropLast(list []int, n int) []int {
	if l, ok := last(list); ok && l == n {
		return list[:len(list)-1]
	}
	return list
}

func atoms(list ...atom.Atom) map[atom.Atom]bool {
	set := map[atom.Atom]bool{}
	for _, a := range list {
		set[a] = true
	}
	return set
}

// Kinds of elements, as in the HTML standard (13.2.4.2, 13.2.5).
var (
	isBlock = atoms(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body,
		atom.Caption, atom.Center, atom.Dd, atom.Div, atom.Dl, atom.Dt,
		atom.Fieldset, atom.Figure, atom.Footer, atom.Form, atom.H1,
		atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header,
		atom.Hr, atom.Li, atom.Main, atom.Ol, atom.P, atom.Pre,
		atom.Section, atom.Table, atom.Tbody, atom.Thead, atom.Tr, atom.Ul)
	isVoid = atoms(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input,
		atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)
	isCell  = atoms(atom.Table, atom.Td, atom.Th, atom.Caption)
	ofTable = atoms(atom.Table, atom.Td, atom.Th, atom.Caption, atom.Tr, atom.Tbody, atom.Thead)
	inHead  = atoms(atom.Base, atom.Link, atom.Meta, atom.Noscript, atom.Script, atom.Style, atom.Template, atom.Title)
	formats = atoms(atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.S, atom.Small, atom.Strike,
		atom.Strong, atom.Tt, atom.U)
	// unread are elements with invisible text, or with text crossed out.
	unread = atoms(atom.Head, atom.Style, atom.Script, atom.Title, atom.Template, atom.Noscript, atom.S, atom.Strike, atom.Del)
)

package templates

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// wideGap is more than one blank line before a line of text: only drawings have empty rows.
var wideGap = regexp.MustCompile(`\n\n\n {0,2}[\pL\pN]`)

// checkText holds for every letter: columns, one footer, no key left in brackets.
func checkText(t *testing.T, l *Letter, r Rendered) {
	t.Helper()
	if strings.ContainsAny(r.Subject, "\r\n\x00") || columnsOf(r.Subject) > subjectColumns {
		t.Errorf("subject %q", r.Subject)
	}
	for s := range strings.SplitSeq(r.Text, "\n") {
		if n := columnsOf(s); n > textColumns && !unbreakable(s) {
			t.Errorf("%d columns: %q", n, s)
		}
		expect.Same(t, "blanks at the end", strings.TrimRight(s, " "), s)
	}
	if wideGap.MatchString(r.Text) || !strings.HasSuffix(r.Text, "\n") || strings.ContainsAny(r.Text, "\r\x00") {
		t.Errorf("blank lines or control characters:\n%q", r.Text)
	}
	expect.Lacks(t, "the letter", r.Subject+"\n"+r.Text,
		"[rail.", "[letter.", "[engine.", "[18mag.", "[russian.", "<no value>")
}

// unbreakable: an order that has no sign to break it at, or a word that alone is too long, such
// as a route in the log.
func unbreakable(s string) bool {
	if slices.ContainsFunc(strings.Fields(s), func(word string) bool { return columnsOf(word) > choiceColumns }) {
		return true
	}
	return len(breakOrder(strings.TrimSpace(s), choiceColumns)) == 1 && !strings.Contains(s, "#")
}

// page is an HTML part as a browser would read it.
type page struct {
	text  string // the whole text, blocks separated by blanks
	codes []string
	cells []string
	bad   []string // forbidden elements
}

func parse(t *testing.T, src string) page {
	t.Helper()
	root := expect.Get(html.Parse(strings.NewReader(src)))(t)
	var p page
	var b strings.Builder
	p.walk(root, &b)
	p.text = b.String()
	return p
}

func (p *page) walk(n *html.Node, b *strings.Builder) {
	switch n.DataAtom {
	case atom.Head:
		p.check(n)
		return
	case atom.Span:
		if attr(n, "translate") == "no" {
			p.codes = append(p.codes, squeeze(inner(n)))
		}
	case atom.Td, atom.Th:
		if !isLayout(n) {
			p.cells = append(p.cells, squeeze(inner(n)))
		}
	}
	p.check(n)
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.walk(c, b)
	}
	if n.Type == html.ElementNode {
		b.WriteString(" ")
	}
}

// check finds elements that load, run or were not written by this package.
func (p *page) check(n *html.Node) {
	switch n.DataAtom {
	case atom.Script, atom.Img, atom.Link, atom.Iframe, atom.A, atom.Form, atom.Object, atom.I:
		p.bad = append(p.bad, n.Data)
	}
	for _, a := range n.Attr {
		if a.Key == "src" || a.Key == "href" || strings.HasPrefix(a.Key, "on") {
			p.bad = append(p.bad, a.Key)
		}
	}
}

// isLayout reports whether a node is a layout table, or directly in one.
func isLayout(n *html.Node) bool {
	for ; n != nil && n.DataAtom != atom.Table; n = n.Parent {
	}
	return n != nil && slices.Contains(n.Attr, html.Attribute{Key: "role", Val: "presentation"})
}

func inner(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	if attr(n, "aria-hidden") != "" {
		return ""
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Br {
			b.WriteString(" ")
		}
		b.WriteString(inner(c))
	}
	return b.String()
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// plotted is a row of a chart.
var plotted = regexp.MustCompile(`(?m)^.* \|.*$`)

// briefly is where a text is cut and HTML is not.
var briefly = regexp.MustCompile("More: `log [0-9]+`[.]")

// checkSame: the HTML part keeps its rules, loads nothing, and has the figures and names of the text but for those
// of drawings and of words around the choices.
func checkSame(t *testing.T, l *Letter, r Rendered) {
	t.Helper()
	p := parse(t, r.HTML)
	expect.Same(t, "in the HTML", p.bad, nil)
	expect.Same(t, "faults of the HTML", checkHTML(l, r.HTML), nil)
	have := wordsOf(p.text)
	text := briefly.ReplaceAllString(plotted.ReplaceAllString(r.Text, ""), "")
	if l.Enclosed != nil {
		l = l.Enclosed
	}
	for _, b := range slices.Concat(l.Own, l.Table, l.Board) {
		for _, line := range b.Drawing {
			text = strings.ReplaceAll(text, strings.TrimRight(line, " ")+"\n", "")
		}
	}
	for f := range tokens(strings.NewReplacer("Whatever follows # is ignored.", "", "YOUR CHOICES", "", "YOUR MOVE", "",
		"It's your turn again, below.", "").Replace(text)) {
		expect.True(t, have[f], "%q is not in the HTML", f)
	}
}

func TestShape(t *testing.T) {
	s := testSet(t)
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) {
			l := sample()
			r := render(t, s, l)
			checkText(t, l, r)
			checkSame(t, l, r)
			expect.Has(t, "last line", lastLine(r.Text), fmt.Sprintf("winter, step %d", l.Step))
		})
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

// TestChoicesStand: every choice is whole again when the printed lines are joined as in mails, and is one in
// the HTML.
func TestChoicesStand(t *testing.T) {
	s := testSet(t)
	l := turnLetter()
	for n := range 12 {
		long := "place black-1: " + strings.Repeat("black t 1 [? card actions (dbl, ind 2), grey k], ", n) + "black p 1"
		l.Choices = append(l.Choices, advise.Choice{N: len(l.Choices) + 1, Line: long, Remark: l.Choices[n%6].Remark})
	}
	l.Usual = []advise.Choice{{Line: "place black-2: black t 2, black k"}, {Line: l.Choices[len(l.Choices)-1].Line + ", grey k"}}
	r := render(t, s, l)
	checkText(t, l, r)
	p := parse(t, r.HTML)
	for _, c := range append(l.Choices, l.Usual...) {
		expect.True(t, slices.Contains(joined(r.Text), c.Line), "not in the text: %q", c.Line)
		expect.True(t, slices.Contains(p.codes, upperFirst(arrows(c.Line))), "not in the HTML: %q", c.Line)
	}
}

var numbers = regexp.MustCompile(`^ *\[(?:\d+|[a-z]+)\] `)

// joined reads lines as in a mail with orders: "#" begins a comment, and a line that ends in ":" or "," or with
// a bracket open continues.
func joined(text string) []string {
	var out []string
	open := ""
	for l := range strings.SplitSeq(text, "\n") {
		l, _, _ = strings.Cut(numbers.ReplaceAllString(l, ""), "#")
		l = squeeze(open + " " + l)
		if open = ""; strings.HasSuffix(l, ":") || strings.HasSuffix(l, ",") || depth(0, l) > 0 {
			open = l
			continue
		}
		out = append(out, l)
	}
	return out
}

// TestTables: the cells of a table are the same in both parts, also of one that
// is too wide for the text.
func TestTables(t *testing.T) {
	s := testSet(t)
	for _, wide := range []bool{false, true} {
		l := position(asked(base(Turn)))
		b := &l.Table[0]
		if wide {
			for i := range 8 {
				b.Columns = append(b.Columns, line(fmt.Sprintf("column %d", i)))
				for j := range b.Rows {
					b.Rows[j] = append(b.Rows[j], number(1000*i+j))
				}
			}
		}
		r := render(t, s, l)
		checkText(t, l, r)
		cells := parse(t, r.HTML).cells
		v := s.voice("en", l.Title, l.Players, l.Seat, l.Zone)
		for _, row := range b.Rows {
			for _, c := range row {
				want := v.msg(c.Say)
				expect.True(t, slices.Contains(cells, want), "cell %q is not in the HTML", want)
				expect.Has(t, "cell", squeeze(r.Text), want)
			}
		}
		expect.Same(t, "cells in the HTML", len(cells), (len(b.Rows)+1)*len(b.Columns))
	}
}

var hostile = map[string]string{
	"HTML":            `<script>alert("x")</script><img src=x onerror=y><b>`,
	"entity":          `&lt;b&gt; &amp; "Ana" 'x'`,
	"header":          "Ana\r\nBcc: everybody@example.org\r\n\r\nbody",
	"long":            strings.Repeat("Wilhelmina", 40),
	"right to left":   "\u202eאנה 12\u202c\u200f",
	"Arabic":          "ليلى",
	"control":         "A\x00\x07\x1b[31mna\u2028\u2029\u0085",
	"wide":            strings.Repeat("安娜", 30),
	"invalid":         "A\xff\xfen",
	"combining":       "A" + strings.Repeat("\u0301", 300),
	"order":           "pass",
	"empty":           "",
	"blanks":          " \t ",
	"template":        "{{.name}} {{call}}",
	"emoji and joins": "👩‍👩‍👧‍👦 Ana",
}

func TestHostileNames(t *testing.T) {
	s := testSet(t)
	for what, name := range hostile {
		t.Run(what, func(t *testing.T) {
			for kind, sample := range samples {
				l := sample()
				l.Players = []string{name, name + "2", name, "Dan"}
				l.Name = name
				l.Talk = []string{name}
				l.Again = append(l.Again, name)
				l.Game, l.Contact = "winter", name
				if l.Enclosed != nil {
					l.Enclosed.Players, l.Enclosed.Name = l.Players, name
				}
				for i := range l.Lines {
					l.Lines[i].Text = name
				}
				r := render(t, s, l)
				if strings.ContainsAny(r.Subject, "\r\n\x00\x1b") || columnsOf(r.Subject) > subjectColumns {
					t.Errorf("%s: subject %q", kind, r.Subject)
				}
				checkHarmless(t, kind, r)
			}
		})
	}
}

func checkHarmless(t *testing.T, kind string, r Rendered) {
	t.Helper()
	expect.Same(t, kind, parse(t, r.HTML).bad, nil)
	for _, part := range []string{r.Text, r.HTML} {
		for _, c := range part {
			if c != '\n' && unicode.IsControl(c) || c >= '\u202a' && c <= '\u202e' || c == '\u200e' || c == '\u200f' || c == '\u2028' {
				t.Fatalf("%s: %U is left", kind, c)
			}
		}
		expect.Same(t, kind, strings.Count(part, isolate), strings.Count(part, endIsolate))
	}
	for s := range strings.SplitSeq(r.Text, "\n") {
		if columnsOf(s) > textColumns && !unbreakable(s) {
			t.Errorf("%s: %d columns: %q", kind, columnsOf(s), s)
		}
	}
}

// TestSubjectIsSilent: of the question, the subject has only words that the title wrote for it, and it names no
// order.
func TestSubjectIsSilent(t *testing.T) {
	s := testSet(t)
	l := turnLetter()
	l.Ask = []engine.Message{engine.Msg("rail.ask.endcard", engine.Int("points", 10))}
	expect.Same(t, "subject", render(t, s, l).Subject, "[winter] Your turn: round 3 of 7, until Tue 24 Nov 20:00")
	expect.Lacks(t, "names an order", render(t, s, receiptLetter()).Subject, "endcard")
}

func TestAway(t *testing.T) {
	v := testSet(t).voice("en", "", nil, 0, madrid)
	v.now = noon
	for d, want := range map[time.Duration]string{
		time.Minute: "in 1 minute", 119 * time.Minute: "in 119 minutes", 2 * time.Hour: "in 2 hours", 47 * time.Hour: "in 47 hours",
		48 * time.Hour: "in 2 days", 71*time.Hour + 59*time.Minute: "in 3 days", -5 * time.Hour: "5 hours ago", -72 * time.Hour: "3 days ago",
	} {
		expect.Same(t, d, v.away(noon.Add(d)), want)
	}
	if got, want := v.time(time.Date(2027, 1, 1, 23, 30, 0, 0, time.UTC)), "Sat 2 Jan 2027 00:30"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestUnknownKind(t *testing.T) {
	expect.Fails(t, "no error", expect.Err(testSet(t).Render(&Letter{Kind: "love"})), "")
}

// TestBareLetters: a letter of any kind without its facts is still a letter.
func TestBareLetters(t *testing.T) {
	s := testSet(t)
	for name, sample := range samples {
		l := &Letter{Kind: sample().Kind, Game: "winter", Seat: engine.Nobody, Said: Said{Told: []engine.Message{rubles(1)}}}
		r := render(t, s, l)
		checkText(t, l, r)
		if r.Subject == "" || r.Text == "" {
			t.Errorf("%s: empty", name)
		}
	}
}

package extract

import (
	"slices"
	"sort"
	"strings"
)

// Letter is the letter that a mail answers, as it was sent.
type Letter struct {
	// Lines of its text part. Lines of its HTML part may follow, separated by a form feed
	// line (LetterLines): a reply quotes one or the other.
	Lines []string

	// Choices are order lines, with or without their "# ..." comment. The person may send
	// them back as they are, so they are no evidence of quotation.
	Choices []string
	// Words tell which of Lines read as orders, examples and past orders included: these
	// are choices, too. That is the safe side: a superfluous choice is still cut if it is
	// in the quoted letter, but a missing one would be cut even if the person typed it.
	// nil: none is.
	Words Vocabulary
	// Remarks are lines below choices that are no comments; who copies a choice may copy its
	// remark, which is left out of what they say.
	Remarks []string
}

// LetterLines returns the lines of both parts of a letter.
func LetterLines(text string, html []string) []string {
	lines := splitLines(text)
	if len(html) > 0 {
		lines = append(append(append(lines, betweenParts), html...), betweenParts)
	}
	return lines
}

// betweenParts separates the parts of letters.
const betweenParts = "\f"

// parts returns the lines of each part, from one to the next.
func (l *Letter) parts() (list [][2]int) {
	from := 0
	for i, line := range l.Lines {
		if line == betweenParts {
			list, from = append(list, [2]int{from, i}), i+1
		}
	}
	return append(list, [2]int{from, len(l.Lines)})
}

const (
	evidenceBytes = 4  // a shorter line is no evidence: "3", "Ana"
	mergeLines    = 12 // how many lines wrapping may make of one, or joining merge into one
	prefixBytes   = 4
	candidates    = 64 // places in the letter examined for one line of the mail
)

// letterIndex finds lines of a part of the letter by the beginning of their keys.
type letterIndex struct {
	orders *orderLines
	line   []int    // of the letter: lines that are not blank
	keys   []string // of these
	at     chains   // by the first bytes of the key
	short  chains   // the same by fewer bytes than that: a line may be cut off there
}

// chains are lists of lines, one for each beginning, in the order of the letter.
type chains struct {
	first map[string]int         // the first line of a list, from 1
	next  [prefixBytes + 1][]int // the line after a line, from 1, by the length of the beginning; 0: none
}

// add puts a line before those of its list.
func (c *chains) add(head string, j, lines int) {
	if c.next[len(head)] == nil {
		c.next[len(head)] = make([]int, lines)
	}
	c.next[len(head)][j], c.first[head] = c.first[head], j+1
}

// each calls f with the first lines of a list.
func (c *chains) each(head string, most int, f func(j int)) {
	for at := c.first[head]; at > 0 && most > 0; most-- {
		f(at - 1)
		at = c.next[len(head)][at-1]
	}
}

// newLetterIndex indexes some lines of a letter.
func newLetterIndex(orders *orderLines, from, to int) *letterIndex {
	x := &letterIndex{orders: orders, at: chains{first: map[string]int{}}, short: chains{first: map[string]int{}}}
	for i := from; i < to; i++ {
		if k := orders.keys[i]; k != "" {
			x.line, x.keys = append(x.line, i), append(x.keys, k)
		}
	}
	for j, k := range slices.Backward(x.keys) {
		x.at.add(k[:min(len(k), prefixBytes)], j, len(x.keys))
		for n := 1; n < min(prefixBytes, len(k)); n++ {
			x.short.add(k[:n], j, len(x.keys))
		}
	}
	return x
}

// text returns a line as the person may have typed it.
func (x *letterIndex) text(j int) string { return x.orders.plain(x.line[j]) }

// order reports whether a line is a choice.
func (x *letterIndex) order(j int) bool { return x.orders.choice(x.line[j]) }

// proves reports whether a line is evidence of quotation: no choice, and not too short.
func (x *letterIndex) proves(j int) bool {
	return len(x.keys[j]) >= evidenceBytes && !wordless(x.keys[j]) && !x.order(j)
}

// remarks reports whether a run consists of remarks on choices.
func (x *letterIndex) remarks(m match) bool {
	return !slices.ContainsFunc(x.keys[m.first:m.end], func(k string) bool { return !x.orders.remark[k] })
}

// match is a run of lines of the mail that equals a run of lines of the letter, both from
// line start to line end and ignoring spaces, so that it does not matter who wrapped or
// joined them.
type match struct {
	from, to   int // lines of the mail
	first, end int // lines of the letter
	proof      bool
}

// matches returns the runs of the letter that may begin with line i of the mail; all have
// the same number of lines.
func (x *letterIndex) matches(c *cutter, i int) []match {
	k := c.cells[i].key
	var best []match
	look := func(j int) {
		m, ok := x.extend(c, i, j)
		switch {
		case !ok || len(best) > 0 && m.to < best[0].to:
		case len(best) > 0 && m.to == best[0].to:
			best = append(best, m)
		default:
			best = []match{m}
		}
	}
	for n := 1; n <= min(prefixBytes, len(k)); n++ {
		x.at.each(k[:n], candidates, look)
	}
	if len(k) < prefixBytes {
		x.short.each(k, candidates, look)
	}
	sort.Slice(best, func(a, b int) bool { return best[a].first < best[b].first })
	return best
}

// extend adds lines on the shorter side until both sides are equal.
func (x *letterIndex) extend(c *cutter, i, j int) (match, bool) {
	a, b := c.cells[i].key, x.keys[j]
	m := match{from: i, to: i + 1, first: j, end: j + 1, proof: x.proves(j)}
	for range mergeLines {
		switch {
		case a == b:
			return m, true
		case len(a) < len(b) && strings.HasPrefix(b, a):
			if m.to == len(c.cells) || !c.goesOn(i, m.to) {
				return m, false
			}
			a += c.cells[m.to].key
			m.to++
		case len(b) < len(a) && strings.HasPrefix(a, b):
			if m.end == len(x.keys) {
				return m, false
			}
			b += x.keys[m.end]
			m.proof = m.proof || x.proves(m.end)
			m.end++
		default:
			return m, false
		}
	}
	return m, false
}

// goesOn reports whether line j may be wrapped off line i: below a marked line it may have
// lost its mark, below an unmarked one it has none.
func (c *cutter) goesOn(i, j int) bool {
	x := c.cells[j]
	return x.state == own || x.depth > 0 && c.cells[i].depth == x.depth
}

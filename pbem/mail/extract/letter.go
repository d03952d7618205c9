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
	// Words decides which of Lines read as orders, including examples and past orders: these are choices, too.
	// That is the safe side: a superfluous choice is still cut if it is in the quoted letter, but a missing one
	// would be cut even if the person typed it. nil: none is.
	Words Vocabulary
	// Remarks are lines below choices that are no comments; a person who copies a choice may copy its remark,
	// which is ignored.
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

// Either returns the lines of two letters, either of which a mail may quote.
func Either(one, other []string) []string {
	if len(one) == 0 {
		return other
	}
	return append(append(one, betweenParts), other...)
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
	mergeLines    = 12 // lines that wrapping may make of one
	candidates    = 64 // lines of the letter examined for one line of the mail, longer and shorter ones
)

// letterIndex finds lines of a part of the letter by their keys.
type letterIndex struct {
	orders *orderLines
	line   []int    // indices of the letter's lines that are not blank
	keys   []string // keys of these
	sorted []int    // the lines by their keys, equal ones in the order of the letter
}

// newLetterIndex indexes some lines of a letter.
func newLetterIndex(orders *orderLines, from, to int) *letterIndex {
	n := to - from
	x := &letterIndex{orders: orders, line: make([]int, 0, n), keys: make([]string, 0, n), sorted: make([]int, 0, n)}
	for i := from; i < to; i++ {
		if k := orders.keys[i]; k != "" {
			x.line, x.keys, x.sorted = append(x.line, i), append(x.keys, k), append(x.sorted, len(x.keys))
		}
	}
	slices.SortStableFunc(x.sorted, func(a, b int) int { return strings.Compare(x.keys[a], x.keys[b]) })
	return x
}

// at returns the first sorted line whose key is not before k.
func (x *letterIndex) at(k string) int {
	return sort.Search(len(x.sorted), func(i int) bool { return x.keys[x.sorted[i]] >= k })
}

// each calls f with the first lines whose key begins with k, and with lines whose key is a prefix of k.
func (x *letterIndex) each(k string, f func(j int)) {
	from := x.at(k)
	for i := from; i < min(len(x.sorted), from+candidates) && strings.HasPrefix(x.keys[x.sorted[i]], k); i++ {
		f(x.sorted[i])
	}
	for i, left := from, candidates; i > 0 && left > 0; {
		last, same := x.keys[x.sorted[i-1]], 0
		for same < min(len(last), len(k)) && last[same] == k[same] {
			same++
		}
		if same < len(last) { // a prefix of k is no longer than that
			i = min(i-1, x.at(k[:same]+"\x00"))
			continue
		}
		equal := x.sorted[x.at(last):i]
		i -= len(equal)
		for _, j := range equal[:min(len(equal), left)] {
			f(j)
		}
		left -= len(equal)
	}
}

// text returns a line as the person may have typed it.
func (x *letterIndex) text(j int) string { return x.orders.plain(x.line[j]) }

// order reports whether a line is a choice.
func (x *letterIndex) order(j int) bool { return x.orders.choice(x.line[j]) }

// proves reports whether a line is evidence of quotation: no choice, and not too short.
func (x *letterIndex) proves(j int) bool {
	return len(x.keys[j]) >= evidenceBytes && !wordless(x.keys[j]) && !x.order(j)
}

// prove finds out which of some matches prove quotation. That is expensive, and needless for lines that are marked. One
// line that begins with a choice may be copied with the remark that HTML has below it.
func (x *letterIndex) prove(all []match) {
	for k := range all {
		if all[k].to == all[k].from+1 && x.order(all[k].first) {
			continue
		}
		for j := all[k].first; j < all[k].end && !all[k].proof; j++ {
			all[k].proof = x.proves(j)
		}
	}
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
// the same number of lines. The next call overwrites them.
func (x *letterIndex) matches(c *cutter, i int) []match {
	k := c.cells[i].key
	best := c.found[:0]
	look := func(j int) {
		m, ok := x.extend(c, i, j)
		switch {
		case !ok || len(best) > 0 && m.to < best[0].to:
		case len(best) > 0 && m.to == best[0].to:
			best = append(best, m)
		default:
			best = append(best[:0], m)
		}
	}
	if k != "" {
		x.each(k, look)
	}
	slices.SortFunc(best, func(a, b match) int { return a.first - b.first })
	c.found = best
	return best
}

// extend adds lines on the shorter side until both sides are equal. A program that joins lines may make one that Fold
// cuts: then the letter has all that is left of it.
func (x *letterIndex) extend(c *cutter, i, j int) (match, bool) {
	a, long := strings.CutSuffix(c.cells[i].key, cutOff)
	if long = long && TooLong(c.cells[i].folded); !long {
		a = c.cells[i].key
	}
	b := x.keys[j]
	m := match{from: i, to: i + 1, first: j, end: j + 1}
	for m.to-m.from <= mergeLines {
		switch {
		case a == b, long && strings.HasPrefix(b, a):
			return m, true
		case len(a) < len(b) && strings.HasPrefix(b, a):
			if m.to == len(c.cells) || !c.mayBeWrapped(i, m.to) {
				return m, false
			}
			a += c.cells[m.to].key
			m.to++
		case len(b) < len(a) && strings.HasPrefix(a, b):
			if m.end == len(x.keys) {
				return m, false
			}
			b += x.keys[m.end]
			m.end++
		default:
			return m, false
		}
	}
	return m, false
}

// mayBeWrapped reports whether line j may be wrapped off line i: below a marked line it may have lost its mark, below
// an unmarked one it has none.
func (c *cutter) mayBeWrapped(i, j int) bool {
	x := c.cells[j]
	return x.state == own || x.depth > 0 && c.cells[i].depth == x.depth
}

package extract

import (
	"fmt"
	"sort"
	"strings"
)

// Letter is the letter that a mail answers, as it was sent.
type Letter struct {
	// Lines of its text part. Lines of further renderings (its HTML part, see LetterLines)
	// may follow, separated by a form feed line: a reply quotes one or the other.
	Lines []string

	// Choices are the order lines in it, with or without their "# ..." comment. The person
	// may send them back as they are, so they are no evidence of quotation. Every line of
	// the letter that reads as an order belongs here, including examples and past orders.
	Choices []string
}

// LetterLines returns the lines of both renderings of a letter.
func LetterLines(text, html string) ([]string, error) {
	lines := splitLines(text)
	if html == "" {
		return lines, nil
	}
	more, err := htmlLines(html)
	if err != nil {
		return nil, fmt.Errorf("read own letter: %w", err)
	}
	lines = append(lines, betweenParts)
	for _, one := range more {
		lines = append(lines, one.text)
	}
	return append(lines, betweenParts), nil
}

// betweenParts separates the renderings of letters.
const betweenParts = "\f"

// renderings returns the lines of each part.
func (l *Letter) renderings() [][]string {
	var out [][]string
	from := 0
	for i, line := range l.Lines {
		if line == betweenParts {
			out, from = append(out, l.Lines[from:i]), i+1
		}
	}
	return append(out, l.Lines[from:])
}

// LetterOf returns the Letter of its LetterLines. Every line that reads as an order in v is
// a choice. That is the safe side: a superfluous choice is still cut if it is in the quoted
// letter, but a missing one would be cut even if the person typed it.
func LetterOf(lines []string, v Vocabulary) *Letter {
	l := &Letter{Lines: lines}
	last := "" // the order so far, while lines of it follow
	for _, line := range lines {
		rest, _ := unquote(line)
		folded := Fold(rest)
		text := bare(folded)
		switch comment := strings.HasPrefix(folded, "#"); {
		case comment: // it follows a choice and is copied with it
		case isOrder(text, v, true):
			last = text
		case last != "" && goesOn(last, text, v, true):
			last += " " + text
		default:
			last = ""
			if strings.HasSuffix(text, ">") {
				last = text // an order of the history, which may be played again
			}
			continue
		}
		l.Choices = append(l.Choices, text)
	}
	return l
}

const (
	evidenceBytes = 4  // a shorter line is no evidence: "3", "Ana"
	mergeLines    = 12 // how many lines wrapping may make of one, or joining merge into one
	prefixBytes   = 4
	candidates    = 64 // places in the letter examined for one line of the mail
)

// letterIndex finds lines of the letter by the beginning of their keys.
type letterIndex struct {
	text   []string         // folded
	keys   []string         // of the lines that are not blank
	choice []bool           // proves nothing: a choice, or too short
	order  []bool           // a choice
	at     map[string][]int // by the first bytes of the key
	short  map[string][]int // the same by fewer bytes than that: a line may be cut off there
}

// keysOf returns the keys of choices.
func keysOf(choices []string) map[string]bool {
	keys := map[string]bool{}
	for _, c := range choices {
		keys[key(bare(c))] = true
	}
	return keys
}

// newLetterIndex indexes some lines of a letter; choices are keysOf its choices.
func newLetterIndex(lines []string, choices map[string]bool) *letterIndex {
	x := &letterIndex{at: map[string][]int{}, short: map[string][]int{}}
	for _, t := range lines {
		folded := Fold(t)
		k := foldedKey(folded)
		if k == "" {
			continue
		}
		isOrder := choices[key(bare(folded))]
		head := k[:min(len(k), prefixBytes)]
		x.at[head] = append(x.at[head], len(x.keys))
		for n := 1; n < min(prefixBytes, len(k)); n++ {
			x.short[k[:n]] = append(x.short[k[:n]], len(x.keys))
		}
		if rest, depth := unquote(t); depth > 0 {
			folded = Fold(rest)
		}
		x.text = append(x.text, folded)
		x.keys = append(x.keys, k)
		x.order = append(x.order, isOrder)
		x.choice = append(x.choice, isOrder || len(k) < evidenceBytes || wordless(k))
	}
	return x
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
	look := func(list []int) {
		for _, j := range list[:min(len(list), candidates)] {
			m, ok := x.extend(c, i, j)
			switch {
			case !ok || len(best) > 0 && m.to < best[0].to:
			case len(best) > 0 && m.to == best[0].to:
				best = append(best, m)
			default:
				best = []match{m}
			}
		}
	}
	for n := 1; n <= min(prefixBytes, len(k)); n++ {
		look(x.at[k[:n]])
	}
	if len(k) < prefixBytes {
		look(x.short[k])
	}
	sort.Slice(best, func(a, b int) bool { return best[a].first < best[b].first })
	return best
}

// extend adds lines on the shorter side until both sides are equal.
func (x *letterIndex) extend(c *cutter, i, j int) (match, bool) {
	a, b := c.cells[i].key, x.keys[j]
	m := match{from: i, to: i + 1, first: j, end: j + 1, proof: !x.choice[j]}
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
			m.proof = m.proof || !x.choice[m.end]
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

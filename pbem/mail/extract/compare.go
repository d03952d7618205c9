package extract

import (
	"slices"
	"sort"
	"strings"
)

// compare marks lines that are in the letter as quoted. Openers divide the mail into regions, since lines above
// one were not written below it.
func (c *cutter) compare(l *Letter) {
	if l == nil || len(l.Lines) == 0 {
		return
	}
	// Each part is compared separately: where one is quoted, a copied choice could
	// otherwise be mistaken for a quotation of the other.
	before := c.cellStates()
	quotedBy := make([]bool, len(c.cells))
	for _, p := range l.parts() {
		c.compareWith(newLetterIndex(c.letter, p[0], p[1]))
		for i, s := range c.cellStates() {
			quotedBy[i] = quotedBy[i] || s == quoted && before[i] == own
			c.cells[i].state = before[i]
		}
	}
	for i := range c.cells {
		if quotedBy[i] {
			c.cells[i].state, c.cells[i].same = quoted, true
		}
	}
}

func (c *cutter) cellStates() []state {
	list := make([]state, len(c.cells))
	for i, x := range c.cells {
		list[i] = x.state
	}
	return list
}

func (c *cutter) compareWith(x *letterIndex) {
	from := 0
	for _, o := range c.openers {
		c.compareRegion(x, from, o.start)
		from = o.end
	}
	c.compareRegion(x, from, len(c.cells))
}

func (c *cutter) compareRegion(x *letterIndex, from, to int) {
	var units [][]match
	for i := from; i < to; {
		if c.cells[i].state != own && c.cells[i].depth == 0 {
			i++
			continue
		}
		all := x.matches(c, i)
		if len(all) == 0 || all[0].to > to {
			i++
			continue
		}
		if c.cells[i].depth > 0 {
			c.mark(all[0]) // a marked line, and the lines wrapped off it
		} else {
			x.prove(all)
			units = append(units, slices.Clone(all))
		}
		i = all[0].to
	}
	inOrder := longestInOrder(units, len(x.keys))
	proofs := c.settleProofs(x, units)
	c.settleChoices(x, units, inOrder, proofs)
	c.settleRules(from, to)
}

// mark marks the lines of a match as quoted.
func (c *cutter) mark(m match) {
	for i := m.from; i < m.to; i++ {
		if c.cells[i].state == own {
			c.cells[i].state, c.cells[i].proof = quoted, m.proof
		}
	}
}

// settleProofs marks the units that prove quotation wherever they are, and returns their
// numbers.
func (c *cutter) settleProofs(x *letterIndex, units [][]match) (proofs []int) {
	for u, all := range units {
		if isProof(all) {
			c.mark(all[0])
			if !x.remarks(all[0]) {
				proofs = append(proofs, u)
			}
		}
	}
	return proofs
}

func isProof(all []match) bool {
	// the same words are a choice elsewhere in the letter
	return !slices.ContainsFunc(all, func(m match) bool { return !m.proof })
}

// settleChoices decides whether lines that are choices are quoted. A choice is a quotation if, in the letter's
// order, it is among lines that prove quotation: in one run with such a line, or with one before and one after
// it. Any other is the person's own; if wrapping has cut it, it is joined again.
func (c *cutter) settleChoices(x *letterIndex, units [][]match, inOrder []bool, proofs []int) {
	for u, all := range units {
		if isProof(all) {
			continue
		}
		m := all[0]
		before, behind := around(proofs, u)
		if inOrder[u] && (before >= 0 && behind >= 0 || before >= 0 && c.sameRun(units, before, u) || behind >= 0 && c.sameRun(units, u, behind)) {
			c.mark(m)
			continue
		}
		if m.to > m.from+1 && m.end == m.first+1 && x.order(m.first) {
			c.cells[m.from].folded = x.text(m.first)
			for i := m.from + 1; i < m.to; i++ {
				c.cells[i].joined = true
			}
		}
	}
}

// around returns the proofs next to unit u; -1 if there is none on that side.
func around(proofs []int, u int) (before, behind int) {
	n := sort.SearchInts(proofs, u)
	before, behind = -1, -1
	if n > 0 {
		before = proofs[n-1]
	}
	if n < len(proofs) {
		behind = proofs[n]
	}
	return before, behind
}

// sameRun reports whether only lines of the letter are between units a and b.
func (c *cutter) sameRun(units [][]match, a, b int) bool {
	for u := a; u < b; u++ {
		for i := units[u][0].to; i < units[u+1][0].from; i++ {
			if x := c.cells[i]; x.depth > 0 || x.state == own && !wordless(x.folded) {
				return false
			}
		}
	}
	return true
}

// settleRules marks rules and the like as part of the quotation that contains them.
func (c *cutter) settleRules(from, to int) {
	for i := from; i < to; i++ {
		if x := c.cells[i]; x.state != own || !wordless(x.folded) || strings.Contains(x.folded, "?") || isDelimiter(x.text) {
			continue
		}
		for j := i - 1; j >= from && c.cells[j].state != own; j-- {
			if c.cells[j].state == quoted {
				c.cells[i].state = quoted
				break
			}
		}
	}
}

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
	// Each part is compared separately: where one is quoted, a copied choice could otherwise be mistaken for a
	// quotation of the other. For the same reason lines that prove nothing are judged by the part that is quoted most.
	before, most := c.cellStates(), -1
	var best []state
	proved := make([]bool, len(c.cells))
	for _, p := range l.parts() {
		c.compareWith(newLetterIndex(c.letter, p[0], p[1]))
		states, proofs := c.cellStates(), 0
		for i, s := range states {
			if s == quoted && before[i] == own && c.cells[i].proof {
				proved[i] = true
				proofs++
			}
			c.cells[i].state, c.cells[i].proof = before[i], false
		}
		if proofs > most {
			best, most = states, proofs
		}
	}
	for i := range c.cells {
		if proved[i] || best[i] == quoted && before[i] == own {
			c.cells[i].state, c.cells[i].same, c.cells[i].proof = quoted, true, proved[i]
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
			m := all[0] // a marked line, and the lines wrapped off it, which prove by it which part is quoted
			m.proof = true
			c.mark(m)
		} else {
			x.prove(all)
			units = append(units, slices.Clone(all))
		}
		i = all[0].to
	}
	inOrder := longestInOrder(units, len(x.keys))
	proofs := c.settleProofs(x, units)
	c.settleChoices(x, units, inOrder, proofs)
	c.settleChanged(x, units, proofs)
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

// settleChanged marks lines that a program has changed, as by translating a word: they stand between two proofs where
// the letter has as many lines, each resembles the letter's, and none reads as an order.
func (c *cutter) settleChanged(x *letterIndex, units [][]match, proofs []int) {
	for n := 1; n < len(proofs); n++ {
		above, below := units[proofs[n-1]], units[proofs[n]]
		var changed []int
		for i := above[0].to; i < below[0].from; i++ {
			if c.cells[i].state == own {
				changed = append(changed, i)
			}
		}
		if len(changed) == 0 {
			continue
		}
		for _, a := range above {
			if slices.ContainsFunc(below, func(b match) bool { return b.first-a.end == len(changed) && c.resemble(x, changed, a.end) }) {
				for _, i := range changed {
					c.cells[i].state = quoted
				}
				break
			}
		}
	}
}

// resemble reports whether each of some lines has more than half of the words of the letter's line in its place.
func (c *cutter) resemble(x *letterIndex, changed []int, first int) bool {
	for n, i := range changed {
		if x.orders.words == nil || isOrder(bareFolded(c.cells[i].folded), x.orders.words, true) {
			return false
		}
		own, letters := strings.Fields(c.cells[i].folded), strings.Fields(x.text(first+n))
		same := 0
		for _, w := range own {
			if slices.Contains(letters, w) {
				same++
			}
		}
		if 2*same <= max(len(own), len(letters)) {
			return false
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

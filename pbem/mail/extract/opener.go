package extract

import (
	"slices"
	"strings"
)

// opener is a place where a quotation begins: lines [start, end) introduce it.
type opener struct {
	start, end int
}

// findOpeners marks lines that introduce a quotation and records their places.
func (c *cutter) findOpeners() {
	for i := 0; i < len(c.cells); i++ {
		o, ok := c.openerAt(i)
		if !ok {
			continue
		}
		for j := o.start; j < o.end; j++ {
			if c.cells[j].state != blank {
				c.cells[j].state = head
			}
		}
		c.openers = append(c.openers, o)
		i = o.end - 1
	}
}

func (c *cutter) openerAt(i int) (opener, bool) {
	x := &c.cells[i]
	switch {
	case x.role == divider && x.depth == 0:
		return c.withHeaderBlock(i), true
	case x.state == head:
		return opener{i, i + 1}, true // the mail program said so
	}
	if start, ok := c.attribution(i); ok {
		return opener{start, i + 1}, true
	}
	if x.state != own {
		return opener{}, false
	}
	if end, ok := c.headerBlock(i); ok {
		return opener{i, end}, true
	}
	if c.originalRule(i) || isUnderscores(x.folded) && !c.belowBanner(i) || isReplyMarker(x.folded) {
		return c.withHeaderBlock(i), true
	}
	return opener{}, false
}

// withHeaderBlock extends an opener by the header block that follows it.
func (c *cutter) withHeaderBlock(i int) opener {
	if n := c.next(i + 1); n >= 0 {
		if end, ok := c.headerBlock(n); ok {
			return opener{i, end}
		}
	}
	return opener{i, i + 1}
}

// isUnderscores recognises the rule that Outlook draws above a quoted mail and mailing
// lists above their footer.
func isUnderscores(s string) bool { return len(s) >= 10 && strings.Trim(s, "_") == "" }

// belowBanner reports whether a rule ends a banner that a gateway has put above a mail: only one paragraph is
// above it, and no header block follows.
func (c *cutter) belowBanner(i int) bool {
	first := c.next(0)
	for j := first; j < i; j++ {
		if c.cells[j].state == blank && c.next(j) != i {
			return false
		}
	}
	return first < i && c.cells[first].state == own && hasAny(strings.ToLower(c.cells[first].folded), banners) &&
		c.withHeaderBlock(i).end == i+1
}

// isReplyMarker recognises lines such as "## reply above this line ##".
func isReplyMarker(s string) bool {
	return strings.HasPrefix(s, "##") && strings.HasSuffix(s, "##") && !wordless(s)
}

// next returns the first nonblank line from i on; -1 if there is none.
func (c *cutter) next(i int) int {
	for ; i < len(c.cells); i++ {
		if c.cells[i].state != blank {
			return i
		}
	}
	return -1
}

// cutQuotations decides what follows each opener. If marks follow, they distinguish
// quotation from text. If none follow, everything after it is quotation; only if the letter
// that is answered was recognised there, and the person wrote nothing above it, may they
// have written below it or between its lines. A second opener without marks begins older
// mails.
func (c *cutter) cutQuotations() {
	bare := 0
	for _, o := range c.openers {
		n := c.next(o.end)
		if n < 0 || c.cells[n].depth > 0 || c.cells[n].state == head {
			continue
		}
		bare++
		if c.cells[n].state == quoted && bare == 1 && !c.ownBefore(o.start) {
			continue
		}
		for i := o.end; i < len(c.cells); i++ {
			if c.cells[i].state == own {
				c.cells[i].state = quoted
			}
		}
		return
	}
}

func (c *cutter) ownBefore(i int) bool {
	return slices.ContainsFunc(c.cells[:i], func(x cell) bool { return x.state == own && !wordless(x.folded) })
}

package extract

import (
	"slices"
	"strings"
)

// cutSignatures removes everything after a signature delimiter ("-- ", RFC 3676 4.3) or a line that a phone or
// an office adds, up to the end of the mail: that is no place for orders.
func (c *cutter) cutSignatures() {
	for i, x := range c.cells {
		if x.state != own || !isDelimiter(x.text) && !isMobile(x.folded) && !isLegal(x.folded) {
			continue
		}
		for j := i; j < len(c.cells); j++ {
			if c.cells[j].state == own {
				c.cells[j].state = signed
			}
		}
		return
	}
}

// isDelimiter recognises "-- ", its forms after trimming or typography, and a lone long dash.
func isDelimiter(text string) bool {
	switch strings.TrimSpace(text) {
	case "--", "—", "–-", "-–", "––", "——":
		return true
	}
	return false
}

const mobileBytes = 160

// isMobile recognises "Sent from my iPhone" in the languages of the table.
func isMobile(folded string) bool {
	if len(folded) > mobileBytes {
		return false
	}
	s := strings.ToLower(strings.Trim(folded, "<>()[]*_-.! "))
	return slices.ContainsFunc(languages, func(l language) bool {
		return slices.ContainsFunc(l.Mobile, func(pattern string) bool { return matches(s, pattern) })
	})
}

// isLegal recognises the beginning of an office's disclaimer: "This message and any files ...".
func isLegal(folded string) bool {
	s := strings.ToLower(strings.TrimLeft(folded, "*_- "))
	return slices.ContainsFunc(languages, func(l language) bool {
		return slices.ContainsFunc(l.Legal, func(begins string) bool {
			return strings.HasPrefix(s, begins) && alone(s, 0, len(begins))
		})
	})
}

// matches reports whether s matches a pattern with at most two "*", each for some text.
func matches(s, pattern string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return s == pattern
	}
	s, ok := strings.CutPrefix(s, head)
	if !ok {
		return false
	}
	middle, tail, star := strings.Cut(rest, "*")
	if !star {
		return len(s) > len(rest) && strings.HasSuffix(s, rest)
	}
	i := strings.Index(s, middle)
	return i > 0 && strings.HasSuffix(s[i+len(middle):], tail)
}

package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest lists up to n legal lines of a seat that are most like line.
func Nearest(p Position, seat Seat, line string, n int) []string {
	return nearestLines(Trial(p, seat), line, n)
}

func nearestLines(tx *Tx, line string, n int) []string {
	type scored struct {
		line string
		d    int
	}
	want := plain(line)
	var near []scored
	for _, c := range list(tx, "", 12, 400).Choices {
		near = append(near, scored{c.Line, Distance(want, plain(c.Line))})
	}
	slices.SortStableFunc(near, func(a, b scored) int { return cmp.Compare(a.d, b.d) })
	var out []string
	for _, s := range near {
		if len(out) == n {
			break
		}
		out = append(out, s.line)
	}
	return out
}

// plain is a line without case, accents, signs and double blanks, cut to a
// length that keeps the comparison cheap.
func plain(line string) string {
	var words []string
	for _, t := range Tokenize(line).All {
		if !strings.Contains(":,;[](){}", t.Text) {
			words = append(words, t.Fold)
		}
	}
	s := strings.Join(words, " ")
	if len(s) > 120 {
		s = s[:120]
	}
	return s
}

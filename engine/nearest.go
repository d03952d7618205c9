package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Bounds of the search for the nearest lines: a refusal must not take longer
// than a move.
const (
	nearFirsts   = 8   // first answers followed to the end
	nearBehind   = 12  // lines looked at behind each
	nearBudget   = 80  // answers tried behind each
	nearAll      = 600 // answers tried in all
	nearLongest  = 120 // characters of a line compared
	typedLongest = 40  // characters of a word compared
	wordLongest  = 64  // characters of a word that is like another at all
)

// Nearest lists up to n legal lines of a seat that are most like line.
func Nearest(p Position, seat Seat, line string, n int) []string {
	var out []string
	for _, near := range nearestLines(Trial(p, seat), line, n) {
		out = append(out, near.line)
	}
	return out
}

// nearestLines follows the first answers that are most like the beginning of
// the line, and behind each the answers most like what comes next. Where the first
// word is that of a verb, or nearly, no other verb is looked at: who wants to
// deliver is not helped by a card.
func nearestLines(tx *Tx, line string, n int) []nearLine {
	type scored struct {
		nearLine
		d int
	}
	want := []rune(plain(line))
	rank := func(out *spelling, list []candidate) []candidate { return closest(want, out, list) }
	var near []scored
	left, firsts := nearAll, 0
	for _, c := range rank(&spelling{}, ofItsVerb(line, open(tx.Pos, tx.Seat, true), tx)) {
		if left <= 0 || firsts >= nearFirsts && len(near) >= n {
			break
		}
		count, about := 0, c.about()
		s := &search{budget: min(left, nearBudget), rank: rank}
		left -= s.budget
		s.yield = func(f found) bool {
			near = append(near, scored{nearLine{line: f.line, verb: c.verb, about: about}, unlike(want, []rune(plain(f.line)))})
			count++
			return count < nearBehind
		}
		s.try(tx, &spelling{}, path{}, c)
		left += max(0, s.budget)
		if count > 0 {
			firsts++
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return cmp.Compare(a.d, b.d) })
	var out []nearLine
	for _, s := range near[:min(n, len(near))] {
		out = append(out, s.nearLine)
	}
	return out
}

// ofItsVerb lists the answers of the verbs that the first word of a line may name;
// all answers, where it names none.
func ofItsVerb(line string, prompts []Prompt, tx *Tx) []candidate {
	words := spoken(line)
	named := len(words) > 0 && asked(prompts, words[0].Fold)
	var list []candidate
	for _, c := range listed(tx, prompts) {
		if !named || c.verb.begunBy(words[0].Fold) {
			list = c.withArgs(list)
		}
	}
	return list
}

// asked says that a word is, or nearly is, that of a verb that stands open.
func asked(prompts []Prompt, word string) bool {
	return slices.ContainsFunc(prompts, func(p Prompt) bool {
		return slices.ContainsFunc(p.Verbs, func(v Verb) bool { return v.begunBy(word) })
	})
}

// about is what an answer is about, as it is spelt (Param.About).
func (c candidate) about() []string {
	var out []string
	for i, p := range c.verb.Params {
		if p.About && Has(c.args, i) && p.Many != Many {
			out = append(out, p.In(c.args[:i]).Text(c.args[i]))
		}
	}
	return out
}

// unlike counts typing errors between what was typed and a legal line. What the
// player has left out at the end counts a quarter: he may not have known it.
func unlike(typed, line []rune) int {
	least := 4 * (len(typed) + len(line))
	for j, d := range distances(typed, line) {
		least = min(least, 4*d+len(line)-j)
	}
	return least
}

// closest orders answers by how like they are to what the wanted line goes on
// with behind the part that is written, or to all of that where it ends before
// the answer does; of two equally like it the longer first, for it says more of it.
func closest(want []rune, out *spelling, list []candidate) []candidate {
	rest := want[leastAt(distances([]rune(plain(out.b.String())), want)):]
	rest = []rune(strings.TrimLeft(string(rest), " "))
	type scored struct {
		candidate
		d, length int
	}
	sorted := make([]scored, len(list))
	for i, c := range list {
		text := []rune(plain(VerbText(c.verb, c.args)))
		row := distances(text, rest)
		sorted[i] = scored{c, min(4*row[leastAt(row)], unlike(rest, text)), len(text)}
	}
	slices.SortStableFunc(sorted, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(b.length, a.length))
	})
	for i, s := range sorted {
		list[i] = s.candidate
	}
	return list
}

// leastAt is where the smallest number stands first.
func leastAt(row []int) int {
	at := 0
	for i, n := range row {
		if n < row[at] {
			at = i
		}
	}
	return at
}

// plain is a line without case, accents, signs and double blanks, cut to a
// length that keeps the comparison cheap.
func plain(line string) string {
	var words []string
	for _, t := range Tokenize(line).All {
		if !strings.Contains(separators, t.Text) {
			words = append(words, t.Fold)
		}
	}
	return cut(strings.Join(words, " "), nearLongest)
}

// cut keeps the first n characters.
func cut(s string, n int) string {
	count := 0
	for i := range s {
		if count++; count > n {
			return s[:i]
		}
	}
	return s
}

// nearest orders words by their distance to fold; what begins with fold is nearest.
func nearest(fold string, words []string) []string {
	type scored struct {
		text string
		d    int
	}
	fold = cut(fold, typedLongest)
	list := make([]scored, 0, len(words))
	for _, w := range words {
		f := squeeze(w)
		d := 0
		if !strings.HasPrefix(f, fold) {
			d = Distance(fold, f)
		}
		list = append(list, scored{w, d})
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(a.d, b.d) })
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.text
	}
	return out
}

// Distance counts the typing errors between two words: letters put in, left
// out, changed, or two neighbours swapped (Damerau's count). Of what is too long for
// a word it says that every letter differs: the count takes as many steps as the
// product of the lengths.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if most := max(len(x), len(y)); most > wordLongest {
		return most
	}
	return distances(x, y)[len(y)]
}

// distances counts the typing errors between x and every beginning of y.
func distances(x, y []rune) []int {
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row
}

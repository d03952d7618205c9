package advise

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
)

// Bounds of the search for the nearest lines: a refusal must not take longer than a move.
const (
	nearFirsts   = 8   // first answers followed to the end
	nearPerFirst = 12  // lines examined after each
	nearBudget   = 80  // answers tried after each
	nearAll      = 600 // answers tried in all
	nearLongest  = 120 // characters of a line compared
)

// Nearest lists up to n legal lines of a seat that are most like line.
func Nearest(t engine.Title, p engine.Position, seat engine.Seat, line string, n int) []string {
	return engine.Each(newLister(t, engine.Look(p, seat)).nearest(line, n), func(near nearLine) string {
		return near.line
	})
}

// nearest follows the first answers most like the beginning of the line, and after each the answers most like
// the rest. If the first word is a verb, or nearly one, other verbs are not considered: a player who typed
// "deliver" is not offered a card.
func (l *lister) nearest(line string, n int) []nearLine {
	type scored struct {
		nearLine
		d int
	}
	want := []rune(plain(line))
	rank := func(written string, list []engine.Answer) []engine.Answer { return closest(want, written, list) }
	var near []scored
	left, firsts := nearAll, 0
	for _, a := range rank("", l.ofItsVerb(line)) {
		if left <= 0 || firsts >= nearFirsts && len(near) >= n {
			break
		}
		count, about := 0, aboutOf(a)
		s := l.search(min(left, nearBudget))
		s.Rank = rank
		left -= s.Budget
		s.Yield = func(c engine.Choice) bool {
			near = append(near, scored{nearLine{line: c.Line, verb: a.Verb, about: about}, unlike(want, []rune(plain(c.Line)))})
			count++
			return count < nearPerFirst
		}
		s.Lines(l.tx, a)
		left += max(0, s.Budget)
		if count > 0 {
			firsts++
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return cmp.Compare(a.d, b.d) })
	return engine.Each(near[:min(n, len(near))], func(s scored) nearLine { return s.nearLine })
}

// ofItsVerb lists the answers of the verbs that the first word of a line may name; all
// answers if it names none.
func (l *lister) ofItsVerb(line string) []engine.Answer {
	words := spoken(line)
	named := len(words) > 0 && slices.ContainsFunc(engine.OpenPrompts(l.tx.Pos, l.tx.Seat, true), func(p engine.Prompt) bool {
		return slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return begunBy(v, words[0].Fold) })
	})
	var list []engine.Answer
	for _, a := range l.verbs() {
		if !named || begunBy(a.Verb, words[0].Fold) {
			list = slices.AppendSeq(list, a.Complete())
		}
	}
	return list
}

// aboutOf returns the texts of what an answer is about (Param.About).
func aboutOf(c engine.Answer) []string {
	var out []string
	for i, p := range c.Verb.Params {
		if p.About && engine.Has(c.Args, i) && p.Many != engine.Many {
			out = append(out, p.In(c.Args[:i]).Text(c.Args[i]))
		}
	}
	return out
}

// unlike counts typing errors between what was typed and a legal line. What the player
// omitted at the end counts a quarter: they may not have known it.
func unlike(typed, line []rune) int {
	least := 4 * (len(typed) + len(line))
	for j, d := range engine.Distances(typed, line) {
		least = min(least, 4*d+len(line)-j)
	}
	return least
}

// closest sorts answers by how well they continue the written part towards the wanted line, comparing only as
// much of that line as there is; of two equally good ones the longer comes first, because it covers more of it.
func closest(want []rune, written string, list []engine.Answer) []engine.Answer {
	rest := want[leastAt(engine.Distances([]rune(plain(written)), want)):]
	rest = []rune(strings.TrimLeft(string(rest), " "))
	type scored struct {
		engine.Answer
		d, length int
	}
	sorted := make([]scored, len(list))
	for i, c := range list {
		text := []rune(plain(c.Text()))
		row := engine.Distances(text, rest)
		sorted[i] = scored{c, min(4*row[leastAt(row)], unlike(rest, text)), len(text)}
	}
	slices.SortStableFunc(sorted, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(b.length, a.length))
	})
	for i, s := range sorted {
		list[i] = s.Answer
	}
	return list
}

// leastAt returns the first index of the smallest number.
func leastAt(row []int) int {
	at := 0
	for i, n := range row {
		if n < row[at] {
			at = i
		}
	}
	return at
}

// plain returns a line without case, accents, signs and double spaces, cut to a length that
// keeps the comparison cheap.
func plain(line string) string {
	words := engine.Each(spoken(line), func(t engine.Token) string { return t.Fold })
	return engine.Cut(strings.Join(words, " "), nearLongest)
}

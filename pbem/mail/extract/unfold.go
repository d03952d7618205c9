package extract

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Some programs fold long lines when they send them. An order with ">" in it may then
// continue in a line that begins with that sign, and looks like a quotation.

const (
	foldColumns = 64 // the narrowest lines that programs produce
	foldedLeast = 50 // minimum length of a folded line's first part
)

// foldedBefore reports whether a program may have folded a line because next did not fit.
func foldedBefore(text, next string) bool {
	first, _, _ := strings.Cut(next, " ")
	n := utf8.RuneCountInString(text)
	return n >= foldedLeast && n+1+utf8.RuneCountInString(first) > foldColumns
}

// unfold appends a line to the long one that it continues: the only marked line there, and not in the letter.
func (c *cutter) unfold() {
	joined := strings.Join(c.letter.keys, "") // line ends do not matter
	for i := 1; i < len(c.cells); i++ {
		x, before := &c.cells[i], c.lineBefore(i)
		if before == nil || !x.sign || x.folded == "" || !foldedBefore(before.folded, ">") || c.quotesMore(i) || strings.Contains(joined, x.key) {
			continue
		}
		before.folded += " > " + x.folded
		before.text, before.key = before.folded, foldedKey(before.folded)
		x.joined = true
	}
}

// unmark treats as unmarked what a program has folded off a line of the letter that it
// quotes without marks: the ">" was in that line.
func (c *cutter) unmark() {
	keys := strings.Join(c.letter.keys, "\n")
	for i := 1; i < len(c.cells); i++ {
		x, before := &c.cells[i], &c.cells[i-1]
		if k := ">" + x.key; x.sign && before.state == own && strings.Contains(keys, before.key+k) {
			x.depth, x.state, x.key, x.folded = 0, own, k, strings.TrimSpace("> "+x.folded)
		}
	}
}

// lineBefore returns the person's own line directly above line i; nil if there is none.
func (c *cutter) lineBefore(i int) *cell {
	for i--; i > 0 && c.cells[i].joined; i-- {
	}
	if x := &c.cells[i]; x.state == own && !x.joined {
		return x
	}
	return nil
}

// quotesMore reports whether another marked line follows line i.
func (c *cutter) quotesMore(i int) bool { return i+1 < len(c.cells) && c.cells[i+1].depth > 0 }

// hexName matches the name of a hex as the titles write it, followed by a comma or colon.
var hexName = regexp.MustCompile(`^[A-Za-z]{1,2}\d{1,2}[,:]?$`)

// foldedOrder reports whether an order continues in the next line because a program has
// folded it: by ">" before the fold, or because the line is full with what occurs only in
// orders. A line with a comment was not folded.
func foldedOrder(line, next string, v Vocabulary) bool {
	text := Fold(line)
	if next == "" || strings.Contains(text, "#") || v.Verb(word(v.English(next))) || v.Greeting(word(next)) {
		return false
	}
	if strings.HasSuffix(text, ">") {
		return true
	}
	first, _, _ := strings.Cut(next, " ")
	lowerWord := first == next && unicode.IsLower([]rune(next)[0])
	return foldedBefore(text, next) && (first == "with" || lowerWord || hexName.MatchString(first) || strings.Contains(next, " > "))
}

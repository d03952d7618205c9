package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Some programs quote with other signs than ">". Lines of the answered letter after such a sign identify it.

const quoteSigns = "|:»*¦}"

// signsLeast is the least number of the letter's lines after a sign.
const signsLeast = 2

// findSigns marks lines after a sign of quotation as quoted.
func (c *cutter) findSigns() {
	behind := map[rune][]int{} // lines, by the sign before them
	for i := range c.cells {
		sign, _ := utf8.DecodeRuneInString(strings.TrimLeft(c.cells[i].text, " "))
		if c.cells[i].state == own && strings.ContainsRune(quoteSigns, sign) {
			behind[sign] = append(behind[sign], i)
		}
	}
	if len(behind) == 0 {
		return
	}
	at := map[string]int{} // lines of the letter
	for i, k := range c.letter.keys {
		at[k] = i
	}
	proves := func(k string) bool {
		i, ok := at[k]
		return ok && len(k) >= evidenceBytes && !wordless(k) && !c.letter.choice(i)
	}
	for sign, lines := range behind {
		n := 0
		for _, i := range lines {
			if proves(Key(strings.TrimLeft(c.cells[i].text, string(sign)+" "))) {
				n++
			}
		}
		if n < signsLeast {
			continue
		}
		for _, i := range lines {
			x := &c.cells[i]
			x.text = strings.TrimLeft(x.text, string(sign)+" ")
			x.depth, x.state, x.folded = 1, quoted, Fold(x.text)
			x.key = foldedKey(x.folded)
		}
	}
}

// Holds returns a function that reports whether a line is a part of the letter, with any signs added by a program.
func (l *Letter) Holds() func(line string) bool {
	all := lettersOf(strings.Join(l.Lines, ""))
	return func(line string) bool {
		k := lettersOf(line)
		return len(k) >= holdsLeast && strings.Contains(all, k)
	}
}

// holdsLeast is the length from which such a part cannot be anybody's word.
const holdsLeast = 8

// lettersOf returns the letters and digits of a text.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

package extract

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold writes a line the way a typewriter would: NFKC, one kind of dash, quote and blank, no
// invisible characters, no blanks around it. What mail programs and phones "improve" is undone.
// Fold(Fold(s)) == Fold(s).
func Fold(s string) string {
	s = strings.ReplaceAll(s, "\u00a0", " ") // HTML is full of them; NFKC would do the same
	switch plain, single := typed(s); {
	case plain && single:
		return s
	case plain:
		return strings.Join(strings.Fields(s), " ")
	}
	return refold(s)
}

// typed tells whether a line is ASCII that a typewriter writes, as most lines are, and whether its
// blanks are single and inside.
func typed(s string) (plain, single bool) {
	before, single := byte(' '), true
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' || c == '`' {
			return false, false
		}
		single = single && (c != ' ' || before != ' ')
		before = c
	}
	return true, single && (before != ' ' || s == "")
}

func refold(s string) string {
	s = norm.NFKC.String(strings.Map(dropInvisible, s))
	s = norm.NFKC.String(strings.Map(plainRune, s))
	return strings.Join(strings.Fields(s), " ")
}

func dropInvisible(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case unicode.Is(unicode.Cf, r), unicode.IsControl(r), r == unicode.ReplacementChar:
		return -1 // zero width, BOM, soft hyphen, bidi controls, NUL
	case unicode.Is(unicode.Variation_Selector, r), r == '\u034f', r == '\u180e', r == '\u115f', r == '\u1160', r == '\u3164':
		return -1
	}
	return r
}

func plainRune(r rune) rune {
	switch r {
	case '‐', '‑', '‒', '–', '—', '―', '−', '⁃', '﹘', '﹣', '⸺', '⸻':
		return '-'
	case '‘', '’', '‚', '‛', '′', '‵', '`', '´', 'ʼ', 'ʹ', 'ˈ', '‹', '›':
		return '\''
	case '“', '”', '„', '‟', '″', '‶', '«', '»', '〝', '〞', '〟':
		return '"'
	}
	if unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) {
		return ' '
	}
	if unicode.Is(unicode.Cf, r) || unicode.IsControl(r) {
		return -1
	}
	return r
}

// key is a line as it is compared with another: folded, lower case, without blanks and quotation
// marks, so that wrapping and indenting do not matter.
func key(s string) string { return foldedKey(Fold(s)) }

// foldedKey is the key of a line that is folded already.
func foldedKey(folded string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimLeft(folded, "> "), " ", ""))
}

// wordless tells whether a line has neither letter nor digit: a rule, a smile, a tracker's mark.
func wordless(s string) bool {
	for _, r := range s {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && r != 'ᐧ' {
			return false
		}
	}
	return true
}

package extract

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// LineMost is the maximum length of a folded line in characters. Fold cuts a longer one and
// appends "...", so that it is still too long.
const LineMost = 1000

// TooLong reports whether a folded line, or several that were joined, have more characters
// than anybody writes in an order.
func TooLong(folded string) bool { return utf8.RuneCountInString(folded) > LineMost }

// Fold returns a line as a typewriter would write it: NFKC, one kind of dash, quote and
// space, no invisible characters, no leading or trailing spaces. It undoes what mail
// programs and phones "improve". Fold(Fold(s)) == Fold(s).
func Fold(s string) string {
	s = strings.ReplaceAll(s, "\u00a0", " ") // HTML is full of them; NFKC would do the same
	switch plain, single := typed(s); {
	case plain && single:
	case plain:
		if s = strings.Trim(s, " "); strings.Contains(s, "  ") {
			s = strings.Join(strings.Fields(s), " ")
		}
	default:
		folded, _ := refold(s)
		return folded
	}
	if len(s) > LineMost {
		return s[:LineMost] + cutOff
	}
	return s
}

// typewritten are signs that NFKC would make something else of: "no 3" of "nº 3", and a blank
// with an accent of the sign that many phones have for an apostrophe, "l´11".
var typewritten = replacer{"🔟´º°№", strings.NewReplacer("🔟", "10", "´", "'", "nº", "núm.", "Nº", "núm.", "n°", "núm.", "N°", "núm.", "№", "núm.")}

// replacer replaces signs in texts, most of which have none of them.
type replacer struct {
	signs string // of which each text that is replaced has one
	*strings.Replacer
}

func (r replacer) Replace(s string) string {
	if !strings.ContainsAny(s, r.signs) {
		return s
	}
	return r.Replacer.Replace(s)
}

// cutOff follows a line that was cut.
const cutOff = "..."

// typed reports whether a line consists of typewriter ASCII, as most do, and whether its
// spaces are single and inside.
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

// refold also returns how many characters it made of the line. What NFKC makes may be one of the typewritten signs.
func refold(s string) (folded string, made int) {
	folded, made = refoldOnce(s)
	if degrees.MatchString(folded) {
		folded, _ = refoldOnce(folded)
	}
	return folded, made
}

var degrees = regexp.MustCompile(`[nN]°`)

// refoldOnce stops at the limit: NFKC turns some characters into eighteen.
func refoldOnce(s string) (folded string, made int) {
	var b strings.Builder
	var it norm.Iter
	b.Grow(len(s))
	kept, blank, long := 0, false, false
	for it.InitString(norm.NFKC, typewritten.Replace(strings.Map(dropInvisible, s))); !it.Done() && !long; {
		for _, r := range string(it.Next()) {
			made++
			if r = plainRune(r); r < 0 {
				continue
			}
			if r == ' ' {
				blank = kept > 0
				continue
			}
			if blank && kept < LineMost {
				b.WriteByte(' ')
				kept++
			}
			blank = false
			if long = kept >= LineMost; long {
				break
			}
			b.WriteRune(r)
			kept++
		}
	}
	folded = norm.NFKC.String(b.String())
	if long {
		folded += strings.Repeat(".", max(len(cutOff), LineMost+1-utf8.RuneCountInString(folded)))
	}
	return folded, made
}

// keycap makes a key of the figure before it.
const keycap = '\u20e3'

func dropInvisible(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case unicode.Is(unicode.Cf, r), unicode.IsControl(r), r == unicode.ReplacementChar:
		return -1 // zero width, BOM, soft hyphen, bidi controls, NUL
	case unicode.Is(unicode.Variation_Selector, r), r == '\u034f', r == '\u180e', r == '\u115f', r == '\u1160', r == '\u3164', r == keycap:
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

// Key returns the form in which lines and texts are compared: folded, lower case, without spaces, quotation marks and
// the marks around choices, so that wrapping, indentation and programs that take these for formatting do not matter.
func Key(s string) string { return foldedKey(Fold(s)) }

// foldedKey returns the key of a line that is already folded.
func foldedKey(folded string) string {
	var k keyer
	k.b.Grow(len(folded))
	return k.key(folded)
}

// keyer makes the keys of many lines, which share their memory.
type keyer struct{ b strings.Builder }

const keysBytes = 4096 // of keys in one piece of memory

// key returns the key of a folded line, see foldedKey.
func (k *keyer) key(folded string) string {
	s := strings.TrimLeft(folded, "> ")
	if k.b.Cap()-k.b.Len() < len(s) {
		k.b = strings.Builder{}
		k.b.Grow(max(len(s), keysBytes))
	}
	from := k.b.Len()
	for i := range len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return strings.ToLower(keyless.Replace(s))
		case 'A' <= c && c <= 'Z':
			k.b.WriteByte(c + 'a' - 'A')
		case strings.IndexByte(keylessBytes, c) < 0:
			k.b.WriteByte(c)
		}
	}
	return k.b.String()[from:]
}

const keylessBytes = " []#"

var keyless = strings.NewReplacer(" ", "", "[", "", "]", "", "#", "")

// wordless reports whether a line has neither letter nor digit: a rule, a smiley, a tracker's mark.
func wordless(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && r != 'ᐧ' })
}

// Package names checks names in letters: not the service's own, not "everybody", and not similar to another
// name at the table.
package names

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"railpost/engine"
	"railpost/templates"
)

// longest limits a name that people choose for themselves.
const longest = 30

// Valid returns a name by which somebody can be called in letters to people who do not
// know them; "" if it could be more than a name. A name that says something would make the
// service send a stranger's words.
func Valid(name string, reserved *templates.Words, site string) string {
	name = strings.Join(strings.Fields(name), " ")
	letters := 0
	for i, r := range name {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.Is(unicode.Mn, r), unicode.IsDigit(r), r == ' ', r == '\'', r == '-':
		case r == '.' && (i+1 == len(name) || name[i+1] == ' '): // no domain
		default:
			return ""
		}
	}
	if letters == 0 || len([]rune(name)) > longest || strings.HasPrefix(engine.Fold(name), "www") || Misleads(name, reserved, site) {
		return ""
	}
	return name
}

// Misleads reports whether a name imitates the service or everybody, or mixes alphabets.
func Misleads(name string, reserved *templates.Words, site string) bool {
	return Mixed(name) || Imitates(name, reserved, site)
}

// Imitates reports whether a name reads as the service, its organiser or everybody, in any language.
func Imitates(name string, reserved *templates.Words, site string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) })
	whole := strings.Join(words, "")
	number := strings.TrimRight(whole, "0123456789") // "Player 1" is who was erased
	for word := range reserved.Service {
		if slices.ContainsFunc(append(words, whole, number), func(w string) bool { return reads(w, word) }) {
			return true
		}
	}
	for word := range reserved.Everybody {
		if word = strings.ReplaceAll(word, " ", ""); reads(whole, word) || reads(number, word) {
			return true
		}
	}
	return site != "" && Alike(name, site)
}

// reads reports whether a word looks like another, in any capitals.
func reads(word, like string) bool {
	return Alike(word, like) || Alike(word, strings.ToUpper(like)) || Alike(word, strings.ToUpper(like[:1])+like[1:])
}

// Alike reports whether two names look the same, apart from accents and case.
func Alike(a, b string) bool {
	return engine.Fold(skeleton(a)) == engine.Fold(skeleton(b)) || shapes.Replace(skeleton(a)) == shapes.Replace(skeleton(b))
}

// skeleton returns the letters and digits of a name, with look-alikes replaced by Latin ones.
func skeleton(name string) string {
	return strings.Map(func(r rune) rune {
		if to, ok := looksLike[r]; ok {
			return to
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(name))
}

// shapes maps Latin letters and digits of the same appearance to one, keeping the case.
var shapes = strings.NewReplacer("I", "l", "1", "l", "0", "o", "O", "o", "m", "rn", "w", "vv")

// looksLike maps Cyrillic, Greek, Armenian and rare Latin letters to similar ones, from confusables.txt of
// Unicode Technical Standard #39; small letters in the shape of capitals to these.
var looksLike = func() map[rune]rune {
	const pairs = "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ԌG ԚQ ԜW ӀI аa вb еe гr ѕs іi јj кk мm нh оo пn рp сc тt уy хx һh ԁd ԛq ԝw ӏl ѵv " +
		"ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa γy ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj օo սu հh ցg ıi ɑa ɡg ɩi"
	out := map[rune]rune{}
	for _, pair := range strings.Fields(pairs) {
		r := []rune(pair)
		out[r[0]] = r[1]
	}
	return out
}()

// Mixed reports whether a word of a name has letters of several scripts, but for those that are
// written together (UTS #39, 5.2).
func Mixed(name string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		scripts := map[string]bool{}
		for _, r := range word {
			if unicode.IsLetter(r) {
				scripts[scriptOf(r)] = true
			}
		}
		return len(scripts) > 1
	})
}

func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		switch {
		case !unicode.Is(table, r):
		case slices.Contains([]string{"Hiragana", "Katakana", "Hangul", "Bopomofo"}, name):
			return "Han"
		default:
			return name
		}
	}
	return ""
}

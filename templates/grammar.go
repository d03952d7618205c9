package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
)

// grammar is the part of a language that needs code, since it depends on arguments. The zero grammar has no
// such part.
type grammar struct {
	dots  bool                             // between groups of three figures
	and   func(and, last string) string    // joins the last element to a list
	words map[string]func(word any) string // functions for its messages
}

var grammars = map[string]grammar{
	"es": {dots: true, and: spanishAnd, words: map[string]func(any) string{"y": spanishY, "o": spanishO}},
	"ca": {dots: true, words: map[string]func(any) string{"de": catalanDe}},
}

// functions returns the functions that messages may call.
func functions() map[string]any {
	all := map[string]any{}
	for _, g := range grammars {
		for name, f := range g.words {
			all[name] = f
		}
	}
	return all
}

// number returns a number as the language writes it.
func (g *grammar) number(n int) string {
	if g.dots {
		return dotted(n).String()
	}
	return itoa(n)
}

// dotted is a number that prints with dots (12.345, but 1383) and compares as a number in text/template.
type dotted int

const dotsFrom = 10_000

func (n dotted) String() string {
	s := strconv.Itoa(int(n))
	for i := len(s) - 3; i > 0 && s[i-1] != '-' && (n >= dotsFrom || n <= -dotsFrom); i -= 3 {
		s = s[:i] + "." + s[i:]
	}
	return s
}

// sound is the beginning of a word in small letters without accents: "ho" is "o", and "h" remains of an h
// before a consonant.
func sound(word string) string {
	s := engine.Fold(strings.TrimLeft(word, "«“\"'(["))
	if rest := strings.TrimPrefix(s, "h"); begins(rest, "aeiouy") {
		return rest
	}
	return s
}

// begins reports whether s begins with one of some letters.
func begins(s, letters string) bool { return s != "" && strings.IndexByte(letters, s[0]) >= 0 }

// digits returns the figures with which a text begins, without the dots of thousands.
func digits(word string) string {
	n := 0
	for n < len(word) && (word[n] >= '0' && word[n] <= '9' || word[n] == '.') {
		n++
	}
	return strings.ReplaceAll(word[:n], ".", "")
}

// isEleven reports whether figures are spoken with eleven first: 11, 11.000, 11.000.000.
func isEleven(n string) bool { return strings.HasPrefix(n, "11") && len(n)%3 == 2 }

// spanishAnd returns " y " or, before the sound i, " e ".
func spanishAnd(and, last string) string {
	if saysI(last) {
		return strings.Replace(and, "y", "e", 1)
	}
	return and
}

func saysI(word string) bool {
	if strings.Trim(word, "IVX") == "" { // a number
		return false
	}
	s := sound(word)
	return begins(s, "iy") && len(s) > 1 && !begins(s[1:], "aeou")
}

// spanishY returns a word with "and" before it: "e Inés", "y hielo".
func spanishY(word any) string {
	s := fmt.Sprint(word)
	return spanishAnd("y ", s) + s
}

// spanishO returns a word with "or" before it: "u otra", "u 8", "o 7".
func spanishO(word any) string {
	s := fmt.Sprint(word)
	if n := digits(s); begins(sound(s), "o") || begins(n, "8") || isEleven(n) {
		return "u " + s
	}
	return "o " + s
}

// heardH are names with an aspirated h in Catalan.
var heardH = []string{"harry", "heidi", "hans", "heinz", "helmut", "henry", "holger", "horst", "howard", "hugh"}

// catalanDe returns a word with "of" before it: "d'Ana", "d'11", "de Ben", "de Iolanda".
func catalanDe(word any) string {
	s := fmt.Sprint(word)
	first, _, _ := strings.Cut(engine.Fold(s), " ")
	n, from := digits(s), sound(s)
	switch {
	case slices.Contains(heardH, first):
	case n == "1", isEleven(n), begins(from, "aeo"), begins(from, "iu") && (len(from) == 1 || !begins(from[1:], "aeiou")):
		return "d'" + s
	}
	return "de " + s
}

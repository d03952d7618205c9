package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Token is a word or sign of a line.
type Token struct {
	Text   string // as written
	Fold   string // lower case, without accents and hyphens
	Column int    // in characters, from 1
}

// Tokens is a line cut into words and signs, and a place in it.
type Tokens struct {
	Line string
	All  []Token
	At   int
}

// signs stand alone even without blanks round them.
const signs = ":,;[](){}>?="

// Tokenize cuts a line. Blanks part words; signs stand alone; a final full stop is dropped.
func Tokenize(line string) *Tokens {
	t := &Tokens{Line: line}
	trimmed := strings.TrimRight(line, " \t.")
	start, column := -1, 0
	startColumn := 0
	flush := func(end int) {
		if start >= 0 {
			t.add(trimmed[start:end], startColumn)
			start = -1
		}
	}
	for i, r := range trimmed {
		column++
		switch {
		case unicode.IsSpace(r):
			flush(i)
		case strings.ContainsRune(signs, r):
			flush(i)
			t.add(string(r), column)
		case start < 0:
			start, startColumn = i, column
		}
	}
	flush(len(trimmed))
	return t
}

func (t *Tokens) add(text string, column int) {
	t.All = append(t.All, Token{Text: text, Fold: Fold(text), Column: column})
}

// Done is true behind the last token.
func (t *Tokens) Done() bool { return t.At >= len(t.All) }

// Peek is the next token; the zero Token at the end.
func (t *Tokens) Peek() Token {
	if t.Done() {
		return Token{Column: utf8.RuneCountInString(strings.TrimRight(t.Line, " \t.")) + 1}
	}
	return t.All[t.At]
}

// Next takes the next token.
func (t *Tokens) Next() Token {
	tok := t.Peek()
	if !t.Done() {
		t.At++
	}
	return tok
}

// splitAt cuts the next token after n bytes into two.
func (t *Tokens) splitAt(n int) {
	tok := t.All[t.At]
	head := Token{Text: tok.Text[:n], Fold: Fold(tok.Text[:n]), Column: tok.Column}
	tail := Token{Text: tok.Text[n:], Fold: Fold(tok.Text[n:]), Column: tok.Column + utf8.RuneCountInString(tok.Text[:n])}
	rest := append([]Token{head, tail}, t.All[t.At+1:]...)
	t.All = append(t.All[:t.At:t.At], rest...)
}

// span is column and length in characters of the tokens from index i up to t.At.
func (t *Tokens) span(i int) (column, length int) {
	if i >= len(t.All) {
		return t.Peek().Column, 0
	}
	column = t.All[i].Column
	last := t.At - 1
	if last < i {
		last = i
	}
	end := t.All[last]
	return column, end.Column + utf8.RuneCountInString(end.Text) - column
}

// Fold makes spellings comparable: lower case, no accents, no hyphens.
func Fold(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || c == '-' || 'A' <= c && c <= 'Z' {
			ascii = false
			break
		}
	}
	if ascii {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if r == '-' || r == '·' {
			continue
		}
		if plain, ok := accents[r]; ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// accents of the languages the games and their players use.
var accents = func() map[rune]string {
	m := map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ł': "l"}
	for plain, marked := range map[string]string{
		"a": "áàâäãåąă", "c": "çčć", "d": "ď", "e": "éèêëěę", "i": "íìîï", "n": "ñňń",
		"o": "óòôöõő", "r": "řŕ", "s": "šśş", "t": "ťţ", "u": "úùûüůű", "y": "ýÿ", "z": "žźż", "l": "ľĺ",
	} {
		for _, r := range marked {
			m[r] = plain
		}
	}
	return m
}()

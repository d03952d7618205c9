package engine

import (
	"slices"
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

// Tokens is a line split into words and signs, with a current place.
type Tokens struct {
	Line string
	All  []Token
	At   int

	completed bool     // the order has been carried out before, see Completed
	failed    *Refusal // why an optional parameter could not be read
}

// Signs are tokens even without spaces around them; separators are those that merely
// separate answers.
const (
	Signs      = separators + ">?="
	separators = ":,;[](){}"
)

// Tokenize splits a line. Spaces separate words; signs are tokens of their own; a final full stop and isolated
// dashes are dropped.
func Tokenize(line string) *Tokens {
	t := &Tokens{Line: line, All: make([]Token, 0, 8)}
	split(line, func(tok Token) bool {
		t.All = append(t.All, tok)
		return true
	})
	return t
}

// FirstFold returns the first word or sign of a line, folded; "" of an empty one.
func FirstFold(line string) (fold string) {
	split(line, func(tok Token) bool {
		fold = tok.Fold
		return false
	})
	return fold
}

// split yields the tokens of a line until yield returns false.
func split(line string, yield func(Token) bool) {
	trimmed := trimEnd(line)
	start, column, startColumn := -1, 0, 0
	word := func(from, to, column int) bool {
		if from < 0 {
			return true
		}
		fold := Fold(trimmed[from:to])
		return fold == "" || yield(Token{Text: trimmed[from:to], Fold: fold, Column: column})
	}
	for i, r := range trimmed {
		column++
		space := unicode.IsSpace(r)
		switch {
		case space || strings.ContainsRune(Signs, r):
			if !word(start, i, startColumn) || !space && !word(i, i+utf8.RuneLen(r), column) {
				return
			}
			start = -1
		case start < 0:
			start, startColumn = i, column
		}
	}
	word(start, len(trimmed), startColumn)
}

// trimEnd removes spaces and full stops from the end of a line.
func trimEnd(line string) string {
	return strings.TrimRightFunc(line, func(r rune) bool { return r == '.' || unicode.IsSpace(r) })
}

// is reports whether the token is a lead as a title writes it.
func (t Token) is(lead string) bool {
	fold := Fold(lead)
	return t.Text == lead || fold != "" && t.Fold == fold
}

// Missing reports whether an answer ends where a word was expected.
func (t Token) Missing() bool { return strings.Contains(separators, t.Text) }

// keep remembers why an optional parameter was not read: if the word cannot be read in any other way either,
// this may be the mistake.
func (t *Tokens) keep(err error) {
	r, ok := AsRefusal(err)
	if ok && r.Kind == NotUnderstood && (t.failed == nil || r.Column > t.failed.Column) {
		t.failed = r
	}
}

// further returns whichever refusal is further into the line. Of two at the same place, the one with expected
// words wins, and adds those of the other.
func (t *Tokens) further(err error) error {
	r, ok := AsRefusal(err)
	if !ok || t.failed == nil || t.failed.Column < r.Column {
		return err
	}
	if t.failed.Column > r.Column {
		return t.failed
	}
	if r.Kind != NotUnderstood {
		both := *t.failed
		both.Expected = append(slices.Clone(both.Expected), r.Expected...)
		return &both
	}
	both := *r
	both.Expected = append(slices.Clone(t.failed.Expected), r.Expected...)
	return &both
}

// Done reports whether t is past the last token.
func (t *Tokens) Done() bool { return t.At >= len(t.All) }

// Peek returns the next token without consuming it; the zero Token at the end.
func (t *Tokens) Peek() Token {
	if t.Done() {
		return Token{Column: utf8.RuneCountInString(trimEnd(t.Line)) + 1}
	}
	return t.All[t.At]
}

// Next consumes the next token and returns it.
func (t *Tokens) Next() Token {
	tok := t.Peek()
	if !t.Done() {
		t.At++
	}
	return tok
}

// splitAt splits the next token in two after n bytes.
func (t *Tokens) splitAt(n int) {
	tok := t.All[t.At]
	head := Token{Text: tok.Text[:n], Fold: Fold(tok.Text[:n]), Column: tok.Column}
	tail := Token{Text: tok.Text[n:], Fold: Fold(tok.Text[n:]), Column: tok.Column + utf8.RuneCountInString(tok.Text[:n])}
	rest := append([]Token{head, tail}, t.All[t.At+1:]...)
	t.All = append(t.All[:t.At:t.At], rest...)
}

// span returns the column and length, in characters, of the tokens from index i up to t.At.
func (t *Tokens) span(i int) (column, length int) {
	if i >= len(t.All) {
		return t.Peek().Column, 0
	}
	column = t.All[i].Column
	end := t.All[max(i, t.At-1)]
	return column, end.Column + utf8.RuneCountInString(end.Text) - column
}

// unheard are characters without meaning: hyphens, dashes, the Catalan middle dot, and invisible ones.
const unheard = "-\u2010\u2011\u2012\u2013\u2014\u2212\u00b7\u00ad\u200b\u200c\u200d\u2060\ufeff"

// Fold makes spellings comparable: lower case, no accents, no hyphens.
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf {
			return foldAny(s)
		} else if c == '-' || 'A' <= c && c <= 'Z' {
			return foldASCII(s, i)
		}
	}
	return s
}

// foldASCII folds s, whose first i bytes are already folded.
func foldASCII(s string, i int) string {
	var line [128]byte // long enough for most, without an allocation
	b := append(line[:0], s[:i]...)
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return foldAny(s)
		case c == '-':
		case 'A' <= c && c <= 'Z':
			b = append(b, c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

func foldAny(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if unicode.Is(unicode.Mn, r) || strings.ContainsRune(unheard, r) {
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

// accents maps the accented letters of the languages of games and players.
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

// Squeeze is Fold without spaces: the form in which spellings are compared.
func Squeeze(s string) string { return strings.ReplaceAll(Fold(s), " ", "") }

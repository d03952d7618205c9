package words

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// Number reads a choice by its number, from 1: "3", "[3]", or "#3", as English reads "three" and "option 3".
func Number(text string) (int, bool) {
	text = strings.Trim(text, "[]#. ")
	if text == "" || text[0] > '9' { // most lines: the error of Atoi would be allocated
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0
}

// IsMode reports whether a line only says how to treat the others: "preview", "partial ok".
func IsMode(line string) bool {
	word, rest := First(line), engine.Fold(After(line))
	return word == "preview" && rest == "" || word == "partial" && (rest == "" || rest == "ok")
}

// Words that stand for the lines of a turn.
const (
	Usual   = "usual"   // the usual turn of the answered letter
	Default = "default" // the default for a player whose time is up
)

// Turn returns the word of a line that stands for a turn; "" for another line. The word must be alone: "the
// usual turn" is a heading that a quoted letter may leave in a mail.
func Turn(line string) string {
	if word := engine.Fold(strings.Trim(line, " .!")); word == Usual || word == Default {
		return word
	}
	return ""
}

// IsTurn reports whether a line stands for a turn.
func IsTurn(line string) bool { return Turn(line) != "" }

// BeginsWith reports whether some spelling of a verb begins with word.
func BeginsWith(v engine.Verb, word string) bool {
	return First(v.Name) == word || slices.ContainsFunc(v.Also, func(also string) bool { return First(also) == word })
}

// First returns the first word of a line, folded by engine.Fold.
func First(line string) string { return strings.Trim(engine.FirstFold(line), "!¡¿") }

// AfterSubject returns "pass" of "I pass".
func AfterSubject(said *templates.Words, line string) string {
	if said.IsFiller(First(line)) {
		return After(line)
	}
	return line
}

// signs reports whether a line consists of words of one of some names.
func signs(line string, names ...string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return lexKey(string(r)) == "" })
	return len(words) > 0 && slices.ContainsFunc(names, func(name string) bool {
		of := strings.Fields(name)
		return !slices.ContainsFunc(words, func(w string) bool {
			return !slices.ContainsFunc(of, func(o string) bool { return lexKey(o) == lexKey(w) })
		})
	})
}

// Unsign removes lines below the last order that consist of words of one of some names.
func Unsign(s *extract.Sorted, names ...string) {
	last := 0
	if n := len(s.Orders); n > 0 {
		last = s.Orders[n-1].N
	}
	name := func(u extract.Unread) bool { return u.N > last && signs(u.Text, names...) }
	s.Talk, s.Unread = slices.DeleteFunc(s.Talk, name), slices.DeleteFunc(s.Unread, name)
}

// After returns the rest after the first word of a line.
func After(line string) string {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, " \t:")
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(strings.TrimLeft(line[i:], " \t:"))
}

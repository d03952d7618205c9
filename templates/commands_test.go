package templates

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
)

// TestCommandsOfLanguages: commands between backticks are the English ones, as the dictionary translates them.
func TestCommandsOfLanguages(t *testing.T) {
	s := newSet(t)
	files := expect.Get(fs.Glob(embedded, English+"/*.toml"))(t)
	for _, lang := range s.Languages() {
		for _, f := range files {
			if lang == English || path.Base(f) == wordsFile {
				continue
			}
			own := messagesOf(t, lang+"/"+path.Base(f))
			for key, en := range messagesOf(t, f) {
				if m := own[key]; m != nil {
					compareCommands(t, s, lang, key, en.Other, m.Other)
				}
			}
		}
	}
}

var (
	command   = regexp.MustCompile("`([^`]*)`")
	quotation = regexp.MustCompile(`"([^"]*)"`)
)

func compareCommands(t *testing.T, s *Set, lang, key, en, text string) {
	commands := commandsOf(command, en)
	quoted := slices.Concat(commands, commandsOf(quotation, en))
	own := commandsOf(command, text)
	book := s.Book(lang, titleOf(key))
	same1 := func(own, english string) bool {
		return strings.HasPrefix(english, "set language ") || slices.ContainsFunc(around, func(before string) bool {
			return book.Read(before+own).English == book.Read(before+english).English || book.Print(before+english) == book.Print(before)+own
		})
	}
	says := func(own, english said) bool {
		return same1(own.alone, english.alone) || same1(own.whole, english.whole)
	}
	for _, c := range commands {
		if !slices.ContainsFunc(own, func(o said) bool { return says(o, c) }) {
			t.Errorf("%s lacks the command %q, which is %q: %q", key, c.whole, book.Print(c.whole), text)
		}
	}
	for _, o := range own {
		english := book.Read(o.alone).English
		if !slices.ContainsFunc(quoted, func(c said) bool { return says(o, c) }) && !strings.Contains(en, english) && !strings.HasPrefix(english, "set language ") {
			t.Errorf("%s has the command %q, read as %q, which English has not: %q", key, o.whole, english, en)
		}
	}
}

// around is what may precede the words of a message that are the rest of an order.
var around = []string{"", "new xyz 4 ", "pass, ", "propose "}

// said is a command of a message. After one that sets something, a lone word may be another value for it.
type said struct{ alone, whole string }

// commandsOf returns the commands in a text, with a word for whatever is filled in, and one
// command for each of the words between "|".
func commandsOf(in *regexp.Regexp, text string) (list []said) {
	var set []string
	for _, c := range in.FindAllStringSubmatch(text, -1) {
		words := strings.Fields(action.ReplaceAllString(c[1], " xyz "))
		if len(words) == 0 {
			continue
		}
		last := len(words) - 1
		before := words[:last]
		if last == 0 && len(set) == 3 {
			before = set[:2]
		}
		for _, value := range strings.Split(words[last], "|") {
			list = append(list, said{
				alone: strings.Join(append(slices.Clone(words[:last]), value), " "),
				whole: strings.Join(append(slices.Clone(before), value), " "),
			})
		}
		if len(words) == 3 {
			set = words
		}
	}
	return list
}

// titleOf returns the title whose message a key is, or one of which messages of the service have
// examples.
func titleOf(key string) string {
	title, _, _ := strings.Cut(key, ".")
	if titles.Find(title) == nil {
		return "18mag"
	}
	return title
}

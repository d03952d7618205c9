package templates

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// Languages returns the languages in which letters can be written, as "en".
func Languages() (list []string) {
	files, err := fs.Glob(embedded, "*/letters.toml")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	for _, file := range files {
		list = append(list, path.Dir(file))
	}
	return list
}

// Language returns the language that a word names, as "es" for "castellano", in any language
// of the set; "" if it names none.
func (s *Set) Language(word string) string {
	word = engine.Fold(strings.TrimSpace(word))
	for lang := range s.languages {
		if word == lang {
			return lang
		}
		for _, in := range s.languages {
			for _, name := range []string{key.LanguageOf + lang, key.LanguageAlsoOf + lang} {
				if m := in.messages[name]; m != nil && engine.Fold(m.Other) == word {
					return lang
				}
			}
		}
	}
	return ""
}

// Offered returns the languages of the set that have a name: those in which players can read.
func (s *Set) Offered() []string {
	return slices.DeleteFunc(s.Languages(), func(lang string) bool { return !s.Has(English, key.LanguageOf+lang) })
}

// LanguageArg names a language in a message.
func LanguageArg(name, lang string) engine.Arg { return engine.Term(name, key.LanguageOf+lang) }

// polyglot says in each language how to have letters in it.
func (s *Set) polyglot() string {
	var list []string
	for _, lang := range s.Languages() {
		if m := s.languages[lang].messages[key.LanguageChange]; s.languages[lang].own[key.LanguageChange] {
			list = append(list, m.Other)
		}
	}
	return strings.Join(list, " ")
}

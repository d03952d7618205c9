package templates

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/language"

	"railpost/engine"
	"railpost/templates/key"
	"railpost/templates/parlance"
)

// Facts hold orders as the log has them, in English. A letter in another language shows them
// in its own words.

// phrasebook is a parlance.Book.
type phrasebook interface {
	Print(order string) string
	Read(line string) parlance.Line
}

//go:embed en/*.toml es/*.toml ca/*.toml
var embedded embed.FS

// English is the language in which every message exists.
const English = "en"

// Set holds the messages and the words of all languages. It is safe for concurrent use.
type Set struct {
	languages map[string]*tongue
	words     Words
	tables    map[string]parlance.Table // order words of the languages
	books     sync.Map                  // of parlance.Book, made at the first use, by language and title
}

// tongue is one language.
type tongue struct {
	name      string
	grammar   grammar
	book      func(title string) phrasebook // of a title; nil: orders stay as in the log
	localizer *i18n.Localizer
	messages  map[string]*i18n.Message // its own, and those that only English has
	own       map[string]bool
	// Messages of one form, ready to be filled in: those that only name arguments, and others.
	pieces map[string]pieces
	single map[string]template.ParsedTemplate
}

// New returns the set of the embedded files of messages and words, and of more in the same
// format: those of titles that are not offered to players. It returns an error for a file
// that cannot be parsed. Parsing three languages takes 130 ms, so the set without more is
// made once a process.
func New(more ...fs.FS) (*Set, error) {
	if len(more) == 0 {
		return embeddedSet()
	}
	return load(append([]fs.FS{embedded}, more...)...)
}

var embeddedSet = sync.OnceValues(func() (*Set, error) { return load(embedded) })

// load reads <language>/*.toml.
func load(files ...fs.FS) (*Set, error) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	s := &Set{languages: map[string]*tongue{}, tables: map[string]parlance.Table{}}
	for _, f := range files {
		if err := s.readAll(bundle, f); err != nil {
			return nil, err
		}
	}
	if s.languages[English] == nil {
		return nil, fmt.Errorf("templates: no messages in %s/", English)
	}
	for _, t := range s.languages {
		if t.name != English {
			t.book = func(title string) phrasebook { return s.Book(t.name, title) }
		}
		if err := t.finish(bundle, s.languages[English]); err != nil {
			return nil, fmt.Errorf("templates: %s: %w", t.name, err)
		}
	}
	return s, nil
}

func (s *Set) readAll(bundle *i18n.Bundle, files fs.FS) error {
	paths, err := fs.Glob(files, "*/*.toml")
	if err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	for _, p := range paths {
		if err := s.read(bundle, files, p); err != nil {
			return fmt.Errorf("templates: %s: %w", p, err)
		}
	}
	return nil
}

func (s *Set) read(bundle *i18n.Bundle, files fs.FS, file string) error {
	b, err := fs.ReadFile(files, file)
	if err != nil {
		return err
	}
	if path.Base(file) == wordsFile {
		s.tables[path.Dir(file)], err = s.words.add(b)
		return err
	}
	lang := path.Dir(file)
	// go-i18n takes the language from the name of the file: "russian.en.toml".
	parsed, err := bundle.ParseMessageFileBytes(b, strings.TrimSuffix(path.Base(file), ".toml")+"."+lang+".toml")
	if err != nil {
		return err
	}
	t := s.languages[lang]
	if t == nil {
		t = &tongue{name: lang, grammar: grammars[lang], messages: map[string]*i18n.Message{}, own: map[string]bool{}, pieces: map[string]pieces{}, single: map[string]template.ParsedTemplate{}}
		s.languages[lang] = t
	}
	for _, m := range parsed.Messages {
		switch {
		case t.own[m.ID]:
			return fmt.Errorf("the message %q is defined twice in this language", m.ID)
		case m.Other == "":
			return fmt.Errorf("the message %q has no text, or no form \"other\"", m.ID)
		}
		t.own[m.ID], t.messages[m.ID] = true, m
	}
	return nil
}

// finish adds messages that only English has and parses those that do not depend on a number: go-i18n chooses
// plural forms.
func (t *tongue) finish(bundle *i18n.Bundle, english *tongue) error {
	t.localizer = i18n.NewLocalizer(bundle, t.name, English)
	for key, m := range english.messages {
		if t.messages[key] == nil {
			t.messages[key] = m
		}
	}
	for key, m := range t.messages {
		p, err := fill.Parse(m.Other, m.LeftDelim, m.RightDelim)
		if err != nil {
			return fmt.Errorf("the message %q: %w", key, err)
		}
		if plural(m) {
			continue
		}
		if only, ok := p.(pieces); ok {
			t.pieces[key] = only
		} else {
			t.single[key] = p
		}
	}
	return nil
}

// plural reports whether a message has forms besides "other".
func plural(m *i18n.Message) bool {
	return m.Zero != "" || m.One != "" || m.Two != "" || m.Few != "" || m.Many != ""
}

// tongue returns a language of the set; English for an unknown one.
func (s *Set) tongue(lang string) *tongue {
	if t := s.languages[lang]; t != nil {
		return t
	}
	base, _, _ := strings.Cut(lang, "-")
	if t := s.languages[base]; t != nil {
		return t
	}
	return s.languages[English]
}

// Languages returns the languages with messages, as "en".
func (s *Set) Languages() []string { return slices.Sorted(maps.Keys(s.languages)) }

// Has reports whether language lang itself has a message with this key.
func (s *Set) Has(lang, key string) bool {
	t := s.languages[lang]
	return t != nil && t.own[key]
}

// Words returns the words of all languages. They must not be changed.
func (s *Set) Words() *Words { return &s.words }

// Book returns the order words of a title, "" for those of the service alone, as readers of a language write
// and read them; English ones for a language without any.
func (s *Set) Book(lang, title string) *parlance.Book {
	if base, _, _ := strings.Cut(lang, "-"); s.tables[lang].Orders == nil {
		lang = base
	}
	if s.tables[lang].Orders == nil {
		lang = English
	}
	k := [2]string{lang, title}
	if b, ok := s.books.Load(k); ok {
		return b.(*parlance.Book)
	}
	b, _ := s.books.LoadOrStore(k, parlance.New(s.tables, lang, title))
	return b.(*parlance.Book)
}

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

// Offered returns the languages of the set that have a name, which players can choose.
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

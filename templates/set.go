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
	Term(name string) string
	Read(line string) parlance.Line
}

//go:embed [a-z][a-z]/*.toml
var embedded embed.FS

// English is the language in which every message exists.
const English = "en"

// Set holds the messages and the words of all languages. It is safe for concurrent use.
type Set struct {
	languages map[string]func() *tongue // each is read when it is first needed
	words     Words
	tables    map[string]parlance.Table // order words of the languages
	books     *sync.Map                 // of parlance.Book, made at the first use, by language and title
	drafts    []string                  // languages that are offered although they lack messages
}

// tongue is one language.
type tongue struct {
	name      string
	grammar   grammar
	book      func(title string) phrasebook // of a title; nil: orders stay as in the log
	localizer *i18n.Localizer               // of messages with plural forms
	messages  map[string]*i18n.Message      // its own, and those that only English has
	own       map[string]bool
	english   *tongue
	// Its own messages of one form, ready to be filled in: those that only name arguments, and others.
	pieces map[string]pieces
	single map[string]template.ParsedTemplate
}

// New returns the set of the embedded files of messages and words, and of more in the same
// format: those of titles that are not offered to players. It returns an error for a file of words
// or of English messages that cannot be parsed. A language takes 20 ms of processor, so it is read
// when it is first needed (and a file that cannot be parsed panics then), and the set without more
// is made once a process.
func New(more ...fs.FS) (*Set, error) {
	if len(more) == 0 {
		return embeddedSet()
	}
	return load(append([]fs.FS{embedded}, more...)...)
}

// Offering returns the set with languages that are offered to players even if they lack messages.
func (s *Set) Offering(drafts ...string) *Set {
	out := *s
	out.drafts = drafts
	return &out
}

var embeddedSet = sync.OnceValues(func() (*Set, error) { return load(embedded) })

// load finds <language>/*.toml, and reads words and English.
func load(files ...fs.FS) (*Set, error) {
	s := &Set{languages: map[string]func() *tongue{}, tables: map[string]parlance.Table{}, books: &sync.Map{}}
	of := map[string][]source{} // by language
	for _, f := range files {
		paths, err := fs.Glob(f, "*/*.toml")
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		for _, p := range paths {
			if lang := path.Dir(p); path.Base(p) != wordsFile {
				of[lang] = append(of[lang], source{f, p})
			} else if s.tables[lang], err = s.readWords(source{f, p}); err != nil {
				return nil, err
			}
		}
	}
	if of[English] == nil {
		return nil, fmt.Errorf("templates: no messages in %s/", English)
	}
	english, err := s.read(English, of[English], nil)
	if err != nil {
		return nil, err
	}
	for lang, sources := range of {
		s.languages[lang] = sync.OnceValue(func() *tongue {
			t, err := s.read(lang, sources, english)
			if err != nil {
				panic(err) // a file of the program, which the tests read
			}
			return t
		})
	}
	s.languages[English] = func() *tongue { return english }
	return s, nil
}

// source is a file of messages or words.
type source struct {
	in   fs.FS
	path string
}

func (s *Set) readWords(f source) (parlance.Table, error) {
	b, err := fs.ReadFile(f.in, f.path)
	if err == nil {
		var t parlance.Table
		if t, err = s.words.add(b); err == nil {
			return t, nil
		}
	}
	return parlance.Table{}, fmt.Errorf("templates: %s: %w", f.path, err)
}

// read reads a language; english is nil if it is English itself.
func (s *Set) read(lang string, sources []source, english *tongue) (*tongue, error) {
	t := &tongue{name: lang, grammar: grammars[lang], messages: map[string]*i18n.Message{}, own: map[string]bool{}, english: english, pieces: map[string]pieces{}, single: map[string]template.ParsedTemplate{}}
	for _, f := range sources {
		if err := t.add(f); err != nil {
			return nil, fmt.Errorf("templates: %s: %w", f.path, err)
		}
	}
	if english != nil {
		t.book = func(title string) phrasebook { return s.Book(lang, title) }
	}
	if err := t.finish(); err != nil {
		return nil, fmt.Errorf("templates: %s: %w", lang, err)
	}
	return t, nil
}

// add adds the messages of a file. A message is a text, or a table of its plural forms.
func (t *tongue) add(f source) error {
	b, err := fs.ReadFile(f.in, f.path)
	if err != nil {
		return err
	}
	var file map[string]any
	if err := toml.Unmarshal(b, &file); err != nil {
		return err
	}
	for id, form := range file {
		m := &i18n.Message{}
		if text, ok := form.(string); ok {
			m.Other = text
		} else if m, err = i18n.NewMessage(form); err != nil {
			return fmt.Errorf("the message %q: %w", id, err)
		}
		m.ID = id
		switch {
		case t.own[id]:
			return fmt.Errorf("the message %q is defined twice in this language", id)
		case m.Other == "":
			return fmt.Errorf("the message %q has no text, or no form \"other\"", id)
		}
		t.own[id], t.messages[id] = true, m
	}
	return nil
}

// finish parses the messages of the language that do not depend on a number, hands the others to go-i18n, which
// chooses plural forms, and adds those that only English has.
func (t *tongue) finish() error {
	var several []*i18n.Message
	for key, m := range t.messages {
		p, err := fill.Parse(m.Other, m.LeftDelim, m.RightDelim)
		if err != nil {
			return fmt.Errorf("the message %q: %w", key, err)
		}
		if plural(m) {
			several = append(several, m)
		} else if only, ok := p.(pieces); ok {
			t.pieces[key] = only
		} else {
			t.single[key] = p
		}
	}
	tag := language.Make(t.name)
	bundle := i18n.NewBundle(tag)
	t.localizer = i18n.NewLocalizer(bundle, t.name)
	if t.english != nil {
		for key, m := range t.english.messages {
			if !t.own[key] {
				t.messages[key] = m
			}
		}
	}
	return bundle.AddMessages(tag, several...)
}

// plural reports whether a message has forms besides "other".
func plural(m *i18n.Message) bool {
	return m.Zero != "" || m.One != "" || m.Two != "" || m.Few != "" || m.Many != ""
}

// tongue returns a language of the set; English for an unknown one.
func (s *Set) tongue(lang string) *tongue {
	base, _, _ := strings.Cut(lang, "-")
	for _, l := range []string{lang, base} {
		if read := s.languages[l]; read != nil {
			return read()
		}
	}
	return s.languages[English]()
}

// draft reports whether a language lacks more than a tenth of the messages: its letters would be half English.
func (s *Set) draft(lang string) bool {
	t := s.tongue(lang)
	return t.english != nil && 10*len(t.own) < 9*len(t.english.own)
}

// Languages returns the languages of letters, as "en"; drafts only if they are to be offered.
func (s *Set) Languages() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.languages)), func(lang string) bool {
		return s.draft(lang) && !slices.Contains(s.drafts, lang)
	})
}

// Has reports whether language lang itself has a message with this key.
func (s *Set) Has(lang, key string) bool {
	read := s.languages[lang]
	return read != nil && read().own[key]
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
func Languages() []string {
	files, err := fs.Glob(embedded, "*/letters.toml")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	return engine.Each(files, path.Dir)
}

// Language returns the language that a word names, as "es" for "castellano", in any language
// of the set; "" if it names none.
func (s *Set) Language(word string) string {
	word = engine.Fold(strings.TrimSpace(word))
	for _, lang := range s.Languages() {
		if word == lang {
			return lang
		}
		for _, in := range s.languages {
			in := in()
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
		if s.Has(lang, key.LanguageChange) {
			list = append(list, s.tongue(lang).messages[key.LanguageChange].Other)
		}
	}
	return strings.Join(list, " ")
}

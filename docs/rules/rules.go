// Package rules holds the rules references: one file for each title, in our own
// words, with the rulings. Letters cite them ("Rule: 18CZ VIII.6"), and the
// command "rule VIII.6" prints what they cite.
//
// A file NAME.md, where NAME is the title's as in `game create NAME`, begins with
// "# TITLE: rules reference". Its sections have headings of two levels: "## VIII
// Operating turn" and, within it, "### VIII.6 Stations". The key, which citations
// name, is the number at the beginning of a heading ("2" of "## 2 The turn"), the number
// of a ruling ("### R29 No revenue"), or else the whole heading ("## Scoring phase"). Deeper headings
// belong to the section they are in. Under a heading stand paragraphs, lists (of one
// level), tables and, indented or between lines of ```, drawings.
//
// es/NAME.md and ca/NAME.md are the same in Spanish and Catalan: the same sections in the
// same order, each under its own heading. A key that is no number stays the English
// heading, which stands behind: "## Fase de puntuación <!-- Scoring phase -->".
//
// If there are rulings, the section "Rulings without code" names those that no order
// depends on; all others are cited where the title carries them out.
package rules

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"railpost/engine"
)

//go:embed *.md all:es all:ca
var files embed.FS

// English is the language of the references from which the others are translated.
const English = "en"

// WithoutCode is the section that names the rulings no order depends on.
const WithoutCode = "Rulings without code"

// Reference is the rules reference of a title.
type Reference struct {
	Name     string // the title as printed
	Lang     string
	Sections []Section
}

// Section is a heading of level 2 or 3 with its text.
type Section struct {
	Key      string // as in citations
	Heading  string // as written, with the number
	English  string // the heading in English, which also finds it
	Lines    []string
	Sections []Section // of level 3
}

// Of returns the reference of a title in a language, in English if there is no other; nil
// if the title has none.
func Of(title, lang string) *Reference {
	all := references()
	return cmp.Or(all[path.Join(lang, title)], all[path.Join(English, title)])
}

// references are all references by language and title: "es/18cz".
var references = sync.OnceValue(func() map[string]*Reference {
	all := map[string]*Reference{}
	for _, pattern := range []string{"*.md", "*/*.md"} { // English first
		names, err := fs.Glob(files, pattern)
		if err != nil {
			panic(err) // the patterns are sound
		}
		for _, name := range names {
			lang, title := path.Dir(name), strings.TrimSuffix(path.Base(name), ".md")
			if lang == "." {
				lang = English
			}
			r, err := load(name, all[path.Join(English, title)])
			if err != nil {
				panic(fmt.Sprintf("docs/rules/%s: %v", name, err)) // TestReferences reads all of them
			}
			r.Lang = lang
			all[path.Join(lang, title)] = r
		}
	}
	return all
})

// load reads a file, which is a translation of the English reference unless that is nil.
func load(name string, english *Reference) (*Reference, error) {
	b, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r, err := read(string(b))
	if err != nil || english == nil {
		return r, err
	}
	return r, r.follow(english)
}

// follow notes the English headings. It fails when a section is not that of the English
// reference at the same place.
func (r *Reference) follow(english *Reference) error {
	all, from := r.each(), english.each()
	for i, s := range from {
		if i >= len(all) || all[i].Key != s.Key {
			return fmt.Errorf("section %d must be %q, as in the English reference", i+1, s.Heading)
		}
		all[i].English = s.Heading
	}
	if len(all) > len(from) {
		return fmt.Errorf("the English reference has no section %q", all[len(from)].Heading)
	}
	return nil
}

// read parses a reference. It fails when the first line, the level of a heading or
// the number of keys is wrong.
func read(text string) (*Reference, error) {
	head, rest, _ := strings.Cut(text, "\n")
	colon := strings.LastIndex(head, ": ")
	if colon < 2 || !strings.HasPrefix(head, "# ") {
		return nil, fmt.Errorf(`the first line is %q; it must be "# TITLE: rules reference"`, head)
	}
	r := &Reference{Name: head[2:colon]}
	var last *Section // the next line belongs to it
	for line := range strings.Lines(rest) {
		line = strings.TrimRight(line, " \n")
		level, words := headingOf(line)
		if level == 1 || level > 2 && len(r.Sections) == 0 {
			return nil, fmt.Errorf("a heading outside any section: %s", line)
		}
		words, english, translated := strings.Cut(words, " <!-- ")
		s := Section{Key: keyOf(words), Heading: words, English: words}
		if translated {
			s.Key = strings.TrimSuffix(english, " -->")
		}
		switch level {
		case 2:
			r.Sections = append(r.Sections, s)
			last = &r.Sections[len(r.Sections)-1]
		case 3:
			top := &r.Sections[len(r.Sections)-1]
			top.Sections = append(top.Sections, s)
			last = &top.Sections[len(top.Sections)-1]
		default:
			if last != nil {
				last.Lines = append(last.Lines, line)
			}
		}
	}
	return r, r.checkKeys()
}

// checkKeys fails if a key occurs twice or could be read as two citations.
func (r *Reference) checkKeys() error {
	seen := map[string]bool{}
	for _, s := range r.All() {
		if k := fold(s.Key); k == "" || seen[k] || strings.Contains(k, ",") {
			return fmt.Errorf("the key of the heading %q is empty, repeated or has a comma", s.Heading)
		}
		seen[fold(s.Key)] = true
	}
	return nil
}

// headingOf returns the level of a heading and its words; 0 for other lines.
func headingOf(line string) (level int, words string) {
	words = strings.TrimLeft(line, "#")
	if level = len(line) - len(words); level == 0 || !strings.HasPrefix(words, " ") {
		return 0, ""
	}
	return level, strings.TrimSpace(words)
}

// numbered is a number of a section or ruling: "VIII.6", "VII.5.b", "4", "4.1", "R29",
// "R-09".
var numbered = regexp.MustCompile(`^(?:R-?\d+|[IVXL]+(?:\.\d+)*(?:\.[a-z])?|\d+(?:\.\d+)*)(?: |$)`)

func keyOf(heading string) string {
	if n := strings.TrimSpace(numbered.FindString(heading)); n != "" {
		return n
	}
	return heading
}

// All lists the sections of both levels, in their order.
func (r *Reference) All() (out []Section) {
	for _, s := range r.Sections {
		out = append(append(out, s), s.Sections...)
	}
	return out
}

// each is All in the order of the reference.
func (r *Reference) each() (out []*Section) {
	for i := range r.Sections {
		s := &r.Sections[i]
		out = append(out, s)
		for j := range s.Sections {
			out = append(out, &s.Sections[j])
		}
	}
	return out
}

// Cite returns a citation, as "Scoring phase, R4", with the headings of this language for
// keys that are no numbers.
func (r *Reference) Cite(keys string) string {
	list := strings.Split(keys, ", ")
	for i, key := range list {
		if s, ok := r.Key(key); ok && s.Key == s.English {
			list[i] = s.Heading
		}
	}
	return strings.Join(list, ", ")
}

// Key returns the section with exactly this key.
func (r *Reference) Key(key string) (Section, bool) {
	all := r.All()
	i := slices.IndexFunc(all, func(s Section) bool { return s.Key == key })
	if i < 0 {
		return Section{}, false
	}
	return all[i], true
}

// Find returns the sections that words may mean: the one with this key or heading,
// or else all whose heading begins with the words, or else all with words that begin
// so. Case, accents and hyphens do not matter; headings are those of the reference's
// language and of English.
func (r *Reference) Find(words string) []Section {
	want := strings.TrimLeft(strings.TrimRight(fold(words), " .:;?!\"')»”"), " \"'(«“")
	if want == "" {
		return nil
	}
	for _, fits := range []func(key, heading string) bool{
		func(key, _ string) bool { return key == want },
		func(key, heading string) bool { return strings.TrimSpace(strings.TrimPrefix(heading, key)) == want },
		func(key, heading string) bool {
			return strings.HasPrefix(heading, want) || strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(heading, key)), want)
		},
		func(_, heading string) bool { return hasWords(strings.Fields(heading), strings.Fields(want)) },
	} {
		var out []Section
		for _, s := range r.All() {
			if key := fold(s.Key); fits(key, fold(s.Heading)) || fits(key, fold(s.English)) {
				out = append(out, s)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// hasWords reports whether each wanted word begins a word of a heading.
func hasWords(heading, want []string) bool {
	return !slices.ContainsFunc(want, func(w string) bool {
		return !slices.ContainsFunc(heading, func(h string) bool { return strings.HasPrefix(h, w) })
	})
}

// leadingZero is the "R0" of "R-09", which is also written "R9".
var leadingZero = regexp.MustCompile(`^r0+(\d)`)

func fold(s string) string {
	return leadingZero.ReplaceAllString(strings.Join(strings.Fields(engine.Fold(s)), " "), "r$1")
}

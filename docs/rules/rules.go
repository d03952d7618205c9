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
// If there are rulings, the section "Rulings without code" names those that no order
// depends on; all others are cited where the title carries them out.
package rules

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"railpost/engine"
)

//go:embed *.md
var files embed.FS

// WithoutCode is the section that names the rulings no order depends on.
const WithoutCode = "Rulings without code"

// Reference is the rules reference of a title.
type Reference struct {
	Name     string // the title as printed
	Sections []Section
}

// Section is a heading of level 2 or 3 with what stands under it.
type Section struct {
	Key      string // what citations name
	Heading  string // as written, with the key
	Lines    []string
	Sections []Section // of level 3
}

// Of returns the reference of a title, or nil if it has none.
func Of(title string) *Reference {
	b, err := files.ReadFile(title + ".md")
	if err != nil {
		return nil
	}
	r, err := read(string(b))
	if err != nil {
		panic(fmt.Sprintf("docs/rules/%s.md: %v", title, err)) // TestReferences reads all of them
	}
	return r
}

// read parses a reference. It fails when the first line, the level of a heading or
// the number of keys is wrong.
func read(text string) (*Reference, error) {
	head, rest, _ := strings.Cut(text, "\n")
	name, ok := strings.CutSuffix(strings.TrimPrefix(head, "# "), ": rules reference")
	if !ok || !strings.HasPrefix(head, "# ") {
		return nil, fmt.Errorf(`it begins with %q, not with "# TITLE: rules reference"`, head)
	}
	r := &Reference{Name: name}
	var last *Section // to which the next line belongs
	for line := range strings.Lines(rest) {
		line = strings.TrimRight(line, " \n")
		level, words := headingOf(line)
		if level == 1 || level > 2 && len(r.Sections) == 0 {
			return nil, fmt.Errorf("a heading that belongs to no section: %s", line)
		}
		switch s := (Section{Key: keyOf(words), Heading: words}); level {
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

// checkKeys fails when a key stands twice or cannot be told from two citations.
func (r *Reference) checkKeys() error {
	seen := map[string]bool{}
	for _, s := range r.All() {
		if k := fold(s.Key); k == "" || seen[k] || strings.Contains(k, ",") {
			return fmt.Errorf("a heading without a key of its own: %q", s.Heading)
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
// so. Case, accents and hyphens do not matter.
func (r *Reference) Find(words string) []Section {
	want := strings.TrimLeft(strings.TrimRight(fold(words), " .:;?!\"')"), " \"'(")
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
			if fits(fold(s.Key), fold(s.Heading)) {
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

package templates

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/templates/parlance"
)

// guideSection is a section of a guide: its heading and its code.
type guideSection struct {
	head  string
	codes []string
}

// guideSections reads a page of a guide and sees that its links lead to its own headings.
func guideSections(t *testing.T, file string) (list []guideSection) {
	t.Helper()
	b := expect.Get(os.ReadFile("../docs/" + file))(t)
	anchors, fenced := map[string]bool{}, false
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") && !fenced {
			list = append(list, guideSection{head: strings.TrimSpace(line)})
			name := noLetter.ReplaceAllString(strings.TrimSpace(strings.TrimLeft(line, "# ")), "")
			anchors[strings.ReplaceAll(strings.ToLower(name), " ", "-")] = true
		}
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced || strings.HasPrefix(line, "    ") { // a letter; a drawing or a mail
			continue
		}
		for _, m := range quotedCode.FindAllStringSubmatch(line, -1) {
			p := &list[len(list)-1]
			p.codes = append(p.codes, m[1])
		}
	}
	for _, m := range ownLink.FindAllStringSubmatch(string(b), -1) {
		expect.True(t, anchors[m[1]], "%s: no heading is named #%s", file, m[1])
	}
	return list
}

// guideParts are the codes of pages by the title whose orders they have; "" is what all titles share. A part begins
// with a heading that names its title, and ends with the next heading of its level.
func guideParts(t *testing.T, sections []guideSection) map[string][]string {
	t.Helper()
	parts, title := map[string][]string{}, ""
	for _, s := range sections {
		if !strings.HasPrefix(s.head, "### ") {
			title = titleUnder(s.head)
		}
		parts[title] = append(parts[title], s.codes...)
	}
	return parts
}

// titleUnder is the title whose orders a section has; "" is any.
func titleUnder(head string) string {
	for name, title := range guideTitles {
		if strings.HasPrefix(strings.TrimLeft(head, "# "), name+":") {
			return title
		}
	}
	return ""
}

var (
	guideTitles = map[string]string{"18Mag": "18mag", "18CZ": "18cz", "Railroad Tycoon": "tycoon", "Russian Railroads": "russian"}
	quotedCode  = regexp.MustCompile("`([^`]+)`")
	noLetter    = regexp.MustCompile(`[^\pL\pN -]`)
	ownLink     = regexp.MustCompile(`\]\(#([^)]+)\)`)
)

// beyondOrders are codes that are no orders, as in the English guide.
var beyondOrders = map[string]string{
	"8 $": "$8", "acepta siete garzas azules": "accept seven blue herons", "accepta set bernats pescaires": "accept seven blue herons",
	"oída": "spoken", "oïda": "spoken", "regla puntuación": "rule scoring", "regla puntuació": "rule scoring",
	"so": "sw", "o": "w", "no": "nw", // read within a build order
}

// onlyThere are codes without one in the other guide: other languages of orders, signs,
// English synonyms, a line of an English letter.
var onlyThere = map[string]bool{
	"lay": true, "es": true, "ca": true, "<": true, ">": true, "nuevo": true, "nou": true,
	"create": true, "open": true, "set quiet none": true, "Minor 8: treasury 50; trains 2; stations H5.": true,
}

// notReadYet are English orders whose translation no book of words reads so far.
var notReadYet = map[string]bool{
	"position 120 map F17": true, "option NAME=VALUE": true,
}

// TestGuidesInLanguages: the pages of a guide in Spanish or Catalan have together the orders of all players' pages in
// English, those of each title in its own part, in words that read as those, and no others. The start page has a quick
// start, whose orders are among them.
func TestGuidesInLanguages(t *testing.T) {
	level.Sequential(t)
	set := expect.Get(New())(t)
	english, known := guidePages(t, "players*.md"), map[string]bool{"decline": true}
	for _, codes := range english {
		for _, code := range codes {
			known[code] = true
		}
	}
	for lang, start := range map[string]string{"es": "es/jugadores.md", "ca": "ca/jugadors.md"} {
		parts := guidePages(t, lang+"/*.md")
		expect.Must(t, lang, len(parts), len(english))
		for title, codes := range english {
			compareOrders(t, set, lang, title, codes, parts[title])
		}
		quick, book := guideSections(t, start)[1], set.Book(lang, "")
		expect.True(t, len(quick.codes) >= 5, "%s: the quick start has only %d orders", start, len(quick.codes))
		for _, code := range quick.codes {
			if line := book.Read(code).English; !known[line] && !strings.HasPrefix(line, "help ") {
				t.Errorf("%s: the quick start has %q, which is read as %q", start, code, line)
			}
		}
	}
}

// guidePages are the codes of all pages of a guide by title.
func guidePages(t *testing.T, pattern string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, page := range expect.Get(filepath.Glob("../docs/" + pattern))(t) {
		file := expect.Get(filepath.Rel("../docs", page))(t)
		for title, codes := range guideParts(t, guideSections(t, file)) {
			all[title] = append(all[title], codes...)
		}
	}
	return all
}

// compareOrders compares the orders of a part with those of the same part in English.
func compareOrders(t *testing.T, set *Set, lang, title string, english, there []string) {
	t.Helper()
	missing, unread := map[string]bool{}, map[string]bool{}
	for _, code := range english {
		missing[code] = !onlyThere[code]
	}
	for _, code := range there {
		read := onlyThere[code]
		for _, line := range append(meanings(set, lang, title, code, english), beyondOrders[code]) {
			if _, is := missing[line]; is {
				missing[line], read = false, true
			}
		}
		if !read {
			unread[code] = true
		}
	}
	waiting := 0
	for code, is := range missing {
		switch {
		case is && notReadYet[code]:
			waiting++
		case is:
			t.Errorf("%s, %s: %q is missing", lang, cmp.Or(title, "all titles"), code)
		}
	}
	expect.Same(t, []any{lang, title, unread}, len(unread), waiting)
}

// meanings are the English orders that a guide in a language may mean by a code: what it is read as, and those that
// are printed so.
func meanings(set *Set, lang, title, code string, english []string) (lines []string) {
	titles := []string{title}
	if title == "" {
		titles = slices.Collect(maps.Values(guideTitles))
	}
	for _, title := range titles {
		book := set.Book(lang, title)
		lines = append(lines, within(book, code))
		for _, before := range around {
			lines = append(lines, strings.TrimPrefix(book.Read(before+code).English, before))
		}
		for _, e := range english {
			if book.Print(e) == code {
				lines = append(lines, e)
			}
		}
	}
	return lines
}

// within reads the words after a name or within a condition: "Ben: pasa", "efectivo".
func within(book *parlance.Book, code string) string {
	if name, order, ok := strings.Cut(code, ": "); ok {
		return name + ": " + book.Read(order).English
	}
	return strings.TrimPrefix(book.Read("si "+code).English, "if ")
}

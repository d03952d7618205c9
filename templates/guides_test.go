package templates

import (
	"cmp"
	"os"
	"regexp"
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

// guideSections reads a guide and sees that its links lead to its own headings.
func guideSections(t *testing.T, file string) (list []guideSection) {
	t.Helper()
	b := expect.Get(os.ReadFile("../docs/" + file))(t)
	anchors, fenced := map[string]bool{}, false
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") && !fenced {
			head := strings.TrimSpace(strings.TrimLeft(line, "# "))
			list = append(list, guideSection{head: head})
			anchors[strings.ReplaceAll(strings.ToLower(noLetter.ReplaceAllString(head, "")), " ", "-")] = true
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

var (
	guideTitles = map[string]string{"18Mag": "18mag", "18CZ": "18cz", "Railroad Tycoon": "tycoon"}
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
	"create": true, "open": true, "set quiet none": true, "Minor 6: treasury 50; trains 2; stations B17.": true,
}

// notReadYet are English orders whose translation no book of words reads so far.
var notReadYet = map[string]bool{
	"position 120 map F17": true, "option NAME=VALUE": true,
}

// TestGuidesInLanguages: the guides in Spanish and Catalan have the sections of docs/players.md after a quick
// start, with the same orders in each, in words that read as those.
func TestGuidesInLanguages(t *testing.T) {
	level.Sequential(t)
	set := expect.Get(New())(t)
	english := guideSections(t, "players.md")
	for lang, file := range map[string]string{"es": "es/jugadores.md", "ca": "ca/jugadors.md"} {
		guide := guideSections(t, file)
		quick := guide[1]
		guide = append(guide[:1:1], guide[2:]...)
		expect.Must(t, file, len(guide), len(english))
		known := map[string]bool{"set language " + lang: true, "decline": true}
		for i, p := range english {
			compareOrders(t, set, lang, p, guide[i])
			for _, code := range p.codes {
				known[code] = true
			}
		}
		book := set.Book(lang, "")
		for _, code := range quick.codes {
			if line := book.Read(code).English; !known[line] && !strings.HasPrefix(line, "help ") {
				t.Errorf("%s: the quick start has %q, which is read as %q", file, code, line)
			}
		}
	}
}

// compareOrders compares the orders of a section with those of the same section in English.
func compareOrders(t *testing.T, set *Set, lang string, english, there guideSection) {
	t.Helper()
	left, waiting, unread := map[string]int{}, 0, []string(nil)
	for _, code := range english.codes {
		left[code]++
	}
	for _, code := range there.codes {
		if onlyThere[code] {
			continue
		}
		meant := ""
		for _, title := range titlesOf(english.head) {
			book := set.Book(lang, title)
			for e, n := range left {
				if n > 0 && (book.Read(code).English == e || book.Print(e) == code || within(book, code) == e) {
					meant = e
				}
			}
			if line := book.Read(code).English; onlyThere[line] {
				meant = cmp.Or(meant, line)
			}
		}
		switch meant = cmp.Or(meant, beyondOrders[code]); {
		case left[meant] > 0:
			left[meant]--
		case !onlyThere[meant]:
			unread = append(unread, code)
		}
	}
	for code, n := range left {
		switch {
		case onlyThere[code]:
		case notReadYet[code]:
			waiting += n
		case n > 0:
			t.Errorf("%s, %s: %q is missing", lang, there.head, code)
		}
	}
	expect.Same(t, []any{lang, there.head, len(unread) - waiting, unread}, len(unread), waiting)
}

// within reads the words after a name or within a condition: "Ben: pasa", "efectivo".
func within(book *parlance.Book, code string) string {
	if name, order, ok := strings.Cut(code, ": "); ok {
		return name + ": " + book.Read(order).English
	}
	return strings.TrimPrefix(book.Read("si "+code).English, "if ")
}

// titlesOf are the titles whose orders a section may have.
func titlesOf(head string) []string {
	for name, title := range guideTitles {
		if strings.HasPrefix(head, name+":") {
			return []string{title}
		}
	}
	return []string{"18mag", "18cz", "tycoon", "russian"}
}

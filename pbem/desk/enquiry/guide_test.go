package enquiry_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

var (
	guideTitles = map[string]string{"18Mag": "18mag", "18CZ": "18cz", "Railroad Tycoon": "tycoon", "Russian Railroads": "russian"}
	quotedCode  = regexp.MustCompile("`([^`]+)`")
)

// guide is the players' guide by its sections: the lines written as code in the
// first columns of the tables of all its pages.
func guide(t *testing.T) map[string][]string {
	t.Helper()
	sections, section := map[string][]string{}, ""
	for _, page := range expect.Get(filepath.Glob("../../../docs/players*.md"))(t) {
		b := expect.Get(os.ReadFile(page))(t)
		for line := range strings.Lines(string(b)) {
			if head, ok := strings.CutPrefix(line, "## "); ok {
				section = strings.TrimSpace(head)
			}
			cells := strings.Split(line, "|")
			if len(cells) < 3 || strings.Contains(line, "---") {
				continue
			}
			for _, m := range quotedCode.FindAllStringSubmatch(cells[1], -1) {
				sections[section] = append(sections[section], m[1])
			}
		}
	}
	return sections
}

// knownByHelp are the words for which "help WORD" has an explanation.
func knownByHelp(t *testing.T, b *pbemtest.Service, lines []string) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	for _, line := range lines {
		word := engine.Fold(strings.Fields(line)[0])
		if _, done := known[word]; done {
			continue
		}
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "help "+word))
		l, _ := b.Latest("Ana")
		known[word] = strings.Contains(l.Text, "WHAT YOU CAN WRITE")
	}
	return known
}

// TestHelpKnowsTheGuide: every word of the tables of the players' pages is explained by
// "help", and "help" alone lists those that can be written in every game.
func TestHelpKnowsTheGuide(t *testing.T) {
	sections := guide(t)
	always := sections["Commands that work at any time"]
	if len(always) < 15 {
		t.Fatalf("the guide's words were not found: %q", always)
	}
	b := pbemtest.Games(t, "winter")
	b.Config().Web.Listen = "127.0.0.1:9181" // link is listed where there are pages
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "help"))
	list, _ := b.Latest("Ana")
	for _, line := range always {
		if word := strings.Fields(line)[0]; !regexp.MustCompile(`(?m)^  ` + word + `\b`).MatchString(list.Text) {
			t.Errorf("help does not list %q", line)
		}
	}
	for head, lines := range sections {
		title := ""
		for name, key := range guideTitles {
			if strings.HasPrefix(head, name+":") {
				title = key
			}
		}
		if title == "" {
			continue
		}
		t.Run(title, func(t *testing.T) {
			b := pbemtest.Playing(t, admin.CreateGame{Title: title, Players: pbemtest.FromAll("Ana", "Ben", "Cleo")})
			for word, ok := range knownByHelp(t, b, lines) {
				expect.True(t, ok || word == "...", "help %s: nothing is said of it", word)
			}
		})
	}
}

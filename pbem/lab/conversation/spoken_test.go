package conversation_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// drawnSigns are signs that draw: alone, or in pairs if they also occur in words; and text that depends on columns.
var drawnSigns = regexp.MustCompile("[#|~^\\\\`]|__|[-=*+/<>:;,]{2}|[.]{4}|(^| )[-=*+/.]( |$)|  |^ ")

// TestSpokenWords: whatever a player asks is answered in words if they listen to their
// letters, in all titles.
func TestSpokenWords(t *testing.T) {
	level.Sequential(t)
	for _, title := range []string{"russian", "18mag", "18cz", "tycoon"} {
		t.Run(title, func(t *testing.T) {
			b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
			s := &scene{Service: b}
			must(t, s.create(true, []string{title, "winter", "salt", "Ana", "Ben"}))
			must(t, b.Answer("Ana", mailtest.Gmail, "set view spoken", "resend"))
			for range 6 {
				for _, name := range []string{"Ana", "Ben"} {
					must(t, b.Answer(name, mailtest.Gmail, "usual"))
					if b.Verdict != "played" {
						must(t, b.Answer(name, mailtest.Gmail, "[1]"))
					}
				}
			}
			ask := []string{"help", "help lay", "status Ben", "log 30", "history", "moves", "rule", "options", "readings", "proposals", "plans", "undo", "resend", "show", "export", "set letters", "set view", "nonsense and", "propose end", "need 1d", "preview usual", "verify", "stats", "position 3", "position 3 table", "notes", "what if"}
			for _, p := range titles.Find(title).Parts() {
				ask = append(ask, p.Name)
			}
			for _, what := range ask {
				must(t, b.Answer("Ana", mailtest.Gmail, what))
				l, _ := b.Latest("Ana")
				for line := range strings.SplitSeq(l.Text, "\n") {
					expect.Same(t, fmt.Sprintf("%s in %q", what, line), drawnSigns.FindString(line), "")
				}
				if t.Failed() {
					t.Fatal(l.Text)
				}
			}
		})
	}
}

// TestSpokenGames: whole games by players who listen, and copy what their letters print: an
// order with its remark.
func TestSpokenGames(t *testing.T) {
	level.Sequential(t)
	two := []string{"russian", "18mag"}
	for _, title := range level.Of(two[:1], two, []string{"russian", "18mag", "18cz", "tycoon"}) {
		t.Run(title, func(t *testing.T) {
			b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
			s := &scene{Service: b}
			must(t, s.create(true, []string{title, "winter", "salt", "Ana", "Ben"}))
			must(t, b.Answer("Ana", mailtest.Gmail, "set view spoken", "resend"))
			must(t, b.Answer("Ben", mailtest.Gmail, "set view spoken", "resend"))
			for n := 0; ; n++ {
				name, copied := toCopy(b, n)
				if name == "" {
					break
				}
				if must(t, b.Answer(name, mailtest.Gmail, copied...)); b.Verdict != "played" {
					l, _ := b.Latest(name)
					t.Fatalf("%s copies %q: %s\n%s", name, copied, b.Verdict, l.Text)
				}
			}
			l, _ := b.Latest("Ana")
			expect.Has(t, l.Text, l.Subject, "over")
			for line := range strings.SplitSeq(l.Text, "\n") {
				if sign := drawnSigns.FindString(line); sign != "" && !shellLine.MatchString(line) {
					t.Errorf("the last letter: %q in %q", sign, line)
				}
			}
		})
	}
}

// shellLine is a line of a command that checks the draws.
var shellLine = regexp.MustCompile("^(echo|printf|xxd|sha256sum|[0-9a-f]{64}) ?")

var firstChoice = regexp.MustCompile(`\n\[[1a]\] `)

// toCopy returns who is asked, and lines of their letter: mostly the usual turn or a choice.
func toCopy(b *pbemtest.Service, n int) (name string, lines []string) {
	for _, name := range []string{"Ana", "Ben"} {
		l, _ := b.Latest(name)
		first := firstChoice.FindString(l.Text)
		if first == "" {
			continue
		}
		if strings.Contains(l.Text, "\nThe usual turn.\n") || strings.Contains(l.Text, "\nUsual turn: ") && n%3 > 0 {
			return name, []string{"usual"}
		}
		_, from, _ := strings.Cut(l.Text, first)
		from, _, _ = strings.Cut(from, "\n\n")
		from, _, _ = strings.Cut(from, "\n[")
		from, _, _ = strings.Cut(from, "\nUsual turn")
		return name, strings.Split(first[1:]+from, "\n")
	}
	return "", nil
}

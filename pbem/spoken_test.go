package pbem_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/titles"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
	"railpost/pbem/words"
)

// drawnSigns are signs that draw: alone, or two of those that also stand in words; and what
// depends on columns.
var drawnSigns = regexp.MustCompile("[#|~^\\\\_`]|[-=*+/<>:;.,]{2}|(^| )[-=*+/.]( |$)|  |^ ")

// TestSpokenWords: whatever a player asks is answered in words if they listen to their
// letters, in all titles.
func TestSpokenWords(t *testing.T) {
	for _, title := range []string{"russian", "18mag", "18cz", "tycoon"} {
		t.Run(title, func(t *testing.T) {
			b, err := pbemtest.New(find, nil)
			must(t, err)
			s := &scene{Service: b}
			must(t, s.create(true, []string{title, "winter", "salt", "Ana", "Ben"}))
			must(t, b.Answer("Ana", mailtest.Gmail, "set view spoken"))
			for range 12 {
				for _, name := range []string{"Ana", "Ben"} {
					must(t, b.Answer(name, mailtest.Gmail, "usual"))
				}
			}
			ask := []string{"help", "help lay", "status Ben", "log 30", "history", "moves", "rule", "options", "readings", "proposals", "plans", "undo", "resend", "show", "export", "set letters", "set view", "nonsense and", "propose end", "need 1d", "preview usual"}
			for _, p := range titles.Find(title).Parts() {
				ask = append(ask, p.Name)
			}
			for _, what := range ask {
				must(t, b.Answer("Ana", mailtest.Gmail, what))
				l, _ := b.Latest("Ana")
				for line := range strings.SplitSeq(l.Text, "\n") {
					if sign := drawnSigns.FindString(line); sign != "" {
						t.Errorf("%s: %q in %q", what, sign, line)
					}
				}
				if t.Failed() {
					t.Fatal(l.Text)
				}
			}
		})
	}
	_ = fmt.Sprint(words.Services)
}

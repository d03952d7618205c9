package plans_test

import (
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestConditionMeant: a condition in a letter's words for an act is refused with the equivalent in words of
// orders, which is then kept; if no single order does it, there is none.
func TestConditionMeant(t *testing.T) {
	level.Sequential(t)
	offered := regexp.MustCompile("write `([^`]+)`")
	for _, c := range []struct{ title, before, text, want string }{
		{"russian", "usual", "until Ben hires", "until Ben placed hire"},
		{"russian", "usual", "until Ana hired", "until Ana placed hire"},
		{"russian", "usual", "unless somebody hires an engineer", "unless somebody placed hire"},
		{"tycoon", "", "if Ben leaves the auction", "if Ben passed"},
		{"tycoon", "pass", "if nobody leaves", ""}, // now it is possible to pass in the game, too
		{"russian", "usual", "until Ben scores", ""},
		{"russian", "usual", "until Ben sings", ""},
		{"18mag", "", "until Dora leaves", ""},
	} {
		b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) {
			p.Title, p.Players = c.title, pbemtest.FromAll("Ana", "Ben")
		})
		for range 2 {
			for _, who := range []string{"Ana", "Ben"} {
				if l, _ := b.Latest(who); c.before != "" && strings.Contains(l.Subject, "our turn") {
					expect.NoError(t, b.Answer(who, mailtest.Gmail, c.before))
				}
			}
		}
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "always take the usual turn "+c.text))
		l, _ := b.Latest("Ana")
		got := ""
		if m := offered.FindStringSubmatch(strings.Join(strings.Fields(l.Text), " ")); m != nil {
			got = m[1]
		}
		if got != c.want || !strings.Contains(l.Subject, "Not done") {
			t.Errorf("%s, %q: %q, want %q\n%s", c.title, c.text, got, c.want, l.Text)
			continue
		}
		if got == "" {
			continue
		}
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "always take the usual turn "+got))
		if l, _ := b.Latest("Ana"); !strings.Contains(l.Subject, "Done") {
			t.Errorf("%s, %q: %s", c.title, got, l.Text)
		}
	}
}

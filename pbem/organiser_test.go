package pbem_test

import (
	"regexp"
	"strings"
	"testing"

	"railpost/pbem/admin"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
)

var tokenInText = regexp.MustCompile(`[a-z2-7]{26}`)

// TestOrganisersMailPrograms: whatever program an organiser writes with, only what they typed
// reaches the players, and the token in their letters never does. What is typed into a letter
// without marks is refused.
func TestOrganisersMailPrograms(t *testing.T) {
	const text = "We meet on Sunday at Ana's."
	for _, style := range mailtest.Styles() {
		b := begun(t, nil)
		must(t, b.Handle("organiser.renew", admin.RenewOrganiser{Address: "host@example.org"}, nil))
		must(t, b.Post())
		must(t, b.Answer("host", style, "show winter"))
		must(t, b.Answer("host", style, "announce: "+text))
		l, _ := b.Latest("Ana")
		if answer, _ := b.Latest("host"); style == mailtest.OutlookInline {
			if !strings.Contains(answer.Text, "write the command above") {
				t.Errorf("%s: %s", style, answer.Text)
			}
			continue
		}
		said := strings.Join(strings.Fields(l.Text), " ")
		if !strings.Contains(said, "The organiser writes: "+text+" Toy Yard: round 1.") {
			answer, _ := b.Latest("host")
			t.Errorf("%s: %s\n%s\nthe organiser:\n%s", style, b.Verdict, l.Text, answer.Text)
		}
		for _, name := range []string{"Ana", "Ben"} {
			for _, l := range b.Boxes[pbemtest.Address(name)] {
				if strings.Contains(l.Text, "games+") || tokenInText.MatchString(l.Text) {
					t.Errorf("%s: a letter to %s:\n%s", style, name, l.Text)
				}
			}
		}
	}
}

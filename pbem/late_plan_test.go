package pbem_test

import (
	"strings"
	"testing"

	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestLateInsidePlan: "late:" may stand below "plan" or beside it; where no order follows, the
// letter says what to write.
func TestLateInsidePlan(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"late:|start industry", "if your time runs out: start industry"},
		{"plan|late:|start industry", "if your time runs out: start industry"},
		{"plan||late:|start industry|end", "if your time runs out: start industry"},
		{"plan|late: start industry", "if your time runs out: start industry"},
		{"late:|plan|start industry", "if your time runs out: start industry"},
		{"plan late|start industry", "if your time runs out: start industry"},
		{"plan late: start industry", "if your time runs out: start industry"},
		{"plan|late|start industry", "if your time runs out: start industry"},
		{"next:|late:|start industry", "if your time runs out: start industry"},
		{"plan|start doublers|late:|start industry", "if your time runs out: start industry"},
		{"plan|late:", "Write your orders below"},
		{"plan|start industry|late:", "Write your orders below"},
	} {
		b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) {
			p.Title, p.Players = "russian", []string{pbemtest.From("Ana"), pbemtest.From("Ben")}
		})
		must(t, b.Answer("Ana", mailtest.Gmail, strings.Split(c.lines, "|")...))
		must(t, b.Answer("Ana", mailtest.Gmail, "plans"))
		var text string
		for _, l := range b.Boxes[pbemtest.Address("Ana")] {
			text += strings.ToLower(strings.Join(strings.Fields(l.Text), " "))
		}
		if l, _ := b.Latest("Ana"); !strings.Contains(text, strings.ToLower(c.want)) {
			t.Errorf("%s:\n%s", c.lines, l.Text)
		}
	}
}

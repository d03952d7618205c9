package plans_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// TestWritten: the plans of a mail as a letter would print them, then its orders, or why its plans are refused.
func TestWritten(t *testing.T) {
	texts := expect.Get(templates.New())(t)
	for mail, want := range map[string]string{
		"plan|sell red":            "plan|sell red|end",
		"next: sell red":           "plan|sell red|end",
		"next:|sell red; pass":     "plan|sell red|pass|end",
		"plan sell red":            "plan|sell red|end",
		"pass|plan|sell red":       "plan|sell red|end|pass",
		"plan|sell red|end|pass":   "plan|sell red|end|pass",
		"plan|sell red|plan|pass":  "plan|sell red|end|plan|pass|end",
		"plan|sell red|status":     "plan|sell red|end|status",
		"plan|sell red|Ana|thanks": "plan|sell red|end",
		"plan|vende rojo":          key.PlanNoOrder,
		"plan":                     key.PlanEmpty,
		"plan 3:|pass":             key.PlanNoHeads,
		"plan|pass|end|end":        key.PlanEnd,
		"plan|pass|if Ben sings":   key.PlanCondition,
		"plan" + strings.Repeat("|"+strings.Repeat("sell red;", 30), 10): key.PlanLong,
		"always pass":        "always:|pass|end",
		"always pass him by": "",

		"late:|sell red":           "late:|sell red|end",
		"plan|late:|sell red":      "late:|sell red|end",
		"plan||late:|sell red|end": "late:|sell red|end",
		"plan|late: sell red":      "late:|sell red|end",
		"late:|plan|sell red":      "late:|sell red|end",
		"plan late|sell red":       "late:|sell red|end",
		"plan late: sell red":      "late:|sell red|end",
		"plan|late|sell red":       "late:|sell red|end",
		"next:|late:|sell red":     "late:|sell red|end",
		"plan|pass|late:|sell red": "plan|pass|end|late:|sell red|end",
		"plan|late:":               key.PlanEmpty,
		"plan|sell red|late:":      key.PlanEmpty,
	} {
		c := journaltest.New(t, nil).Change()
		w := plans.Written{Words: texts.Words(), Book: texts.Book("en", "toy"), Table: c.Table, Next: c.Next, Seat: 0}
		v := func() *words.Vocabulary {
			return words.New(texts, "en", 0, c.Next).WithPlayers(c.Table.Players).WithPlans(len(w.Sections) > 0)
		}
		sorted := extract.Sort(w.Read(strings.Split(mail, "|"), v), v(), true)
		orders := w.Take(sorted.Orders, func(string) (string, *engine.Refusal) { return "", nil })
		got := w.Lines()
		for _, o := range orders {
			got = append(got, o.Text)
		}
		d := &deed.Deed{Change: c, Seat: 0, Texts: texts}
		for _, l := range w.Refused(plans.World(t.Context(), c, 0, c.Seq()), func() []plan.Act { return plans.Acts(t.Context(), d) }) {
			got = []string{l.Refusal.Why.Key}
		}
		expect.Same(t, mail, strings.Join(got, "|"), want)
		given := w.Keep(d, "", "")
		expect.Same(t, mail+": kept", plans.TellKept(d, given), len(w.Sections) > 0)
	}
}

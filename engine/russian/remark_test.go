package russian

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/templates"
)

// Every choice of a letter says what it costs and what it does.
func TestEveryChoiceHasARemark(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	s := inTurn(t)
	said := map[string]string{}
	var all []string
	for _, c := range engine.List(s, s.Actor, "", 4, 0).Choices {
		var words []string
		for _, m := range New().(engine.Remarker).Remark(s, c.After, s.Actor, c.Reports) {
			words = append(words, set.Say("en", []string{"Ana", "Ben", "Cleo", "Dan"}, nil, m))
		}
		said[c.Line] = strings.Join(words, "; ")
		all = append(all, c.Line+" # "+said[c.Line])
		if len(words) == 0 || strings.HasPrefix(c.Line, "place") && len(words) < 2 {
			t.Errorf("%s # %s", c.Line, said[c.Line])
		}
	}
	for line, want := range map[string]string{
		"place doubler":     "1 worker; t 1 counts twice",
		"place rubles":      "1 worker; gets 2 rubles",
		"place temps":       "gets 2 temporary workers for this round",
		"place turn-2":      "1 worker; place 2 in the next round",
		"place loco-1: fac": "1 worker; factory 2: ",
		"place hire":        "for later: eng-",
		"pass":              "0 points now; your round ends",
	} {
		if !strings.Contains(said[line], want) {
			t.Errorf("%s # %s; it does not say %q", line, said[line], want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(all, "\n"))
	}
}

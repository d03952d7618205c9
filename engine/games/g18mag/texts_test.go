package g18mag_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/running"
	"railpost/engine/rail/trackword"
	"railpost/templates"
)

// families are the keys that the rules put together from a beginning and names.
func families(t *testing.T) map[string][]string {
	names := map[string][]string{
		"18mag.colour.": {"yellow", "green", "brown", "gray"},
		"18mag.phase.":  {"yellow", "green", "brown", "gray"},
		"18mag.score.":  {"cash", "shares"},
		"18mag.no.":     slices.Concat(trackword.Refusals, running.Refusals, running.ExtraRefusals, running.BestRefusals),
		"18mag.param.":  {"hex", "tile", "exits"},
		"18mag.ask.":    {"track-second", "trains-others"},
		// Keys of a table.
		"18mag.sheet.near-": {"areas", "mines"},
		// Said by package sheet.
		"18mag.remark.": {"price-moves", "price-stays"},
	}
	for _, step := range slices.Concat(g18mag.MinorSteps, g18mag.MajorSteps) {
		names["18mag.step."] = append(names["18mag.step."], string(step))
		names["18mag.ask."] = append(names["18mag.ask."], string(step))
		if g18mag.Mandatory(step) {
			names["18mag.no.must-"] = append(names["18mag.no.must-"], string(step))
		}
	}
	for _, c := range g18mag.Companies {
		names["18mag.company."] = append(names["18mag.company."], c.Key)
	}
	for seats, suffix := range map[int]string{2: "-two", 3: ""} {
		s := &g18mag.State{Seats: seats}
		e := s.Edition()
		for _, c := range e.Majors {
			names["18mag.sheet.power-"] = append(names["18mag.sheet.power-"], g18mag.Companies[c].Key+suffix)
			names["18mag.fee."] = append(names["18mag.fee."], g18mag.Companies[c].Key+suffix)
		}
		for _, c := range s.Goods().Services {
			names["18mag.service."] = append(names["18mag.service."], g18mag.Companies[c].Key)
			names["18mag.sheet.service-"] = append(names["18mag.sheet.service-"], g18mag.Companies[c].Key+suffix)
		}
		for i := range s.World().Map.Hexes {
			names["18mag.kind."] = append(names["18mag.kind."], s.World().Map.Hexes[i].Kind)
		}
	}
	for _, o := range wired.Options() {
		names["18mag.option."] = append(names["18mag.option."], strings.TrimPrefix(o.Gloss, "18mag.option."))
	}
	for _, d := range wired.Declared() {
		names["18mag.declared."] = append(names["18mag.declared."], strings.TrimPrefix(d.Gloss, "18mag.declared."))
	}
	for _, p := range wired.Parts() {
		names["18mag.part."] = append(names["18mag.part."], p.Name)
	}
	for _, u := range wired.Glossary(nil) {
		names["18mag.word."] = append(names["18mag.word."], strings.TrimPrefix(u.Gloss, "18mag.word."))
	}
	for _, none := range []string{"column", "cell", "head", "sheet", "report"} { // said by functions of their own, see calls
		names["18mag."+none+"."] = nil
	}
	return names
}

// calls are the functions of sheets and remarks that put a beginning before a key.
func calls(file string) map[string]string {
	switch {
	case strings.HasPrefix(file, "sheet"):
		return map[string]string{"line": "sheet", "add": "sheet", "head": "head", "key": "sheet"}
	case file == "remark.go":
		return map[string]string{"Add": "remark", "Find": "report", "key": "remark"}
	}
	return nil
}

// Every key that the rules can emit has an English text, and every text a key.
func TestEveryKeyHasAText(t *testing.T) {
	enginetest.Texts{Title: "18mag", Families: families(t), Calls: calls, More: []string{"18mag.title", "18mag.money"}}.Check(t, "../../../templates/en/18mag.toml")
}

// What games say can be said: every argument that a text names is there.
func TestMessagesCanBeSaid(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}
	for key, m := range enginetest.Messages(wired, enginetest.Options{Games: 1, MaxMoves: 3000}) {
		if !strings.HasPrefix(key, "18mag.") {
			continue
		}
		if s := set.Say("en", names, nil, m); strings.Contains(s, "["+"18mag.") || strings.Contains(s, "no value") {
			t.Errorf("%s with %v is said as %q", key, m.Args, s)
		}
	}
}

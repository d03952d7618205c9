package g18mag

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest"
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
	}
	for _, step := range slices.Concat(minorSteps, majorSteps) {
		names["18mag.step."] = append(names["18mag.step."], string(step))
		names["18mag.ask."] = append(names["18mag.ask."], string(step))
		if mandatory(step) {
			names["18mag.no.must-"] = append(names["18mag.no.must-"], string(step))
		}
	}
	for _, c := range companies {
		names["18mag.company."] = append(names["18mag.company."], c.key)
	}
	for _, e := range []*edition{&book.small, &book.large} {
		suffix := (&State{Seats: 3 - e.index}).modeKey()
		for _, c := range e.majors {
			names["18mag.sheet.power-"] = append(names["18mag.sheet.power-"], companies[c].key+suffix)
			names["18mag.fee."] = append(names["18mag.fee."], companies[c].key+suffix)
		}
		for _, c := range e.goods.services {
			names["18mag.service."] = append(names["18mag.service."], companies[c].key)
			names["18mag.sheet.service-"] = append(names["18mag.sheet.service-"], companies[c].key+suffix)
		}
		for i := range e.world.Map.Hexes {
			names["18mag.kind."] = append(names["18mag.kind."], e.world.Map.Hexes[i].Kind)
		}
	}
	for _, o := range New().Options() {
		names["18mag.option."] = append(names["18mag.option."], strings.TrimPrefix(o.Gloss, "18mag.option."))
	}
	for _, d := range New().Declared() {
		names["18mag.declared."] = append(names["18mag.declared."], strings.TrimPrefix(d.Gloss, "18mag.declared."))
	}
	for _, p := range New().Parts() {
		names["18mag.part."] = append(names["18mag.part."], p.Name)
	}
	for _, u := range New().Glossary(nil) {
		names["18mag.word."] = append(names["18mag.word."], strings.TrimPrefix(u.Gloss, "18mag.word."))
	}
	for _, none := range []string{"column", "cell", "head", "sheet", "remark", "report"} { // said by functions of their own, see calls
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
		return map[string]string{"Add": "remark", "reported": "report", "key": "remark"}
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
	for key, m := range enginetest.Messages(New(), enginetest.Options{Games: 1, MaxMoves: 3000}) {
		if !strings.HasPrefix(key, "18mag.") {
			continue
		}
		if s := set.Say("en", names, nil, m); strings.Contains(s, "["+"18mag.") || strings.Contains(s, "no value") {
			t.Errorf("%s with %v is said as %q", key, m.Args, s)
		}
	}
}

package g18cz_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/running"
	"railpost/engine/rail/trackword"
)

// families are the keys that the rules put together from a beginning and names.
func families() map[string][]string {
	names := map[string][]string{
		"18cz.score.": {"cash", "shares", "locals", "owed"},
		"18cz.no.":    slices.Concat(allBut(trackword.Refusals, "piece-faces", "lake", "exit-barrier"), running.Refusals, running.GroupRefusals),
		"18cz.param.": {"hex", "tile"},
		// Keys of a table, or with an ending.
		"18cz.sheet.": {"near-areas", "held-ipo", "held-pool", "follow-purple", "follow-red", "supply-purple", "supply-red", "card-phase", "phase-next", "export-phase"},
		"18cz.verb.":  {"keep", "flip", "drop"},
		// Said by package sheet.
		"18cz.remark.": {"price-moves", "price-stays"},
	}
	add := func(family, name string) { names["18cz."+family+"."] = append(names["18cz."+family+"."], name) }
	for _, c := range g18cz.Book.Companies {
		add("company", engine.Fold(c.ID))
	}
	for _, l := range g18cz.Book.Locals {
		add("local", engine.Fold(l.ID))
	}
	for _, size := range g18cz.SizeNames {
		add("size", size)
		add("train-kind", size)
		add("head", "corporations-"+size)
	}
	for _, p := range g18cz.Book.Phases {
		add("phase", p.Name)
	}
	for _, q := range []g18cz.Question{g18cz.AskCity, g18cz.AskDoubled, g18cz.AskReceived, g18cz.AskExcess} {
		add("ask", string(q))
		add("question", string(q))
	}
	for _, step := range g18cz.TurnSteps {
		add("step", string(step))
		add("ask", string(step))
		names["18cz.no.must-"] = append(names["18cz.no.must-"], string(step))
	}
	names["18cz.ask."] = append(names["18cz.ask."], "trains-must", "track-none")
	// These steps are never compulsory.
	names["18cz.no.must-"] = allBut(names["18cz.no.must-"], string(g18cz.StepStation), string(g18cz.StepTakeOver), string(g18cz.StepLocals))
	for _, h := range g18cz.Book.Worlds[0].Map.Hexes {
		add("kind", h.Kind)
		if h.Terrain != "" {
			add("terrain", h.Terrain)
		}
	}
	for _, t := range g18cz.Book.Worlds[0].Set.Tiles {
		add("colour", t.Colour)
	}
	for _, o := range wired.Options() {
		add("option", strings.TrimPrefix(o.Gloss, "18cz.option."))
	}
	for _, d := range wired.Declared() {
		add("declared", strings.TrimPrefix(d.Gloss, "18cz.declared."))
	}
	for _, p := range wired.Parts() {
		add("part", p.Name)
	}
	for _, u := range wired.Glossary(nil) {
		add("word", strings.TrimPrefix(u.Gloss, "18cz.word."))
	}
	for _, none := range []string{"column", "cell", "head", "report"} { // said by functions of their own
		if k := "18cz." + none + "."; names[k] == nil {
			names[k] = nil
		}
	}
	return names
}

func allBut(list []string, without ...string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(without, s) })
}

// calls are the functions of sheets and remarks that put a beginning before a key.
func calls(file string) map[string]string {
	switch {
	case strings.HasPrefix(file, "sheet"), file == "view.go":
		return map[string]string{"line": "sheet", "add": "sheet", "head": "head", "key": "sheet"}
	case strings.HasPrefix(file, "remark"):
		return map[string]string{"Add": "remark", "Find": "report"}
	}
	return nil
}

// Every key that the rules can emit has an English text, and every text a key.
func TestEveryKeyHasAText(t *testing.T) {
	enginetest.Texts{Title: "18cz", Families: families(), Calls: calls, More: []string{"18cz.title", "18cz.money"}}.Check(t, "../../../templates/en/18cz.toml")
}

// What games say can be said: every argument that a text names is there.
func TestMessagesCanBeSaid(t *testing.T) {
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}
	for key, m := range enginetest.Messages(wired, enginetest.Options{Games: 1, MaxMoves: 3000}) {
		if !strings.HasPrefix(key, "18cz.") {
			continue
		}
		if s := g18cz.Texts.Say("en", names, nil, m); strings.Contains(s, "["+"18cz.") || strings.Contains(s, "no value") {
			t.Errorf("%s with %v is said as %q", key, m.Args, s)
		}
	}
}

package view

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/running/runningtest"
	"railpost/engine/rail/trackword/trackwordtest"
	"railpost/templates"
)

// families are the keys that are put together from a beginning and names of the data.
func families() map[string][]string {
	colours := []string{"yellow", "green", "brown", "gray"}
	names := map[string][]string{
		key.ColourOf:   colours,
		key.PhaseOf:    colours,
		key.NoMustOf:   {string(g18mag.StepRun), string(g18mag.StepPayout)},
		"18mag.score.": {"cash", "shares"},
		key.EntryOf:    {"buy", "replace", "take", "take-lower", "station"}, key.LevelOf: {"easy", "medium", "hard"},
		key.ReportIstvanUpgradeOf: {"home", "nearest", "chosen"}, key.ReportIstvanServiceOf: {"red", "plus"}, key.SheetIstvanTrackOf: {"yellow", "upgrades"},
	}
	for _, step := range append(slices.Clone(g18mag.MinorSteps), g18mag.StepPayout) {
		names[key.StepOf] = append(names[key.StepOf], string(step))
	}
	names[key.StepOf] = append(names[key.StepOf], whole.Steps()...)
	for _, c := range g18mag.Companies {
		names[key.CompanyOf] = append(names[key.CompanyOf], c.Key)
	}
	for seats, suffix := range map[int]string{2: "-two", 3: ""} {
		s := &g18mag.State{Seats: seats}
		for _, c := range s.Edition().Majors {
			names[key.SheetPowerOf] = append(names[key.SheetPowerOf], g18mag.Companies[c].Key+suffix)
			names[key.FeeOf] = append(names[key.FeeOf], g18mag.Companies[c].Key+suffix)
		}
		for _, c := range s.Goods().Services {
			names[key.ServiceOf] = append(names[key.ServiceOf], g18mag.Companies[c].Key)
			names[key.SheetServiceOf] = append(names[key.SheetServiceOf], g18mag.Companies[c].Key+suffix)
		}
		for i := range s.World().Map.Hexes {
			names["18mag.kind."] = append(names["18mag.kind."], s.World().Map.Hexes[i].Kind)
		}
	}
	names[key.ServiceOf] = append(names[key.ServiceOf], "either")
	for _, o := range whole.Options() {
		names[key.OptionOf] = append(names[key.OptionOf], strings.TrimPrefix(o.Gloss, key.OptionOf))
	}
	for _, d := range whole.Declared() {
		names["18mag.declared."] = append(names["18mag.declared."], strings.TrimPrefix(d.Gloss, "18mag.declared."))
	}
	for _, p := range whole.Parts() {
		names[key.PartOf] = append(names[key.PartOf], p.Name)
	}
	return names
}

func TestFamilies(t *testing.T) {
	enginetest.Families(t, families(), "../../../../templates/en/18mag.toml")
}

// Messages of games are complete: every argument that a text names exists.
func TestMessagesCanBeSaid(t *testing.T) {
	set := expect.Get(templates.New())(t)
	for _, no := range slices.Concat(trackwordtest.Refusals, runningtest.Refusals, runningtest.ExtraRefusals, runningtest.BestRefusals) {
		expect.True(t, set.Has("en", "18mag.no."+no), "the refusal %q has no text", no)
	}
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}
	enginetest.CompleteMessages(t, whole, enginetest.Options{Games: 1, MaxMoves: 3000}, func(m engine.Message) string { return set.Say("en", names, nil, m) })
}

// The marks of corporations on the map are read in orders.
func TestMarksAreRead(t *testing.T) {
	words := engine.Words("", g18mag.Book.Large.Words, nil)
	for _, w := range g18mag.Book.Large.Words {
		if v, err := words.Read(engine.Tokenize(mark(w.Value))); err != nil || v != w.Value {
			t.Errorf("%s of %s reads as %v, %v", mark(w.Value), w.Text, v, err)
		}
	}
}

// TestLaws: most of its time goes into playing, so it looks at many positions of few games.
func TestLaws(t *testing.T) {
	enginetest.View(t, whole, enginetest.Options{Games: 2, Seats: []int{2, 3, 6}, Samples: 13, MaxMoves: 30000, Harm: losesDirector, Stated: stated, Pointless: func(p engine.Position, verb string) bool {
		s := p.(*g18mag.State)
		return verb == "run" && !s.CanRun(s.Company()) // the step is passed over
	}})
	bestRun.Enough(t, 50)
}

// The player alone, and the other tables.
func TestDefaults(t *testing.T) {
	enginetest.Defaults(t, whole, enginetest.Options{Games: 1, Seats: []int{1, 4, 5}, MaxMoves: 30000, Harm: losesDirector})
}

// losesDirector names a major that a seat no longer directs.
func losesDirector(before, after engine.Position, seat engine.Seat) string {
	was, is := before.(*g18mag.State), after.(*g18mag.State)
	for _, c := range was.Edition().Majors {
		if was.DirectorOf(c) == seat && is.DirectorOf(c) != seat {
			return "it no longer directs " + g18mag.Companies[c].Word
		}
	}
	return ""
}

// storyOf is a line's story in letters, with marks for weight: "!" changes the game, "=" is a heading.
func storyOf(t *testing.T, s *g18mag.State, line string) (told []string) {
	t.Helper()
	g := &engine.Game{Name: "story", Title: whole, Pos: s}
	r, err := g.Try(s.Actor, line, true)
	expect.NoError(t, err, line)
	reports := engine.Each(r.Reports, func(rep engine.Report) engine.Message { return rep.Message })
	say := reader(t, "Ana", "Ben", "Cleo").Say
	for _, p := range whole.Tell(reports) {
		mark := map[engine.Weight]string{engine.Event: "!", engine.Round: "="}[p.Weight]
		told = append(told, mark+say(p.Say))
	}
	return told
}

func TestStory(t *testing.T) {
	for _, c := range []struct {
		actions int
		line    string
		want    []string
	}{
		{18, "lay 3 D13 E12-E14", nil},
		{18, "pass", nil},
		{20, "run best", []string{"minor 1 earns 30 Ft, 15 for Ana"}},
		{75, "buy RÁBA", []string{"Ana pays 60 Ft and now owns 20 %", "!Ana becomes director of RÁBA"}},
		{79, "pass", []string{"Cleo gets the priority deal", "=operating round 2.1"}},
		{185, "buy 3", []string{"minor 11 buys a 3-train for 120 Ft, 60 of it to MÁVAG", "!the green phase begins; a stock round follows this operating round"}},
		{194, "pay 30", []string{"SIK pays 30 Ft (Ben 6), price 85 to 90", "LdStEG pays nothing, price 65 to 60", "RÁBA pays 30 Ft (Ana 3), price 65 to 70", "SNW pays nothing, price 60 to 55", "G&C pays 20 Ft (Ben 2), price stays 55"}},
	} {
		expect.Same(t, []any{c.actions, c.line}, storyOf(t, traced(t, "18Mag-3p-314000", c.actions), c.line), c.want)
	}
}

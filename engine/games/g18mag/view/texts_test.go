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
	enginetest.Said(t, whole, enginetest.Options{Games: 1, MaxMoves: 3000}, func(m engine.Message) string { return set.Say("en", names, nil, m) })
}

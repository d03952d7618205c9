package g18cz_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/running/runningtest"
	"railpost/engine/rail/trackword/trackwordtest"
)

// families are the keys that are put together from a beginning and names of the data.
func families() map[string][]string {
	names := map[string][]string{
		"18cz.score.":          {"cash", "shares", "locals", "owed"},
		key.AskOf:              {"draft", "stock", "stock-sold", "stock-over", "offer", "standing", "repay", "price", "which-local", "trains-must", "track-none"},
		key.HeadCorporationsOf: g18cz.SizeNames[:],
		key.SizeOf:             g18cz.SizeNames[:],
		key.TrainKindOf:        g18cz.SizeNames[:],
	}
	add := func(family, name string) { names[family] = append(names[family], name) }
	for _, c := range g18cz.Book.Companies {
		add(key.CompanyOf, engine.Fold(c.ID))
	}
	for _, l := range g18cz.Book.Locals {
		add(key.LocalOf, engine.Fold(l.ID))
	}
	for _, p := range g18cz.Book.Phases {
		add(key.PhaseOf, p.Name)
	}
	for _, q := range []g18cz.Question{g18cz.AskCity, g18cz.AskDoubled, g18cz.AskReceived, g18cz.AskExcess} {
		add(key.AskOf, string(q))
		add(key.QuestionOf, string(q))
	}
	for _, step := range wired.Steps() {
		add(key.StepOf, step)
	}
	for _, step := range g18cz.TurnSteps {
		add(key.StepOf, string(step))
		add(key.AskOf, string(step))
		if step != g18cz.StepStation && step != g18cz.StepTakeOver && step != g18cz.StepLocals { // never compulsory
			add(key.NoMustOf, string(step))
		}
	}
	for _, h := range g18cz.Book.Worlds[0].Map.Hexes {
		add("18cz.kind.", h.Kind)
		if h.Terrain != "" {
			add(key.TerrainOf, h.Terrain)
		}
	}
	for _, t := range g18cz.Book.Worlds[0].Set.Tiles {
		add(key.ColourOf, t.Colour)
	}
	for _, o := range wired.Options() {
		add(key.OptionOf, o.Key)
	}
	for _, d := range wired.Declared() {
		add("18cz.declared.", strings.TrimPrefix(d.Gloss, "18cz.declared."))
	}
	for _, p := range wired.Parts() {
		add(key.PartOf, p.Name)
	}
	return names
}

func TestFamilies(t *testing.T) {
	enginetest.Families(t, families(), "../../../templates/en/18cz.toml")
}

// Every refusal of the shared packages has a text of this title.
func TestSharedRefusals(t *testing.T) {
	texts := expect.Get(os.ReadFile("../../../templates/en/18cz.toml"))(t)
	for _, name := range slices.Concat(trackwordtest.Refusals, runningtest.Refusals, runningtest.GroupRefusals) {
		if slices.Contains([]string{"piece-faces", "lake", "exit-barrier"}, name) { // of other maps
			continue
		}
		expect.Has(t, name, string(texts), `"18cz.no.`+name+`" = `)
	}
}

// Messages of games are complete: every argument that a text names exists.
func TestMessagesCanBeSaid(t *testing.T) {
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}
	enginetest.Said(t, wired, enginetest.Options{Games: 1, MaxMoves: 3000}, func(m engine.Message) string { return g18cz.Texts.Say("en", names, nil, m) })
}

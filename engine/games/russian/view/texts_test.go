package view

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
	"railpost/templates"
)

// families are the keys that are put together from a beginning and names of the data.
func families() map[string][]string {
	prefixed := func(prefix string, names []string) (list []string) {
		for _, n := range names {
			list = append(list, prefix+n)
		}
		return list
	}
	names := map[string][]string{
		key.ColourOf:       russian.ColourNames[:],
		key.RailwayOf:      russian.RailwayLetters[:],
		key.RailwaySignOf:  russian.RailwayLetters[:],
		key.MarkerOf:       {"a", "b"},
		key.TokenOf:        russian.Book.Tokens,
		key.CardOf:         russian.Book.QuestionCards,
		key.VerbCardOf:     append([]string{"none"}, russian.Book.QuestionCards...),
		key.StartOf:        russian.Book.StartCards,
		key.SpecialOf:      append([]string{"t15", "i10"}, russian.Book.QuestionSpaces...),
		key.FactoryOf:      {"1", "2", "3", "4", "5", "6", "7", "8", "9"},
		key.SheetExplainOf: {"token", "card", "endcard", "start", "word"},
		key.DoesOf: slices.Concat(prefixed("token-", russian.Book.Tokens), prefixed("card-", russian.Book.QuestionCards),
			prefixed("word-", termsOfLetters)),
		"russian.score.": {"game", "cards", "majority"},
		"russian.step.":  title.Steps(),
	}
	for _, s := range russian.Book.Spaces {
		names[key.SpaceOf] = append(names[key.SpaceOf], s.ID)
	}
	for _, c := range russian.Book.EndCards {
		names[key.EndcardOf] = append(names[key.EndcardOf], c.ID)
	}
	for _, o := range title.Options() {
		names[key.OptionOf] = append(names[key.OptionOf], o.Key)
	}
	for _, d := range title.Declared() {
		names["russian.declared."] = append(names["russian.declared."], strings.TrimPrefix(d.Gloss, "russian.declared."))
	}
	return names
}

func TestFamilies(t *testing.T) {
	enginetest.Families(t, families(), "../../../../templates/en/russian.toml")
}

// Messages of games are complete: every argument that a text names exists.
func TestMessagesCanBeSaid(t *testing.T) {
	set := expect.Get(templates.New())(t)
	names := []string{"Ann", "Ben", "Cleo", "Dag"}
	enginetest.Said(t, title, enginetest.Options{Games: 2}, func(m engine.Message) string { return set.Say("en", names, nil, m) })
}

package view

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
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
		key.SheetExplainOf: {"token", "card", "each-token", "each-card", "endcard", "start", "word"},
		key.DoesOf: slices.Concat(prefixed("token-", russian.Book.Tokens), prefixed("card-", russian.Book.QuestionCards),
			prefixed("word-", termsOfLetters)),
		"russian.score.": {"game", "cards", "cards.end", "majority", "majority.end"},
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
	enginetest.CompleteMessages(t, title, enginetest.Options{Games: 2}, func(m engine.Message) string { return set.Say("en", names, nil, m) })
}

func TestHelpWithWords(t *testing.T) {
	s := inTurn(t)
	for word, want := range map[string]string{
		"grey": "grey", "gray": "grey", "over": "over", "fac": "fac", "factory": "fac", "place": "place", "with": "with",
		"skip": "skip", "loco": "loco", "?": "?", ">": "over", "t": "t", "p": "p", "pass": "pass", "move": "move", "ind": "ind", "kiev": "k",
	} {
		got := advise.Guide(title, s, s.Actor, word)
		if len(got) != 1 || got[0].Verb != want || got[0].Example == "" {
			t.Errorf("help %s: %+v", word, got)
		}
	}
	var verbs []string
	for _, u := range advise.Guide(title, s, s.Actor, "") {
		verbs = append(verbs, u.Verb)
	}
	// Orders that are possible now come first; orders of other times follow.
	if want := []string{"place", "pass", "", "", ""}; len(verbs) < len(want) || !slices.Equal(verbs[:len(want)], want) || !slices.Contains(verbs[len(want):], "start") {
		t.Errorf("help without a word has %q", verbs)
	}
	expect.Has(t, "the example of place is", advise.Guide(title, s, s.Actor, "place")[0].Example, ":")
	// A player who need not act can look words up.
	if got := advise.Guide(title, s, s.Order[1], "pass"); len(got) != 1 {
		t.Errorf("help pass in another's turn: %+v", got)
	}
}

// The end of a round: one sentence names the players who pass automatically, the scoring is a table, and news
// are under the heading of the next round.
func TestStoryOfARound(t *testing.T) {
	set := expect.Get(templates.New())(t)
	ana, ben := russian.Who(0), russian.Who(1)
	scoring := func(who engine.Arg) engine.Message {
		return engine.Msg(key.ReportScoring, who, engine.Int("t", 1), engine.Int("p", 2), engine.Int("k", 3), engine.Int("industry", 4), engine.Int("total", 10), engine.Int("score", 20))
	}
	told := title.Tell([]engine.Message{
		engine.Msg(key.ReportPass, ana),
		engine.Msg(key.ReportPoints, ana, engine.Int("n", 2), engine.Int("score", 9)),
		engine.Msg(key.ReportMustPass, ben),
		engine.Msg(key.ReportPoints, ben, engine.Int("n", 3), engine.Int("score", 8)),
		scoring(ana), scoring(ben),
		engine.Msg(key.ReportEngineerHire, russian.EngineerSay("engineer", 3)),
		engine.Msg(key.ReportLastRound, engine.Int("round", 6)),
	})
	var lines []string
	for _, p := range told {
		if p.Block != nil {
			expect.Must(t, "rows", len(p.Block.Rows), 2)
			expect.Same(t, "columns", len(p.Block.Columns), len(p.Block.Rows[1]))
			lines = append(lines, "TABLE")
			continue
		}
		lines = append(lines, strings.Repeat("#", int(p.Weight))+set.Say("en", []string{"Ana", "Ben"}, nil, p.Say))
	}
	want := []string{
		"Ana scores 2 (9 in all)", "- Ben has nothing left and passes: 3 points", "TABLE", "###Round 6, the last",
		"#this is the last round: the space last gives 3 industry advances, and nobody claims a place in the turn order",
		"engineer 3 (1 doubler and 3 points) can be hired now",
	}
	expect.Same(t, "told", strings.Join(lines, "\n"), strings.Join(want, "\n"))
}

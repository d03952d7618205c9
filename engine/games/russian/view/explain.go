package view

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Explain describes a token, a card, a space, a railway, an engineer, a factory or a piece, by its word in
// letters and orders.
func (View) Explain(view engine.Position, seat engine.Seat, word string) []engine.Block {
	s, want := view.(*russian.State), engine.Fold(word)
	b := engine.Block{Head: engine.Msg(key.HeadExplain, engine.Order("word", word))}
	tell := func(kind string, m engine.Message) {
		b.Add(key.SheetExplainOf+kind, engine.Say("what", m))
	}
	named := func(list []string) (string, bool) {
		i := slices.IndexFunc(list, func(id string) bool { return engine.Fold(id) == want })
		if i < 0 {
			return "", false
		}
		return list[i], true
	}
	does := func(kind, id string) engine.Message { return engine.Msg(key.DoesOf + kind + "-" + id) }
	if id, ok := named(russian.Book.Tokens); ok {
		tell("token", does("token", id))
	}
	if id, ok := named(russian.Book.QuestionCards); ok {
		tell("card", does("card", id))
	}
	for _, c := range russian.Book.EndCards {
		if engine.Fold(c.ID) == want {
			tell("endcard", engine.Msg(key.EndcardOf+c.ID))
		}
	}
	if id, ok := named(russian.Book.StartCards); ok {
		tell("start", engine.Msg(key.StartOf+id))
	}
	if id, ok := named(termsOfLetters); ok {
		tell("word", does("word", id))
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(want, "factory ")); err == nil && n > 0 && n < len(russian.Book.Factories) && strings.HasPrefix(want, "factory ") {
		tell("word", engine.Msg(key.Factory, engine.Int("n", n), russian.EffectList("effect", s.Factory(n))))
	}
	if rest, ok := strings.CutPrefix(want, "engineer "); ok {
		want = "eng-" + rest
	}
	var blocks []engine.Block
	blocks = append(blocks, engine.Filled(b)...)
	if places, err := spaceSheet(s, seat, want); err == nil {
		blocks = append(blocks, places...)
	}
	return blocks
}

// termsOfLetters are further words of letters, which are names of no space or card.
var termsOfLetters = []string{"tokens", "gap", "reach", "revaluation", "worker", "majority"}

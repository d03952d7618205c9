package view

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Glossary explains the order words; see engine.Adviser.
func (View) Glossary(engine.Position) []engine.Usage {
	word := engine.NewUsage
	list := []engine.Usage{
		word("", "t, p, k", key.WordRailways, ""),
		word("", "o, b, t, r", key.WordPieces, ""),
		word("", "black, grey, brown, natural, white, ind, loco, fac, dbl, again, ?, skip", key.WordSteps, ""),
		{Verb: "place", Form: "place SPACE [with PIECES] [swap SPACE] [: STEPS]", Gloss: key.WordPlace,
			Params: []string{"space", "pieces", "steps"}, Example: "place black-2: black t 2, black k", Also: []string{"put"}},
		{Verb: "start", Form: "start CARD [: STEPS]", Gloss: key.WordStart, Params: []string{"steps"}, Example: "start black: black k"},
		word("pass", "pass", key.WordPass, "pass"),
		word("move", "move turn-1 to SPACE [: STEPS]", key.WordMove, "move turn-2 to open: black t"),
		word("stay", "move turn-1 stay", key.WordStay, "move turn-2 stay"),
		word("endcard", "endcard CARD, or endcard points", key.WordEndcard, "endcard points", "points"),
		word("with", "place SPACE with PIECES", key.WordWith, "place loco-3 with 2o+r: loco t, fac", "pieces", "ruble", "temp", "temporary", "worker"),
		word("swap", "place turn-1 with PIECES swap SPACE", key.WordSwap, "place turn-2 with r swap black-1", "exchange"),
		word("ind", "ind [MARKER] [NUMBER]", key.WordInd, "place ind-2: ind 2", "industry"),
		word("loco", "loco RAILWAY [over NUMBER > RAILWAY]", key.WordLoco, "place loco-1: loco t", "locomotive", "engine"),
		word("over", "loco RAILWAY over NUMBER > RAILWAY", key.WordOver, "place loco-1: loco t over 1 > k", ">", "replace", "out"),
		word("fac", "fac [from NUMBER] [over SLOT]", key.WordFac, "place loco-1: fac", "factory", "from"),
		word("dbl", "dbl [NUMBER]", key.WordDbl, "dbl 2", "doubler", "doublers"),
		word("again", "again SPACE (STEPS)", key.WordAgain, "again black-1 (black t 2)", "repeat"),
		word("?", "? TOKEN (STEPS)", key.WordToken, "place black-1: black p 2 [? doublers]", "token", "question", "card"),
		word("skip", "skip", key.WordSkip, "place eng-5: skip", "give up"),
		word("t", "t", key.WordTranssib, "black t 2", "transsib", "transsiberian"),
		word("p", "p", key.WordPetersburg, "black p", "petersburg", "st petersburg"),
		word("k", "k", key.WordKiev, "loco k", "kiev", "kyiv"),
	}
	for c := range russian.Colour(russian.Colours) {
		list = append(list, word(russian.ColourNames[c], russian.ColourNames[c]+" RAILWAY [NUMBER]", colourWords[c], russian.ColourNames[c]+" t 2", colourAlso[c]...))
	}
	return list
}

// colourWords are the glossary's texts on the colours.
var colourWords = [russian.Colours]string{key.WordBlack, key.WordGrey, key.WordBrown, key.WordNatural, key.WordWhite}

// colourAlso are synonyms of a colour.
var colourAlso = [russian.Colours][]string{russian.Grey: {"gray"}}

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
	if slices.Contains([]string{"?", "token", "tokens"}, want) {
		each := func(kind string, list []string, name func(int) string) {
			for i, id := range list {
				b.Add(key.SheetExplainOf+"each-"+kind, engine.Term("name", name(i)), engine.Say("what", does(kind, id)))
			}
		}
		each("token", russian.Book.Tokens, russian.TokenKey)
		each("card", russian.Book.QuestionCards, russian.CardKey)
	}
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
	blocks := engine.Filled(b)
	if places, err := spaceSheet(s, seat, want); err == nil {
		blocks = append(blocks, places...)
	}
	return blocks
}

// termsOfLetters are further words of letters, which are names of no space or card.
var termsOfLetters = []string{"tokens", "gap", "reach", "revaluation", "worker", "majority"}

package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
)

// Glossary explains the order words; see engine.Adviser.
func (View) Glossary(engine.Position) []engine.Usage {
	word := func(verb, form, key, example string, also ...string) engine.Usage {
		return engine.Usage{Verb: verb, Form: form, Gloss: "russian.word." + key, Example: example, Also: also}
	}
	list := []engine.Usage{
		word("", "t, p, k", "railways", ""),
		word("", "o, b, t, r", "pieces", ""),
		word("", "black, grey, brown, natural, white, ind, loco, fac, dbl, again, ?, skip", "steps", ""),
		{Verb: "place", Form: "place SPACE [with PIECES] [swap SPACE] [: STEPS]", Gloss: "russian.word.place",
			Params: []string{"space", "pieces", "steps"}, Example: "place black-2: black t 2, black k", Also: []string{"put"}},
		{Verb: "start", Form: "start CARD [: STEPS]", Gloss: "russian.word.start", Params: []string{"steps"}, Example: "start black: black k"},
		word("pass", "pass", "pass", "pass"),
		word("move", "move turn-1 to SPACE [: STEPS]", "move", "move turn-2 to open: black t"),
		word("stay", "move turn-1 stay", "stay", "move turn-2 stay"),
		word("endcard", "endcard CARD, or endcard points", "endcard", "endcard points"),
		word("with", "place SPACE with PIECES", "with", "place loco-3 with 2o+r: loco t, fac", "pieces", "ruble", "temp", "temporary", "worker"),
		word("swap", "place turn-1 with PIECES swap SPACE", "swap", "place turn-2 with r swap black-1", "exchange"),
		word("ind", "ind [MARKER] [NUMBER]", "ind", "place ind-2: ind 2", "industry"),
		word("loco", "loco RAILWAY [over NUMBER > RAILWAY]", "loco", "place loco-1: loco t", "locomotive", "engine"),
		word("over", "loco RAILWAY over NUMBER > RAILWAY", "over", "place loco-1: loco t over 1 > k", ">", "replace", "out"),
		word("fac", "fac [from NUMBER] [over SLOT]", "fac", "place loco-1: fac", "factory", "from"),
		word("dbl", "dbl [NUMBER]", "dbl", "dbl 2", "doubler", "doublers"),
		word("again", "again SPACE (STEPS)", "again", "again black-1 (black t 2)", "repeat"),
		word("?", "? TOKEN (STEPS)", "token", "place black-1: black p 2 [? doublers]", "token", "question", "card"),
		word("skip", "skip", "skip", "place eng-5: skip", "give up"),
		word("t", "t", "transsib", "black t 2", "transsib", "transsiberian"),
		word("p", "p", "petersburg", "black p", "petersburg", "st petersburg"),
		word("k", "k", "kiev", "loco k", "kiev", "kyiv"),
	}
	for c := range russian.Colour(russian.Colours) {
		list = append(list, word(russian.ColourNames[c], russian.ColourNames[c]+" RAILWAY [NUMBER]", russian.ColourNames[c], russian.ColourNames[c]+" t 2", colourAlso[c]...))
	}
	return list
}

// colourAlso are synonyms of a colour.
var colourAlso = [russian.Colours][]string{russian.Grey: {"gray"}}

package view

import (
	"strconv"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Glossary explains the order words; see engine.Adviser.
func (View) Glossary(view engine.Position) []engine.Usage {
	s, _ := view.(*tycoon.State)
	word := engine.NewUsage
	list := []engine.Usage{
		word("", "N18, AA3", key.WordHexes, "", "hex", "hexes", "place", "places"),
		word("", "Chicago, chi, N16", key.WordCities, "", "city", "cities", "town", "name", "names"),
		word("", "$8", key.WordMoney, "", "money", "dollars", "thousand"),
		word("bid", "bid NUMBER", key.WordBid, "bid 3", "auction", "first player"),
		word("bid up to", "bid up to NUMBER", key.WordBidUpTo, "bid up to 5", "standing", "limit", "up", "to"),
		word("always ask", "always ask", key.WordAlwaysAsk, "always ask", "standing"),
		{Verb: "build", Form: "build START: WAY [with CARDS]", Gloss: key.WordBuild, Params: []string{"start", "way", "cards"},
			Example: "build Chicago: N18 M19 M21 M23 > Toledo", Also: []string{"track", "link", "lay", "tile", "tiles", "cost"}},
		word("build", "build START > CITY", key.WordBuildWays, "build Chicago > Toledo", "cheapest", "way", "ways"),
		word("build", "build", key.WordBuildAlone, ""),
		word("build", "build START DIRECTIONS", key.WordBuildDirections, "build Chicago e ne e e ne", "direction", "directions"),
		word("with", "build ... with grant, with engineering, with grant engineering", key.WordWith, "build Chicago: N18 M19 M21 M23 > Toledo with grant", "grant", "engineering", "land grant"),
		word("deliver", "deliver COLOUR CITY > CITY > ...", key.WordDeliver, "deliver red Toledo > Detroit > Chicago", "cube", "cubes", "goods"),
		word("deliver", "deliver COLOUR CITY > CITY(PLAYER) > ...", key.WordDeliverBy, "deliver red Toledo > Detroit(2) > Chicago", "owner", "seat"),
		word("urbanize", "urbanize CITY COLOUR", key.WordUrbanize, "urbanize Toledo blue", "gray", "new city"),
		word("upgrade", "upgrade", key.WordUpgrade, "upgrade", "level", "engine"),
		word("card", "card NUMBER [CITY [COLOUR]]", key.WordCard, "card 26 Toledo blue", "cards", "take"),
		word("western", "western CITY", key.WordWestern, "western Kansas City", "west"),
		word("issue", "issue NUMBER", key.WordIssue, "issue 2", "share", "shares", "money"),
		word("pass", "pass", key.WordPass, "pass"),
		word("done", "done", key.WordDone, "done", "executive"),
	}
	if s != nil && s.Rules.Novice {
		withoutCards(list)
	}
	if s != nil && s.Book() != nil && s.Book() != tycoon.PrintedBook() {
		withoutNames(s, list)
	}
	return list
}

// withoutCards marks things that novices play without as not in play (Novices). The words and their examples
// stay: a line that looks like one is refused, not taken for chat.
func withoutCards(list []engine.Usage) {
	for i, u := range list {
		switch u.Verb {
		case "with", "card", "western", "done":
			list[i].Gloss = key.WordNovice
		case "build":
			list[i].Form = strings.TrimSuffix(u.Form, " [with CARDS]")
			if u.Gloss == key.WordBuild {
				list[i].Gloss = key.WordBuildNovice
			}
		}
	}
}

// withoutNames removes the printed board's cities from the explanations, for a table
// that plays on another board.
func withoutNames(s *tycoon.State, list []engine.Usage) {
	for i, u := range list {
		if u.Verb == "" && strings.HasPrefix(u.Form, "Chicago") {
			at := exampleCity(s)
			list[i].Form = s.Book().Cities[at].Name + ", " + s.Book().HexName(s.Book().Cities[at].Spot)
		}
		if strings.IndexFunc(u.Example, unicode.IsUpper) >= 0 {
			list[i].Example = ""
		}
	}
}

// Explain tells what a card, a baron, a city, a hex or a colour is.
func (View) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s, want := view.(*tycoon.State), engine.Fold(word)
	b := engine.Block{Head: engine.Msg(key.HeadCards)}
	number, _ := strconv.Atoi(strings.TrimPrefix(want, "card "))
	for id := 1; id < len(s.Book().Cards); id++ {
		name := engine.Fold(s.Book().Cards[id].Name)
		if id == number && want != strconv.Itoa(number) || name == want || strings.HasPrefix(name, want+" ") || "government "+want == name {
			b.Add(key.SheetCardRest, cardNumbers([]int{id}), engine.Say("effect", cardWords(s, id)))
		}
	}
	if len(b.Lines) > 0 {
		return []engine.Block{b}
	}
	b.Head = engine.Msg(key.HeadBarons)
	for i := 1; i < len(s.Book().Barons); i++ {
		if baron := &s.Book().Barons[i]; engine.Fold(baron.Name) == want || strings.HasSuffix(engine.Fold(baron.Name), " "+want) {
			b.Add(key.SheetBaronLine, engine.Text("name", baron.Name), engine.Say("goal", s.Book().GoalWords(baron)))
		}
	}
	if len(b.Lines) > 0 {
		return []engine.Block{b}
	}
	if blocks, err := hexSheet(s, word); err == nil {
		return blocks
	}
	if blocks, err := goodsSheet(s, word); err == nil {
		return blocks
	}
	return nil
}

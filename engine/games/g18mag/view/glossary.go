package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/trains"
)

// Glossary explains the order words; see engine.Adviser.
func (View) Glossary(engine.Position) []engine.Usage {
	word := engine.NewUsage
	return []engine.Usage{
		word("", "F17, G14.2", key.WordPlaces, "", "hex", "hexes", "city", "cities"),
		word("", "4, SIK", key.WordCompanies, "", "minor", "minors", "major", "majors"),
		word("take", "take COMPANY", key.WordTake, "take 4", "draft", "pick"),
		{Verb: "lay", Form: "lay TILE HEX EXITS [with token]", Gloss: key.WordLay, Params: []string{"tile", "hex", "exits"},
			Example: "lay 8 F17 E16-G16", Also: []string{"tile", "upgrade", "build", "track", "exits", "rotation"}},
		word("with", "lay TILE HEX EXITS with token", key.WordWith, "lay 9 C14 B13-D15 with token", "terrain", "terrain token"),
		word("token", "token HEX[.CITY]", key.WordToken, "token G14.2", "station", "stations"),
		word("scrap", "scrap SIZE", key.WordScrap, "scrap 2", "discard"),
		word("service", "service raba, service g&c, service snw", key.WordService, "service raba", "services", "wagon", "raba", "g&c", "snw", "mine", "plus"),
		word("run", "run best, run STOPS[, STOPS]", key.WordRun, "run E16-G16-H17, E10-D9", "routes", "route", "best", "revenue"),
		word("buy", "buy SIZE, buy SIZE from MINOR for PRICE", key.WordBuy, "buy 3 from 5 for 80", "train", "trains", "from", "for"),
		word("agree", "agree, or refuse", key.WordAgree, "agree", "refuse"),
		word("pay", "pay AMOUNT, pay all, pay 0", key.WordPay, "pay 40", "hold", "dividend"),
		word("sell", "sell NUMBER MAJOR", key.WordSell, "sell 2 SIK", "shares", "share"),
		word("buy", "buy MAJOR", key.WordBuyShare, "buy SIK", "shares", "share", "director"),
		word("pass", "pass", key.WordPass, "pass"),
		word("done", "done", key.WordDone, "done"),
	}
}

// Explain tells what a company, a phase, a service or a train is.
func (View) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s, want := view.(*g18mag.State), engine.Fold(word)
	if s.Alone != nil && want == engine.Fold("István") {
		return append([]engine.Block{{Head: engine.Msg(key.HeadExplain, engine.Order("word", word)), Lines: []engine.Message{engine.Msg(key.SheetIstvan)}}}, istvanSheet(s)...)
	}
	if c, ok := engine.ReadWord(s.Edition().Words, word); ok {
		if blocks, err := companySheet(s, g18mag.Companies[c].Word); err == nil {
			return append(blocks, tileNamed(s, word)...)
		}
		return []engine.Block{{Head: engine.Msg(key.HeadExplain, engine.Order("word", word)), Lines: []engine.Message{engine.Msg(key.SheetExplainOut, g18mag.CompanySay("company", c))}}}
	}
	if _, ok := engine.ReadWord(s.Goods().ServiceWords(), word); ok {
		return []engine.Block{serviceBlock(s)}
	}
	colour := strings.TrimSpace(strings.Replace(strings.TrimPrefix(want, "phase"), "grey", "gray", 1))
	if strings.HasPrefix(want, "phase") || slices.ContainsFunc(s.Edition().Phases, func(p trains.Phase) bool { return p.Name == colour }) {
		return []engine.Block{phaseBlock(s)}
	}
	if _, ok := engine.ReadWord(s.Goods().SizeWords(), word); ok {
		return append([]engine.Block{trainTable(s)}, tileNamed(s, word)...)
	}
	return nil
}

// tileNamed is a tile whose number may have another meaning, too.
func tileNamed(s *g18mag.State, number string) []engine.Block {
	blocks, err := tileSheet(s, number)
	if err != nil {
		return nil
	}
	return blocks
}

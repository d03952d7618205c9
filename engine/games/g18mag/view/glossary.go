package view

import "railpost/engine"

// Glossary explains the order words; see engine.Adviser.
func (View) Glossary(engine.Position) []engine.Usage {
	word := func(verb, form, key, example string, also ...string) engine.Usage {
		return engine.Usage{Verb: verb, Form: form, Gloss: "18mag.word." + key, Example: example, Also: also}
	}
	return []engine.Usage{
		word("", "F17, G14.2", "places", "", "hex", "hexes", "city", "cities"),
		word("", "4, SIK", "companies", "", "minor", "minors", "major", "majors"),
		word("take", "take COMPANY", "take", "take 4", "draft", "pick"),
		{Verb: "lay", Form: "lay TILE HEX EXITS [with token]", Gloss: "18mag.word.lay", Params: []string{"tile", "hex", "exits"},
			Example: "lay 8 F17 E16-G16", Also: []string{"tile", "upgrade", "build", "track", "exits", "rotation"}},
		word("with", "lay TILE HEX EXITS with token", "with", "lay 9 C14 B13-D15 with token", "terrain", "terrain token"),
		word("token", "token HEX[.CITY]", "token", "token G14.2", "station", "stations"),
		word("scrap", "scrap SIZE", "scrap", "scrap 2", "discard"),
		word("service", "service raba, service g&c, service snw", "service", "service raba", "services", "wagon", "raba", "g&c", "snw", "mine", "plus"),
		word("run", "run best, run STOPS[, STOPS]", "run", "run E16-G16-H17, E10-D9", "routes", "route", "best", "revenue"),
		word("buy", "buy SIZE, buy SIZE from MINOR for PRICE", "buy", "buy 3 from 5 for 80", "train", "trains", "from", "for"),
		word("agree", "agree, or refuse", "agree", "agree", "refuse"),
		word("pay", "pay AMOUNT, pay all, pay 0", "pay", "pay 40", "hold", "dividend"),
		word("sell", "sell NUMBER MAJOR", "sell", "sell 2 SIK", "shares", "share"),
		word("buy", "buy MAJOR", "buy-share", "buy SIK", "shares", "share", "director"),
		word("pass", "pass", "pass", "pass"),
		word("done", "done", "done", "done"),
	}
}

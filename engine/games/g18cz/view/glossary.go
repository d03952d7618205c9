package view

import "railpost/engine"

// Glossary explains the order words; see engine.Adviser.
func (View) Glossary(engine.Position) []engine.Usage {
	word := func(verb, form, key, example string, also ...string) engine.Usage {
		return engine.Usage{Verb: verb, Form: form, Gloss: "18cz.word." + key, Example: example, Also: also}
	}
	return []engine.Usage{
		word("", "F17, B9.2", "places", "", "hex", "hexes", "city", "cities"),
		word("", "EKJ, S1", "companies", "", "corporation", "corporations", "railway", "local"),
		word("", "2b, 2+2b, 3Ed", "trains", "", "train", "card", "cards", "side", "sides"),
		word("take", "take RAILWAY", "take", "take S1", "draft"),
		word("start", "start CORPORATION PRICE", "start", "start EKJ 60", "par", "found", "price"),
		word("buy", "buy CORPORATION", "buy-share", "buy EKJ", "share", "shares", "certificate", "director"),
		word("sell", "sell NUMBER CORPORATION", "sell", "sell 2 EKJ"),
		word("repay", "repay", "repay", "repay", "debt", "loan", "penalty"),
		word("home", "home HEX EXITS, home B9.1", "home", "home A8 A10-B9", "red"),
		{Verb: "lay", Form: "lay TILE HEX EXITS [with RAILWAY]", Gloss: "18cz.word.lay", Params: []string{"tile", "hex", "exits"},
			Example: "lay 8 F17 E16-G16", Also: []string{"tile", "upgrade", "build", "track", "exits", "rotation"}},
		word("with", "lay TILE HEX EXITS with RAILWAY", "with", "lay 14p E16 E14-D15-E18-F17 with S1", "purple", "terrain", "ability", "fee"),
		word("token", "token HEX[.CITY]", "token", "token B9.2", "stations"),
		word("station", "station HEX.CITY, or token", "station", "station B9.2"),
		word("run", "run best, run STOPS[, STOPS]", "run", "run 2+2b: E16-G16-H17, 3c: E10-D9", "routes", "route", "best", "revenue"),
		word("pay", "pay, or hold", "pay", "pay", "dividend"),
		word("hold", "hold, or pay", "hold", "hold", "withhold"),
		word("acquire", "acquire CORPORATION for PRICE", "acquire", "acquire EKJ for 60", "take over", "take-over"),
		word("keep", "keep TRAIN", "keep", "keep 2b", "received"),
		word("flip", "flip TRAIN", "flip", "flip 2b", "received"),
		word("drop", "drop TRAIN", "drop", "drop 2b", "received"),
		word("remove", "remove HEX.CITY", "remove", "remove B9.1"),
		word("buy", "buy TRAIN, buy TRAIN from CORPORATION for PRICE", "buy", "buy 2+2b", "depot", "reserve", "from", "for", "of"),
		word("buy", "buy RAILWAY for PRICE", "buy-local", "buy S1 for 50"),
		word("sell", "sell RAILWAY", "sell-local", "sell S1"),
		word("discard", "discard TRAIN", "discard", "discard 3c", "excess", "limit"),
		word("agree", "agree, or refuse", "agree", "agree", "offer", "consent"),
		word("refuse", "refuse, or agree", "refuse", "refuse", "offer", "consent"),
		word("accept", "accept PRICE or more for WHAT, never sell, always ask", "accept", "accept 80 or more for MW", "never sell", "always ask", "standing"),
		word("pass", "pass", "pass", "pass"),
		word("done", "done", "done", "done"),
	}
}

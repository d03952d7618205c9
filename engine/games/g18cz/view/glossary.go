package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// Glossary explains the order words; see engine.Adviser.
func (View) Glossary(engine.Position) []engine.Usage {
	word := engine.NewUsage
	return []engine.Usage{
		word("", "F17, B9.2", key.WordPlaces, "", "hex", "hexes", "city", "cities"),
		word("", "EKJ, S1", key.WordCompanies, "", "corporation", "corporations", "railway", "local"),
		word("", "2b, 2+2b, 3Ed", key.WordTrains, "", "train", "card", "cards", "side", "sides"),
		word("take", "take RAILWAY", key.WordTake, "take S1", "draft"),
		word("start", "start CORPORATION PRICE", key.WordStart, "start EKJ 60", "par", "found", "price"),
		word("buy", "buy CORPORATION", key.WordBuyShare, "buy EKJ", "share", "shares", "certificate", "director"),
		word("sell", "sell NUMBER CORPORATION", key.WordSell, "sell 2 EKJ"),
		word("repay", "repay", key.WordRepay, "repay", "debt", "loan", "penalty"),
		word("home", "home HEX EXITS, home B9.1", key.WordHome, "home A8 A10-B9", "red"),
		{Verb: "lay", Form: "lay TILE HEX EXITS [with RAILWAY]", Gloss: key.WordLay, Params: []string{"tile", "hex", "exits"},
			Example: "lay 8 F17 E16-G16", Also: []string{"tile", "upgrade", "build", "track", "exits", "rotation"}},
		word("with", "lay TILE HEX EXITS with RAILWAY", key.WordWith, "lay 14p E16 E14-D15-E18-F17 with S1", "purple", "terrain", "ability", "fee"),
		word("token", "token HEX[.CITY]", key.WordToken, "token B9.2", "stations"),
		word("station", "station HEX.CITY, or token", key.WordStation, "station B9.2"),
		word("run", "run best, run STOPS[, STOPS]", key.WordRun, "run 2+2b: E16-G16-H17, 3c: E10-D9", "routes", "route", "best", "revenue"),
		word("pay", "pay, or hold", key.WordPay, "pay", "dividend"),
		word("hold", "hold, or pay", key.WordHold, "hold", "withhold"),
		word("acquire", "acquire CORPORATION for PRICE", key.WordAcquire, "acquire EKJ for 60", "take over", "take-over"),
		word("keep", "keep TRAIN", key.WordKeep, "keep 2b", "received"),
		word("flip", "flip TRAIN", key.WordFlip, "flip 2b", "received"),
		word("drop", "drop TRAIN", key.WordDrop, "drop 2b", "received"),
		word("remove", "remove HEX.CITY", key.WordRemove, "remove B9.1"),
		word("buy", "buy TRAIN, buy TRAIN from CORPORATION for PRICE", key.WordBuy, "buy 2+2b", "depot", "reserve", "from", "for", "of"),
		word("buy", "buy RAILWAY for PRICE", key.WordBuyLocal, "buy S1 for 50"),
		word("sell", "sell RAILWAY", key.WordSellLocal, "sell S1"),
		word("discard", "discard TRAIN", key.WordDiscard, "discard 3c", "excess", "limit"),
		word("agree", "agree, or refuse", key.WordAgree, "agree", "offer", "consent"),
		word("refuse", "refuse, or agree", key.WordRefuse, "refuse", "offer", "consent"),
		word("accept", "accept PRICE or more for WHAT, never sell, always ask", key.WordAccept, "accept 80 or more for MW", "never sell", "always ask", "standing"),
		word("pass", "pass", key.WordPass, "pass"),
		word("done", "done", key.WordDone, "done"),
	}
}

// Explain tells what a corporation, a phase, a local railway or a train is.
func (View) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s := view.(*g18cz.State)
	if strings.HasPrefix(engine.Fold(word), "phase") {
		return phaseSheet(s)
	}
	if ware, ok := engine.ReadWord(g18cz.BuyWares, word); ok {
		if g18cz.LocalNamed(ware) != g18cz.NoLocal {
			return localSheet(s)
		}
		return trainSheet(s)
	}
	if c, ok := engine.ReadWord(g18cz.Book.CompanyWords, word); ok {
		if blocks, err := companySheet(s, c.ID()); err == nil {
			return blocks
		}
		return phaseSheet(s) // it comes with a later phase
	}
	return nil
}

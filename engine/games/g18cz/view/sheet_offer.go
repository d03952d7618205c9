package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// offerBlock tells the effect of an offer for the player who must agree (R31).
func offerBlock(s *g18cz.State, o g18cz.Offer) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadOffer)}
	args := []engine.Arg{g18cz.CompanySay("company", o.Buyer), g18cz.CompanySay("from", o.Seller), engine.Int("n", o.Price)}
	switch o.Deal {
	case g18cz.DealTakeOver:
		it := &s.Companies[o.Seller]
		b.Add(key.SheetOfferTakeOver, append(args, engine.Int("price", s.PriceOf(o.Seller)), engine.Several("gains", gains(s, o)...))...)
		b.Add(key.SheetOfferLeaves, g18cz.CompanySay("from", o.Seller), engine.Int("treasury", s.Treasury(o.Seller)),
			engine.Text("trains", strings.ReplaceAll(cardWords(it.Trains), " ", ", ")), engine.Int("stations", len(Board(s).StationNames(g18cz.Owner(o.Seller)))))
		if n := lastRevenue(s, o.Seller); n > 0 {
			b.Add(key.SheetOfferRun, g18cz.CompanySay("from", o.Seller), engine.Int("n", n), engine.Int("part", s.Dividend(o.Seller, stock.Holder(o.Asked), n)))
		}
	case g18cz.DealTrain:
		b.Add(key.SheetOfferTrain, append(args, g18cz.CardSay("train", o.Card), engine.Int("treasury", s.Treasury(o.Seller)+o.Price), engine.Int("list", g18cz.Face(o.Card).Price))...)
		if len(s.Companies[o.Seller].Trains) == 1 {
			b.Add(key.SheetOfferLastTrain, g18cz.CompanySay("from", o.Seller))
		}
		if now, then := s.BestRun(o.Seller), without(s, o.Seller, o.Card).BestRun(o.Seller); now.Revenue != then.Revenue {
			b.Add(key.SheetOfferTrainRun, g18cz.CompanySay("from", o.Seller), sheet.Worth("n", then), sheet.Worth("old", now))
		}
	case g18cz.DealLocal:
		it := &g18cz.Book.Locals[o.Local]
		b.Add(key.SheetOfferLocal, append(args, g18cz.LocalSay("local", o.Local), engine.Int("income", it.Income), engine.Int("value", s.LocalValue()), engine.Int("final", g18cz.Book.Final))...)
	}
	b.Add(key.SheetOfferBuyer, g18cz.CompanySay("company", o.Buyer), engine.Int("treasury", s.Treasury(o.Buyer)), s.HolderSay("seat", s.Shares.Director[o.Buyer.Stock()]))
	b.Add(key.SheetOfferBeforehand, engine.Int("n", o.Price), engine.Text("ware", g18cz.Ware(o)))
	return b
}

// without returns the position in which a corporation does not own a train.
func without(s *g18cz.State, c g18cz.Company, card g18cz.Card) *g18cz.State {
	then := s.Clone().(*g18cz.State)
	i := then.Companies[c].TrainOf(card)
	then.Companies[c].Trains = slices.Delete(then.Companies[c].Trains, i, i+1)
	return then
}

// gains returns the money that each player would get in a take-over, including the one who must agree (VIII.9).
func gains(s *g18cz.State, o g18cz.Offer) (list []engine.Arg) {
	for _, seat := range s.Players {
		if n := s.Shares.Of(o.Seller.Stock(), stock.Holder(seat)) / s.StructureOf(o.Seller).Share; n > 0 {
			list = append(list, sheet.Say(engine.Msg(key.SheetGain, g18cz.PlayerSay(seat), engine.Int("n", n*o.Price))))
		}
	}
	return list
}

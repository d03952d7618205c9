package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/sheet"
)

// offerBlock is what an offer would bring, for whoever must agree (R31).
func (s *State) offerBlock(o Offer) engine.Block {
	b := engine.Block{Head: head("offer")}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	args := []engine.Arg{companySay("company", o.Buyer), companySay("from", o.Seller), engine.Int("n", o.Price)}
	switch o.Deal {
	case dealTakeOver:
		it := &s.Companies[o.Seller]
		add("offer-take-over", append(args, engine.Int("price", s.priceOf(o.Seller)), engine.Several("gains", s.gains(o)...))...)
		add("offer-leaves", companySay("from", o.Seller), engine.Int("treasury", s.purse(o.Seller)),
			engine.Text("trains", strings.ReplaceAll(cardWords(it.Trains), " ", ", ")), engine.Int("stations", len(s.board().StationNames(owner(o.Seller)))))
		if n := s.lastRevenue(o.Seller); n > 0 {
			add("offer-run", companySay("from", o.Seller), engine.Int("n", n), engine.Int("part", s.dividend(o.Seller, stock.Holder(o.Asked), n)))
		}
	case dealTrain:
		add("offer-train", append(args, cardSay("train", o.Card), engine.Int("treasury", s.purse(o.Seller)+o.Price), engine.Int("list", face(o.Card).Price))...)
		if len(s.Companies[o.Seller].Trains) == 1 {
			add("offer-last-train", companySay("from", o.Seller))
		}
		if now, then := s.trial(o.Seller), s.without(o.Seller, o.Card).trial(o.Seller); now.Revenue != then.Revenue {
			add("offer-train-run", companySay("from", o.Seller), sheet.Worth("n", then), sheet.Worth("old", now))
		}
	case dealLocal:
		it := &book.locals[o.Local]
		add("offer-local", append(args, localSay("local", o.Local), engine.Int("income", it.income), engine.Int("value", s.localValue()), engine.Int("final", book.final))...)
	}
	add("offer-buyer", companySay("company", o.Buyer), engine.Int("treasury", s.purse(o.Buyer)), s.holder("seat", s.Shares.Director[o.Buyer.share()]))
	add("offer-beforehand", engine.Int("n", o.Price), engine.Text("ware", word(o)))
	return b
}

// without is the position in which a corporation does not own a train.
func (s *State) without(c Company, card Card) *State {
	then := s.Clone().(*State)
	i := then.trainOf(c, card)
	then.Companies[c].Trains = slices.Delete(then.Companies[c].Trains, i, i+1)
	return then
}

// gains is what each player would get in a take-over, the one who must agree with
// the others (7.9.2).
func (s *State) gains(o Offer) (list []engine.Arg) {
	for _, seat := range s.Players {
		if n := s.Shares.Of(o.Seller.share(), stock.Holder(seat)) / s.cutOf(o.Seller).Share; n > 0 {
			list = append(list, sheet.Say(line("gain", who(seat), engine.Int("n", n*o.Price))))
		}
	}
	return list
}

package g18cz

import (
	"slices"

	"railpost/engine"
)

// The order "buy": trains (7.10), and local railways of players (3).

var buyWares = func() (list []engine.Word[string]) {
	for _, p := range book.piles {
		for _, f := range p.Faces {
			list = append(list, engine.Word[string]{Text: f.Name, Value: f.Name})
		}
	}
	for _, l := range book.locals {
		list = append(list, engine.Word[string]{Text: l.id, Value: l.id})
	}
	return list
}()

// Places of the values of the order "buy", see purchased.
const (
	argWare = iota
	argSide
	argSeller
	argPrice
)

// purchased are the values of an order "buy" with a place for the side, which is a
// parameter only where the reserve leaves a choice.
func (s *State) purchased(a engine.Args) engine.Args {
	if s.namesSide() {
		return a
	}
	return slices.Insert(slices.Clone(a), argSide, nil)
}

// purchaseVerb is "buy TRAIN [of SIDE] [from SELLER] [for PRICE]" and "buy LOCAL for
// PRICE". The side is that which a card of the reserve shows.
func (s *State) purchaseVerb() engine.Verb {
	v := engine.Verb{Name: "buy", Gloss: "18cz.verb.buy", Few: fewListed, Do: doPurchase}
	if s.notNeutral() != nil {
		v.Not = s.notNeutral
		return v
	}
	v.Params = []engine.Param{
		{Name: "ware", In: func(engine.Args) engine.Domain { return engine.Words("18cz.param.ware", buyWares, s.wareRule) }},
		{Name: "seller", Lead: "from", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			a = s.purchased(a)
			return s.sellers(engine.Get[string](a, argWare), engine.Has(a, argSide))
		}},
		{Name: "price", Lead: "for", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			a = s.purchased(a)
			return s.prices(engine.Get[string](a, argWare), sellerOf(a))
		}},
	}
	if s.namesSide() {
		side := engine.Param{Name: "side", Lead: "of", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			return s.sides(engine.Get[string](a, argWare))
		}}
		v.Params = slices.Insert(v.Params, argSide, side)
	}
	return v
}

// wareRule says what forbids a train or a local railway whoever sells it.
func (s *State) wareRule(ware string) error {
	if l := localNamed(ware); l != noLocal {
		return s.mayBuyLocal(s.company(), l)
	}
	switch {
	case s.behind(stepTrains):
		return s.stepOver(stepTrains)
	case s.settleFirst() != nil:
		return s.settleFirst()
	}
	card, _ := faceNamed(ware)
	if len(s.sources(card)) == 0 {
		return s.nobodySells(card)
	}
	return s.trainRule(s.company(), card)
}

// nobodySells refuses a train that is not to be had (7.10).
func (s *State) nobodySells(card Card) *engine.Refusal {
	name := cardSay("train", card)
	switch {
	case s.rusted(card):
		return engine.Forbid("7.10", "18cz.no.train-rusted", name)
	case s.top() > card.Pile:
		return engine.Forbid("7.10", "18cz.no.train-gone", name, engine.Text("top", book.piles[s.top()].Name))
	case s.top() < card.Pile:
		return engine.Forbid("7.10", "18cz.no.train-later", name, engine.Text("top", book.piles[s.top()].Name))
	}
	return engine.Forbid("7.10", "18cz.no.train-nobody", name)
}

func doPurchase(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	a = s.purchased(a)
	ware := engine.Get[string](a, argWare)
	card, isTrain := faceNamed(ware)
	if !isTrain {
		return s.offerLocal(tx, localNamed(ware), a)
	}
	if err := s.decline(tx, stepTrains); err != nil {
		return err
	}
	from := sellerOf(a)
	if !engine.Has(a, argSeller) && !engine.Has(a, argSide) {
		from = s.usualSeller(ware)
	}
	if from >= 0 {
		return s.offerTrain(tx, card, Company(from), a)
	}
	if !slices.Contains(s.sources(card), from) {
		return s.onlyOthers(card)
	}
	at := s.inReserve(card)
	if engine.Has(a, argSide) {
		at = slices.Index(s.Reserve, engine.Get[Card](a, argSide))
	}
	return s.buyTrain(tx, card, from, at)
}

// onlyOthers refuses a train that only corporations have, where none is named.
func (s *State) onlyOthers(card Card) *engine.Refusal {
	var parts []engine.Arg
	for _, from := range s.sources(card) {
		parts = append(parts, companySay("", Company(from)))
	}
	return engine.Forbid("7.10", "18cz.no.train-from", cardSay("train", card), engine.Several("companies", parts...))
}

// buyTrain buys a card of the bank; at is its place in the reserve. The director helps only where his corporation
// must buy, and only to a train of its own size (10.1, R24).
func (s *State) buyTrain(tx *engine.Tx, card Card, from seller, at int) error {
	c, price := s.company(), face(card).Price
	helped := s.mustBuy() && sizeOf(card) == companies[c].size
	if s.purse(c) < price && !helped {
		return s.dear("7.10", c, price)
	}
	if err := s.payTrain(tx, c, price); err != nil {
		return err
	}
	args := []engine.Arg{companySay("company", c), cardSay("train", card), engine.Int("price", price)}
	if from == ofReserve {
		tx.Report("18cz.report.bought-reserve", args...)
		s.takeReserve(tx, c, at, card.Face)
	} else {
		tx.Report("18cz.report.bought-train", args...)
		if err := s.takeTop(tx, c, card.Face); err != nil {
			return err
		}
	}
	s.bought()
	return s.proceed(tx)
}

// offerTrain offers to buy a train of another corporation, for the treasury's
// money; the card keeps its side (7.10, R26).
func (s *State) offerTrain(tx *engine.Tx, card Card, from Company, a engine.Args) error {
	c := s.company()
	if !engine.Has(a, argPrice) {
		return engine.Ask("7.10", "18cz.ask.price", engine.Say("thing", thing(Offer{Deal: dealTrain, Seller: from, Card: card})), engine.Int("treasury", s.purse(c)))
	}
	return s.put(tx, Offer{Deal: dealTrain, Buyer: c, Seller: from, Card: card, Price: engine.Get[int](a, argPrice)})
}

// tradeTrain moves a train and the money for it.
func (s *State) tradeTrain(tx *engine.Tx, o Offer) error {
	if err := s.pay(s.account(o.Buyer), s.account(o.Seller), o.Price); err != nil {
		return err
	}
	i := s.trainOf(o.Seller, o.Card)
	from := &s.Companies[o.Seller].Trains
	*from = slices.Delete(*from, i, i+1)
	s.receive(o.Buyer, o.Card)
	tx.Report("18cz.report.traded", offerArgs(o)...)
	s.bought()
	return nil
}

package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// The order "buy": trains (VIII.10), and local railways of players (IV.1).

// Purchase is an order "buy" of a corporation: a train, or a local railway of a player.
type Purchase struct {
	Ware   string // name of the train or local railway
	Seller Seller
	Side   *Card // side shown by the card of the reserve; nil if not named
	Price  *int  // nil if not named
}

// Purchase reads the values of an order "buy" of the operating corporation. Where no
// seller is named it is the usual one.
func (s *State) Purchase(a engine.Args) Purchase {
	a = purchased(s, a)
	p := Purchase{Ware: engine.Get[string](a, argWare), Seller: sellerOf(a)}
	if engine.Has(a, argSide) {
		side := engine.Get[Card](a, argSide)
		p.Side = &side
	} else if !engine.Has(a, argSeller) {
		p.Seller = s.UsualSeller(p.Ware)
	}
	if engine.Has(a, argPrice) {
		price := engine.Get[int](a, argPrice)
		p.Price = &price
	}
	return p
}

// purchased are the values of an order "buy" with a place for the side, which is a
// parameter only where the reserve leaves a choice.
func purchased(s *State, a engine.Args) engine.Args {
	if namesSide(s) {
		return a
	}
	return slices.Insert(slices.Clone(a), argSide, nil)
}

// purchaseVerb is "buy TRAIN [of SIDE] [from SELLER] [for PRICE]" and "buy LOCAL for
// PRICE". The side is the one that a card of the reserve shows.
func purchaseVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "buy", Gloss: key.VerbBuy, Do: doPurchase}
	v.Not = engine.Because(notNeutral(s))
	v.Params = []engine.Param{
		{Name: "ware", In: func(engine.Args) engine.Domain {
			return engine.WordsIf(key.ParamWare, BuyWares, func(ware string) bool { return mayBeSold(s, ware) }, func(ware string) error { return wareRule(s, ware) })
		}},
		{Name: "seller", Lead: "from", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			a = purchased(s, a)
			return sellerDomain(s, engine.Get[string](a, argWare), engine.Has(a, argSide))
		}},
		{Name: "price", Lead: "for", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			a = purchased(s, a)
			return sellerPrices(s, engine.Get[string](a, argWare), sellerOf(a))
		}},
	}
	if namesSide(s) {
		side := engine.Param{Name: "side", Lead: "of", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			return sideDomain(s, engine.Get[string](a, argWare))
		}}
		v.Params = slices.Insert(v.Params, argSide, side)
	}
	return v
}

// wareRule refuses a train or a local railway from any seller.
func wareRule(s *State, ware string) error {
	if l := LocalNamed(ware); l != NoLocal {
		return mayBuyLocal(s, s.Company(), l)
	}
	switch {
	case isPast(s, StepTrains):
		return stepOver(s, StepTrains)
	case settleFirst(s) != nil:
		return settleFirst(s)
	}
	card, _ := FaceNamed(ware)
	if len(sources(s, card)) == 0 {
		return nobodySells(s, card)
	}
	return trainRule(s, s.Company(), card)
}

// mayBeSold is false for a ware that wareRule refuses because it is not for sale at all.
func mayBeSold(s *State, ware string) bool {
	if l := LocalNamed(ware); l != NoLocal {
		return s.Sells() && s.Locals[l].In && s.SeatOf(s.Locals[l].Owner) != engine.Nobody
	}
	card, _ := FaceNamed(ware)
	return !isPast(s, StepTrains) && len(sources(s, card)) > 0
}

// purchaseStep returns the step that a purchase belongs to: none if it is of a local railway (IV.1).
func purchaseStep(_ *State, a engine.Args) Step {
	if LocalNamed(engine.Get[string](a, argWare)) != NoLocal {
		return noStep
	}
	return StepTrains
}

func doPurchase(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	p := s.Purchase(a)
	card, isTrain := FaceNamed(p.Ware)
	if !isTrain {
		return offerLocal(s, tx, LocalNamed(p.Ware), p.Price)
	}
	if p.Seller >= 0 {
		return offerTrain(s, tx, card, Company(p.Seller), p.Price)
	}
	if !slices.Contains(sources(s, card), p.Seller) {
		return onlyOthers(s, card)
	}
	at := s.InReserve(card)
	if p.Side != nil {
		at = slices.Index(s.Reserve, *p.Side)
	}
	return buyTrain(s, tx, card, p.Seller, at)
}

// onlyOthers refuses a train that only corporations have, where none is named.
func onlyOthers(s *State, card Card) *engine.Refusal {
	parts := engine.Each(sources(s, card), func(from Seller) engine.Arg { return CompanySay("", Company(from)) })
	return engine.Forbid("VIII.10", key.NoTrainFrom, CardSay("train", card), engine.Several("companies", parts...))
}

// buyTrain buys a card of the bank; at is its place in the reserve. The director helps
// only if the corporation must buy, and only with a train of its own size (VIII.11, R24).
func buyTrain(s *State, tx *engine.Tx, card Card, from Seller, at int) error {
	c, price := s.Company(), Face(card).Price
	if s.Treasury(c) < price {
		if !s.MustBuy() || SizeOf(card) != c.Size() {
			return tooExpensive(s, "VIII.10", c, price)
		}
		if r := ownMeans(s, c); r != nil {
			return r
		}
	}
	if err := payTrain(s, tx, c, price); err != nil {
		return err
	}
	args := []engine.Arg{CompanySay("company", c), CardSay("train", card), engine.Int("price", price)}
	if from == OfReserve {
		tx.Report(key.ReportBoughtReserve, args...)
		takeReserve(s, tx, c, at, card.Face)
	} else {
		tx.Report(key.ReportBoughtTrain, args...)
		if err := takeTop(s, tx, c, card.Face); err != nil {
			return err
		}
	}
	afterPurchase(s)
	return nil
}

// offerTrain offers to buy a train of another corporation, for the treasury's
// money; the card keeps its side (VIII.10, R26).
func offerTrain(s *State, tx *engine.Tx, card Card, from Company, price *int) error {
	c := s.Company()
	if price == nil {
		return engine.Ask("VIII.10", key.AskOf+"price", engine.Say("thing", thing(Offer{Deal: DealTrain, Seller: from, Card: card})), engine.Int("treasury", s.Treasury(c)))
	}
	return putOffer(s, tx, Offer{Deal: DealTrain, Buyer: c, Seller: from, Card: card, Price: *price})
}

// offerLocal offers to buy a local railway. It declines no step.
func offerLocal(s *State, tx *engine.Tx, l Local, price *int) error {
	o := Offer{Deal: DealLocal, Buyer: s.Company(), Local: l}
	if price == nil {
		return engine.Ask("IV.1", key.AskOf+"price", engine.Say("thing", thing(o)), engine.Int("treasury", s.Treasury(o.Buyer)))
	}
	o.Price = *price
	return putOffer(s, tx, o)
}

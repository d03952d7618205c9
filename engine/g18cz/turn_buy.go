package g18cz

import (
	"iter"
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

// purchaseVerb is "buy TRAIN [from SELLER] [for PRICE]" and "buy LOCAL for PRICE".
func (s *State) purchaseVerb() engine.Verb {
	v := engine.Verb{Name: "buy", Gloss: "18cz.verb.buy", Few: fewListed, Do: doPurchase}
	if s.notNeutral() != nil {
		v.Not = s.notNeutral
		return v
	}
	v.Params = []engine.Param{
		{Name: "ware", In: func(engine.Args) engine.Domain { return engine.Words("18cz.param.ware", buyWares, s.wareRule) }},
		{Name: "seller", Lead: "from", Many: engine.Optional, In: func(a engine.Args) engine.Domain { return s.sellers(engine.Get[string](a, 0)) }},
		{Name: "price", Lead: "for", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			return s.prices(engine.Get[string](a, 0), sellerOf(a))
		}},
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

// seller is who sells a train: a corporation, or one of the following.
type seller int

const (
	anySeller seller = -3 + iota // the player who owns a local railway
	ofReserve
	ofDepot
)

// sellerOf is the seller that an order names; ofDepot where it names none.
func sellerOf(a engine.Args) seller {
	if engine.Has(a, 1) {
		return engine.Get[seller](a, 1)
	}
	return ofDepot
}

// sources are those who sell a train: depot, reserve, corporations (7.10).
func (s *State) sources(card Card) (list []seller) {
	if !s.rusted(card) {
		if s.top() == card.Pile {
			list = append(list, ofDepot)
		}
		if s.inReserve(card) >= 0 {
			list = append(list, ofReserve)
		}
	}
	for c := range s.Companies {
		if Company(c) != s.company() && s.trades() && !s.Companies[c].Neutral && s.trainOf(Company(c), card) >= 0 {
			list = append(list, seller(c))
		}
	}
	return list
}

var sellerWords = func() []engine.Word[seller] {
	list := []engine.Word[seller]{
		{Text: "depot", Also: []string{"bank", "the bank", "the depot"}, Value: ofDepot},
		{Text: "reserve", Also: []string{"the reserve", "discard", "pool"}, Value: ofReserve},
		{Text: "owner", Also: []string{"its owner", "player"}, Value: anySeller},
	}
	for _, w := range book.companyWords {
		list = append(list, engine.Word[seller]{Text: w.Text, Value: seller(w.Value)})
	}
	return list
}()

// sellers is the domain of who sells. Who need not be named is left out.
func (s *State) sellers(ware string) engine.Domain {
	return sellers{s, ware, engine.Words("18cz.param.seller", sellerWords, func(from seller) error { return s.sellerRule(from, ware) })}
}

type sellers struct {
	s    *State
	ware string
	engine.Domain
}

// Members are those that must be named: all but the depot, and the reserve where
// the depot has the train, too.
func (d sellers) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if localNamed(d.ware) != noLocal {
			return
		}
		card, _ := faceNamed(d.ware)
		for _, from := range d.s.sources(card) {
			if d.Text(from) != "" && !yield(from) {
				return
			}
		}
	}
}

// Text leaves out who is meant anyhow.
func (d sellers) Text(v engine.Value) string {
	from := v.(seller)
	if from == anySeller || from == d.s.usualSeller(d.ware) {
		return ""
	}
	return d.Domain.Text(v)
}

// Record makes the usual seller a spelling that is read and not listed.
func (d sellers) Record(v engine.Value) string { return d.Text(v) }

// usualSeller is who is meant where nobody is named: the depot, or the reserve for
// what the depot does not have.
func (s *State) usualSeller(ware string) seller {
	card, ok := faceNamed(ware)
	if sources := s.sources(card); ok && len(sources) > 0 && sources[0] == ofReserve {
		return ofReserve
	}
	return ofDepot
}

// sellerRule says what forbids a purchase from a seller.
func (s *State) sellerRule(from seller, ware string) error {
	card, isTrain := faceNamed(ware)
	switch {
	case !isTrain && from == anySeller:
		return nil
	case !isTrain:
		return engine.Forbid("3", "18cz.no.local-seller", localSay("local", localNamed(ware)))
	case slices.Contains(s.sources(card), from):
		return nil
	case from < 0:
		return s.nobodySells(card)
	}
	return s.companyRefusal(Company(from), card)
}

// companyRefusal says why a corporation does not sell a train (7.10, 12).
func (s *State) companyRefusal(from Company, card Card) *engine.Refusal {
	name, train := companySay("from", from), cardSay("train", card)
	switch {
	case from == s.company():
		return engine.Forbid("7.10", "18cz.no.own-train", companySay("company", from), train)
	case s.Companies[from].Neutral:
		return engine.Forbid("12", "18cz.no.neutral-train", name)
	case !s.trades():
		return engine.Forbid("7.10", "18cz.no.trades-later", phaseSay(book.deals))
	case len(s.Companies[from].Trains) == 0:
		return engine.Forbid("7.10", "18cz.no.no-trains", name)
	}
	return engine.Forbid("7.10", "18cz.no.not-owned", name, train, cardsSay("trains", s.Companies[from].Trains))
}

// prices is the domain of a price: the bank's is fixed, others are agreed on. Of
// those the lowest and the highest are listed.
func (s *State) prices(ware string, from seller) engine.Domain {
	c := s.company()
	rule, most := "7.10", s.purse(c)
	card, isTrain := faceNamed(ware)
	switch {
	case isTrain && from < 0:
		price := face(card).Price
		return fixed{engine.Numbers("18cz.param.price", price, price, false, func(n int) error {
			if n == price {
				return nil
			}
			return engine.Forbid("7.10", "18cz.no.list-price", cardSay("train", card), engine.Int("price", price))
		})}
	case !isTrain:
		rule, most = "3", min(most, s.localValue())
	}
	return s.agreed(rule, leastDeal, most)
}

// agreed is the domain of a price that two sides agree on.
func (s *State) agreed(rule string, least, most int) engine.Domain {
	return agreed{engine.Numbers("18cz.param.price", least, most, false, func(n int) error {
		if n >= least && n <= most {
			return nil
		}
		return engine.Forbid(rule, "18cz.no.price", companySay("company", s.company()), engine.Int("n", n),
			engine.Int("from", least), engine.Int("to", most), engine.Int("treasury", s.purse(s.company())))
	}), least, most}
}

type agreed struct {
	engine.Domain
	least, most int
}

// Members are the lowest and the highest: any price between them will do.
func (d agreed) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if d.most >= d.least && yield(d.most) && d.most > d.least {
			yield(d.least)
		}
	}
}

// fixed is the domain of a price that may be written and is left out.
type fixed struct{ engine.Domain }

func (d fixed) Members() iter.Seq[engine.Value] { return nil }

func (d fixed) Text(engine.Value) string { return "" }

func (d fixed) Record(engine.Value) string { return "" }

func doPurchase(tx *engine.Tx, a engine.Args) error {
	s, ware := state(tx), engine.Get[string](a, 0)
	card, isTrain := faceNamed(ware)
	if !isTrain {
		return s.offerLocal(tx, localNamed(ware), a)
	}
	if err := s.decline(tx, stepTrains); err != nil {
		return err
	}
	from := sellerOf(a)
	if !engine.Has(a, 1) {
		from = s.usualSeller(ware)
	}
	if from >= 0 {
		return s.offerTrain(tx, card, Company(from), a)
	}
	if !slices.Contains(s.sources(card), from) {
		return s.onlyOthers(card)
	}
	return s.buyTrain(tx, card, from)
}

// onlyOthers refuses a train that only corporations have, where none is named.
func (s *State) onlyOthers(card Card) *engine.Refusal {
	var parts []engine.Arg
	for _, from := range s.sources(card) {
		parts = append(parts, companySay("", Company(from)))
	}
	return engine.Forbid("7.10", "18cz.no.train-from", cardSay("train", card), engine.Several("companies", parts...))
}

// buyTrain buys a card of the bank. The director helps only where his corporation
// must buy, and only to a train of its own size (10.1, R24).
func (s *State) buyTrain(tx *engine.Tx, card Card, from seller) error {
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
		s.takeReserve(tx, c, s.inReserve(card), card.Face)
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
	if !engine.Has(a, 2) {
		return engine.Ask("7.10", "18cz.ask.price", engine.Say("thing", thing(Offer{Deal: dealTrain, Seller: from, Card: card})), engine.Int("treasury", s.purse(c)))
	}
	return s.put(tx, Offer{Deal: dealTrain, Buyer: c, Seller: from, Card: card, Price: engine.Get[int](a, 2)})
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

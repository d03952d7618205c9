package g18cz

import (
	"iter"
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

// The sellers of a train or a local railway, and its price.

// Seller is the seller of a train: a corporation, or one of the following.
type Seller int

const (
	anySeller Seller = -3 + iota // the player who owns a local railway
	OfReserve
	ofDepot
)

// sellerOf is the seller that an order names, if only by a side; ofDepot if it
// names none.
func sellerOf(a engine.Args) Seller {
	switch {
	case engine.Has(a, argSeller):
		return engine.Get[Seller](a, argSeller)
	case engine.Has(a, argSide):
		return OfReserve
	}
	return ofDepot
}

// sources are the sellers of a train: depot, reserve, corporations (VIII.10).
func sources(s *State, card Card) (list []Seller) {
	if !s.Rusted(card) {
		if s.Top() == card.Pile {
			list = append(list, ofDepot)
		}
		if s.InReserve(card) >= 0 {
			list = append(list, OfReserve)
		}
	}
	for c := range s.Companies {
		if Company(c) != s.Company() && tradesTrains(s) && !s.Companies[c].Neutral && s.Companies[Company(c)].TrainOf(card) >= 0 {
			list = append(list, Seller(c))
		}
	}
	return list
}

var sellerWords = func() []engine.Word[Seller] {
	list := []engine.Word[Seller]{
		{Text: "depot", Also: []string{"bank", "the bank", "the depot"}, Value: ofDepot},
		{Text: "reserve", Also: []string{"the reserve", "discard", "pool"}, Value: OfReserve},
		{Text: "owner", Also: []string{"its owner", "player"}, Value: anySeller},
	}
	for _, w := range Book.CompanyWords {
		list = append(list, engine.Word[Seller]{Text: w.Text, Value: Seller(w.Value)})
	}
	return list
}()

// namesSide reports whether the reserve has cards of a pile that show different sides.
func namesSide(s *State) bool {
	return secondVersion(s) && slices.ContainsFunc(s.Reserve, func(card Card) bool {
		return slices.ContainsFunc(s.Reserve, func(other Card) bool { return other.Pile == card.Pile && other.Face != card.Face })
	})
}

// sideDomain is the domain of the side that a card of the reserve shows, where
// several of a pile lie there (VIII.10): what it shows decides whether it rusts
// (VIII.12). It need not be named when InReserve finds it.
func sideDomain(s *State, ware string) engine.Domain {
	card, isTrain := FaceNamed(ware)
	var words []engine.Word[Card]
	if isTrain {
		for f := range Book.Piles[card.Pile].Faces {
			side := Card{Pile: card.Pile, Face: f}
			words = append(words, engine.Word[Card]{Text: Face(side).Name, Value: side})
		}
	}
	d := sides{usual: Card{Pile: -1}, implied: s.UsualSeller(ware) == OfReserve}
	if at := s.InReserve(card); isTrain && at >= 0 {
		d.usual = s.Reserve[at]
	}
	d.Domain = engine.Words(key.ParamSide, words, func(side Card) error {
		if slices.Contains(s.Reserve, side) {
			return nil
		}
		return engine.Forbid("VIII.10", key.NoSideReserve, CardSay("train", side))
	})
	return d
}

type sides struct {
	usual   Card
	implied bool // the reserve is meant if no seller is named
	engine.Domain
}

// Members are those that must be named.
func (d sides) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for side := range d.Domain.Members() {
			if side != d.usual && !yield(side) {
				return
			}
		}
	}
}

// Text leaves out the usual side.
func (d sides) Text(v engine.Value) string {
	if d.implied && v.(Card) == d.usual {
		return ""
	}
	return d.Domain.Text(v)
}

// Record lets the usual side be written although it is not listed.
func (d sides) Record(v engine.Value) string { return d.Text(v) }

// sellerDomain is the domain of sellers. A seller who need not be named is left out. A
// side is named only of cards of the reserve.
func sellerDomain(s *State, ware string, side bool) engine.Domain {
	usual := s.UsualSeller(ware)
	if side {
		usual = OfReserve
	}
	return sellers{s, ware, usual, engine.Words(key.ParamSeller, sellerWords, func(from Seller) error {
		if side && from != OfReserve {
			return engine.Forbid("VIII.10", key.NoSideSeller)
		}
		return sellerRule(s, from, ware)
	})}
}

type sellers struct {
	s     *State
	ware  string
	usual Seller
	engine.Domain
}

// Members are the sellers that must be named: all but the depot, and the reserve only if the depot has the
// train, too.
func (d sellers) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if LocalNamed(d.ware) != NoLocal {
			return
		}
		card, _ := FaceNamed(d.ware)
		for _, from := range sources(d.s, card) {
			if d.Text(from) != "" && !yield(from) {
				return
			}
		}
	}
}

// Text leaves out the seller that is meant anyway.
func (d sellers) Text(v engine.Value) string {
	from := v.(Seller)
	if from == anySeller || from == d.usual {
		return ""
	}
	return d.Domain.Text(v)
}

// Record lets the usual seller be written although it is not listed.
func (d sellers) Record(v engine.Value) string { return d.Text(v) }

// UsualSeller is the default seller: the depot, or the reserve for cards that the depot does not have.
func (s *State) UsualSeller(ware string) Seller {
	card, ok := FaceNamed(ware)
	if sources := sources(s, card); ok && len(sources) > 0 && sources[0] == OfReserve {
		return OfReserve
	}
	return ofDepot
}

// sellerRule refuses a purchase from a seller.
func sellerRule(s *State, from Seller, ware string) error {
	card, isTrain := FaceNamed(ware)
	switch {
	case !isTrain && from == anySeller:
		return nil
	case !isTrain:
		return engine.Forbid("IV.1", key.NoLocalSeller, LocalSay("local", LocalNamed(ware)))
	case slices.Contains(sources(s, card), from):
		return nil
	case from < 0:
		return nobodySells(s, card)
	}
	return companyRefusal(s, Company(from), card)
}

// companyRefusal explains why a corporation does not sell a train: VIII.10, and Two
// players.
func companyRefusal(s *State, from Company, card Card) *engine.Refusal {
	name, train := CompanySay("from", from), CardSay("train", card)
	switch {
	case from == s.Company():
		return engine.Forbid("VIII.10", key.NoOwnTrain, CompanySay("company", from), train)
	case s.Companies[from].Neutral:
		return engine.Forbid("Two players", key.NoNeutralTrain, name)
	case !tradesTrains(s):
		return engine.Forbid("VIII.10", key.NoTradesLater, PhaseSay(Book.Deals))
	case len(s.Companies[from].Trains) == 0:
		return engine.Forbid("VIII.10", key.NoNoTrains, name)
	}
	return engine.Forbid("VIII.10", key.NoNotOwned, name, train, CardsSay("trains", s.Companies[from].Trains))
}

// sellerPrices is the domain of a price: the bank's is fixed, others are agreed on. Of
// those the lowest and the highest are listed.
func sellerPrices(s *State, ware string, from Seller) engine.Domain {
	c := s.Company()
	rule, most := "VIII.10", s.Treasury(c)
	card, isTrain := FaceNamed(ware)
	switch {
	case isTrain && from < 0:
		price := Face(card).Price
		return fixed{engine.Numbers(key.ParamPrice, price, price, false, func(n int) error {
			if n == price {
				return nil
			}
			return engine.Forbid("VIII.10", key.NoListPrice, CardSay("train", card), engine.Int("price", price))
		})}
	case !isTrain:
		rule, most = "IV.1", min(most, s.LocalValue())
	}
	return priceDomain(s, rule, LeastDeal, most)
}

// priceDomain is the domain of a price that two sides agree on.
func priceDomain(s *State, rule string, least, most int) engine.Domain {
	return agreed{engine.Numbers(key.ParamPrice, least, most, false, func(n int) error {
		if n >= least && n <= most {
			return nil
		}
		return engine.Forbid(rule, key.NoPrice, CompanySay("company", s.Company()), engine.Int("n", n),
			engine.Int("from", least), engine.Int("to", most), engine.Int("treasury", s.Treasury(s.Company())))
	}), least, most}
}

type agreed struct {
	engine.Domain
	least, most int
}

// Unlisted is all that may be agreed on.
func (d agreed) Unlisted() engine.Unlisted {
	return engine.Unlisted{Range: true, From: d.least, To: d.most}
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

// Places of the values of the order "buy", see purchased.
const (
	argWare = iota
	argSide
	argSeller
	argPrice
)

// nobodySells refuses a train that nobody sells (VIII.10).
func nobodySells(s *State, card Card) *engine.Refusal {
	name := CardSay("train", card)
	switch {
	case s.Rusted(card):
		return engine.Forbid("VIII.10", key.NoTrainRusted, name)
	case s.Top() > card.Pile:
		return engine.Forbid("VIII.10", key.NoTrainGone, name, engine.Text("top", Book.Piles[s.Top()].Name))
	case s.Top() < card.Pile:
		return engine.Forbid("VIII.10", key.NoTrainLater, name, engine.Text("top", Book.Piles[s.Top()].Name))
	}
	return engine.Forbid("VIII.10", key.NoTrainNobody, name)
}

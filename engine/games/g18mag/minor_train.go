package g18mag

import (
	"iter"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// buyTrainVerb is "buy SIZE" from the bank, and "buy SIZE from MINOR for PRICE"
// (VI.3.8).
func buyTrainVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "buy", Gloss: key.VerbBuy, Do: doBuyTrain}
	v.Params = []engine.Param{
		{Name: "train", About: true, In: func(engine.Args) engine.Domain { return engine.Words(key.ParamTrain, s.Goods().SizeWords(), nil) }},
		{Name: "minor", Lead: "from", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			size := a[0].(int)
			return sellers{engine.Words(key.ParamMinor, sellerWords(s), func(c Company) error { return sellerRule(s, c, size) })}
		}},
		{Name: "price", Lead: "for", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			return priceDomain(s, a[0].(int), FromMinor(a))
		}},
	}
	if !mayBuyTrain(s) {
		v.Not = func() *engine.Refusal { return trainRefusal(s) }
	}
	return v
}

// mayBuyTrain reports whether the operating minor can buy any train.
func mayBuyTrain(s *State) bool {
	c, g := s.Company(), s.Goods()
	return len(s.Minors[c].Trains) < g.Limit && (s.Purse(c) >= g.Trains[0].Price || s.Purse(c) >= g.Least && s.OthersHaveTrains())
}

// trainRefusal explains why the operating minor cannot buy any train; nil if it can.
func trainRefusal(s *State) *engine.Refusal {
	c, g := s.Company(), s.Goods()
	if n := len(s.Minors[c].Trains); n >= g.Limit {
		return engine.Forbid("III.3.2", key.NoTrainLimit, CompanySay("company", c), engine.Int("n", g.Limit), trainsSay(s, "trains", c))
	}
	if mayBuyTrain(s) {
		return nil
	}
	return engine.Forbid("VI.3.8", key.NoTrainsDear, CompanySay("company", c), engine.Int("n", g.Trains[0].Price), engine.Int("treasury", s.Purse(c)))
}

// OthersHaveTrains reports whether any minor other than the operating one has a train to
// sell. István never trades with the player.
func (s *State) OthersHaveTrains() bool {
	for i, m := range s.Minors {
		if Company(i) != s.Company() && len(m.Trains) > 0 && !s.IsIstvan(m.Owner) {
			return true
		}
	}
	return false
}

// sellers is the domain of sellers. The bank may be written or left out. Nothing is
// listed: a purchase from a minor needs a price, and any price is legal.
type sellers struct{ engine.Domain }

func (d sellers) Members() iter.Seq[engine.Value] { return nil }

// Unlisted has the minors that have such a train.
func (d sellers) Unlisted() engine.Unlisted {
	return engine.Unlisted{Opens: func(yield func(engine.Value) bool) {
		for c := range d.Domain.Members() {
			if c != NoCompany && !yield(c) {
				return
			}
		}
	}}
}

func (d sellers) Text(v engine.Value) string {
	if v == NoCompany {
		return ""
	}
	return d.Domain.Text(v)
}

// Record lets the bank be written although it is not listed.
func (d sellers) Record(v engine.Value) string { return d.Text(v) }

// FromMinor reports whether the arguments of a purchase name a minor.
func FromMinor(a engine.Args) bool { return engine.Has(a, 1) && a[1] != NoCompany }

// sellerWords returns the other minors in the game, also written "minor 5", and the
// bank, which need not be named.
func sellerWords(s *State) []engine.Word[Company] {
	words := append(make([]engine.Word[Company], 0, 1+len(s.Minors)), bankWord)
	for i, m := range s.Minors {
		if m.In && m.Owner != engine.Nobody && Company(i) != s.Company() {
			words = append(words, sellerWord[i])
		}
	}
	return words
}

var (
	bankWord   = engine.Word[Company]{Text: "bank", Also: []string{"the bank"}, Value: NoCompany}
	sellerWord = func() (list []engine.Word[Company]) {
		for i := range Companies {
			word := Companies[i].Word
			list = append(list, engine.Word[Company]{Text: word, Also: []string{"minor " + word, "m" + word}, Value: Company(i)})
		}
		return list
	}()
)

func sellerRule(s *State, seller Company, size int) error {
	switch {
	case seller != NoCompany && s.IsIstvan(s.OwnerOf(seller)):
		return engine.Forbid("R-31", key.NoIstvanSells, CompanySay("company", seller))
	case seller == NoCompany || slices.Contains(s.Minors[seller].Trains, size):
		return nil
	case len(s.Minors[seller].Trains) == 0:
		return engine.Forbid("VI.3.8", key.NoNoTrain, CompanySay("company", seller))
	}
	return engine.Forbid("VI.3.8", key.NoNotOwned, CompanySay("company", seller), engine.Int("train", size), trainsSay(s, "trains", seller))
}

// priceDomain is any price from 1 Ft to the treasury for a train of another minor; if
// no minor is named, the bank's price may be written.
func priceDomain(s *State, size int, minor bool) engine.Domain {
	c, g := s.Company(), s.Goods()
	if t, ok := g.Train(size); ok && !minor {
		return listPrice{t.Price}
	}
	return forints{engine.Numbers(key.ParamPrice, g.Least, s.Purse(c), false, func(n int) error {
		if n >= g.Least && n <= s.Purse(c) {
			return nil
		}
		r := engine.Forbid("VI.3.8", key.NoPrice, CompanySay("company", c), engine.Int("from", g.Least), engine.Int("to", s.Purse(c)), engine.Int("n", n))
		r.Expected = []string{strconv.Itoa(g.Least) + "-" + strconv.Itoa(s.Purse(c))}
		return r
	})}
}

// listPrice is the domain of the bank's price, which may be written or left out.
type listPrice struct{ price int }

func (d listPrice) Members() iter.Seq[engine.Value] { return nil }

func (d listPrice) Text(engine.Value) string { return "" }

func (d listPrice) Read(t *engine.Tokens) (engine.Value, error) {
	return forints{engine.Numbers(key.ParamPrice, d.price, d.price, false, nil)}.Read(t)
}

func (d listPrice) Rule(v engine.Value) error {
	if v.(int) == d.price {
		return nil
	}
	return engine.Forbid("VI.3.8", key.NoListPrice, engine.Int("n", d.price))
}

func doBuyTrain(tx *engine.Tx, a engine.Args) error {
	s, size := state(tx), a[0].(int)
	if err := decline(s, tx, StepTrains); err != nil {
		return err
	}
	if !FromMinor(a) {
		return buyFromBank(s, tx, size)
	}
	sale := Sale{Buyer: s.Company(), Seller: a[1].(Company), Train: size}
	if !engine.Has(a, 2) {
		return engine.Ask("VI.3.8", key.AskPrice, CompanySay("from", sale.Seller), engine.Int("train", size), engine.Int("treasury", s.Purse(sale.Buyer)))
	}
	sale.Price = a[2].(int)
	return buyFromMinor(s, tx, sale)
}

// buyFromBank buys a train of the bank, if the minor can pay for it.
func buyFromBank(s *State, tx *engine.Tx, size int) error {
	c := s.Company()
	t, _ := s.Goods().Train(size) // its domain lists no others
	if s.Purse(c) < t.Price {
		return engine.Forbid("VI.3.8", key.NoTrainDear, CompanySay("company", c), engine.Int("train", size), engine.Int("n", t.Price), engine.Int("treasury", s.Purse(c)))
	}
	if err := sellTrain(s, tx, t); err != nil {
		return err
	}
	return stayOrAdvance(s, tx)
}

// sellTrain pays the price to the bank and to the major that sells the type. The first
// sale from a pile moves the game on (VI.3.9).
func sellTrain(s *State, tx *engine.Tx, t trainType) error {
	c := s.Company()
	if err := payHalf(s, c, t.Seller, t.Price, t.Share); err != nil {
		return err
	}
	s.Minors[c].Gain(t.Size)
	tx.Report(key.ReportBuy, CompanySay("company", c), engine.Int("train", t.Size), engine.Int("n", t.Price),
		CompanySay("to", t.Seller), engine.Int("share", t.Share), engine.Int("bank", t.Price-t.Share))
	return soldByBank(s, tx, t.Size)
}

// Trains between minors (VI.3.8) are sold at any price, from treasury to treasury. If
// the minors have different owners, the seller's owner must agree: the offer
// waits in State.Asking, and that owner is the Actor.

// buyFromMinor buys a train of another minor, or asks its owner.
func buyFromMinor(s *State, tx *engine.Tx, sale Sale) error {
	buyer, seller := s.OwnerOf(sale.Buyer), s.OwnerOf(sale.Seller)
	if s.Rules.NoConsent || buyer == seller {
		return sell(s, tx, sale)
	}
	tx.Report(key.ReportOffer, append(saleArgs(sale), Who(seller))...)
	askSale(s, sale)
	return nil
}

func saleArgs(sale Sale) []engine.Arg {
	return []engine.Arg{CompanySay("company", sale.Buyer), CompanySay("from", sale.Seller), engine.Int("train", sale.Train), engine.Int("n", sale.Price)}
}

// sell carries out a sale between minors; the buyer's turn continues.
func sell(s *State, tx *engine.Tx, sale Sale) error {
	if err := moveTrain(s, tx, sale); err != nil {
		return err
	}
	return stayOrAdvance(s, tx)
}

// moveTrain moves a train and its price. It does not count as a sale by the bank (VI.3.8).
func moveTrain(s *State, tx *engine.Tx, sale Sale) error {
	if err := s.Pay(s.Account(sale.Buyer), s.Account(sale.Seller), sale.Price); err != nil {
		return err
	}
	s.Minors[sale.Seller].Lose(sale.Train)
	s.Minors[sale.Buyer].Gain(sale.Train)
	tx.Report(key.ReportBuyFrom, saleArgs(sale)...)
	return nil
}

// saleVerbs are agree and refuse, for the seller's owner.
func saleVerbs(s *State) []engine.Verb {
	return []engine.Verb{
		{Name: "agree", Also: []string{"yes", "accept", "agreed"}, Gloss: key.VerbAgree, Do: func(tx *engine.Tx, _ engine.Args) error { return wordOnSale(tx, true) }},
		{Name: "refuse", Also: []string{"no", "reject", "decline", "refused"}, Gloss: key.VerbRefuse, Do: func(tx *engine.Tx, _ engine.Args) error { return wordOnSale(tx, false) }},
	}
}

// wordOnSale carries out the offer or drops it; the buyer's turn continues.
func wordOnSale(tx *engine.Tx, agreed bool) error {
	s := state(tx)
	seller := s.Actor
	sale := answerSale(s)
	if agreed {
		return sell(s, tx, sale)
	}
	tx.Report(key.ReportRefused, append(saleArgs(sale), Who(seller))...)
	return stayOrAdvance(s, tx)
}

// scrapVerb is "scrap SIZE": a train goes back to the supply without payment (VI.3.5).
func scrapVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "scrap", Also: scrapAlso, Gloss: key.VerbScrap, Do: doScrap}
	v.Params = []engine.Param{{Name: "train", About: true, In: func(engine.Args) engine.Domain {
		return engine.Words(key.ParamTrain, s.Goods().SizeWords(), func(size int) error { return scrapRule(s, size) })
	}}}
	if len(s.Minors[s.Company()].Trains) == 0 {
		v.Not = func() *engine.Refusal {
			return engine.Forbid("VI.3.5", key.NoNoTrain, CompanySay("company", s.Company()))
		}
	}
	return v
}

var scrapAlso = []string{"discard"}

func scrapRule(s *State, size int) error {
	c := s.Company()
	if slices.Contains(s.Minors[c].Trains, size) {
		return nil
	}
	return engine.Forbid("VI.3.5", key.NoNotOwned, CompanySay("company", c), engine.Int("train", size), trainsSay(s, "trains", c))
}

// trainsSay lists the trains of a minor.
func trainsSay(s *State, name string, c Company) engine.Arg {
	return engine.SeveralOf(name, s.Minors[c].Trains, engine.Int)
}

func doScrap(tx *engine.Tx, a engine.Args) error {
	s, size := state(tx), a[0].(int)
	if err := decline(s, tx, StepScrap); err != nil {
		return err
	}
	c := s.Company()
	s.Minors[c].Lose(size)
	tx.Report(key.ReportScrap, CompanySay("company", c), trainsSay(s, "trains", c))
	return stayOrAdvance(s, tx)
}

package g18mag

import "railpost/engine"

// Trains between minors (VI.3.8): any price, treasury to treasury. Where two
// owners are concerned the seller's owner must agree: the offer waits in
// State.Asking and he is the Actor.

// buyFromMinor buys a train of another minor, or asks its owner.
func (s *State) buyFromMinor(tx *engine.Tx, sale Sale) error {
	buyer, seller := s.ownerOf(sale.Buyer), s.ownerOf(sale.Seller)
	if s.Rules.NoConsent || buyer == seller {
		return s.sell(tx, sale)
	}
	tx.Report("18mag.report.offer", append(saleArgs(sale), who(buyer), engine.Player("owner", seller))...)
	s.Asking, s.Actor = &sale, seller
	return nil
}

func saleArgs(sale Sale) []engine.Arg {
	return []engine.Arg{companySay("company", sale.Buyer), companySay("from", sale.Seller), engine.Int("train", sale.Train), engine.Int("n", sale.Price)}
}

// sell moves the train and the money. It is no sale of the bank (VI.3.8).
func (s *State) sell(tx *engine.Tx, sale Sale) error {
	if err := s.pay(s.account(sale.Buyer), s.account(sale.Seller), sale.Price); err != nil {
		return err
	}
	s.loseTrain(sale.Seller, sale.Train)
	s.gainTrain(sale.Buyer, sale.Train)
	tx.Report("18mag.report.buy-from", saleArgs(sale)...)
	return s.again(tx)
}

// salePrompt asks the seller's owner.
func (s *State) salePrompt() engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg("18mag.ask.sale", append(saleArgs(*s.Asking), who(s.ownerOf(s.Asking.Buyer)))...), Rule: "VI.3.8", Verbs: saleVerbs,
	}
}

// saleVerbs answer an offer.
var saleVerbs = []engine.Verb{
	{Name: "agree", Also: []string{"yes", "accept"}, Gloss: "18mag.verb.agree", Do: func(tx *engine.Tx, _ engine.Args) error { return answerSale(tx, true) }},
	{Name: "refuse", Also: []string{"no", "reject", "decline"}, Gloss: "18mag.verb.refuse", Do: func(tx *engine.Tx, _ engine.Args) error { return answerSale(tx, false) }},
}

// answerSale carries the offer out or drops it; the buyer's turn goes on.
func answerSale(tx *engine.Tx, agreed bool) error {
	s := state(tx)
	sale, seller := *s.Asking, s.Actor
	s.Asking, s.Actor = nil, s.ownerOf(sale.Buyer)
	if agreed {
		tx.Report("18mag.report.agreed", append(saleArgs(sale), who(seller))...)
		return s.sell(tx, sale)
	}
	tx.Report("18mag.report.refused", append(saleArgs(sale), who(seller))...)
	return s.again(tx)
}

package g18mag

import (
	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

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
	return again(s, tx)
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
	return again(s, tx)
}

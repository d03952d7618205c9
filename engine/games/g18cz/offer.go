package g18cz

import (
	"railpost/engine"
)

// Purchases that need the word of another player (R31): take-overs (7.9.1), trains
// (7.10), local railways (3). Only his word is asked here; what may be offered is
// the rule of each purchase.

// asked is whose word a purchase needs beside the buyer's: the director of the
// seller, the owner of a local railway; Nobody when it is the same person.
func (s *State) asked(o Offer) engine.Seat {
	seat := s.directorOf(o.Seller)
	if o.Deal == dealLocal {
		seat = s.seatOf(s.Locals[o.Local].Owner)
	}
	if s.Rules.NoConsent || seat == s.decides(o.Buyer) {
		return engine.Nobody
	}
	return seat
}

// put carries a purchase out, or asks the other side first: the turn of the buyer
// waits. What the other has said in advance is secret, so a preview ends before
// it is looked at, whether he has said anything or not.
func (s *State) put(tx *engine.Tx, o Offer) error {
	o.Asked = s.asked(o)
	if o.Asked == engine.Nobody {
		return s.carryOut(tx, o)
	}
	tx.Report("18cz.report.offer", append(offerArgs(o), who(o.Asked))...)
	s.Asking = &o
	if err := tx.Reveal(); err != nil {
		return err
	}
	if yes, said := s.saidBefore(o); said {
		return s.answer(tx, yes)
	}
	return nil
}

// offerArgs are the arguments of what is said of an offer.
func offerArgs(o Offer) []engine.Arg {
	return []engine.Arg{companySay("company", o.Buyer), engine.Say("thing", thing(o)), engine.Int("price", o.Price)}
}

// thing names what is offered for.
func thing(o Offer) engine.Message {
	switch o.Deal {
	case dealTakeOver:
		return engine.Msg("18cz.thing.take-over", companySay("company", o.Seller))
	case dealTrain:
		return engine.Msg("18cz.thing.train", cardSay("train", o.Card), companySay("company", o.Seller))
	}
	return engine.Msg("18cz.thing.local", localSay("local", o.Local))
}

// answer takes the offer from the table; the buyer's turn goes on.
func (s *State) answer(tx *engine.Tx, yes bool) error {
	o := *s.Asking
	s.Asking = nil
	if yes {
		tx.Report("18cz.report.agreed", append(offerArgs(o), who(o.Asked))...)
		return s.carryOut(tx, o)
	}
	tx.Report("18cz.report.refused", append(offerArgs(o), who(o.Asked))...)
	return s.proceed(tx)
}

func (s *State) offerPrompt() engine.Prompt {
	verb := func(name, gloss string, yes bool, also ...string) engine.Verb {
		return engine.Verb{Name: name, Also: also, Gloss: gloss, Do: func(tx *engine.Tx, _ engine.Args) error { return state(tx).answer(tx, yes) }}
	}
	o := *s.Asking
	return engine.Prompt{
		Ask:  engine.Msg("18cz.ask.offer", append(offerArgs(o), holderSay("seat", s.decides(o.Buyer)))...),
		Rule: offerRule[o.Deal],
		Verbs: []engine.Verb{
			verb("agree", "18cz.verb.agree", true, "yes"),
			verb("refuse", "18cz.verb.refuse", false, "no"),
		},
	}
}

var offerRule = map[Deal]string{dealTakeOver: "7.9.1", dealTrain: "7.10", dealLocal: "3"}

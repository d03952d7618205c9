package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// Purchases that need the consent of another player (R31): take-overs (VIII.9), trains
// (VIII.10), local railways (IV.1). Only consent is asked for here; the rule of each
// purchase decides what may be offered.

// mustAgree returns the seat whose consent a purchase needs besides the buyer's: the
// director of the seller or the owner of a local railway; Nobody if that is the buyer.
func mustAgree(s *State, o Offer) engine.Seat {
	seat := s.DirectorOf(o.Seller)
	if o.Deal == DealLocal {
		seat = s.SeatOf(s.Locals[o.Local].Owner)
	}
	if s.Rules.NoConsent || seat == s.Decides(o.Buyer) {
		return engine.Nobody
	}
	return seat
}

// putOffer carries a purchase out, or asks the other side first: the turn of the buyer
// waits. What the other side has said in advance is secret, so a preview ends before it
// is looked up, whether there is anything or not.
func putOffer(s *State, tx *engine.Tx, o Offer) error {
	o.Asked = mustAgree(s, o)
	if o.Asked == engine.Nobody {
		return carryOut(s, tx, o)
	}
	tx.Report(key.ReportOffer, append(offerArgs(o), PlayerSay(o.Asked))...)
	s.Asking = &o
	if err := tx.Disclose(); err != nil {
		return err
	}
	if yes, said := saidBefore(s, o); said {
		return answerOffer(s, tx, yes)
	}
	return nil
}

// answerOffer removes the offer; the buyer's turn continues.
func answerOffer(s *State, tx *engine.Tx, yes bool) error {
	o := *s.Asking
	s.Asking = nil
	if yes {
		tx.Report(key.ReportAgreed, append(offerArgs(o), PlayerSay(o.Asked))...)
		return carryOut(s, tx, o)
	}
	tx.Report(key.ReportRefused, append(offerArgs(o), PlayerSay(o.Asked))...)
	return nil
}

func offerPrompt(s *State) engine.Prompt {
	verb := func(name, gloss string, yes bool, also ...string) engine.Verb {
		return engine.Verb{Name: name, Also: also, Gloss: gloss, Do: func(tx *engine.Tx, _ engine.Args) error { return answerOffer(state(tx), tx, yes) }}
	}
	o := *s.Asking
	return engine.Prompt{
		Ask:  engine.Msg(key.AskOf+"offer", append(offerArgs(o), holderSay("seat", s.Decides(o.Buyer)))...),
		Rule: offerRule[o.Deal], Span: "offer",
		Verbs: []engine.Verb{
			verb("agree", key.VerbAgree, true, "yes"),
			verb("refuse", key.VerbRefuse, false, "no"),
		},
	}
}

var offerRule = map[Deal]string{DealTakeOver: "VIII.9", DealTrain: "VIII.10", DealLocal: "IV.1"}

// carryOut carries out an offer once all have agreed.
func carryOut(s *State, tx *engine.Tx, o Offer) error {
	var err error
	switch o.Deal {
	case DealTakeOver:
		err = takeOver(s, tx, o)
	case DealTrain:
		err = tradeTrain(s, tx, o)
	case DealLocal:
		err = buyLocal(s, tx, o)
	}
	if err == nil && o.Deal != DealTrain {
		dropAnswers(s, Ware(o))
	}
	return err
}

package g18cz

import (
	"iter"
	"slices"
	"strconv"

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

// Standing answers to offers: "accept 80 or more for MW", "never sell", "always
// ask". They are secret until they are used.

// saidBefore returns the standing answer of the asked seat to such an offer; said is false if there is none.
func saidBefore(s *State, o Offer) (yes, said bool) {
	a := s.Standing[o.Asked]
	if a.Never {
		return false, true
	}
	i := slices.IndexFunc(a.Accept, func(x Accept) bool { return x.For == Ware(o) })
	if i >= 0 && o.Price >= a.Accept[i].Least {
		return true, true
	}
	return false, false
}

// Ware is the word of orders for what an offer would buy.
func Ware(o Offer) string {
	switch o.Deal {
	case DealTakeOver:
		return o.Seller.ID()
	case DealTrain:
		return Face(o.Card).Name
	}
	return o.Local.ID()
}

// wares are the words for everything that an offer can buy.
var wares = slices.Concat(ownNames(Book.CompanyWords), localNames, trainNames)

// takesOffers reports whether players may be asked for their consent at this table. They
// may answer before anything can be sold, so that taking back a purchase that began a
// phase undoes no answer.
func takesOffers(s *State) bool { return !s.Rules.NoConsent }

// answeringPrompt takes standing answers at any time; they are not choices of a turn.
func answeringPrompt(s *State) engine.Prompt {
	answers := func(name, gloss, report string, to Answering) engine.Verb {
		return engine.Verb{Name: name, Gloss: gloss, Do: func(tx *engine.Tx, _ engine.Args) error {
			state(tx).Standing[tx.Seat] = to
			tx.Tell(engine.Only(tx.Seat), report)
			return nil
		}}
	}
	return engine.Prompt{
		Ask: engine.Msg(key.AskOf + "standing"), Rule: "R31", Optional: true,
		Verbs: []engine.Verb{{
			Name: "accept", Gloss: key.VerbAccept,
			Params: []engine.Param{
				{Name: "least", In: func(engine.Args) engine.Domain { return least{} }},
				{Name: "ware", Lead: "for", In: func(engine.Args) engine.Domain { return engine.Words(key.ParamWare, wares, nil) }},
			},
			Do: func(tx *engine.Tx, a engine.Args) error {
				s, price, ware := state(tx), engine.Get[int](a, 0), engine.Get[string](a, 1)
				noteAccept(s, tx.Seat, Accept{For: ware, Least: price})
				tx.Tell(engine.Only(tx.Seat), key.ReportWillAccept, engine.Int("price", price), engine.Text("ware", ware))
				return nil
			},
		}, answers("never sell", key.VerbNeverSell, key.ReportWillRefuse, Answering{Never: true}), answers("always ask", key.VerbAlwaysAsk, key.ReportWillAsk, Answering{})},
	}
}

// noteAccept records an agreement of a seat, sorted by word, so that equal answers give equal positions. It
// ends "never sell".
func noteAccept(s *State, seat engine.Seat, a Accept) {
	list := slices.DeleteFunc(slices.Clone(s.Standing[seat].Accept), func(x Accept) bool { return x.For == a.For })
	at, _ := slices.BinarySearchFunc(list, a, func(x, y Accept) int {
		if x.For < y.For {
			return -1
		}
		return 1
	})
	s.Standing[seat] = Answering{Accept: slices.Insert(list, at, a)}
}

// dropAnswers forgets the answers about something that can no longer be bought.
func dropAnswers(s *State, ware string) {
	for seat := range s.Standing {
		a := &s.Standing[seat]
		a.Accept = slices.DeleteFunc(slices.Clone(a.Accept), func(x Accept) bool { return x.For == ware })
	}
}

// least is the domain of "80 or more".
type least struct{}

// mostAccepted is the highest number that is read as a price.
const mostAccepted = 10000

func (least) numbers() engine.Domain {
	return engine.Numbers(key.ParamLeast, 1, mostAccepted, false, nil)
}

func (d least) Members() iter.Seq[engine.Value] { return nil }

func (d least) Rule(engine.Value) error { return nil }

func (d least) Text(v engine.Value) string { return strconv.Itoa(v.(int)) + " or more" }

// Read takes "80", "80 or more".
func (d least) Read(t *engine.Tokens) (engine.Value, error) {
	v, err := d.numbers().Read(t)
	if err != nil {
		return nil, err
	}
	for _, word := range []string{"or", "more"} {
		if t.Peek().Fold == word {
			t.At++
		}
	}
	return v, nil
}

package tycoon

import (
	"iter"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Bids given in advance: "bid up to 5" is secret to its seat, always makes the lowest
// possible bid as long as that is at most 5, and then passes (Orders by mail).

// speakFor makes the bid or pass that the speaker has given in advance; false if the
// speaker must be asked. What another seat has given is secret, so a preview ends
// before it is looked up, whether there is anything or not.
func speakFor(s *State, tx *engine.Tx) (spoken bool, err error) {
	speaker := s.Auction.Speaker
	if speaker != tx.Seat {
		if err := tx.Disclose(); err != nil {
			return false, err
		}
	}
	if !s.Standing[speaker].Set {
		return false, nil
	}
	speak(s, tx, speaker)
	return true, nil
}

// speak makes the bid or pass that a seat has given in advance, and returns the order
// that would have done the same.
func speak(s *State, tx *engine.Tx, seat engine.Seat) (order string) {
	if n := s.LeastBid(); n <= s.Standing[seat].Most {
		bid(s, tx, seat, n)
		return "bid " + strconv.Itoa(n)
	}
	passBid(s, tx, seat)
	return "pass"
}

// bidUpToVerb is "bid up to 5" on turn: it bids at once, or passes.
func bidUpToVerb(s *State) engine.Verb {
	v := upTo(s, func(tx *engine.Tx) error {
		s := state(tx)
		tx.Public(speak(s, tx, tx.Seat))
		return auctionOn(s, tx)
	})
	v.Gloss = key.VerbBidLimit
	if s.lister != nil {
		v.Params[0].In = func(engine.Args) engine.Domain { return limitList{limits, s} }
	}
	return v
}

// limitList is limits; it lists the Lister's choice.
type limitList struct {
	numberList
	s *State
}

func (d limitList) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) { yield(d.s.lister.Limit(d.s, d.s.Auction.Speaker)) }
}

// upTo is "bid up to 5" with its immediate effect.
func upTo(s *State, then func(tx *engine.Tx) error) engine.Verb {
	return engine.Verb{
		Name: "bid up to", Also: []string{"bid up", "bid upto", "bid to", "bid max", "bid at most", "up to"}, Gloss: key.VerbBidUpTo,
		Params: []engine.Param{{Name: "limit", In: func(engine.Args) engine.Domain { return limits }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, most := state(tx), engine.Get[int](a, 0)
			s.Standing = with(s.Standing, int(tx.Seat), Standing{Set: true, Most: most})
			if most == 0 {
				tx.Tell(engine.Only(tx.Seat), key.ReportWillPass)
			} else {
				tx.Tell(engine.Only(tx.Seat), key.ReportBidUpTo, engine.Int("n", most))
			}
			return then(tx)
		},
	}
}

// limits is the domain of "bid up to": any number; 0 passes.
var limits = numberList{engine.Numbers(key.ParamLimit, 0, mostTyped, false, bidTyped), 0, -1, nil, true}

// standingPrompt accepts a bid in advance or withdraws it, at any time. On turn to bid,
// the question of the auction accepts it.
func standingPrompt(s *State, seat engine.Seat) engine.Prompt {
	verbs := []engine.Verb{alwaysAskVerb}
	if s.Stage != StageAuction || seat != s.Auction.Speaker {
		early := not(engine.Verb{Name: "bid"}, "Auction for first player", key.NoBidEarly)
		upTo := upTo(s, func(*engine.Tx) error { return nil })
		if text, rule := noAuction(s, seat); text != "" {
			early, upTo = not(early, rule, text), not(upTo, rule, text)
		}
		verbs = append(verbs, early, upTo)
		if s.Stage == StageAuction && !s.Auction.Out[seat] {
			verbs = append(verbs, engine.Verb{Name: "pass", Not: passEarly})
		}
	}
	return engine.Prompt{Ask: engine.Msg(key.AskStanding), Rule: "Auction for first player", Optional: true, Verbs: verbs}
}

// EarlyPass is the Cause of a pass by a seat whose turn it is not yet.
type EarlyPass struct{}

// passEarly refuses a pass by a seat whose turn it is not yet, and explains how to give it in advance.
func passEarly() *engine.Refusal {
	no := engine.Forbid("Auction for first player", key.NoPassEarly)
	no.Cause = EarlyPass{}
	return no
}

// noAuction explains why there is no auction ahead that a seat could bid in; "" if
// there is one.
func noAuction(s *State, seat engine.Seat) (text, rule string) {
	switch {
	case s.Stage == StageActions && s.Turn == s.Last:
		return key.NoAuctionLast, "End of the game"
	case s.Stage == StageAuction && s.Auction.Out[seat]:
		return key.NoAuctionPassed, "Auction for first player"
	}
	return "", ""
}

// alwaysAskVerb withdraws a bid in advance.
var alwaysAskVerb = engine.Verb{
	Name: "always ask", Gloss: key.VerbAlwaysAsk,
	Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.Standing = with(s.Standing, int(tx.Seat), Standing{})
		tx.Tell(engine.Only(tx.Seat), key.ReportWillAsk)
		return nil
	},
}

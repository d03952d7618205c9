package tycoon

import (
	"strconv"

	"railpost/engine"
)

// Bids given in advance: "bid up to 5" is a secret of its seat, always makes the
// least bid that suffices while that is at most 5, and then passes (14.2).

// speakFor makes the bid or pass that the speaker has given in advance; false when
// he is to be asked. What another seat has said is secret, so that a preview ends
// before it is looked at, whether anything was said or not.
func (s *State) speakFor(tx *engine.Tx) (spoken bool, err error) {
	speaker := s.Auction.Speaker
	if speaker != tx.Seat {
		if err := tx.Reveal(); err != nil {
			return false, err
		}
	}
	if !s.Standing[speaker].Set {
		return false, nil
	}
	s.speak(tx, speaker)
	return true, nil
}

// speak makes the bid or pass of a seat that has given one in advance, and answers
// with the order that would have done the same.
func (s *State) speak(tx *engine.Tx, seat engine.Seat) (order string) {
	if n := s.sufficient(); n <= s.Standing[seat].Most {
		s.bid(tx, seat, n)
		return "bid " + strconv.Itoa(n)
	}
	s.passBid(tx, seat)
	return "pass"
}

// bidUpToVerb is "bid up to 5" on turn: it bids at once, or passes.
func (s *State) bidUpToVerb() engine.Verb {
	return s.upTo(func(tx *engine.Tx) error {
		s := state(tx)
		tx.Public(s.speak(tx, tx.Seat))
		return s.auctionOn(tx)
	})
}

// upTo is "bid up to 5" with what follows at once.
func (s *State) upTo(then func(tx *engine.Tx) error) engine.Verb {
	return engine.Verb{
		Name: "bid up to", Also: []string{"bid upto", "bid to", "bid max", "bid at most"}, Gloss: "tycoon.verb.bid-up-to", Quiet: true,
		Params: []engine.Param{{Name: "limit", In: func(engine.Args) engine.Domain { return limits }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, most := state(tx), engine.Get[int](a, 0)
			s.Standing[tx.Seat] = Standing{Set: true, Most: most}
			tx.Tell(engine.Only(tx.Seat), "tycoon.report.bid-up-to", engine.Int("n", most))
			return then(tx)
		},
	}
}

// limits is the domain of "bid up to": any number; 0 passes.
var limits = few{engine.Numbers("tycoon.param.limit", 0, mostTyped, false, nil), 0, -1, nil}

// standingPrompt takes and gives back a bid in advance, at any time.
func (s *State) standingPrompt(seat engine.Seat) engine.Prompt {
	early := not(engine.Verb{Name: "bid"}, "5", "tycoon.no.bid-early")
	upTo := s.upTo(func(*engine.Tx) error { return nil })
	ask := engine.Verb{
		Name: "always ask", Gloss: "tycoon.verb.always-ask", Quiet: true,
		Do: func(tx *engine.Tx, _ engine.Args) error {
			state(tx).Standing[tx.Seat] = Standing{}
			tx.Tell(engine.Only(tx.Seat), "tycoon.report.will-ask")
			return nil
		},
	}
	switch {
	case s.Stage == actions && s.Turn == s.Last:
		early, upTo = not(early, "10", "tycoon.no.auction-last"), not(upTo, "10", "tycoon.no.auction-last")
	case s.Stage == auction && s.Auction.Out[seat]:
		early, upTo = not(early, "5", "tycoon.no.auction-passed"), not(upTo, "5", "tycoon.no.auction-passed")
	}
	return engine.Prompt{
		Ask: engine.Msg("tycoon.ask.standing"), Rule: "14.2", Optional: true,
		Verbs: []engine.Verb{early, upTo, ask},
	}
}

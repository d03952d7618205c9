package tycoon

import (
	"iter"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// The auction for first player.

// leastBid is the lowest first bid (R2), and the smallest raise.
const leastBid = 1

// openAuction begins the auction of a turn: the previous first player speaks first.
// Bids given in advance are made by auctionOn.
func openAuction(s *State) {
	s.Stage, s.Round, s.Moved, s.Due, s.More = StageAuction, 0, 0, 0, false
	s.Auction = Auction{Speaker: s.First, Leader: engine.Nobody, Out: make([]bool, s.Seats)}
}

// LeastBid returns the lowest bid that may be made now.
func (s *State) LeastBid() int { return s.Auction.High + leastBid }

// auctionPrompt asks the speaker.
func auctionPrompt(s *State) engine.Prompt {
	a := &s.Auction
	least := s.LeastBid()
	args := []engine.Arg{engine.Int("turn", s.Turn), engine.Int("least", least)}
	ask := engine.Msg(key.AskAuctionOpen, args...)
	if a.Leader != engine.Nobody {
		ask = engine.Msg(key.AskAuction, append(args, engine.Player("leader", a.Leader), engine.Int("high", a.High))...)
	}
	verbs := append(make([]engine.Verb, 0, 11), bidVerb(s), auctionPassVerb(s), bidUpToVerb(s), issueVerb(s), not(doneVerb(s), "Auction for first player", key.NoDoneAuction))
	own := len(verbs)
	verbs = withActions(s, verbs)
	for i := own; i < len(verbs); i++ {
		verbs[i].Not = func() *engine.Refusal {
			r := engine.Forbid("Course of the game", key.NoAuctionFirst)
			r.Code = engine.NotYet
			return r
		}
	}
	return engine.Prompt{Ask: ask, Rule: "Auction for first player", Turn: turnWord(s), Verbs: verbs}
}

// bidVerb is "bid 3".
func bidVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "bid", Gloss: key.VerbBid,
		Params: []engine.Param{{Name: "bid", In: func(engine.Args) engine.Domain { return bids(s) }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s := state(tx)
			bid(s, tx, tx.Seat, engine.Get[int](a, 0))
			return auctionOn(s, tx)
		},
	}
}

// bidsListed is the number of lowest bids that are listed without a Lister.
const bidsListed = 3

// bids is the domain of bids that may be made now.
func bids(s *State) engine.Domain {
	least := s.LeastBid()
	most := min(least+bidsListed-1, mostTyped)
	if s.lister != nil { // it lists a limit for higher bids
		most = least
	}
	return numberList{engine.Numbers(key.ParamBid, least, mostTyped, false, func(n int) error { return bidRule(s, n) }), least, most, nil, true}
}

func bidRule(s *State, n int) error {
	if n < s.LeastBid() {
		if s.Auction.Leader == engine.Nobody {
			return engine.Forbid("R2", key.NoBidLeast, engine.Int("least", leastBid))
		}
		return engine.Forbid("Auction for first player", key.NoBidLow, engine.Player("leader", s.Auction.Leader), engine.Int("high", s.Auction.High), engine.Int("least", s.LeastBid()))
	}
	return bidTyped(n)
}

// bidTyped refuses a bid that must be a slip: bids are in thousands.
func bidTyped(n int) error {
	if n > mostTyped {
		return engine.Forbid("Auction for first player", key.NoBidThousands, engine.Int("most", mostTyped))
	}
	return nil
}

// auctionPassVerb is "pass": it leaves this auction.
func auctionPassVerb(s *State) engine.Verb {
	return engine.Verb{Name: "pass", Gloss: key.VerbAuctionPass, Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		passBid(s, tx, tx.Seat)
		return auctionOn(s, tx)
	}}
}

func bid(s *State, tx *engine.Tx, seat engine.Seat, n int) {
	s.Auction.High, s.Auction.Leader = n, seat
	tx.Report(key.ReportBid, Who(seat), engine.Int("n", n))
	if shares := s.Player(seat).SharesFor(n); shares > 0 && seat == tx.Seat {
		tx.Tell(engine.Only(seat), key.ReportBidShares, engine.Int("n", shares))
		tx.Public("bid " + strconv.Itoa(n)) // the order itself is no secret
	}
}

// passBid takes a seat out of the auction, and drops its bid in advance.
func passBid(s *State, tx *engine.Tx, seat engine.Seat) {
	s.Auction.Out, s.Standing = with(s.Auction.Out, int(seat), true), with(s.Standing, int(seat), Standing{})
	tx.Report(key.ReportAuctionPass, Who(seat))
}

// auctionOn continues after a bid or a pass: with the next seat that has not passed, or with the end. Bids
// given in advance are made when their seat's turn to speak comes.
func auctionOn(s *State, tx *engine.Tx) error {
	for !decided(s) {
		s.Auction.Speaker = nextSpeaker(s)
		if spoken, err := speakFor(s, tx); !spoken || err != nil {
			handOver(s, tx)
			return err
		}
	}
	return endAuction(s, tx)
}

// decided reports whether all have passed, or all but the highest bidder.
func decided(s *State) bool {
	for seat, out := range s.Auction.Out {
		if !out && engine.Seat(seat) != s.Auction.Leader {
			return false
		}
	}
	return true
}

// nextSpeaker returns the next seat after the speaker that has not passed, which is the
// speaker if no other is left.
func nextSpeaker(s *State) engine.Seat {
	next := s.After(s.Auction.Speaker, 1)
	for s.Auction.Out[next] {
		next = s.After(next, 1)
	}
	return next
}

// endAuction makes the highest bidder first player, who pays; if all have passed, the
// seat after the previous first player takes over without payment. Bids in advance end
// with their auction, and later ones are for the next auction. The order that ended
// this one cannot be undone, so no later bid can be made in it.
func endAuction(s *State, tx *engine.Tx) error {
	if leader := s.Auction.Leader; leader == engine.Nobody {
		s.First = s.After(s.First, 1)
		tx.Report(key.ReportFirstFree, Who(s.First))
	} else {
		s.First = leader
		tx.Report(key.ReportFirst, Who(leader), engine.Int("n", s.Auction.High))
		pay(s, tx, leader, s.Auction.High)
	}
	if err := tx.Disclose(); err != nil {
		return err
	}
	s.Auction = Auction{}
	s.Standing = make([]Standing, s.Seats)
	beginRounds(s, tx)
	return nil
}

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

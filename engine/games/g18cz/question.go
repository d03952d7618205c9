package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/track"
)

// Question is what a turn waits for beside its step.
type Question string

// Questions, in the order in which they are asked. Where an order leaves several
// open they are answered one after the other.
const (
	noQuestion  Question = ""
	askConsent  Question = "consent"  // the other side of an offer (R31)
	askCity     Question = "city"     // of the station that was lifted (8.6)
	askDoubled  Question = "doubled"  // which of two stations in a hex is taken off (7.9.4)
	askReceived Question = "received" // what becomes of the trains of a take-over (7.9.5)
	askExcess   Question = "excess"   // which trains go to the reserve (9.4)
)

// question is what stands open beside the step of the turn, and the corporation
// it is asked of. An offer is asked of Asking.Asked.
func (s *State) question() (Question, Company) {
	c := s.company()
	switch {
	case s.Asking != nil:
		return askConsent, s.Asking.Buyer
	case s.Lifted != nil:
		return askCity, c
	}
	if c != noCompany {
		if _, doubled := s.doubled(c); doubled {
			return askDoubled, c
		}
		if s.received(c) > 0 {
			return askReceived, c
		}
	}
	if crowded := s.crowded(); crowded != noCompany && !s.waits(crowded) {
		return askExcess, crowded
	}
	return noQuestion, noCompany
}

// actor is who decides now; Nobody when the game is over.
func (s *State) actor() engine.Seat {
	switch q, c := s.question(); {
	case s.Stage == over:
		return engine.Nobody
	case q == askConsent:
		return s.Asking.Asked
	case q != noQuestion:
		return s.decides(c)
	case s.Stage == operating:
		return s.decides(s.company())
	}
	return s.Trader
}

// decides is who decides for a corporation: its director; for those of the
// neutral player it depends on the step (12).
func (s *State) decides(c Company) engine.Seat {
	if s.Companies[c].Neutral {
		return s.neutralActor(c)
	}
	return s.directorOf(c)
}

// doubled is a hex with stations of a corporation and of the one that it takes
// over, in different cities. Of two in a city one goes without a question.
func (s *State) doubled(c Company) (track.HexID, bool) {
	if s.Merging == nil {
		return track.NoHex, false
	}
	for _, st := range s.Board.Stations {
		if st.Owner != owner(s.Merging.Seller) || s.stationIn(c, st.Place()) >= 0 {
			continue
		}
		if _, own := s.Board.Own(owner(c), st.Hex); own {
			return st.Hex, true
		}
	}
	return track.NoHex, false
}

// received counts the trains of a corporation that came with the take-over which
// is being settled.
func (s *State) received(c Company) int {
	n := 0
	for _, card := range s.Companies[c].Trains {
		if card.Received {
			n++
		}
	}
	return n
}

// crowded is the first corporation that owns more trains than it may; noCompany.
func (s *State) crowded() Company {
	if s.Overlooked {
		return noCompany
	}
	for c := range s.Companies {
		if n := len(s.Companies[c].Trains); n > 0 && n > s.limitOf(Company(c)) {
			return Company(c)
		}
	}
	return noCompany
}

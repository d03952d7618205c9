package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/track"
)

// Question is what a turn waits for besides its step.
type Question string

// Questions in the order in which they are asked. When an order leaves several open,
// they are answered one after the other.
const (
	NoQuestion  Question = ""
	AskConsent  Question = "consent"  // the other side of an offer (R31)
	AskCity     Question = "city"     // of the station that was lifted (VIII.5)
	AskDoubled  Question = "doubled"  // which of two stations in a hex is taken off (VIII.9)
	AskReceived Question = "received" // what becomes of the trains of a take-over (VIII.9)
	AskExcess   Question = "excess"   // which trains go to the reserve (VIII.12)
)

// Question is the open question besides the step of the turn, and the corporation that
// must answer it. An offer is answered by Asking.Asked.
func (s *State) Question() (Question, Company) {
	c := s.Company()
	switch {
	case s.Asking != nil:
		return AskConsent, s.Asking.Buyer
	case s.Lifted != nil:
		return AskCity, c
	}
	if c != NoCompany {
		if _, doubled := doubled(s, c); doubled {
			return AskDoubled, c
		}
		if len(s.ReceivedCards(c)) > 0 {
			return AskReceived, c
		}
	}
	if crowded := crowded(s); crowded != NoCompany && !askedLater(s, crowded) {
		return AskExcess, crowded
	}
	return NoQuestion, NoCompany
}

// Acting is the corporation that must be decided for; NoCompany if a player acts for
// themselves.
func (s *State) Acting() Company {
	if q, c := s.Question(); q != NoQuestion {
		return c
	}
	return s.Company()
}

// Actor is the seat that decides now, or engine.Nobody when the game is over.
func (s *State) Actor() engine.Seat {
	switch c := s.Acting(); {
	case s.Stage == Over:
		return engine.Nobody
	case s.Asking != nil:
		return s.Asking.Asked
	case c != NoCompany:
		return s.Decides(c)
	}
	return s.Trader
}

// Decides is the seat that decides for a corporation: its director; for those of the
// neutral player it depends on the step (Two players).
func (s *State) Decides(c Company) engine.Seat {
	if s.Companies[c].Neutral {
		return neutralActor(s, c)
	}
	return s.DirectorOf(c)
}

// doubled is a hex with stations of a corporation and of the one that it takes
// over, in different cities. Of two in a city one goes without a question.
func doubled(s *State, c Company) (track.HexID, bool) {
	if s.Merging == nil {
		return track.NoHex, false
	}
	for _, st := range s.Board.Stations {
		if st.Owner != Owner(s.Merging.Seller) || stationIn(s, c, st.Place()) >= 0 {
			continue
		}
		if _, own := s.Board.Own(Owner(c), st.Hex); own {
			return st.Hex, true
		}
	}
	return track.NoHex, false
}

// crowded is the first corporation that owns more trains than it may, or NoCompany.
func crowded(s *State) Company {
	if s.Overlooked && s.Rules.LateExcess {
		return NoCompany
	}
	for c := range s.Companies {
		if n := len(s.Companies[c].Trains); n > 0 && n > s.LimitOf(Company(c)) {
			return Company(c)
		}
	}
	return NoCompany
}

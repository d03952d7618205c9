package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// Question is an open question of a turn, asked before its step.
type Question string

// Questions in the order in which they are asked. When an order leaves several open,
// they are answered one after the other.
const (
	NoQuestion  Question = ""
	AskConsent  Question = "consent"  // the other side of an offer (R31)
	AskCity     Question = "city"     // of the station that was lifted (VIII.5)
	AskDoubled  Question = "doubled"  // which of two stations in a hex is taken off (VIII.9)
	AskReceived Question = "received" // the fate of the trains of a take-over (VIII.9)
	AskExcess   Question = "excess"   // which trains go to the reserve (VIII.12)
)

// Question is the open question of the turn apart from its step, and the corporation that must answer it. An
// offer is answered by Asking.Asked.
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
		if len(s.Companies[c].Received()) > 0 {
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

// crowded is the first corporation that owns more trains than it may, or NoCompany.
func crowded(s *State) Company {
	if s.Overlooked && s.Rules.LateExcess {
		return NoCompany
	}
	for c := range s.Companies {
		if n := len(s.Companies[c].Trains); n > 0 && n > s.PhaseRules().Limit[Company(c).Size()] {
			return Company(c)
		}
	}
	return NoCompany
}

var questionRule = map[Question]string{AskCity: "VIII.5", AskDoubled: "VIII.9", AskReceived: "VIII.9", AskExcess: "VIII.12"}

// settleFirst refuses orders that must wait for the answer to a question.
func settleFirst(s *State) *engine.Refusal {
	q, c := s.Question()
	if q == NoQuestion {
		return nil
	}
	return engine.Forbid(questionRule[q], key.NoSettleFirst, CompanySay("company", c), engine.Term("question", key.QuestionOf+string(q)))
}

// askedLater reports whether the public engine asks a corporation for its excess trains
// later: once the operating corporation takes over no more.
func askedLater(s *State, c Company) bool {
	late := s.Rules.LateExcess && s.Stage == Operating && s.Turn.Step == StepTakeOver && !s.Companies[s.Company()].Neutral && canTakeOver(s, s.Company())
	return late && (secondVersion(s) || waitsFirst(s, c))
}

package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// The operating corporation, the state of its turn, and common questions and refusals of several steps.

func state(tx *engine.Tx) *State { return tx.Pos.(*State) }

// noStep is the step of orders that are legal at any point of a turn.
const noStep Step = ""

// TurnSteps are the steps of a turn in order (VIII.3).
var TurnSteps = []Step{StepHome, StepTrack, StepStation, StepRun, StepPayout, StepTakeOver, StepTrains, StepLocals}

// Company is the corporation that operates, or NoCompany outside operating rounds.
func (s *State) Company() Company {
	if s.Stage != Operating || s.At >= len(s.Order) {
		return NoCompany
	}
	return s.Order[s.At]
}

// ruleOf is the section of each step.
var ruleOf = map[Step]string{
	StepHome: "VIII.6", StepTrack: "VIII.4", StepStation: "VIII.6", StepRun: "VIII.7",
	StepPayout: "VIII.8", StepTakeOver: "VIII.9", StepTrains: "VIII.10", StepLocals: "IV.1",
}

// stepOver refuses an order that comes too late in the turn (VIII.3).
func stepOver(s *State, step Step) *engine.Refusal {
	return engine.Forbid("VIII.3", key.NoStepOver, CompanySay("company", s.Company()), StepSay(step), engine.Term("now", stepKey(s.Turn.Step)))
}

// stepsBefore are the steps of a turn before one of them.
func stepsBefore(step Step) []Step { return TurnSteps[:slices.Index(TurnSteps, step)] }

// isPast reports whether a step of the turn is over.
func isPast(s *State, step Step) bool { return slices.Contains(stepsBefore(s.Turn.Step), step) }

// notNeutral refuses orders that the neutral player's corporations never give
// (Two players).
func notNeutral(s *State) *engine.Refusal {
	if c := s.Company(); s.Companies[c].Neutral {
		return engine.Forbid("Two players", key.NoNeutralCompany, CompanySay("company", c))
	}
	return nil
}

// tooExpensive refuses a purchase that a corporation cannot pay.
func tooExpensive(s *State, rule string, c Company, price int) *engine.Refusal {
	return engine.Forbid(rule, key.NoTreasury, CompanySay("company", c), engine.Int("price", price), engine.Int("treasury", s.Treasury(c)))
}

// canTakeOver reports whether there is an active corporation of a smaller size, at any price.
func canTakeOver(s *State, c Company) bool {
	return slices.ContainsFunc(s.Active(), func(other Company) bool {
		return other.Size() < c.Size() && !s.Companies[other].Neutral
	})
}

// The neutral player of the game for two.

// neutralActor returns the player who decides for a neutral corporation: for track the first player if it is
// small or large, the second if it is medium; for stations the other one; for running the first.
func neutralActor(s *State, c Company) engine.Seat { return neutralDecides(s, c, s.Turn.Step) }

// neutralDecides returns the player who decides a step of a neutral corporation's turn.
func neutralDecides(s *State, c Company, step Step) engine.Seat {
	track, station := s.Players[0], s.Players[1]
	if c.Size() == Medium {
		track, station = station, track
	}
	switch {
	case step == StepTrack, step == StepHome && c.Size() == Large: // its red tile
		return track
	case step == StepHome, step == StepStation:
		return station
	}
	return s.Players[0]
}

// othersStep reports whether the other player decides a step of the turn, so that it
// cannot be declined for them.
func othersStep(s *State, step Step) bool {
	c := s.Company()
	return s.Companies[c].Neutral && neutralDecides(s, c, step) != neutralActor(s, c)
}

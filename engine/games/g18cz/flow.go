package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/steps"
)

// The seam between the turns of corporations and the rounds around them.
// An order in a corporation's turn first declines the open steps before its own
// (decline; orders that are legal at any point of the turn decline nothing), does what
// it says, and then proceeds: to the question that it left open, to the present step if
// that can ask again, or else to the next possible step, and after the last one to the
// next turn. An order that answers a question ends with proceed, too. A step that is
// done for good (running, paying) ends with advance instead.
//
// Can says which steps are asked, from what is public. A step that is not asked is
// passed over, with what follows from that (passOver).

func state(tx *engine.Tx) *State { return tx.Pos.(*State) }

// TurnSteps are the steps of a turn in order (VIII.3).
var TurnSteps = []Step{StepHome, StepTrack, StepStation, StepRun, StepPayout, StepTakeOver, StepTrains, StepLocals}

// Walk is the turn as a row of steps; tx may be nil where nothing is carried out.
func (s *State) Walk(tx *engine.Tx) *steps.Turn[Step] {
	return &steps.Turn[Step]{
		Steps:    TurnSteps,
		Can:      s.Can,
		Must:     func(step Step) bool { return mandatory(s, step) },
		PassOver: func(step Step) error { return passOver(s, tx, step) },
		Enter:    func(step Step) { s.Turn.Step = step },
		Declined: func(step Step) {
			tx.Report(key.ReportDeclined, CompanySay("company", s.Company()), StepSay(step))
		},
		Past:  func(step Step) error { return stepOver(s, step) },
		Stuck: func(step Step) error { return mustFirst(s, step) },
	}
}

// Company is the corporation that operates, or NoCompany outside operating rounds.
func (s *State) Company() Company {
	if s.Stage != Operating || s.At >= len(s.Order) {
		return NoCompany
	}
	return s.Order[s.At]
}

// Can reports whether a step asks for a decision, given the corporation and what it did
// in its turn; the present step does not matter.
func (s *State) Can(step Step) bool {
	if s.Companies[s.Company()].Neutral {
		return neutralCan(s, step)
	}
	switch step {
	case StepRun:
		return canRun(s, s.Company())
	case StepPayout:
		return s.Turn.Revenue > 0
	}
	return turnCan(s, step)
}

// canRun reports whether a corporation has a train of its own size and can reach
// another stop from one of its stations (VIII.7).
func canRun(s *State, c Company) bool {
	return s.OwnTrains(c) > 0 && s.Board.Reach(s.World(), Owner(c)).Runs
}

// mandatory reports whether a step must not be declined: the purchase of trains while
// the corporation must buy (VIII.10), track while its home tile must be laid (R16), and any
// step that the other player decides in the game for two (Two players).
func mandatory(s *State, step Step) bool {
	if othersStep(s, step) {
		return true
	}
	switch step {
	case StepHome, StepRun, StepPayout:
		return true
	case StepTrains:
		return s.MustBuy() || overfull(s, s.Company())
	case StepTrack:
		return s.Rules.ForceHome && mustLayHome(s)
	}
	return false
}

// passOver leaves a step that asks for no decision. Without revenue the price falls
// (VIII.8); the neutral player's corporations always pay (Two players).
func passOver(s *State, tx *engine.Tx, step Step) error {
	if step == StepPayout {
		return payOut(s, tx, s.Turn.Revenue > 0)
	}
	return nil
}

// beginTurn opens the turn of the corporation that operates, at its first step
// that is possible. One that was taken over before does not act (VIII.2).
func beginTurn(s *State, tx *engine.Tx) error {
	for s.At < len(s.Order) && s.Companies[s.Order[s.At]].Gone {
		s.At++
	}
	if s.At == len(s.Order) {
		return endRound(s, tx)
	}
	c := &s.Companies[s.Company()]
	s.Turn = Turn{Step: TurnSteps[0], First: !c.Operated}
	c.Operated = true
	if s.Turn.First {
		if err := placeHome(s, tx); err != nil {
			return err
		}
	}
	return proceed(s, tx)
}

// proceed continues after an order; see above.
func proceed(s *State, tx *engine.Tx) error {
	if q, _ := s.Question(); q != NoQuestion {
		return nil
	}
	switch {
	case s.Stage == Stocks:
		return askTrader(s, tx)
	case s.Stage != Operating || s.Can(s.Turn.Step):
		return nil
	}
	if err := passOver(s, tx, s.Turn.Step); err != nil {
		return err
	}
	return advance(s, tx)
}

// advance moves from the present step to the next possible one; after the last it ends
// the turn.
func advance(s *State, tx *engine.Tx) error {
	if more, err := s.Walk(tx).Advance(s.Turn.Step); more || err != nil {
		return err
	}
	return endTurn(s, tx)
}

// decline gives up the open steps before upTo and reports each. It returns a
// *Refusal instead of skipping a mandatory step or going back.
func decline(s *State, tx *engine.Tx, upTo Step) error {
	if othersStep(s, upTo) {
		return mustFirst(s, upTo)
	}
	if upTo == s.Turn.Step {
		return nil
	}
	return s.Walk(tx).Decline(s.Turn.Step, upTo)
}

// declineRest gives up all that is left of the turn.
func declineRest(s *State, tx *engine.Tx) error { return s.Walk(tx).DeclineRest(s.Turn.Step) }

// mustFirst refuses an order that would skip a mandatory step.
func mustFirst(s *State, step Step) *engine.Refusal {
	if c := s.Company(); othersStep(s, step) {
		return engine.Forbid("Two players", key.NoOtherDecides, PlayerSay(neutralDecides(s, c, step)), StepSay(step), CompanySay("company", c))
	}
	return engine.Forbid(ruleOf[step], key.NoMustOf+string(step), CompanySay("company", s.Company()))
}

// stepOver refuses an order whose step is over: a station for which something is
// missing, or one that comes too late in the turn (VIII.3).
func stepOver(s *State, step Step) *engine.Refusal {
	if r := stationRefusal(s); step == StepStation && r != nil {
		return r
	}
	return engine.Forbid("VIII.3", key.NoStepOver, CompanySay("company", s.Company()), StepSay(step), engine.Term("now", stepKey(s.Turn.Step)))
}

// ruleOf is the section of each step.
var ruleOf = map[Step]string{
	StepHome: "VIII.6", StepTrack: "VIII.4", StepStation: "VIII.6", StepRun: "VIII.7",
	StepPayout: "VIII.8", StepTakeOver: "VIII.9", StepTrains: "VIII.10", StepLocals: "IV.1",
}

// endTurn goes on to the next corporation of the round, or ends the round.
func endTurn(s *State, tx *engine.Tx) error {
	s.Turn = Turn{}
	s.At++
	return beginTurn(s, tx)
}

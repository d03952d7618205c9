package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/steps"
)

// When each step of a turn asks, and how it ends. Each step has a file of its own. Can says which steps ask,
// from public facts. A step that does not ask is passed over, with its consequences (passOver).

// turnCan is Can for the steps of the operating corporation but running and paying.
func turnCan(s *State, step Step) bool {
	c := s.Company()
	switch step {
	case StepHome:
		return choosesHome(c) && !s.Companies[c].Home
	case StepTrack:
		return s.Turn.LaysLeft() || hasAbility(s, c) || canBuyLocal(s, c)
	case StepStation:
		return canStation(s, c)
	case StepTakeOver:
		return canTakeOver(s, c)
	case StepTrains:
		return s.MustBuy() || overfull(s, c) || hasRoom(s, c) && trainMoney(s, c) >= leastPrice(s, c)
	case StepLocals:
		return canBuyLocal(s, c) || len(s.LocalsOf(s.Account(c))) > 0
	}
	return false
}

// neutralCan is Can for the neutral player's corporations: they lay track, place
// stations and run, and buy no trains (Two players, R57).
func neutralCan(s *State, step Step) bool {
	switch step {
	case StepHome, StepTrack, StepStation:
		return turnCan(s, step)
	case StepRun:
		return canRun(s, s.Company())
	}
	return false
}

// Walk is the turn as a row of steps; tx may be nil if nothing is carried out.
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
		Past:  func(step Step) error { return stepRefusal(s, step) },
		Stuck: func(step Step) error { return mustFirst(s, step) },
	}
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

// decline gives up the open steps before upTo and reports each. It returns a
// *Refusal instead of skipping a mandatory step or going back.
func decline(s *State, tx *engine.Tx, upTo Step) error {
	switch {
	case upTo == noStep:
		return nil
	case othersStep(s, upTo):
		return mustFirst(s, upTo)
	case upTo == s.Turn.Step:
		return nil
	}
	return s.Walk(tx).Decline(s.Turn.Step, upTo)
}

// declineRest declines the rest of the turn.
func declineRest(s *State, tx *engine.Tx) error { return s.Walk(tx).DeclineRest(s.Turn.Step) }

// stepRefusal refuses an order of a step that is over, or a station for which something
// is missing.
func stepRefusal(s *State, step Step) *engine.Refusal {
	if r := stationRefusal(s); step == StepStation && r != nil {
		return r
	}
	return stepOver(s, step)
}

// mustFirst refuses an order that would skip a mandatory step.
func mustFirst(s *State, step Step) *engine.Refusal {
	if c := s.Company(); othersStep(s, step) {
		return engine.Forbid("Two players", key.NoOtherDecides, PlayerSay(neutralDecides(s, c, step)), StepSay(step), CompanySay("company", c))
	}
	return engine.Forbid(ruleOf[step], key.NoMustOf+string(step), CompanySay("company", s.Company()))
}

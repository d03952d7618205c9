package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/steps"
)

// The seam between the turns of corporations and the rounds around them.
//
// An order of the corporation's turn is carried out so: decline the open steps
// before the order's own (decline; orders of any point of the turn decline
// nothing), do what it says, then proceed: to the question that the order left
// open, to the present step if it can ask once more, or else to the next step that
// is possible, and behind the last one to the next turn. An order that answers a
// question ends with proceed too. A step that is done for good (running, paying)
// ends with advance instead.
//
// Which steps are asked is public knowledge (actions.md 5); can tells it. A step
// that is not asked is passed over, with what follows from that (passOver).

func state(tx *engine.Tx) *State { return tx.Pos.(*State) }

// turnSteps are the steps of a turn in order (7.2).
var turnSteps = []Step{stepHome, stepTrack, stepStation, stepRun, stepPayout, stepTakeOver, stepTrains, stepLocals}

// walk is the turn as steps; tx may be nil where nothing is done.
func (s *State) walk(tx *engine.Tx) *steps.Turn[Step] {
	return &steps.Turn[Step]{
		Steps: turnSteps, Can: s.can, Must: s.mandatory,
		PassOver: func(step Step) error { return s.passOver(tx, step) },
		Enter:    func(step Step) { s.Turn.Step = step },
		Declined: func(step Step) {
			tx.Report("18cz.report.declined", companySay("company", s.company()), stepSay(step))
		},
	}
}

// company operates now; noCompany outside of the operating rounds.
func (s *State) company() Company {
	if s.Stage != operating || s.At >= len(s.Order) {
		return noCompany
	}
	return s.Order[s.At]
}

// can says whether a step asks for a decision now. It looks at the corporation
// and at what it did in its turn, not at the present step.
func (s *State) can(step Step) bool {
	if s.Companies[s.company()].Neutral {
		return s.neutralCan(step)
	}
	switch step {
	case stepRun:
		return s.canRun(s.company())
	case stepPayout:
		return s.Turn.Revenue > 0
	}
	return s.turnCan(step)
}

// canRun: it has a train of its own size, and from one of its stations another
// stop can be reached (7.7).
func (s *State) canRun(c Company) bool {
	return s.ownTrains(c) > 0 && s.Board.Reach(s.world(), owner(c)).Runs
}

// mandatory steps are not declined. The trains are one while the corporation must
// buy (7.10), the track while its home tile must be laid (R16), and any that is the
// other player's in the game for two (12).
func (s *State) mandatory(step Step) bool {
	if s.othersStep(step) {
		return true
	}
	switch step {
	case stepHome, stepRun, stepPayout:
		return true
	case stepTrains:
		return s.mustBuy() || s.overfull(s.company())
	case stepTrack:
		return s.Rules.ForceHome && s.mustLayHome()
	}
	return false
}

// passOver leaves a step that asks for no decision. Without revenue the price
// falls (7.8); the neutral player's corporations always pay (12).
func (s *State) passOver(tx *engine.Tx, step Step) error {
	if step == stepPayout {
		return s.payOut(tx, s.Turn.Revenue > 0)
	}
	return nil
}

// beginTurn opens the turn of the corporation that operates, at its first step
// that is possible. One that was taken over before does not act (7.1.2).
func (s *State) beginTurn(tx *engine.Tx) error {
	for s.At < len(s.Order) && s.Companies[s.Order[s.At]].Gone {
		s.At++
	}
	if s.At == len(s.Order) {
		return s.endRound(tx)
	}
	c := &s.Companies[s.company()]
	s.Turn = Turn{Step: turnSteps[0], First: !c.Operated}
	c.Operated = true
	if s.Turn.First {
		if err := s.placeHome(tx); err != nil {
			return err
		}
	}
	return s.proceed(tx)
}

// proceed goes on behind an order; see above.
func (s *State) proceed(tx *engine.Tx) error {
	if q, _ := s.question(); q != noQuestion {
		return nil
	}
	switch {
	case s.Stage == stocks:
		return s.askTrader(tx)
	case s.Stage != operating || s.can(s.Turn.Step):
		return nil
	}
	if err := s.passOver(tx, s.Turn.Step); err != nil {
		return err
	}
	return s.advance(tx)
}

// advance leaves the present step for the next that is possible; behind the last
// it ends the turn.
func (s *State) advance(tx *engine.Tx) error {
	if more, err := s.walk(tx).Advance(s.Turn.Step); more || err != nil {
		return err
	}
	return s.endTurn(tx)
}

// decline gives up the open steps before upTo and reports each. It refuses to
// leave out a mandatory step, or to go back.
func (s *State) decline(tx *engine.Tx, upTo Step) error {
	if s.othersStep(upTo) {
		return s.mustFirst(upTo)
	}
	return s.declined(s.walk(tx).Decline(s.Turn.Step, upTo))
}

// declineRest gives up all that is left of the turn.
func (s *State) declineRest(tx *engine.Tx) error {
	return s.declined(s.walk(tx).DeclineRest(s.Turn.Step))
}

func (s *State) declined(outcome steps.Outcome, at Step, err error) error {
	switch {
	case err != nil:
		return err
	case outcome == steps.Passed:
		return s.stepOver(at)
	case outcome == steps.Stuck:
		return s.mustFirst(at)
	}
	return nil
}

// mustFirst refuses an order that would leave out a mandatory step.
func (s *State) mustFirst(step Step) *engine.Refusal {
	if c := s.company(); s.othersStep(step) {
		return engine.Forbid("12", "18cz.no.other-decides", who(s.neutralDecides(c, step)), stepSay(step), companySay("company", c))
	}
	return engine.Forbid(ruleOf[step], "18cz.no.must-"+string(step), companySay("company", s.company()))
}

// stepOver refuses an order whose step is over: a station for which something is
// missing, or one that comes too late in the turn (7.2).
func (s *State) stepOver(step Step) *engine.Refusal {
	if r := s.stationRefusal(); step == stepStation && r != nil {
		return r
	}
	return engine.Forbid("7.2", "18cz.no.step-over", companySay("company", s.company()), stepSay(step), engine.Term("now", stepKey(s.Turn.Step)))
}

// ruleOf is the section of each step.
var ruleOf = map[Step]string{
	stepHome: "7.3", stepTrack: "7.4", stepStation: "7.6", stepRun: "7.7",
	stepPayout: "7.8", stepTakeOver: "7.9", stepTrains: "7.10", stepLocals: "3",
}

// endTurn goes on to the next corporation of the round, or ends the round.
func (s *State) endTurn(tx *engine.Tx) error {
	s.Turn = Turn{}
	s.At++
	return s.beginTurn(tx)
}

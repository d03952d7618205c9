package g18mag

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/steps"
)

// The seam between the turns of companies and the rounds around them.
//
// An order of a company is carried out so: decline the open steps before the
// order's own (decline), do what it says, then go on: again when the step may ask
// once more, advance when it is over. Both find the next step that is possible,
// or end the turn.

func state(tx *engine.Tx) *State { return tx.Pos.(*State) }

// stepsOf are the steps of a company's turn in order (VI.3.1, VI.4.1).
func stepsOf(c Company) []Step {
	if c.minor() {
		return minorSteps
	}
	return majorSteps
}

var (
	minorSteps = []Step{stepTrack, stepStation, stepScrap, stepRun, stepTrains}
	majorSteps = []Step{stepStation, stepPayout}
)

// turnSection is the section about a company's turn.
func turnSection(c Company) string {
	if c.minor() {
		return "VI.3.1"
	}
	return "VI.4.1"
}

// company operates now; noCompany outside of the operating rounds.
func (s *State) company() Company {
	if s.Stage != operating || s.At >= len(s.Order) {
		return noCompany
	}
	return s.Order[s.At]
}

// account is the purse of a company, purse what lies in it.
func (s *State) account(c Company) cash.Account { return cash.Account(s.Seats) + cash.Account(c) }

func (s *State) purse(c Company) int { return s.Cash.Of(s.account(c)) }

// wallet is the purse of a seat.
func wallet(seat engine.Seat) cash.Account { return cash.Account(seat) }

// pay moves money. The rules have looked before that it is there.
func (s *State) pay(from, to cash.Account, n int) error { return s.Cash.Pay(from, to, n) }

// ownerOf decides for a company: the owner of a minor, the director of a major;
// Nobody.
func (s *State) ownerOf(c Company) engine.Seat {
	if c.minor() {
		return s.Minors[c].Owner
	}
	return s.directorOf(c)
}

// can says whether a step asks for a decision now.
func (s *State) can(step Step) bool {
	if s.company().minor() {
		return s.minorCan(step)
	}
	return s.majorCan(step)
}

// mandatory steps are not declined.
func mandatory(step Step) bool { return step == stepRun || step == stepPayout }

// beginTurn opens the turn of the company that operates, at its first step that
// is possible.
func (s *State) beginTurn(tx *engine.Tx) error {
	c := s.company()
	s.Actor = s.ownerOf(c)
	s.Turn = Turn{Step: stepsOf(c)[0]}
	if s.can(s.Turn.Step) {
		return nil
	}
	return s.advance(tx)
}

// again stays in the present step if it can ask once more, and advances otherwise.
func (s *State) again(tx *engine.Tx) error {
	if s.can(s.Turn.Step) {
		return nil
	}
	return s.advance(tx)
}

// walk is the turn of the company that operates, as steps. Those that are declined
// and worth a word are gathered in missed.
func (s *State) walk(tx *engine.Tx, missed *[]Step) *steps.Turn[Step] {
	return &steps.Turn[Step]{
		Steps: stepsOf(s.company()), Can: s.can, Must: mandatory,
		PassOver: func(step Step) error { return s.passOver(tx, step) },
		Enter:    func(step Step) { s.Turn.Step = step },
		Declined: func(step Step) {
			if s.missed(step) {
				*missed = append(*missed, step)
			}
		},
	}
}

// missed says whether something worth a word is given up with a step: a first
// tile, a station, room for a train, a train of the bank.
func (s *State) missed(step Step) bool {
	c := s.company()
	switch step {
	case stepTrack:
		return s.Turn.Laid == 0 && s.canLay()
	case stepScrap:
		return len(s.Minors[c].Trains) >= s.goods().limit && s.purse(c) >= s.goods().trains[0].price
	case stepTrains:
		return s.purse(c) >= s.goods().trains[0].price
	}
	return true
}

// advance leaves the present step for the next that is possible; behind the last
// it ends the turn.
func (s *State) advance(tx *engine.Tx) error {
	if more, err := s.walk(tx, nil).Advance(s.Turn.Step); more || err != nil {
		return err
	}
	return s.endTurn(tx)
}

// decline gives up the open steps before upTo and reports what is missed. It
// refuses to leave out a mandatory step, or to go back.
func (s *State) decline(tx *engine.Tx, upTo Step) error {
	var missed []Step
	outcome, at, err := s.walk(tx, &missed).Decline(s.Turn.Step, upTo)
	if err != nil {
		return err
	}
	s.reportMissed(tx, missed)
	return s.refuse(outcome, at)
}

// declineRest gives up all that is left of the turn.
func (s *State) declineRest(tx *engine.Tx) error {
	var missed []Step
	outcome, at, err := s.walk(tx, &missed).DeclineRest(s.Turn.Step)
	if err != nil {
		return err
	}
	if len(missed) == 0 {
		tx.Report("18mag.report.turn-over", companySay("company", s.company()))
	}
	s.reportMissed(tx, missed)
	return s.refuse(outcome, at)
}

func (s *State) reportMissed(tx *engine.Tx, list []Step) {
	if len(list) == 0 {
		return
	}
	parts := make([]engine.Arg, len(list))
	for i, step := range list {
		parts[i] = engine.Term("", stepKey(step))
	}
	tx.Report("18mag.report.declined", companySay("company", s.company()), engine.Several("steps", parts...))
}

// refuse is the refusal of an order that cannot be reached from the present step.
func (s *State) refuse(outcome steps.Outcome, at Step) error {
	switch outcome {
	case steps.Passed:
		return s.stepOver(at)()
	case steps.Stuck:
		return s.mustFirst(at)
	}
	return nil
}

// mustFirst refuses an order that would leave out a mandatory step.
func (s *State) mustFirst(step Step) *engine.Refusal {
	return engine.Forbid(turnSection(s.company()), "18mag.no.must-"+string(step), companySay("company", s.company()))
}

// endTurn goes on to the next company of the round, or ends the round.
func (s *State) endTurn(tx *engine.Tx) error {
	s.Turn = Turn{}
	s.At++
	if s.At < len(s.Order) {
		return s.beginTurn(tx)
	}
	return s.endRound(tx)
}

package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/steps"
)

// beginSet begins a set of operating rounds. Their number is fixed now (IV, R-45).
func beginSet(s *State, tx *engine.Tx) error {
	s.Round, s.Rounds = 0, s.PhaseRules().Rounds
	return beginRound(s, tx)
}

// beginRound fixes the order of an operating round: minors by number, majors by
// price (VI.1).
func beginRound(s *State, tx *engine.Tx) error {
	s.Stage, s.Sold, s.At = Operating, false, 0
	s.Round++
	s.Order = nil
	for _, c := range s.Edition().Minors {
		if s.Minors[c].In {
			s.Order = append(s.Order, c)
		}
	}
	s.Order = append(s.Order, s.majorsByPrice()...)
	tx.Report(key.ReportOperating, engine.Int("set", s.Set), engine.Int("round", s.Round), engine.Int("of", s.Rounds))
	if err := payIncome(s, tx); err != nil {
		return err
	}
	return beginTurn(s, tx)
}

// endRound ends an operating round; another one, a stock round, or the end of the game
// follows (IV, IX).
func endRound(s *State, tx *engine.Tx) error {
	noTrainSold(s, tx)
	s.Order, s.At = nil, 0
	switch {
	case s.Round < s.Rounds:
		return beginRound(s, tx)
	case s.Set == s.EndSet:
		end(s, tx, key.ReportEnd)
		return nil
	}
	return beginStock(s, tx)
}

// end ends the game.
func end(s *State, tx *engine.Tx, report string) {
	s.Stage, s.Actor = Over, engine.Nobody
	s.Order, s.At, s.Turn, s.Asking, s.Trade, s.Draft = nil, 0, Turn{}, nil, StockTurn{}, Draft{}
	tx.Report(report)
}

// This file joins the turns of companies to the rounds around them.
//
// An order of a company is carried out in three steps: decline the open steps before
// its own (decline), carry it out, then go on: with again if the step may allow another
// order, with advance if it is over. Both find the next possible step or end the turn.

func state(tx *engine.Tx) *State { return tx.Pos.(*State) }

// StepsOf returns the steps of a company's turn in order (VI.3.1, VI.4.1).
func StepsOf(c Company) []Step {
	if c.Minor() {
		return MinorSteps
	}
	return majorSteps
}

var (
	MinorSteps = []Step{StepTrack, StepStation, StepScrap, StepRun, StepTrains}
	majorSteps = []Step{StepStation, StepPayout}
)

// turnSection returns the section about a company's turn.
func turnSection(c Company) string {
	if c.Minor() {
		return "VI.3.1"
	}
	return "VI.4.1"
}

// Company returns the company that operates now; noCompany outside the operating
// rounds.
func (s *State) Company() Company {
	if s.Stage != Operating || s.At >= len(s.Order) {
		return NoCompany
	}
	return s.Order[s.At]
}

// Account returns the account of a company; Purse returns the money in it.
func (s *State) Account(c Company) cash.Account { return cash.Account(s.Seats) + cash.Account(c) }

// Purse returns the money of a company.
func (s *State) Purse(c Company) int { return s.Cash.Of(s.Account(c)) }

// Wallet returns the account of a seat.
func Wallet(seat engine.Seat) cash.Account { return cash.Account(seat) }

// Pay moves money. The caller has checked that it is there.
func (s *State) Pay(from, to cash.Account, n int) error { return s.Cash.Pay(from, to, n) }

// OwnerOf returns the seat that decides for a company: the owner of a minor, the
// director of a major; Nobody if it has none.
func (s *State) OwnerOf(c Company) engine.Seat {
	if c.Minor() {
		return s.Minors[c].Owner
	}
	return s.DirectorOf(c)
}

// Can reports whether a step needs a decision now.
func (s *State) Can(step Step) bool {
	if s.Company().Minor() {
		return minorCan(s, step)
	}
	return majorCan(s, step)
}

// mandatory reports whether a step cannot be declined.
func mandatory(step Step) bool { return step == StepRun || step == StepPayout }

// beginTurn opens the turn of the operating company at its first possible step.
func beginTurn(s *State, tx *engine.Tx) error {
	c := s.Company()
	s.Actor = s.OwnerOf(c)
	s.Turn = Turn{Step: StepsOf(c)[0]}
	if s.IsIstvan(s.Actor) || s.Can(s.Turn.Step) {
		return nil
	}
	return advance(s, tx)
}

// stayOrAdvance stays in the present step if it allows another order, and otherwise advances.
func stayOrAdvance(s *State, tx *engine.Tx) error {
	if s.Can(s.Turn.Step) {
		return nil
	}
	return advance(s, tx)
}

// walk returns the turn of the operating company as steps. Declined steps that are
// worth reporting are gathered in missed.
func walk(s *State, tx *engine.Tx, missed *[]Step) *steps.Turn[Step] {
	return &steps.Turn[Step]{
		Steps: StepsOf(s.Company()), Can: s.Can, Must: mandatory,
		PassOver: func(step Step) error { return passOver(s, tx, step) },
		Enter:    func(step Step) { s.Turn.Step = step },
		Declined: func(step Step) {
			if missedStep(s, step) {
				*missed = append(*missed, step)
			}
		},
		Past:  func(step Step) error { return stepOver(s, step)() },
		Stuck: func(step Step) error { return mustFirst(s, step) },
	}
}

// missedStep reports whether declining a step gives up something worth reporting: a
// first tile, a station, room for a train, a train of the bank.
func missedStep(s *State, step Step) bool {
	c := s.Company()
	switch step {
	case StepTrack:
		return s.Turn.Laid == 0 && s.CanLay()
	case StepScrap:
		return len(s.Minors[c].Trains) >= s.Goods().Limit && s.Purse(c) >= s.Goods().Trains[0].Price
	case StepTrains:
		return s.Purse(c) >= s.Goods().Trains[0].Price
	}
	return true
}

// advance goes to the next possible step; after the last it ends the turn.
func advance(s *State, tx *engine.Tx) error {
	if more, err := walk(s, tx, nil).Advance(s.Turn.Step); more || err != nil {
		return err
	}
	return endTurn(s, tx)
}

// decline declines the open steps before upTo and reports the missed ones. It fails if that would skip a
// mandatory step or go back.
func decline(s *State, tx *engine.Tx, upTo Step) error {
	if upTo == s.Turn.Step {
		return nil
	}
	var missed []Step
	if err := walk(s, tx, &missed).Decline(s.Turn.Step, upTo); err != nil {
		return err
	}
	reportMissed(s, tx, missed)
	return nil
}

// declineRest declines the rest of the turn.
func declineRest(s *State, tx *engine.Tx) error {
	var missed []Step
	if err := walk(s, tx, &missed).DeclineRest(s.Turn.Step); err != nil {
		return err
	}
	if len(missed) == 0 {
		tx.Report(key.ReportTurnOver, CompanySay("company", s.Company()))
	}
	reportMissed(s, tx, missed)
	return nil
}

func reportMissed(s *State, tx *engine.Tx, list []Step) {
	if len(list) == 0 {
		return
	}
	tx.Report(key.ReportDeclined, CompanySay("company", s.Company()), engine.SeveralOf("steps", list, StepSay))
}

// mustFirst refuses an order that would skip a mandatory step.
func mustFirst(s *State, step Step) *engine.Refusal {
	return engine.Forbid(turnSection(s.Company()), key.NoMustOf+string(step), CompanySay("company", s.Company()))
}

// endTurn moves to the next company, or ends the round.
func endTurn(s *State, tx *engine.Tx) error {
	s.Turn = Turn{}
	s.At++
	if s.At < len(s.Order) {
		return beginTurn(s, tx)
	}
	return endRound(s, tx)
}

// soldByBank records that the bank sold a train. The first sale from a pile with an
// indicator opens the next phase and uses up the indicator; markers on the pile are
// removed (VI.3.9, VI.4.3).
func soldByBank(s *State, tx *engine.Tx, size int) error {
	s.Sold = true
	i := slices.Index(s.Edition().Piles, size)
	if i < 0 || s.Piles[i].Used {
		return nil
	}
	s.Piles[i] = Pile{Used: true}
	nextPhase(s, tx, false)
	return nil
}

// nextPhase begins the next phase at once; the set ends early, after this operating
// round (VI.3.9). The last phase triggers the end: one more stock round and its
// operating rounds (IX). With two players the last phase is brown.
func nextPhase(s *State, tx *engine.Tx, noTrain bool) {
	if s.Phase == len(s.Edition().Phases)-1 {
		return
	}
	s.Phase++
	s.Rounds = s.Round
	tx.Report(key.ReportPhase, engine.Term("phase", key.PhaseOf+s.PhaseRules().Name))
	if !s.PhaseRules().Ends {
		return
	}
	s.EndSet = s.Set + 1
	if noTrain && s.Rules.LateEnd && s.Rules.Consecutive {
		s.EndSet++
	}
	tx.Report(key.ReportEndNear, engine.Int("set", s.EndSet))
}

// noTrainSold checks at the end of an operating round whether the bank sold a train in
// it (VI.4.3, R-03).
func noTrainSold(s *State, tx *engine.Tx) {
	switch {
	case s.PhaseRules().Ends:
	case s.Rules.Consecutive:
		countQuiet(s, tx)
	case !s.Sold:
		markPile(s, tx)
	}
}

// markPile puts a marker on the cheapest pile that still has an indicator. The third
// one counts as a sale from that pile.
func markPile(s *State, tx *engine.Tx) {
	i := slices.IndexFunc(s.Piles, func(p Pile) bool { return !p.Used })
	if i < 0 {
		return
	}
	s.Piles[i].Markers++
	tx.Report(key.ReportNoTrain, engine.Int("train", s.Edition().Piles[i]), engine.Int("n", s.Piles[i].Markers))
	if s.Piles[i].Markers == Book.Markers {
		s.Piles[i] = Pile{Used: true}
		nextPhase(s, tx, true)
	}
}

// countQuiet follows the public engine: it counts consecutive operating rounds and uses
// up no pile.
func countQuiet(s *State, tx *engine.Tx) {
	if s.Sold {
		s.Quiet = 0
		return
	}
	if s.Quiet++; s.Quiet < Book.Markers {
		tx.Report(key.ReportQuiet, engine.Int("n", s.Quiet))
		return
	}
	s.Quiet = 0
	nextPhase(s, tx, true)
}

package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// When each step of a turn is asked. Each step has a file of its own.

// turnCan is Can for the steps of the operating corporation but running and paying.
func turnCan(s *State, step Step) bool {
	c := s.Company()
	switch step {
	case StepHome:
		return choosesHome(c) && !s.Companies[c].Home
	case StepTrack:
		return s.LaysLeft() || hasAbility(s, c) || canBuyLocal(s, c)
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

// hasAbility reports whether a corporation owns a local railway whose ability is not
// used.
func hasAbility(s *State, c Company) bool {
	return slices.ContainsFunc(s.LocalsOf(s.Account(c)), func(l Local) bool { return !s.Locals[l].Used })
}

// canBuyLocal reports whether local railways are sold to corporations, a player has
// one, and there is money. The size does not matter.
func canBuyLocal(s *State, c Company) bool {
	return s.Sells() && s.Treasury(c) > 0 && len(playersLocals(s)) > 0
}

// playersLocals are the local railways that players own.
func playersLocals(s *State) []Local {
	var list []Local
	for seat := range engine.Seat(s.Seats) {
		list = append(list, s.LocalsOf(SeatAccount(seat))...)
	}
	return list
}

// localMoney is what local railways may bring to a corporation that needs money: its own
// are sold to the bank; those that it buys first cost 1.
func localMoney(s *State, c Company) int {
	if !s.Sells() {
		return 0
	}
	n := len(s.LocalsOf(s.Account(c))) * s.LocalValue()
	if s.Treasury(c) > 0 {
		n += len(playersLocals(s)) * (s.LocalValue() - 1)
	}
	return n
}

// stepVerbs adds the orders of a step that is open or lies ahead.
func stepVerbs(s *State, verbs []engine.Verb, step Step) []engine.Verb {
	switch step {
	case StepHome:
		if choosesHome(s.Company()) {
			return append(verbs, homeVerb(s))
		}
	case StepTrack:
		return append(verbs, layVerb(s))
	case StepStation:
		return append(verbs, stationVerb(s))
	case StepRun:
		return append(verbs, runVerb(s))
	case StepPayout:
		return append(verbs, payVerb(s), holdVerb(s))
	case StepTakeOver:
		return append(verbs, takeOverVerb(s))
	case StepTrains:
		return append(verbs, purchaseVerb(s))
	}
	return verbs
}

// freeVerbs adds the orders of any point of the turn (IV.1): sell local railways
// to the bank, buy them, lay purple tiles; the last two share a verb with a
// step.
func freeVerbs(s *State, verbs []engine.Verb) []engine.Verb {
	verbs = append(verbs, sellLocalVerb(s))
	if isPast(s, StepTrack) {
		verbs = append(verbs, layVerb(s))
	}
	if isPast(s, StepTrains) {
		verbs = append(verbs, purchaseVerb(s))
	}
	return verbs
}

// stepsBefore are the steps of a turn before one of them.
func stepsBefore(step Step) []Step { return TurnSteps[:slices.Index(TurnSteps, step)] }

// isPast reports whether a step of the turn is over.
func isPast(s *State, step Step) bool { return slices.Contains(stepsBefore(s.Turn.Step), step) }

// heads are the names of the orders of a step that is over: they are read and refused.
var heads = map[Step][]engine.Verb{
	StepHome: {homeHead}, StepStation: {stationHead}, StepRun: {runHead}, StepPayout: {payHead, holdHead}, StepTakeOver: {takeOverHead},
}

// questionVerbs answer a question that an order left open. They end with proceed.
// The operating corporation may deal in local railways and use them meanwhile.
func questionVerbs(s *State, q Question, c Company) (verbs []engine.Verb) {
	switch q {
	case AskCity:
		verbs = []engine.Verb{liftedVerb(s)}
	case AskDoubled:
		verbs = []engine.Verb{removeVerb(s, c)}
	case AskReceived:
		verbs = receivedVerbs(s, c)
	case AskExcess:
		verbs = []engine.Verb{discardVerb(s, c)}
	}
	if c != s.Company() {
		return verbs
	}
	return append(verbs, sellLocalVerb(s), purchaseVerb(s), layVerb(s))
}

// settleFirst refuses what must wait for the answer to a question.
func settleFirst(s *State) *engine.Refusal {
	q, c := s.Question()
	if q == NoQuestion {
		return nil
	}
	return engine.Forbid(questionRule[q], key.NoSettleFirst, CompanySay("company", c), engine.Term("question", key.QuestionOf+string(q)))
}

// overfull reports whether a corporation has more trains than it may; giving some away
// may wait for its train step.
func overfull(s *State, c Company) bool { return len(s.Companies[c].Trains) > s.LimitOf(c) }

// askedLater reports whether the public engine asks a corporation for its excess trains
// later: once the operating corporation takes over no more.
func askedLater(s *State, c Company) bool {
	late := s.Rules.LateExcess && s.Stage == Operating && s.Turn.Step == StepTakeOver && s.Can(StepTakeOver)
	return late && (secondVersion(s) || waitsFirst(s, c))
}

// carryOut does what an offer says once all have agreed, and proceeds.
func carryOut(s *State, tx *engine.Tx, o Offer) error {
	var err error
	switch o.Deal {
	case DealTakeOver:
		err = takeOver(s, tx, o)
	case DealTrain:
		err = tradeTrain(s, tx, o)
	case DealLocal:
		err = buyLocal(s, tx, o)
	}
	if err != nil {
		return err
	}
	if o.Deal != DealTrain {
		dropAnswers(s, Ware(o))
	}
	return proceed(s, tx)
}

// notNeutral refuses orders that the neutral player's corporations never give
// (Two players).
func notNeutral(s *State) *engine.Refusal {
	if c := s.Company(); s.Companies[c].Neutral {
		return engine.Forbid("Two players", key.NoNeutralCompany, CompanySay("company", c))
	}
	return nil
}

// tooExpensive refuses what a corporation cannot pay for.
func tooExpensive(s *State, rule string, c Company, price int) *engine.Refusal {
	return engine.Forbid(rule, key.NoTreasury, CompanySay("company", c), engine.Int("price", price), engine.Int("treasury", s.Treasury(c)))
}

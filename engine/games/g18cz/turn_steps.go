package g18cz

import (
	"slices"

	"railpost/engine"
)

// Which step of a turn is asked when (actions.md 5). Each step has a file of its
// own.

// turnCan says whether a step of the operating corporation asks for a decision
// now. It looks at the corporation and at what it did in its turn, not at the
// present step.
func (s *State) turnCan(step Step) bool {
	c := s.company()
	switch step {
	case stepHome:
		return choosesHome(c) && !s.Companies[c].Home
	case stepTrack:
		return s.laysLeft() || s.hasAbility(c) || s.canBuyLocal(c)
	case stepStation:
		return s.canStation(c)
	case stepTakeOver:
		return s.canTakeOver(c)
	case stepTrains:
		return s.mustBuy() || s.overfull(c) || s.hasRoom(c) && s.means(c) >= s.leastPrice(c)
	case stepLocals:
		return s.canBuyLocal(c) || len(s.localsOf(s.account(c))) > 0
	}
	return false
}

// hasAbility says whether a corporation owns a local railway whose ability is not
// used.
func (s *State) hasAbility(c Company) bool {
	for _, l := range s.localsOf(s.account(c)) {
		if !s.Locals[l].Used {
			return true
		}
	}
	return false
}

// canBuyLocal: local railways are sold to corporations, a player has one, and
// there is money. The size is not looked at.
func (s *State) canBuyLocal(c Company) bool {
	return s.sells() && s.purse(c) > 0 && len(s.playersLocals()) > 0
}

// playersLocals are the local railways that players own.
func (s *State) playersLocals() []Local {
	var list []Local
	for seat := range engine.Seat(s.Seats) {
		list = append(list, s.localsOf(wallet(seat))...)
	}
	return list
}

// prospect is what the local railways may bring to a corporation that looks for
// money: its own are sold to the bank; what it buys first costs 1.
func (s *State) prospect(c Company) int {
	if !s.sells() {
		return 0
	}
	n := len(s.localsOf(s.account(c))) * s.localValue()
	if s.purse(c) > 0 {
		n += len(s.playersLocals()) * (s.localValue() - 1)
	}
	return n
}

// stepVerbs are the orders of a step that is open or lies ahead.
func (s *State) stepVerbs(step Step) []engine.Verb {
	switch step {
	case stepHome:
		if choosesHome(s.company()) {
			return []engine.Verb{s.homeVerb()}
		}
	case stepTrack:
		return []engine.Verb{s.layVerb()}
	case stepStation:
		return []engine.Verb{s.stationVerb()}
	case stepRun:
		return []engine.Verb{s.runVerb()}
	case stepTakeOver:
		return []engine.Verb{s.takeOverVerb()}
	case stepTrains:
		return []engine.Verb{s.purchaseVerb()}
	}
	return nil
}

// freeVerbs are the orders of any point of the turn (3): sell local railways to
// the bank, buy them, lay purple tiles; the last two share a verb with a step.
func (s *State) freeVerbs() []engine.Verb {
	verbs := []engine.Verb{s.sellLocalVerb()}
	if s.behind(stepTrack) {
		verbs = append(verbs, s.layVerb())
	}
	if s.behind(stepTrains) {
		verbs = append(verbs, s.purchaseVerb())
	}
	return verbs
}

// behind says whether a step of the turn is over.
func (s *State) behind(step Step) bool { return slices.Contains(s.walk(nil).Before(s.Turn.Step), step) }

// headsOf are the names of the orders of a step that is over: they are read and
// refused.
func headsOf(step Step) []engine.Verb {
	switch step {
	case stepHome:
		return []engine.Verb{homeHead}
	case stepStation:
		return []engine.Verb{stationHead}
	case stepRun:
		return []engine.Verb{runHead}
	case stepTakeOver:
		return []engine.Verb{takeOverHead}
	}
	return nil
}

// questionVerbs answer a question that an order left open. They end with proceed.
// The operating corporation may deal in local railways and use them meanwhile.
func (s *State) questionVerbs(q Question, c Company) (verbs []engine.Verb) {
	switch q {
	case askCity:
		verbs = []engine.Verb{s.liftedVerb()}
	case askDoubled:
		verbs = []engine.Verb{s.removeVerb(c)}
	case askReceived:
		verbs = s.receivedVerbs(c)
	case askExcess:
		verbs = []engine.Verb{s.discardVerb(c)}
	}
	if c != s.company() {
		return verbs
	}
	return append(verbs, s.sellLocalVerb(), s.purchaseVerb(), s.layVerb())
}

// settleFirst refuses what must wait for the answer to a question.
func (s *State) settleFirst() *engine.Refusal {
	q, c := s.question()
	if q == noQuestion {
		return nil
	}
	return engine.Forbid(questionRule[q], "18cz.no.settle-first", companySay("company", c), engine.Term("question", "18cz.question."+string(q)))
}

// overfull says whether a corporation has more trains than it may, which may wait for
// its train step.
func (s *State) overfull(c Company) bool { return len(s.Companies[c].Trains) > s.limitOf(c) }

// waits says whether the public engine asks a corporation for its excess trains
// later: when the one that operates takes over nobody any more.
func (s *State) waits(c Company) bool {
	late := s.Rules.LateExcess && s.Stage == operating && s.Turn.Step == stepTakeOver && s.can(stepTakeOver)
	return late && (s.second() || s.waitsFirst(c))
}

// carryOut does what an offer says once all have agreed, and proceeds.
func (s *State) carryOut(tx *engine.Tx, o Offer) error {
	do := map[Deal]func(*engine.Tx, Offer) error{dealTakeOver: s.takeOver, dealTrain: s.tradeTrain, dealLocal: s.buyLocal}[o.Deal]
	if err := do(tx, o); err != nil {
		return err
	}
	if o.Deal != dealTrain {
		s.forget(word(o))
	}
	return s.proceed(tx)
}

// notNeutral refuses orders that the neutral player's corporations never give
// (12).
func (s *State) notNeutral() *engine.Refusal {
	if c := s.company(); s.Companies[c].Neutral {
		return engine.Forbid("12", "18cz.no.neutral-company", companySay("company", c))
	}
	return nil
}

// dear refuses what a corporation cannot pay.
func (s *State) dear(rule string, c Company, price int) *engine.Refusal {
	return engine.Forbid(rule, "18cz.no.treasury", companySay("company", c), engine.Int("price", price), engine.Int("treasury", s.purse(c)))
}

package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// The orders of a corporation's turn. Each first declines the open steps before its own,
// does what it says, and then proceeds: to the question that it left open, to the present
// step if that can ask again, or else to the next possible step, and after the last one to
// the next turn. An order that is done for good (running, paying) advances instead. One
// that is legal at any point of the turn, or answers a question, declines nothing.

// inStep is an order that belongs to the step which of returns, noStep for any.
func inStep(of func(*State, engine.Args) Step, v engine.Verb, next func(*State, *engine.Tx) error) engine.Verb {
	do := v.Do
	v.Do = func(tx *engine.Tx, a engine.Args) error {
		if err := decline(state(tx), tx, of(state(tx), a)); err != nil {
			return err
		}
		return do(tx, a)
	}
	return followedBy(v, next)
}

// fixedStep is the step of an order that always belongs to the same one.
func fixedStep(step Step) func(*State, engine.Args) Step {
	return func(*State, engine.Args) Step { return step }
}

// followedBy is an order with its consequences after it has been carried out.
func followedBy(v engine.Verb, next func(*State, *engine.Tx) error) engine.Verb {
	do := v.Do
	v.Do = func(tx *engine.Tx, a engine.Args) error {
		if err := do(tx, a); err != nil {
			return err
		}
		return next(state(tx), tx)
	}
	return v
}

// proceeding are orders that decline nothing.
func proceeding(verbs []engine.Verb) []engine.Verb {
	for i, v := range verbs {
		verbs[i] = followedBy(v, proceed)
	}
	return verbs
}

func layOrder(s *State) engine.Verb { return inStep(layStep, layVerb(s), proceed) }

func purchaseOrder(s *State) engine.Verb { return inStep(purchaseStep, purchaseVerb(s), proceed) }

func sellLocalOrder(s *State) engine.Verb { return followedBy(sellLocalVerb(s), proceed) }

// stepVerbs adds the orders of a step that is open or still to come.
func stepVerbs(s *State, verbs []engine.Verb, step Step) []engine.Verb {
	switch step {
	case StepHome:
		if choosesHome(s.Company()) {
			return append(verbs, followedBy(homeVerb(s), proceed))
		}
	case StepTrack:
		return append(verbs, layOrder(s))
	case StepStation:
		return append(verbs, inStep(fixedStep(step), stationVerb(s), proceed))
	case StepRun:
		return append(verbs, inStep(fixedStep(step), runVerb(s), advance))
	case StepPayout:
		return append(verbs, followedBy(dividendVerb(s, payHead, true), advance), followedBy(dividendVerb(s, holdHead, false), advance))
	case StepTakeOver:
		return append(verbs, inStep(fixedStep(step), takeOverVerb(s), proceed))
	case StepTrains:
		return append(verbs, purchaseOrder(s))
	}
	return verbs
}

// freeVerbs adds the orders of any point of the turn (IV.1): sell local railways
// to the bank, buy them, lay purple tiles; the last two share a verb with a
// step.
func freeVerbs(s *State, verbs []engine.Verb) []engine.Verb {
	verbs = append(verbs, sellLocalOrder(s))
	if isPast(s, StepTrack) {
		verbs = append(verbs, layOrder(s))
	}
	if isPast(s, StepTrains) {
		verbs = append(verbs, purchaseOrder(s))
	}
	return verbs
}

// heads are the names of the orders of a step that is over: they are read and refused.
var heads = map[Step][]engine.Verb{
	StepHome: {homeHead}, StepStation: {stationHead}, StepRun: {runHead}, StepPayout: {payHead, holdHead}, StepTakeOver: {takeOverHead},
}

// questionVerbs answer a question that an order left open. The operating corporation may
// deal in local railways and use them meanwhile.
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
	verbs = proceeding(verbs)
	if c != s.Company() {
		return verbs
	}
	return append(verbs, sellLocalOrder(s), purchaseOrder(s), layOrder(s))
}

// passVerb declines the present step.
func passVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "pass", Gloss: key.VerbPass, Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		tx.Report(key.ReportDeclined, CompanySay("company", s.Company()), StepSay(s.Turn.Step))
		return advance(s, tx)
	}}
	if mandatory(s, s.Turn.Step) {
		v.Not = func() *engine.Refusal { return mustFirst(s, s.Turn.Step) }
	}
	return v
}

// doneVerb declines the rest of the turn.
func doneVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "done", Gloss: key.VerbDone, Ends: engine.EndsTurn, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		if err := declineRest(s, tx); err != nil {
			return err
		}
		return endTurn(s, tx)
	}}
	if mandatory(s, s.Turn.Step) { // declining finds a later one; looking for it here would need the network
		v.Not = func() *engine.Refusal { return mustFirst(s, s.Turn.Step) }
	}
	return v
}

// turnPrompt asks for the steps of the operating corporation: the orders of the present step, of later ones, of
// any point of the turn, and those of past steps, which are refused with a reason.
func turnPrompt(s *State) engine.Prompt {
	c, behind := s.Company(), stepsBefore(s.Turn.Step)
	verbs := make([]engine.Verb, 0, mostVerbs)
	for _, step := range TurnSteps[len(behind):] {
		verbs = stepVerbs(s, verbs, step)
	}
	verbs = freeVerbs(s, verbs)
	for _, step := range behind {
		over := func() *engine.Refusal { return stepRefusal(s, step) }
		for _, v := range heads[step] {
			v.Not = over
			verbs = append(verbs, v)
		}
	}
	return engine.Prompt{
		Ask: engine.Msg(stepAsk(s, c), CompanySay("company", c), engine.Int("money", s.Treasury(c))), Rule: ruleOf[s.Turn.Step], Turn: turnWord(s),
		Verbs: append(verbs, passVerb(s), doneVerb(s)),
	}
}

// mostVerbs is room for the orders of all steps and those of every turn.
const mostVerbs = 16

// stepAsk is the message key of the present step's question.
func stepAsk(s *State, c Company) string {
	switch step := s.Turn.Step; {
	case step == StepTrains && s.OwnTrains(c) == 0 && mandatory(s, step):
		return key.AskOf + "trains-must"
	case step == StepTrack && !s.Turn.LaysLeft():
		return key.AskOf + "track-none"
	default:
		return key.AskOf + string(step)
	}
}

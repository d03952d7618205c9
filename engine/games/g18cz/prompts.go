package g18cz

import (
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// Prompts returns the decisions that a seat must make.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt {
	if s.Stage == Over || seat == engine.Nobody {
		return nil
	}
	var list []engine.Prompt
	if seat == s.Actor() {
		p := promptOfActor(s)
		if s.Rules.AgreedEnd {
			p.Verbs = append(p.Verbs, endVerb)
		}
		list = append(list, p)
	}
	if repaysAside(s, seat) {
		list = append(list, repayPrompt(s, seat))
	}
	if takesOffers(s) {
		list = append(list, answeringPrompt(s))
	}
	return list
}

func promptOfActor(s *State) engine.Prompt {
	switch q, c := s.Question(); {
	case q == AskConsent:
		return offerPrompt(s)
	case q != NoQuestion:
		return questionPrompt(s, q, c)
	case s.Stage == Drafting:
		return draftPrompt(s)
	case s.Stage == Stocks:
		return stockPrompt(s)
	}
	return turnPrompt(s)
}

// questionPrompt asks what an order left open.
func questionPrompt(s *State, q Question, c Company) engine.Prompt {
	p := engine.Prompt{
		Ask:  engine.Msg(key.AskOf+string(q), CompanySay("company", c), engine.Int("money", s.Treasury(c))),
		Rule: questionRule[q], Verbs: questionVerbs(s, q, c),
	}
	if c == s.Company() {
		p.Turn = turnWord(s)
	} else { // lines of the turn do not answer for another corporation
		p.Span = c.ID()
	}
	return p
}

// turnWord distinguishes turns of traders from those of corporations.
func turnWord(s *State) string {
	return string(s.Stage) + " " + strconv.Itoa(s.Time) + " " + strconv.Itoa(s.At) + " " + strconv.Itoa(int(s.Trader))
}

var questionRule = map[Question]string{AskCity: "VIII.5", AskDoubled: "VIII.9", AskReceived: "VIII.9", AskExcess: "VIII.12"}

// turnPrompt asks for the steps of the operating corporation: the orders of the present
// step, of later ones, of any point of the turn, and those of past steps, which are
// refused with a reason.
func turnPrompt(s *State) engine.Prompt {
	c, behind := s.Company(), stepsBefore(s.Turn.Step)
	verbs := make([]engine.Verb, 0, mostVerbs)
	for _, step := range TurnSteps[len(behind):] {
		verbs = stepVerbs(s, verbs, step)
	}
	verbs = freeVerbs(s, verbs)
	for _, step := range behind {
		over := func() *engine.Refusal { return stepOver(s, step) }
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

// stepAsk is the key of what is asked in the present step.
func stepAsk(s *State, c Company) string {
	switch step := s.Turn.Step; {
	case step == StepTrains && s.LacksOwn(c) && mandatory(s, step):
		return key.AskOf + "trains-must"
	case step == StepTrack && !s.LaysLeft():
		return key.AskOf + "track-none"
	default:
		return key.AskOf + string(step)
	}
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

// endVerb stops the game by agreement, in games that came from the public site.
var endVerb = engine.Verb{
	Name: "end game", Gloss: key.VerbEndGame,
	Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.Quit = true
		endGame(s, tx, key.ReportEndAgreed)
		return nil
	},
}

package g18cz

import (
	"strconv"

	"railpost/engine"
)

// Prompts lists what is asked of a seat.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt {
	if s.Stage == over || seat == engine.Nobody {
		return nil
	}
	var list []engine.Prompt
	if seat == s.actor() {
		p := s.prompt()
		if s.Rules.AgreedEnd {
			p.Verbs = append(p.Verbs, endVerb)
		}
		list = append(list, p)
	}
	if s.offers() {
		list = append(list, s.answeringPrompt())
	}
	return list
}

func (s *State) prompt() engine.Prompt {
	switch q, c := s.question(); {
	case q == askConsent:
		return s.offerPrompt()
	case q != noQuestion:
		return s.questionPrompt(q, c)
	case s.Stage == drafting:
		return s.draftPrompt()
	case s.Stage == stocks:
		return s.stockPrompt()
	}
	return s.turnPrompt()
}

// questionPrompt asks what an order left open.
func (s *State) questionPrompt(q Question, c Company) engine.Prompt {
	p := engine.Prompt{
		Ask:  engine.Msg("18cz.ask."+string(q), companySay("company", c), engine.Int("money", s.purse(c))),
		Rule: questionRule[q], Verbs: s.questionVerbs(q, c),
	}
	if c == s.company() {
		p.Turn = s.turnWord()
	}
	return p
}

// turnWord tells the turns of traders and corporations apart.
func (s *State) turnWord() string {
	return string(s.Stage) + " " + strconv.Itoa(s.Time) + " " + strconv.Itoa(s.At) + " " + strconv.Itoa(int(s.Trader))
}

var questionRule = map[Question]string{askCity: "8.6", askDoubled: "7.9.4", askReceived: "7.9.5", askExcess: "9.4"}

// turnPrompt asks for the steps of the corporation that operates: the orders of
// the present step, of later ones, of any point of the turn, and those of steps
// that are over, which say so.
func (s *State) turnPrompt() engine.Prompt {
	c, behind := s.company(), s.walk(nil).Before(s.Turn.Step)
	var verbs []engine.Verb
	for _, step := range turnSteps[len(behind):] {
		if step == stepPayout {
			verbs = append(verbs, s.payVerb(), s.holdVerb())
			continue
		}
		verbs = append(verbs, s.stepVerbs(step)...)
	}
	verbs = append(verbs, s.freeVerbs()...)
	for _, step := range behind {
		heads := headsOf(step)
		if step == stepPayout {
			heads = payHeads
		}
		for _, v := range heads {
			v.Not = func() *engine.Refusal { return s.stepOver(step) }
			verbs = append(verbs, v)
		}
	}
	return engine.Prompt{
		Ask: engine.Msg(s.stepAsk(c), companySay("company", c), engine.Int("money", s.purse(c))), Rule: ruleOf[s.Turn.Step], Turn: s.turnWord(),
		Verbs: append(verbs, s.passVerb(), s.doneVerb()),
	}
}

// stepAsk is the key of what is asked in the present step.
func (s *State) stepAsk(c Company) string {
	switch step := s.Turn.Step; {
	case step == stepTrains && s.lacksOwn(c) && s.mandatory(step):
		return "18cz.ask.trains-must"
	case step == stepTrack && !s.laysLeft():
		return "18cz.ask.track-none"
	default:
		return "18cz.ask." + string(step)
	}
}

// passVerb declines the present step.
func (s *State) passVerb() engine.Verb {
	v := engine.Verb{Name: "pass", Gloss: "18cz.verb.pass", Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		tx.Report("18cz.report.declined", companySay("company", s.company()), stepSay(s.Turn.Step))
		return s.advance(tx)
	}}
	if s.mandatory(s.Turn.Step) {
		v.Not = func() *engine.Refusal { return s.mustFirst(s.Turn.Step) }
	}
	return v
}

// doneVerb declines all that is left of the turn.
func (s *State) doneVerb() engine.Verb {
	v := engine.Verb{Name: "done", Gloss: "18cz.verb.done", Ends: engine.EndsTurn, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		if err := s.declineRest(tx); err != nil {
			return err
		}
		return s.endTurn(tx)
	}}
	if s.mandatory(s.Turn.Step) { // a later one is found by declining; to look for it here would need the network
		v.Not = func() *engine.Refusal { return s.mustFirst(s.Turn.Step) }
	}
	return v
}

// endVerb stops the game by agreement, in games that came from the public site.
var endVerb = engine.Verb{
	Name: "end game", Gloss: "18cz.verb.end-game", Quiet: true,
	Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.Quit = true
		s.end(tx, "18cz.report.end-agreed")
		return nil
	},
}

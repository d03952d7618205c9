package g18mag

import "railpost/engine"

// Prompts lists what is asked of a seat.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt {
	if seat != s.Actor || seat == engine.Nobody {
		return nil
	}
	p := s.prompt()
	if s.Rules.AgreedEnd {
		p.Verbs = append(p.Verbs, endVerb)
	}
	return []engine.Prompt{p}
}

func (s *State) prompt() engine.Prompt {
	switch {
	case s.Asking != nil:
		return s.salePrompt()
	case s.Stage == drafting:
		return s.draftPrompt()
	case s.Stage == stocks:
		return s.stockPrompt()
	}
	return s.turnPrompt()
}

// turnPrompt asks for the steps of the company that operates.
func (s *State) turnPrompt() engine.Prompt {
	c, verbs := s.company(), s.minorVerbs
	if !c.minor() {
		verbs = s.majorVerbs
	}
	return engine.Prompt{
		Ask: engine.Msg("18mag.ask."+string(s.Turn.Step), companySay("company", c), engine.Int("money", s.purse(c))), Rule: turnSection(c),
		Verbs: append(verbs(), s.passVerb(), s.doneVerb()),
	}
}

// passVerb declines the present step.
func (s *State) passVerb() engine.Verb {
	v := engine.Verb{Name: "pass", Gloss: "18mag.verb.pass", Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.reportMissed(tx, []Step{s.Turn.Step})
		return s.advance(tx)
	}}
	if mandatory(s.Turn.Step) {
		v.Not = func() *engine.Refusal { return s.mustFirst(s.Turn.Step) }
	}
	return v
}

// doneVerb declines all that is left of the turn.
func (s *State) doneVerb() engine.Verb {
	v := engine.Verb{Name: "done", Gloss: "18mag.verb.done", Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		if err := s.declineRest(tx); err != nil {
			return err
		}
		return s.endTurn(tx)
	}}
	if mandatory(s.Turn.Step) { // a later one is found by decline; to look for it here would need the network
		v.Not = func() *engine.Refusal { return s.mustFirst(s.Turn.Step) }
	}
	return v
}

// salePrompt asks the owner of the seller for his word (VI.3.8, R-19).
func (s *State) salePrompt() engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg("18mag.ask.sale", append(saleArgs(*s.Asking), engine.Player("seat", s.ownerOf(s.Asking.Buyer)))...), Rule: "VI.3.8", Verbs: s.saleVerbs(),
	}
}

// askSale puts an offer to the owner of the seller; the buyer's turn waits.
func (s *State) askSale(o Sale) { s.Asking, s.Actor = &o, s.ownerOf(o.Seller) }

// answerSale takes the offer from the table; the buyer's turn goes on.
func (s *State) answerSale() Sale {
	o := *s.Asking
	s.Asking, s.Actor = nil, s.ownerOf(o.Buyer)
	return o
}

// endVerb stops the game by agreement, in games that came from the public site.
var endVerb = engine.Verb{
	Name: "end game", Gloss: "18mag.verb.end-game", Quiet: true,
	Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.Quit = true
		s.end(tx, "18mag.report.end-agreed")
		return nil
	},
}

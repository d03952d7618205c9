package g18mag

import (
	"strconv"

	"railpost/engine"
)

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
	case s.Stage == Drafting:
		return s.draftPrompt()
	case s.Stage == Stocks:
		return s.stockPrompt()
	}
	return s.turnPrompt()
}

// turnPrompt asks for the steps of the company that operates.
func (s *State) turnPrompt() engine.Prompt {
	c, verbs := s.Company(), s.minorVerbs
	if !c.Minor() {
		verbs = s.majorVerbs
	}
	return engine.Prompt{
		Ask: engine.Msg("18mag.ask."+s.asked(), CompanySay("company", c), engine.Int("money", s.Purse(c))), Rule: turnSection(c), Turn: s.turnWord(),
		Verbs: append(verbs(), s.passVerb(), s.doneVerb()),
	}
}

// asked is what the present step asks for, the end of a message key. Trains are
// asked for even where those of the bank are too expensive (VI.3.1).
func (s *State) asked() string {
	switch {
	case s.Turn.Step == StepTrack && s.Turn.Laid > 0:
		return "track-second"
	case s.Turn.Step == StepTrains && s.Purse(s.Company()) < s.Goods().Trains[0].Price:
		return "trains-others"
	}
	return string(s.Turn.Step)
}

// turnWord tells the turns of traders and companies apart.
func (s *State) turnWord() string {
	return string(s.Stage) + " " + strconv.Itoa(s.Set) + "." + strconv.Itoa(s.Round) + " " + strconv.Itoa(s.At) + " " + strconv.Itoa(int(s.Actor))
}

// passVerb declines the present step.
func (s *State) passVerb() engine.Verb {
	v := engine.Verb{Name: "pass", Gloss: "18mag.verb.pass", Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.reportMissed(tx, []Step{s.Turn.Step})
		return s.advance(tx)
	}}
	if mandatory(s.Turn.Step) {
		v.Not = func() *engine.Refusal { return s.mustFirst(s.Turn.Step) }
	}
	v.Quiet = s.Turn.Step == StepTrains // "done" does the same
	return v
}

// doneVerb declines all that is left of the turn.
func (s *State) doneVerb() engine.Verb {
	v := engine.Verb{Name: "done", Gloss: "18mag.verb.done", Ends: engine.EndsTurn, Do: func(tx *engine.Tx, _ engine.Args) error {
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
		Ask: engine.Msg("18mag.ask.sale", append(saleArgs(*s.Asking), engine.Player("seat", s.OwnerOf(s.Asking.Buyer)))...), Rule: "VI.3.8", Verbs: s.saleVerbs(),
	}
}

// askSale puts an offer to the owner of the seller; the buyer's turn waits.
func (s *State) askSale(o Sale) { s.Asking, s.Actor = &o, s.OwnerOf(o.Seller) }

// answerSale takes the offer from the table; the buyer's turn goes on.
func (s *State) answerSale() Sale {
	o := *s.Asking
	s.Asking, s.Actor = nil, s.OwnerOf(o.Buyer)
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

package g18mag

import (
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// Prompts returns the decisions that a seat must make.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt {
	if seat != s.Actor || seat == engine.Nobody {
		return nil
	}
	p := prompt(s)
	if s.Rules.AgreedEnd {
		p.Verbs = append(p.Verbs, endVerb)
	}
	return []engine.Prompt{p}
}

func prompt(s *State) engine.Prompt {
	switch {
	case s.IstvanAsks():
		return istvanPrompt(s)
	case s.Asking != nil:
		return salePrompt(s)
	case s.Stage == Drafting:
		return draftPrompt(s)
	case s.Stage == Stocks:
		return stockPrompt(s)
	}
	return turnPrompt(s)
}

// turnPrompt asks for the steps of the operating company.
func turnPrompt(s *State) engine.Prompt {
	c, verbs := s.Company(), []engine.Verb(nil)
	if c.Minor() {
		verbs = minorVerbs(s)
	} else {
		verbs = majorVerbs(s)
	}
	return engine.Prompt{
		Ask: engine.Msg(askOf(s), CompanySay("company", c), engine.Int("money", s.Purse(c))), Rule: turnSection(c), Turn: turnWord(s),
		Verbs: append(verbs, passVerb(s), doneVerb(s)),
	}
}

// asks are the questions of the steps of a turn.
var asks = map[Step]string{
	StepTrack: key.AskTrack, StepStation: key.AskStation, StepScrap: key.AskScrap, StepRun: key.AskRun, StepTrains: key.AskTrains, StepPayout: key.AskPayout,
}

// askOf returns the question of the present step. It asks for trains even if those of the bank are too
// expensive (VI.3.1).
func askOf(s *State) string {
	switch {
	case s.Turn.Step == StepTrack && s.Turn.Laid > 0:
		return key.AskTrackSecond
	case s.Turn.Step == StepTrains && s.Purse(s.Company()) < s.Goods().Trains[0].Price:
		return key.AskTrainsOthers
	}
	return asks[s.Turn.Step]
}

// turnWord distinguishes turns of traders from those of companies.
func turnWord(s *State) string {
	return string(s.Stage) + " " + strconv.Itoa(s.Set) + "." + strconv.Itoa(s.Round) + " " + strconv.Itoa(s.At) + " " + strconv.Itoa(int(s.Actor))
}

// passVerb declines the present step.
func passVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "pass", Gloss: key.VerbPass, Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		reportMissed(s, tx, []Step{s.Turn.Step})
		return advance(s, tx)
	}}
	if mandatory(s.Turn.Step) {
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
	if mandatory(s.Turn.Step) { // decline finds a later one; looking for it here would need the network
		v.Not = func() *engine.Refusal { return mustFirst(s, s.Turn.Step) }
	}
	return v
}

// salePrompt asks the owner of the seller to agree (VI.3.8, R-19).
func salePrompt(s *State) engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg(key.AskSale, append(saleArgs(*s.Asking), engine.Player("seat", s.OwnerOf(s.Asking.Buyer)))...), Rule: "VI.3.8", Span: "offer", Verbs: saleVerbs(s),
	}
}

// askSale puts an offer to the owner of the seller; the buyer's turn waits.
func askSale(s *State, o Sale) { s.Asking, s.Actor = &o, s.OwnerOf(o.Seller) }

// answerSale removes the offer; the buyer's turn continues.
func answerSale(s *State) Sale {
	o := *s.Asking
	s.Asking, s.Actor = nil, s.OwnerOf(o.Buyer)
	return o
}

// endVerb ends the game by agreement, in games that came from the public site.
var endVerb = engine.Verb{
	Name: "end game", Gloss: key.VerbEndGame,
	Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.Quit = true
		end(s, tx, key.ReportEndAgreed)
		return nil
	},
}

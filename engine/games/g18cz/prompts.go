package g18cz

import (
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
		p := offerPrompt(s)
		p.Verbs = proceeding(p.Verbs)
		return p
	case q != NoQuestion:
		return questionPrompt(s, q, c)
	case s.Stage == Drafting:
		return draftPrompt(s)
	case s.Stage == Stocks:
		return stockPrompt(s)
	}
	return turnPrompt(s)
}

// questionPrompt asks a question that an order has left open.
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

func stockPrompt(s *State) engine.Prompt {
	ask := key.AskOf + "stock"
	switch {
	case s.OverLimit(s.Trader):
		ask = key.AskOf + "stock-over"
	case s.Trade.Acted:
		ask = key.AskOf + "stock-sold"
	}
	return engine.Prompt{
		Ask:  engine.Msg(ask, engine.Int("certificates", s.Certificates(s.Trader)), engine.Int("limit", s.Table().Limit), engine.Int("money", s.Cash.Of(SeatAccount(s.Trader)))),
		Rule: "VII.2",
		Turn: turnWord(s),
		Verbs: []engine.Verb{
			followedBy(startVerb(s), endTrade), followedBy(buyVerb(s), endTrade), followedBy(buyPoolVerb(s), endTrade),
			followedBy(sellVerb(s), askTrader), followedBy(repayVerb(s, s.Trader), askTrader), followedBy(stockPassVerb(s), endTrade),
		},
	}
}

package tycoon

import (
	"fmt"

	"railpost/engine"
)

// Prompts lists what is asked of a seat.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt {
	if s.Stage == StageOver || seat == engine.Nobody {
		return nil
	}
	var list []engine.Prompt
	if seat == s.Actor() {
		list = append(list, s.prompt())
	}
	return append(list, s.standingPrompt(seat))
}

func (s *State) prompt() engine.Prompt {
	if s.Stage == StageAuction {
		return s.auctionPrompt()
	}
	return s.actionPrompt()
}

// turnWord tells apart what is asked: every bid and every round has a word of its
// own, so that a "pass" behind an order which has ended the turn passes nothing that
// comes later (engine.Verb.Ends).
func (s *State) turnWord() string {
	if s.Stage == StageAuction {
		return fmt.Sprintf("auction %d %d", s.Turn, s.Auction.High)
	}
	return fmt.Sprintf("actions %d %d %d", s.Turn, s.Round, s.Moved)
}

// withActions adds the actions to a list; those that novices do not have say so (6, 13).
func (s *State) withActions(list []engine.Verb) []engine.Verb {
	return append(list, s.buildVerb(), s.deliverVerb(), s.urbanizeVerb(), s.upgradeVerb(), s.cardVerb(), s.westernVerb())
}

// not is a verb that cannot answer now.
func not(v engine.Verb, rule, key string, args ...engine.Arg) engine.Verb {
	v.Not = func() *engine.Refusal { return engine.Forbid(rule, key, args...) }
	return v
}

// actionPrompt asks for an action (6).
func (s *State) actionPrompt() engine.Prompt {
	p := s.Player(s.Actor())
	ask := "tycoon.ask.action"
	if s.More {
		ask = "tycoon.ask.action-more"
	}
	return engine.Prompt{
		Ask:  engine.Msg(ask, engine.Int("round", s.Round), engine.Int("n", s.Due), engine.Int("money", p.Money)),
		Rule: "6", Turn: s.turnWord(),
		Verbs: append(s.withActions(make([]engine.Verb, 0, 9)), s.passVerb(), s.doneVerb(), s.issueVerb()),
	}
}

// passVerb does nothing with an action (6.7).
func (s *State) passVerb() engine.Verb {
	return engine.Verb{Name: "pass", Gloss: "tycoon.verb.pass", Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		tx.Report("tycoon.report.passes", Who(tx.Seat))
		return state(tx).acted(tx)
	}}
}

// doneVerb gives up the actions left that Railroad Executive gave (R32). An action
// of a round is given up by "pass" alone: who writes "done" before he has acted may
// mean another turn.
func (s *State) doneVerb() engine.Verb {
	v := engine.Verb{Name: "done", Also: []string{"end turn"}, Gloss: "tycoon.verb.done", Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		tx.Report("tycoon.report.done", Who(tx.Seat), engine.Int("n", s.Due))
		s.Due = 1
		return s.acted(tx)
	}}
	if !s.More {
		return not(v, "6.7", "tycoon.no.done")
	}
	v.Quiet = s.Due == 1
	return v
}

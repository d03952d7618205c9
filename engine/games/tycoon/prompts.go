package tycoon

import (
	"fmt"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Prompts returns the decisions that a seat must make.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt {
	if s.Stage == StageOver || seat == engine.Nobody {
		return nil
	}
	var list []engine.Prompt
	if seat == s.Actor() {
		list = append(list, prompt(s))
	}
	return append(list, standingPrompt(s, seat))
}

// Choices is Prompts: all of them are cheap.
func (s *State) Choices(seat engine.Seat) []engine.Prompt { return s.Prompts(seat) }

// recalled are the verbs of actions by the first word of their orders.
var recalled = map[string]func(s *State) engine.Verb{
	buildWord: buildVerb, "deliver": deliverVerb, "urbanize": urbanizeVerb, "upgrade": upgradeVerb, "card": cardVerb, "western": westernVerb,
	"pass": passVerb, "done": doneVerb, "issue": issueVerb,
}

// Recall returns the verb of a recorded order.
func (s *State) Recall(seat engine.Seat, word string) []engine.Prompt {
	var verbs []engine.Verb
	switch {
	case seat == engine.Nobody || seat != s.Actor():
	case s.Stage == StageActions && recalled[word] != nil:
		verbs = []engine.Verb{recalled[word](s)}
	case s.Stage == StageAuction && word == "bid":
		verbs = []engine.Verb{bidVerb(s), bidUpToVerb(s)}
	case s.Stage == StageAuction && word == "pass":
		verbs = []engine.Verb{auctionPassVerb(s)}
	}
	if verbs == nil {
		return nil
	}
	return []engine.Prompt{{Rule: ruleOf[s.Stage], Verbs: verbs}}
}

// ruleOf is the section that asks for an order.
var ruleOf = map[Stage]string{StageAuction: "Auction for first player", StageActions: "Player actions"}

func prompt(s *State) engine.Prompt {
	if s.Stage == StageAuction {
		return auctionPrompt(s)
	}
	return actionPrompt(s)
}

// turnWord distinguishes the decisions: every bid and every round has its own word, so
// that a "pass" after an order that ended the turn does not pass anything later
// (engine.Verb.Ends).
func turnWord(s *State) string {
	if s.Stage == StageAuction {
		return fmt.Sprintf("auction %d %d", s.Turn, s.Auction.High)
	}
	return fmt.Sprintf("actions %d %d %d", s.Turn, s.Round, s.Moved)
}

// withActions appends the actions to a list; those that novices do not have are refused
// with a reason (Player actions, Novices).
func withActions(s *State, list []engine.Verb) []engine.Verb {
	return append(list, buildVerb(s), deliverVerb(s), urbanizeVerb(s), upgradeVerb(s), cardVerb(s), westernVerb(s))
}

// not returns a verb that cannot be used now.
func not(v engine.Verb, rule, text string, args ...engine.Arg) engine.Verb {
	v.Not = func() *engine.Refusal { return engine.Forbid(rule, text, args...) }
	return v
}

// actionPrompt asks for an action (Player actions).
func actionPrompt(s *State) engine.Prompt {
	p := s.Player(s.Actor())
	ask := key.AskAction
	if s.More {
		ask = key.AskActionMore
	}
	return engine.Prompt{
		Ask:  engine.Msg(ask, engine.Int("round", s.Round), engine.Int("n", s.Due), engine.Int("money", p.Money)),
		Rule: "Player actions", Turn: turnWord(s),
		Verbs: append(withActions(s, make([]engine.Verb, 0, 9)), passVerb(s), doneVerb(s), issueVerb(s)),
	}
}

// passVerb forgoes an action (Player actions, R3).
func passVerb(s *State) engine.Verb {
	return engine.Verb{Name: "pass", Gloss: key.VerbPass, Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		tx.Report(key.ReportPasses, Who(tx.Seat))
		return acted(state(tx), tx)
	}}
}

// doneVerb declines the remaining actions from Railroad Executive (R32). Only "pass" declines an action of a
// round: a player who writes "done" before acting may mean another turn.
func doneVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "done", Also: []string{"end turn"}, Gloss: key.VerbDone, Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		tx.Report(key.ReportDone, Who(tx.Seat), engine.Int("n", s.Due))
		s.Due = 1
		return acted(s, tx)
	}}
	if !s.More {
		return not(v, "Player actions", key.NoDone)
	}
	return v
}

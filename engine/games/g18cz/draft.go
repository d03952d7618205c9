package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/cash"
)

// The draft of local railways (4).

func (s *State) beginDraft(tx *engine.Tx) error {
	s.Stage, s.Draft = drafting, Draft{Turn: -1, Passed: make([]bool, s.Seats)}
	return s.nextPick(tx)
}

// nextPick finds who takes next, in a snake. Who cannot pay the cheapest local
// railway passes. The draft ends when all have passed since the last purchase, or
// nothing is left; in imported games also when two turns in a row pass so, although
// others could still take something.
func (s *State) nextPick(tx *engine.Tx) error {
	d := &s.Draft
	for idle := 0; ; idle++ {
		cheapest := s.cheapest()
		if cheapest == noLocal || !slices.Contains(d.Passed, false) || s.Rules.IdleEnds && idle == mostIdle {
			return s.endDraft(tx)
		}
		d.Turn++
		s.Trader = s.Players[snake(d.Turn, s.Seats)]
		if s.Cash.Of(wallet(s.Trader)) >= book.locals[cheapest].price {
			return nil
		}
		tx.Report("18cz.report.draft-cannot", who(s.Trader))
		d.Passed[s.Trader] = true
	}
}

// mostIdle is after how many turns without a choice in a row the public engine
// ends the draft.
const mostIdle = 2

// snake is who acts at a turn: 0, 1, 2, 2, 1, 0, 0, 1 ...
func snake(turn, seats int) int {
	if turn %= 2 * seats; turn >= seats {
		return 2*seats - 1 - turn
	}
	return turn
}

// cheapest is the cheapest local railway that is left; noLocal.
func (s *State) cheapest() Local {
	best := noLocal
	for _, l := range s.localsOf(cash.Bank) {
		if best == noLocal || book.locals[l].price < book.locals[best].price {
			best = l
		}
	}
	return best
}

func (s *State) draftPrompt() engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg("18cz.ask.draft", engine.Int("money", s.Cash.Of(wallet(s.Trader)))), Rule: "4",
		Verbs: []engine.Verb{{
			Name: "take", Also: []string{"buy", "bid"}, Gloss: "18cz.verb.take",
			Params: []engine.Param{{Name: "local", In: func(engine.Args) engine.Domain {
				return engine.Words("18cz.param.local", book.localWords, s.mayTake)
			}}},
			Do: doTake,
		}, {
			Name: "pass", Also: []string{"done"}, Gloss: "18cz.verb.pass-draft",
			Do: func(tx *engine.Tx, _ engine.Args) error {
				s := state(tx)
				tx.Report("18cz.report.pass", who(s.Trader))
				s.Draft.Passed[s.Trader] = true
				return s.nextPick(tx)
			},
		}},
	}
}

// mayTake: any that is left, for its price.
func (s *State) mayTake(l Local) error {
	it, price, money := s.Locals[l], book.locals[l].price, s.Cash.Of(wallet(s.Trader))
	switch {
	case !it.In:
		return engine.Forbid("12", "18cz.no.local-out", localSay("local", l))
	case it.Owner != cash.Bank:
		return engine.Forbid("4", "18cz.no.local-taken", localSay("local", l), who(s.seatOf(it.Owner)))
	case money < price:
		return engine.Forbid("4", "18cz.no.cash", who(s.Trader), engine.Int("price", price), engine.Int("cash", money))
	}
	return nil
}

// doTake: a purchase clears all passes.
func doTake(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), engine.Get[Local](a, 0)
	price := book.locals[l].price
	if err := s.pay(wallet(s.Trader), cash.Bank, price); err != nil {
		return err
	}
	s.Locals[l].Owner = wallet(s.Trader)
	clear(s.Draft.Passed)
	tx.Report("18cz.report.taken", who(s.Trader), localSay("local", l), engine.Int("price", price))
	return s.nextPick(tx)
}

// endDraft: what nobody took leaves the game; the poorest begins (4).
func (s *State) endDraft(tx *engine.Tx) error {
	var gone []engine.Arg
	for _, l := range s.localsOf(cash.Bank) {
		s.Locals[l].In = false
		gone = append(gone, localSay("", l))
	}
	if len(gone) > 0 {
		tx.Report("18cz.report.locals-leave", engine.Int("n", len(gone)), engine.Several("locals", gone...))
	}
	s.Draft = Draft{}
	s.reorder(tx, 1)
	return s.nextRound(tx)
}

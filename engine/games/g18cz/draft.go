package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
)

// The draft of local railways (VI).

func beginDraft(s *State, tx *engine.Tx) error {
	s.Stage, s.Draft = Drafting, Draft{Turn: -1, Passed: make([]bool, s.Seats)}
	return nextPick(s, tx)
}

// nextPick finds the next player to take something, in snake order. A player who cannot
// pay for the cheapest local railway passes. The draft ends when all have passed since the last purchase, or
// nothing is left; in imported games also when two turns in a row pass so, although
// others could still take something.
func nextPick(s *State, tx *engine.Tx) error {
	d := &s.Draft
	for idle := 0; ; idle++ {
		cheapest := cheapest(s)
		if cheapest == NoLocal || !slices.Contains(d.Passed, false) || s.Rules.IdleEnds && idle == mostIdle {
			return endDraft(s, tx)
		}
		d.Turn++
		s.Trader = s.Players[Snake(d.Turn, s.Seats)]
		if s.Cash.Of(SeatAccount(s.Trader)) >= Book.Locals[cheapest].Price {
			return nil
		}
		tx.Report(key.ReportDraftCannot, PlayerSay(s.Trader))
		d.Passed[s.Trader] = true
	}
}

// mostIdle is the number of consecutive turns without a choice after which the public
// engine ends the draft.
const mostIdle = 2

// Snake is the place of the player who acts in a turn of the draft: 0, 1, 2, 2, 1, 0, 0,
// 1 and so on.
func Snake(turn, seats int) int {
	if turn %= 2 * seats; turn >= seats {
		return 2*seats - 1 - turn
	}
	return turn
}

// cheapest is the cheapest local railway that is left, or NoLocal.
func cheapest(s *State) Local {
	best := NoLocal
	for _, l := range s.LocalsOf(cash.Bank) {
		if best == NoLocal || Book.Locals[l].Price < Book.Locals[best].Price {
			best = l
		}
	}
	return best
}

func draftPrompt(s *State) engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg(key.AskOf+"draft", engine.Int("money", s.Cash.Of(SeatAccount(s.Trader)))), Rule: "VI", Span: "draft",
		Verbs: []engine.Verb{{
			Name: "take", Also: []string{"buy", "bid"}, Gloss: key.VerbTake,
			Params: []engine.Param{{Name: "local", In: func(engine.Args) engine.Domain {
				return engine.Words(key.ParamLocal, Book.localWords, s.MayTake)
			}}},
			Do: doTake,
		}, {
			Name: "pass", Also: []string{"done"}, Gloss: key.VerbPassDraft,
			Do: func(tx *engine.Tx, _ engine.Args) error {
				s := state(tx)
				tx.Report(key.ReportPass, PlayerSay(s.Trader))
				s.Draft.Passed[s.Trader] = true
				return nextPick(s, tx)
			},
		}},
	}
}

// MayTake returns a *Refusal unless the trader may take a local railway: one that is
// left, at its price (VI, R44).
func (s *State) MayTake(l Local) error {
	it, price, money := s.Locals[l], Book.Locals[l].Price, s.Cash.Of(SeatAccount(s.Trader))
	switch {
	case !it.In:
		return engine.Forbid("Two players", key.NoLocalOut, LocalSay("local", l))
	case it.Owner != cash.Bank:
		return engine.Forbid("VI", key.NoLocalTaken, LocalSay("local", l), PlayerSay(s.SeatOf(it.Owner)))
	case money < price:
		return engine.Forbid("VI", key.NoCash, PlayerSay(s.Trader), engine.Int("price", price), engine.Int("cash", money))
	}
	return nil
}

// doTake takes a local railway and clears all passes.
func doTake(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), engine.Get[Local](a, 0)
	price := Book.Locals[l].Price
	if err := s.pay(SeatAccount(s.Trader), cash.Bank, price); err != nil {
		return err
	}
	s.Locals[l].Owner = SeatAccount(s.Trader)
	clear(s.Draft.Passed)
	tx.Report(key.ReportTaken, PlayerSay(s.Trader), LocalSay("local", l), engine.Int("price", price))
	return nextPick(s, tx)
}

// endDraft removes untaken local railways from the game; the poorest player begins (VI).
func endDraft(s *State, tx *engine.Tx) error {
	var gone []engine.Arg
	for _, l := range s.LocalsOf(cash.Bank) {
		s.Locals[l].In = false
		gone = append(gone, LocalSay("", l))
	}
	if len(gone) > 0 {
		tx.Report(key.ReportLocalsLeave, engine.Int("n", len(gone)), engine.Several("locals", gone...))
	}
	s.Draft = Draft{}
	reorder(s, tx, 1)
	return nextRound(s, tx)
}

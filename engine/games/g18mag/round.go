package g18mag

import (
	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// beginSet begins a set of operating rounds. Their number is fixed now (IV, R-45).
func beginSet(s *State, tx *engine.Tx) error {
	s.Round, s.Rounds = 0, s.PhaseRules().Rounds
	return beginRound(s, tx)
}

// beginRound fixes the order of an operating round: minors by number, majors by
// price (VI.1).
func beginRound(s *State, tx *engine.Tx) error {
	s.Stage, s.Sold, s.At = Operating, false, 0
	s.Round++
	s.Order = nil
	for _, c := range s.Edition().Minors {
		if s.Minors[c].In {
			s.Order = append(s.Order, c)
		}
	}
	s.Order = append(s.Order, s.majorsByPrice()...)
	tx.Report(key.ReportOperating, engine.Int("set", s.Set), engine.Int("round", s.Round), engine.Int("of", s.Rounds))
	if err := payIncome(s, tx); err != nil {
		return err
	}
	return beginTurn(s, tx)
}

// endRound ends an operating round; another one, a stock round, or the end of the game
// follows (IV, IX).
func endRound(s *State, tx *engine.Tx) error {
	noTrainSold(s, tx)
	s.Order, s.At = nil, 0
	switch {
	case s.Round < s.Rounds:
		return beginRound(s, tx)
	case s.Set == s.EndSet:
		end(s, tx, key.ReportEnd)
		return nil
	}
	return beginStock(s, tx)
}

// end ends the game.
func end(s *State, tx *engine.Tx, report string) {
	s.Stage, s.Actor = Over, engine.Nobody
	s.Order, s.At, s.Turn, s.Asking, s.Trade, s.Draft = nil, 0, Turn{}, nil, StockTurn{}, Draft{}
	tx.Report(report)
}

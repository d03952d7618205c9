package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// soldByBank records that the bank sold a train. The first sale from a pile with an
// indicator opens the next phase and uses up the indicator; markers on the pile are
// removed (VI.3.9, VI.4.3).
func soldByBank(s *State, tx *engine.Tx, size int) error {
	s.Sold = true
	i := slices.Index(s.Edition().Piles, size)
	if i < 0 || s.Piles[i].Used {
		return nil
	}
	s.Piles[i] = Pile{Used: true}
	nextPhase(s, tx, false)
	return nil
}

// nextPhase begins the next phase at once; the set ends early, after this operating
// round (VI.3.9). The last phase triggers the end: one more stock round and its
// operating rounds (IX). With two players the last phase is brown.
func nextPhase(s *State, tx *engine.Tx, noTrain bool) {
	if s.Phase == len(s.Edition().Phases)-1 {
		return
	}
	s.Phase++
	s.Rounds = s.Round
	tx.Report(key.ReportPhase, engine.Term("phase", key.PhaseOf+s.PhaseRules().Name))
	if !s.PhaseRules().Ends {
		return
	}
	s.EndSet = s.Set + 1
	if noTrain && s.Rules.LateEnd && s.Rules.Consecutive {
		s.EndSet++
	}
	tx.Report(key.ReportEndNear, engine.Int("set", s.EndSet))
}

// noTrainSold checks at the end of an operating round whether the bank sold a train in
// it (VI.4.3, R-03).
func noTrainSold(s *State, tx *engine.Tx) {
	switch {
	case s.PhaseRules().Ends:
	case s.Rules.Consecutive:
		countQuiet(s, tx)
	case !s.Sold:
		markPile(s, tx)
	}
}

// markPile puts a marker on the cheapest pile that still has an indicator. The third
// one counts as a sale from that pile.
func markPile(s *State, tx *engine.Tx) {
	i := slices.IndexFunc(s.Piles, func(p Pile) bool { return !p.Used })
	if i < 0 {
		return
	}
	s.Piles[i].Markers++
	tx.Report(key.ReportNoTrain, engine.Int("train", s.Edition().Piles[i]), engine.Int("n", s.Piles[i].Markers))
	if s.Piles[i].Markers == Book.Markers {
		s.Piles[i] = Pile{Used: true}
		nextPhase(s, tx, true)
	}
}

// countQuiet follows the public engine: it counts consecutive operating rounds and uses
// up no pile.
func countQuiet(s *State, tx *engine.Tx) {
	if s.Sold {
		s.Quiet = 0
		return
	}
	if s.Quiet++; s.Quiet < Book.Markers {
		tx.Report(key.ReportQuiet, engine.Int("n", s.Quiet))
		return
	}
	s.Quiet = 0
	nextPhase(s, tx, true)
}

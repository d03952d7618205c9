package tycoon

import (
	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// A turn: auction, three rounds of actions, end of turn (Course of the game).

// acted ends an action: the next one of the player, or the next player.
func acted(s *State, tx *engine.Tx) error {
	s.Due--
	if s.Due > 0 {
		s.More = true
		return nil
	}
	s.Moved++
	if s.Moved == s.Seats {
		s.Round++
		s.Moved = 0
	}
	if s.Round > Rounds {
		return endTurn(s, tx)
	}
	if s.Moved == 0 {
		reportRound(s, tx)
	}
	begin(s, tx)
	return nil
}

// begin gives an action to the player whose turn it is.
func begin(s *State, tx *engine.Tx) {
	s.Due, s.More = 1, false
	handOver(s, tx)
}

// handOver ends everything that lasts for one mail when another seat must act: the next mail of this one comes
// later (Orders by mail).
func handOver(s *State, tx *engine.Tx) {
	if s.Actor() != tx.Seat {
		forget(s)
	}
}

// beginRounds opens the action rounds (Course of the game).
func beginRounds(s *State, tx *engine.Tx) {
	s.Stage, s.Round, s.Moved = StageActions, 1, 0
	reportRound(s, tx)
	begin(s, tx)
}

func reportRound(s *State, tx *engine.Tx) {
	tx.Report(key.ReportRound, engine.Int("round", s.Round), engine.Int("of", Rounds), engine.Int("turn", s.Turn))
}

package tycoon

import "railpost/engine"

// Status says where the game stands.
func (Rules) Status(view engine.Position) engine.Message {
	s := view.(*State)
	switch s.Stage {
	case StageAuction:
		return engine.Msg("tycoon.status.auction", engine.Int("turn", s.Turn))
	case StageActions:
		return engine.Msg("tycoon.status.round", engine.Int("turn", s.Turn), engine.Int("round", s.Round), engine.Int("of", Rounds))
	}
	return engine.Msg("tycoon.status.over")
}

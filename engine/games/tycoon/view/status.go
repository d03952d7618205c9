package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Status tells where the game stands.
func (View) Status(view engine.Position) engine.Message {
	s := view.(*tycoon.State)
	switch s.Stage {
	case tycoon.StageAuction:
		return engine.Msg(key.StatusAuction, engine.Int("turn", s.Turn))
	case tycoon.StageActions:
		return engine.Msg(key.StatusRound, engine.Int("turn", s.Turn), engine.Int("round", s.Round), engine.Int("of", tycoon.Rounds))
	}
	return engine.Msg(key.StatusOver)
}

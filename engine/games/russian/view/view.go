package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// View shows positions of Russian Railroads and advises on them; see engine.View.
type View struct{ engine.Silent }

// Status gives the state of the game.
func (View) Status(view engine.Position) engine.Message {
	s := view.(*russian.State)
	if s.Over() {
		return engine.Msg(key.StatusOver)
	}
	if s.Phase == russian.Starting {
		return engine.Msg(key.StatusStart)
	}
	return engine.Msg(key.StatusRound, engine.Int("round", s.Round), engine.Int("of", s.Rounds()))
}

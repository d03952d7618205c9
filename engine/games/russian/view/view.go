package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
)

// View shows positions of Russian Railroads and advises on them; see engine.View.
type View struct{ engine.Silent }

// Status tells where the game stands.
func (View) Status(view engine.Position) engine.Message {
	s := view.(*russian.State)
	if s.Over() {
		return engine.Msg("russian.status.over")
	}
	if s.Phase == russian.Starting {
		return engine.Msg("russian.status.start")
	}
	return engine.Msg("russian.status.round", engine.Int("round", s.Round), engine.Int("of", s.Rounds()))
}

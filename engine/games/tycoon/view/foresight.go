package view

import "railpost/engine"

// Foresight is how hard robots look ahead. Against two normal ones, one won 15 games of 21, at 8.9 s of
// processor time a game (railpost arena tycoon hard normal).
func (View) Foresight(engine.Position, engine.Seat) engine.Foresight {
	return engine.Foresight{Lines: 8, Playouts: 48, Turns: 3, Point: point}
}

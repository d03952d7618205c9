package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Gauges are the public figures of the players, and the state of the game.
func (View) Gauges(view engine.Position, _ engine.Seat) (out []engine.Gauge) {
	s := view.(*tycoon.State)
	for i, p := range s.Players {
		of := engine.Seat(i)
		out = append(out,
			engine.Gauge{Name: "cash", Of: of, N: p.Money},
			engine.Gauge{Name: "shares", Of: of, N: p.Shares},
			engine.Gauge{Name: "engine", Of: of, N: p.Engine},
			engine.Gauge{Name: "position", Of: of, N: p.Position})
	}
	return append(out, engine.Gauge{Name: "turn", Of: engine.Nobody, N: s.Turn}, engine.Gauge{Name: "round", Of: engine.Nobody, N: s.Round}, engine.Gauge{Name: "bid", Of: engine.Nobody, N: s.Auction.High})
}

// Events are events that players wait for.
func (View) Events() map[string][]string {
	return map[string][]string{"a round ends": {key.ReportRound}}
}

// Routines are those of the auction.
func (View) Routines() []engine.Routine {
	return []engine.Routine{{Words: "pass the auction", Step: stepBid, Lines: []string{"pass"}, Round: true}}
}

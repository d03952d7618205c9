package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Gauges are the public figures of the players, and the round.
func (View) Gauges(view engine.Position, _ engine.Seat) (out []engine.Gauge) {
	s := view.(*russian.State)
	for i, p := range s.Players {
		of := engine.Seat(i)
		out = append(out,
			engine.Gauge{Name: "points", Of: of, N: p.Score},
			engine.Gauge{Name: "workers", Of: of, N: p.Hand},
			engine.Gauge{Name: "rubles", Of: of, N: p.Rubles},
			engine.Gauge{Name: "doublers", Of: of, N: p.Doublers})
	}
	return append(out, engine.Gauge{Name: "round", Of: engine.Nobody, N: s.Round})
}

// Events are events that players wait for.
func (View) Events() map[string][]string {
	return map[string][]string{"a round ends": {key.ReportRound}}
}

// Routines: a player who has passed is not asked again in the round.
func (View) Routines() []engine.Routine { return nil }

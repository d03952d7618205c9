package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
)

// Gauges are the prices of the majors, the players' property, and the phase.
func (View) Gauges(view engine.Position, _ engine.Seat) (out []engine.Gauge) {
	s := view.(*g18mag.State)
	for _, c := range s.Edition().Majors {
		out = append(out, engine.Gauge{Name: g18mag.Companies[c].Word, Of: engine.Nobody, N: s.PriceOf(c)})
	}
	for seat := range engine.Seat(s.Seats) {
		out = append(out, engine.Gauge{Name: "cash", Of: seat, N: s.Cash.Of(g18mag.Wallet(seat))})
	}
	return append(out, engine.Gauge{Name: "phase", Of: engine.Nobody, Word: s.PhaseColour()})
}

// Events are events that players wait for: trains never rust here (VI.3.9).
func (View) Events() map[string][]string {
	return map[string][]string{"the phase changes": {key.ReportPhase}}
}

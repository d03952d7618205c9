package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// Gauges are the prices of the corporations on the chart, the players' property, and the phase.
func (View) Gauges(view engine.Position, _ engine.Seat) (out []engine.Gauge) {
	s := view.(*g18cz.State)
	for c := range g18cz.Company(len(g18cz.Book.Companies)) {
		if s.Started(c) {
			out = append(out, engine.Gauge{Name: g18cz.Book.Companies[c].ID, Of: engine.Nobody, N: s.PriceOf(c)})
		}
	}
	for seat := range engine.Seat(s.Seats) {
		out = append(out, engine.Gauge{Name: "cash", Of: seat, N: s.Cash.Of(g18cz.SeatAccount(seat))})
	}
	return append(out, engine.Gauge{Name: "phase", Of: engine.Nobody, Word: s.PhaseRules().Name})
}

// Events are events that players wait for.
func (View) Events() map[string][]string {
	return map[string][]string{
		"the phase changes": {key.ReportPhase},
		"a train rusts":     {key.ReportRusted, key.ReportRustedReserve},
		"trains rust":       {key.ReportRusted, key.ReportRustedReserve},
	}
}

package plans

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/facts/plan"
)

// StandMost bounds the orders played for a seat at once: a turn never has as many.
const StandMost = 60

// Defaults returns the orders that TimeOut would play in a game, as far as the seat may know; none if only the
// player can choose.
func Defaults(g *engine.Game, s engine.Seat) (lines []advise.Choice) {
	view := g.Clone()
	view.Pos = view.Pos.View(s)
	turn := TurnOf(view, s)
	for range StandMost {
		line := view.Title.Default(view.Pos, s)
		if line == "" {
			return lines
		}
		r, err := view.Try(s, line, true)
		if err != nil {
			return lines
		}
		move := engine.Move{Before: view.Pos, After: r.Pos, Seat: s, Acts: r.Acts, Reports: r.Reports}
		lines = append(lines, advise.ChoiceOf(view.Title, line, move))
		view.Take(s, r)
		if r.Stopped || !SameTurn(view, s, turn) {
			return lines
		}
	}
	return lines
}

// TurnOf names the turn that a seat is in, as it may know it.
func TurnOf(g *engine.Game, s engine.Seat) string { return g.Title.TurnOf(g.Pos.View(s), s) }

// SameTurn reports whether a seat is still asked in a turn of several orders.
func SameTurn(g *engine.Game, s engine.Seat, turn string) bool {
	return turn != "" && slices.Contains(g.Waiting(), s) && TurnOf(g, s) == turn
}

// Spelt returns lines of a seat with the usual turn expanded; none if only the player can choose it.
func Spelt(g *engine.Game, s engine.Seat, lines []string) (out []string) {
	for _, line := range lines {
		turn := []string{line}
		switch line {
		case plan.UsualTurn:
			turn = g.Title.Usual(g.Pos.View(s), s).Lines
		case plan.Harmless:
			turn = nil
			for _, choice := range Defaults(g, s) {
				turn = append(turn, choice.Line)
			}
		}
		if len(turn) == 0 {
			return nil
		}
		out = append(out, turn...)
	}
	return out
}

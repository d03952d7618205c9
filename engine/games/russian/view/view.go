package view

import (
	"cmp"

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

// Foresight is how hard robots look ahead. Against two normal ones, one won 12 games of 12, at 4 s of processor time
// a game (lab arena russian hard normal --seed 101).
func (View) Foresight(engine.Position, engine.Seat) engine.Foresight {
	return engine.Foresight{Lines: 6, Playouts: 12, Turns: 2, Point: worthPoint, Imagine: imagine, Blunder: blunder}
}

// sections say more to a newcomer than those that prompts cite.
var sections = map[string]string{
	key.AskStart: "Start bonus cards", key.AskTurn: "Using an action space", key.AskReuse: "Re-use of the worker", key.AskEndcard: "End bonus cards",
}

// Section of the rules about a step.
func (View) Section(asked engine.Prompt) (section string, paragraph int) {
	return cmp.Or(sections[asked.Ask.Key], asked.Rule), 0
}

// Names lists what orders name (Orders by mail); see engine.Adviser.
func (View) Names(engine.Position) (spaces, others []string) {
	spaces = engine.Each(russian.Book.Spaces, func(s *russian.Space) string { return s.ID })
	others = append(others, engine.Each(russian.Book.EndCards, func(c russian.EndCard) string { return c.ID })...)
	others = append(others, russian.ColourNames[:]...)
	for _, w := range russian.RailwayWords {
		others = append(append(others, w.Text), w.Also...)
	}
	return spaces, append(append(others, russian.Book.Tokens...), russian.Book.StartCards...)
}

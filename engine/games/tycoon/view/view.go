package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// View shows and advises on positions of Railroad Tycoon.
type View struct{ engine.Silent }

var _ engine.View = View{}

func (View) Worth(after engine.Position, seat engine.Seat, _ bool) int {
	return worth(after.(*tycoon.State), seat)
}

// Like: the worth of a build order does not depend on its way.
func (View) Like(p engine.Position, seat engine.Seat, a engine.Answer) (alike uint64, ok bool) {
	if a.Verb.Gloss != key.VerbBuild {
		return 0, false
	}
	return p.(*tycoon.State).LikeBuild(seat, a.Args)
}

func (View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	return usualTurn(p.(*tycoon.State), seat)
}

// Names lists what orders name (Orders by mail). Numbers of cards are not names.
func (View) Names(view engine.Position) (spaces, others []string) {
	s := view.(*tycoon.State)
	others = append(others, engine.Each(s.Book().Cities, func(c tycoon.Place) string { return c.Name })...)
	others = append(others, engine.Each(s.Book().Cards, func(c tycoon.Card) string { return c.Name })...)
	others = append(others, engine.Each(s.Book().Hexes, func(h tycoon.Hex) string { return h.At.String() })...)
	for _, w := range tycoon.CubeColours {
		others = append(append(others, w.Text), w.Also...)
	}
	return nil, others
}

// Status gives the state of the game.
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

// Kinds of steps with times of their own.
const (
	stepBid    = "bid"
	stepAction = "action"
)

// Steps lists them.
func (View) Steps() []string { return []string{stepBid, stepAction} }

// StepOf returns the kind of step that a seat is asked for.
func (View) StepOf(p engine.Position, seat engine.Seat) string {
	s := p.(*tycoon.State)
	switch {
	case seat != s.Actor() || s.Over():
		return ""
	case s.Stage == tycoon.StageAuction:
		return stepBid
	}
	return stepAction
}

// Default passes: a bid and an action can always be forgone (Auction for first player,
// Player actions, R3), and either may cost shares.
func (View) Default(p engine.Position, seat engine.Seat) string {
	if s := p.(*tycoon.State); seat == engine.Nobody || seat != s.Actor() {
		return ""
	}
	return "pass"
}

// Foresight is how hard robots look ahead.
func (View) Foresight(engine.Position, engine.Seat) engine.Foresight {
	return engine.Foresight{Lines: 10, Playouts: 96, Turns: 3, Point: point, Imagine: imagine, Sketch: sketch, Blunder: blunder}
}

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

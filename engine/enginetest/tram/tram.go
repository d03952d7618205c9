// Package tram is a tiny game in the manner of the 18xx, for tests of the engine
// and of the postal service: a turn of several steps, an order with hundreds of
// answers, routes that stand in the log otherwise than they are ordered, a
// usual turn, players named in orders, and a question to another seat while the
// turn waits. It is not offered to players.
//
// A turn: lay a stop (optional), run (as many stops as there are cars), buy a
// car of another line (optional; its owner agrees or refuses). Over after three
// rounds; most money wins.
package tram

import (
	"encoding/json"
	"fmt"

	"railpost/engine"
)

// Title is the tram.
type Title struct {
	engine.Printed
	engine.Silent
}

var _ engine.Title = Title{}

func (Title) Name() string                { return "tram" }
func (Title) Version() int                { return 1 }
func (Title) Seats() (lo, hi int)         { return 2, 4 }
func (Title) Options() []engine.Option    { return nil }
func (Title) Declared() []engine.Declared { return nil }

// Begin gives every seat two cars and some money.
func (Title) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	p := &Position{Stops: 300, Round: 1, Step: laying}
	for range s.Seats {
		p.Lines = append(p.Lines, Line{Cash: 20, Cars: 2})
	}
	tx.Report("tram.begun", engine.Int("seats", s.Seats))
	return p, nil
}

// Decode reads what engine.Encode wrote.
func (Title) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	p := &Position{}
	if err := json.Unmarshal(b, p); err != nil {
		return nil, fmt.Errorf("tram: reading a position: %w", err)
	}
	return p, nil
}

// Scores counts the money.
func (Title) Scores(p engine.Position) []engine.Score {
	var list []engine.Score
	for i, l := range p.(*Position).Lines {
		list = append(list, engine.Score{Seat: engine.Seat(i), Points: l.Cash})
	}
	return engine.Ranked(list)
}

// Status names the round.
func (Title) Status(view engine.Position) engine.Message {
	return engine.Msg("tram.status", engine.Int("round", view.(*Position).Round))
}

// Parts: a letter shows all lines.
func (Title) Parts() []engine.Part { return parts }

var parts = engine.Parts("tram.part.", nil, engine.Sheet[*Position]{Name: "table", InLetter: true, All: (*Position).table})

func (p *Position) table() []engine.Block {
	b := engine.Block{Head: engine.Msg("tram.sheet.table")}
	for s, l := range p.Lines {
		b.Lines = append(b.Lines, engine.Msg("tram.sheet.line", engine.Player("seat", engine.Seat(s)), engine.Int("n", l.Cash), engine.Int("cars", l.Cars), engine.Int("stops", len(l.Laid))))
	}
	return []engine.Block{b}
}

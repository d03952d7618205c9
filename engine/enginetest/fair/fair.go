// Package fair is a tiny game in the manner of the auction games, for tests of the
// engine and of the postal service: secret limits behind public bids, cubes out of a
// bag that the mail which draws them may not use, orders that name players, and
// orders that ask what can be done. It is not offered to players.
//
// A round: the seats bid in turn for the stall or pass; who bids most pays and has
// three deeds there: draw two cubes, send a cube to somebody (a point to each), or
// done. Over after three rounds; most points and coins win.
package fair

import (
	"encoding/json"
	"fmt"
	"strconv"

	"railpost/engine"
)

// Title is the fair.
type Title struct {
	engine.Printed
	engine.Silent
}

var _ engine.Title = Title{}

func (Title) Name() string                { return "fair" }
func (Title) Version() int                { return 1 }
func (Title) Seats() (lo, hi int)         { return 2, 4 }
func (Title) Options() []engine.Option    { return nil }
func (Title) Declared() []engine.Declared { return nil }

// Begin gives every seat ten coins and a red cube.
func (Title) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	p := &Position{Round: 1, Leader: engine.Nobody, Bag: Cubes{9, 9}, Players: make([]Player, s.Seats)}
	for i := range p.Players {
		p.Players[i] = Player{Coins: 10, Cubes: Cubes{1, 0}}
	}
	tx.Report("fair.begun", engine.Int("seats", s.Seats))
	return p, nil
}

// Decode reads what engine.Encode wrote.
func (Title) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	p := &Position{}
	if err := json.Unmarshal(b, p); err != nil {
		return nil, fmt.Errorf("fair: reading a position: %w", err)
	}
	return p, nil
}

// Scores adds points and coins.
func (Title) Scores(p engine.Position) []engine.Score {
	var list []engine.Score
	for i, pl := range p.(*Position).Players {
		list = append(list, engine.Score{Seat: engine.Seat(i), Points: pl.Points + pl.Coins,
			Parts: []engine.Arg{engine.Int("points", pl.Points), engine.Int("coins", pl.Coins)}})
	}
	return engine.Ranked(list)
}

// Status says which round it is.
func (Title) Status(view engine.Position) engine.Message {
	return engine.Msg("fair.status", engine.Int("round", view.(*Position).Round))
}

// Remark says what a line brings.
func (Title) Remark(m engine.Move) []engine.Message {
	before, after, seat := m.Before, m.After, m.Seat
	was, is := before.(*Position).Players[seat], after.(*Position).Players[seat]
	if was.Points == is.Points {
		return nil
	}
	return []engine.Message{engine.Msg("fair.remark.points", engine.Int("n", is.Points-was.Points))}
}

// Parts of a letter.
func (Title) Parts() []engine.Part { return parts }

var parts = engine.Parts("fair.part.", nil, []engine.Sheet[*Position]{
	{Name: "own", InLetter: true, Of: func(p *Position, seat engine.Seat) []engine.Block {
		if seat == engine.Nobody {
			return nil
		}
		l := []engine.Message{engine.Msg("fair.sheet.cubes", engine.Int("red", p.Players[seat].Cubes[red]), engine.Int("blue", p.Players[seat].Cubes[blue]))}
		if s := p.Players[seat].Standing; s.Set {
			l = append(l, engine.Msg("fair.sheet.limit", engine.Int("most", s.Most)))
		}
		return []engine.Block{{Head: engine.Msg("fair.sheet.own"), Lines: l}}
	}},
	{Name: "table", InLetter: true, All: func(p *Position) []engine.Block {
		var lines []engine.Message
		for i, pl := range p.Players {
			lines = append(lines, engine.Msg("fair.sheet.player", engine.Player("seat", engine.Seat(i)), engine.Int("coins", pl.Coins), engine.Int("points", pl.Points)))
		}
		return []engine.Block{{Head: engine.Msg("fair.sheet.table"), Lines: lines}}
	}},
}...)

func number(n int) string { return strconv.Itoa(n) }

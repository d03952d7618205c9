// Package tram is a tiny game in the manner of the 18xx, for tests of the engine
// and of the postal service: a turn of several steps, an order with hundreds of
// answers, routes that stand in the log otherwise than they are ordered, a
// usual turn, and a question to another seat while the turn waits. It is not
// offered to players.
//
// A turn: lay a stop (optional), run (as many stops as there are cars), buy a
// car of another line (optional; its owner agrees or refuses). Over after three
// rounds; most money wins.
package tram

import (
	"encoding/json"
	"fmt"
	"strconv"

	"railpost/engine"
)

// Title is the tram.
type Title struct {
	engine.Printed
	engine.Silent
}

var _ engine.Title = Title{}

func (Title) Name() string        { return "tram" }
func (Title) Version() int        { return 1 }
func (Title) Seats() (lo, hi int) { return 2, 4 }

// Options: a number of stops beyond the list is taken too.
func (Title) Options() []engine.Option {
	return []engine.Option{
		{Key: "stops", Values: []string{"300", "30"}, Rule: "1", Gloss: "tram.option.stops", Check: checkStops},
		{Key: "consent", Values: []string{"asked", "not-asked"}, Rule: "4", Gloss: "tram.option.consent"},
	}
}

func checkStops(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 12 || n > 500 {
		return engine.Forbid("1", "tram.stops", engine.Text("value", value))
	}
	return nil
}

// Profiles names whole sets of options.
func (Title) Profiles() map[string]map[string]string {
	return map[string]map[string]string{"short": {"stops": "12", "consent": "not-asked"}}
}

func (Title) Declared() []engine.Declared { return nil }

// Begin gives every seat a car and some money.
func (Title) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	stops, err := strconv.Atoi(s.Options["stops"])
	if err != nil {
		return nil, fmt.Errorf("tram: stops: %w", err)
	}
	p := &Position{Seats: s.Seats, Stops: stops, NoConsent: s.Options["consent"] == "not-asked", Round: 1, Step: laying}
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
		list = append(list, engine.Score{Seat: engine.Seat(i), Points: l.Cash, Parts: []engine.Arg{engine.Int("cash", l.Cash)}})
	}
	return engine.Ranked(list)
}

// Status says which round it is.
func (Title) Status(view engine.Position) engine.Message {
	return engine.Msg("tram.status", engine.Int("round", view.(*Position).Round))
}

// Parts: "line 2" and "stops" answer commands only.
func (Title) Parts() []engine.Part { return parts }

var parts = engine.Parts("tram.part.", nil, []engine.Sheet[*Position]{
	{Name: "own", InLetter: true, Of: func(p *Position, seat engine.Seat) []engine.Block {
		if seat == engine.Nobody {
			return nil
		}
		return []engine.Block{p.line(seat)}
	}},
	{Name: "table", InLetter: true, All: (*Position).table},
	{Name: "line", Arg: "NUMBER", Find: (*Position).lineNamed},
	{Name: "stops", All: func(p *Position) []engine.Block {
		return []engine.Block{{Head: engine.Msg("tram.sheet.stops"), Lines: []engine.Message{engine.Msg("tram.sheet.free", engine.Int("n", p.Stops-p.laid()))}}}
	}},
}...)

func (p *Position) table() []engine.Block {
	var lines []engine.Message
	for s := range engine.Seat(p.Seats) {
		lines = append(lines, engine.Msg("tram.sheet.cash", engine.Player("seat", s), engine.Int("n", p.Lines[s].Cash), engine.Int("cars", p.Lines[s].Cars)))
	}
	return []engine.Block{{Head: engine.Msg("tram.sheet.table"), Lines: lines}}
}

func (p *Position) line(s engine.Seat) engine.Block {
	var stops []engine.Arg
	for _, n := range p.Lines[s].Laid {
		stops = append(stops, engine.Int("", n))
	}
	return engine.Block{Head: engine.Msg("tram.sheet.line", engine.Player("seat", s)), Lines: []engine.Message{
		engine.Msg("tram.sheet.laid", engine.Int("n", len(stops)), engine.Several("stops", stops...)),
	}}
}

// lineNamed shows the line of a seat, counted from 1; all without an argument.
func (p *Position) lineNamed(arg string) ([]engine.Block, error) {
	var blocks []engine.Block
	var names []string
	for s := range engine.Seat(p.Seats) {
		name := strconv.Itoa(int(s) + 1)
		names = append(names, name)
		if arg == "" || arg == name {
			blocks = append(blocks, p.line(s))
		}
	}
	if blocks == nil {
		r := engine.Forbid("", "tram.no-line", engine.Text("line", arg))
		r.Expected = names
		return nil, r
	}
	return blocks, nil
}

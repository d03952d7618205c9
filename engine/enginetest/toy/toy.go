// Package toy is a tiny game that exists to test the engine and the postal
// service cheaply: workers, cards, a die and nested rewards, over in two
// rounds. It is not offered to players.
//
// A seat has two actions a round: it sends a worker to a spot, plays a card of
// its hand, sells cubes, or passes. After round 2 every seat keeps a card in
// secret; then all are shown and the game is over.
package toy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"railpost/engine"
)

// Title is the toy.
type Title struct {
	engine.Printed
	engine.Silent
}

var _ engine.Title = Title{}

// Find returns the toy under its name, and nil for any other.
func Find(name string) engine.Title {
	if name == (Title{}).Name() {
		return Title{}
	}
	return nil
}

func (Title) Name() string         { return "toy" }
func (Title) Version() int         { return 1 }
func (Title) Seats() (lo, hi int)  { return 2, 4 }
func (Title) Parts() []engine.Part { return parts }

func (Title) Options() []engine.Option {
	return []engine.Option{{Key: "deck", Values: []string{"twelve", "eighteen"}, Rule: "1", Gloss: "toy.option.deck"}}
}

func (Title) Declared() []engine.Declared {
	return []engine.Declared{{Rule: "D1", Gloss: "toy.declared.first-seat"}}
}

// Begin shuffles the deck and deals a card to each seat.
func (Title) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	p := &Position{Seats: s.Seats, Round: 1}
	cards := 12
	if s.Options["deck"] == "eighteen" {
		cards = 18
	}
	order, err := tx.Shuffle("deck", cards)
	if err != nil {
		return nil, err
	}
	for _, c := range order {
		p.Deck = append(p.Deck, c+1)
	}
	for range s.Seats {
		card := p.Deck[0]
		p.Deck = p.Deck[1:]
		p.Players = append(p.Players, Player{Left: actions, Coins: 1, Red: 2, Hand: []int{card}})
	}
	tx.Report("toy.begun", engine.Int("seats", s.Seats))
	return p, nil
}

// Decode reads what engine.Encode wrote.
func (Title) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	p := &Position{}
	if err := json.Unmarshal(b, p); err != nil {
		return nil, fmt.Errorf("toy: reading a position: %w", err)
	}
	return p, nil
}

// Scores adds points, coins and the card kept.
func (Title) Scores(p engine.Position) []engine.Score {
	pos := p.(*Position)
	var list []engine.Score
	for i, pl := range pos.Players {
		kept := max(0, pl.Kept)
		list = append(list, engine.Score{
			Seat: engine.Seat(i), Points: pl.Points + pl.Coins + kept,
			Parts: []engine.Arg{engine.Int("points", pl.Points), engine.Int("coins", pl.Coins), engine.Int("card", kept)},
		})
	}
	return engine.Ranked(list)
}

// Status names the round.
func (Title) Status(view engine.Position) engine.Message {
	return engine.Msg("toy.status", engine.Int("round", view.(*Position).Round))
}

// Default passes; it keeps no card.
func (Title) Default(view engine.Position, seat engine.Seat) string {
	switch p := view.(*Position); {
	case p.Over() || seat == engine.Nobody:
		return ""
	case p.Round == rounds+1 && p.Players[seat].Kept == 0:
		return "keep none"
	case p.Round <= rounds && seat == p.Turn:
		return "pass"
	}
	return ""
}

// Tell makes the end of a round a heading.
func (Title) Tell(reports []engine.Message) (out []engine.Passage) {
	for _, p := range engine.OnePassageEach(reports) {
		if p.Say.Key == "toy.round-over" {
			p.Weight = engine.Round
		}
		out = append(out, p)
	}
	return out
}

var parts = engine.Parts("toy.part.", nil, []engine.Sheet[*Position]{
	{Name: "own", InLetter: true, Of: (*Position).own},
	{Name: "table", InLetter: true, All: func(p *Position) []engine.Block { return []engine.Block{p.table()} }},
	{Name: "spot", Arg: "SPOT", Find: (*Position).spot},
}...)

func (p *Position) own(seat engine.Seat) []engine.Block {
	if seat == engine.Nobody {
		return nil
	}
	pl := p.Players[seat]
	cards := engine.Each(pl.Hand, func(c int) engine.Arg { return engine.Text("", cardName(c)) })
	return []engine.Block{{
		Head: engine.Msg("toy.sheet.own"),
		Lines: []engine.Message{
			engine.Msg("toy.sheet.cubes", engine.Int("red", pl.Red), engine.Int("blue", pl.Blue), engine.Int("coins", pl.Coins)),
			engine.Msg("toy.sheet.hand", engine.Int("n", len(cards)), engine.Several("cards", cards...)),
		},
	}}
}

func (p *Position) table() engine.Block {
	b := engine.Block{
		Head:    engine.Msg("toy.sheet.table"),
		Columns: []engine.Message{engine.Msg("toy.column.player"), engine.Msg("toy.column.coins"), engine.Msg("toy.column.cards")},
	}
	number := func(n int) engine.Cell {
		return engine.Cell{Say: engine.Msg("toy.cell.number", engine.Int("n", n)), Right: true}
	}
	order := engine.ByPlace(Title{}.Scores(p))
	if !p.Over() {
		slices.Sort(order)
	}
	for _, i := range order {
		pl := p.Players[i]
		b.Rows = append(b.Rows, []engine.Cell{
			{Say: engine.Msg("toy.cell.player", engine.Player("seat", i))}, number(pl.Coins), number(len(pl.Hand)),
		})
	}
	return b
}

func (p *Position) spot(name string) ([]engine.Block, error) {
	if !slices.Contains(spots, name) {
		r := engine.Forbid("", "toy.no-spot", engine.Text("spot", name))
		r.Expected = spots
		return nil, r
	}
	line := engine.Msg("toy.sheet.free")
	if s, taken := p.Taken[name]; taken {
		line = engine.Msg("toy.sheet.taken", engine.Player("seat", s))
	}
	return []engine.Block{{Head: engine.Msg("toy.sheet.spot", engine.Term("spot", "toy.spot."+name)), Lines: []engine.Message{line}}}, nil
}

func cardName(c int) string { return "card-" + strconv.Itoa(c) }

// Package example is a whole title in one file, to be read from top to bottom and
// copied: Nim. Players in turn take 1 to 3 matches from one heap; whoever takes the
// last match wins. It keeps every law of a title (nim_test.go) and is not offered to
// players. docs/adding-a-title.md says how it becomes a game that is offered, and what
// larger games need beyond this.
package example

import (
	"encoding/json"
	"fmt"

	"railpost/engine"
)

// Title is the game as a table chooses it: its rules, and what a letter shows of them. engine.Printed and
// engine.Silent provide everything that this file omits.
type Title struct {
	engine.Printed
	engine.Silent
}

var _ engine.Title = Title{} // the compiler names missing methods

// Name is used in `railpost game create nim`, and before each message key.
func (Title) Name() string { return "nim" }

// Version goes up with every change that could decide otherwise in a running game.
func (Title) Version() int { return 1 }

// Seats returns the smallest and the largest number of players.
func (Title) Seats() (lo, hi int) { return 2, 4 }

// Options are what a table may agree on. The first value is the default; each option
// cites the rule it changes.
func (Title) Options() []engine.Option {
	return []engine.Option{{Key: "matches", Values: []string{"15", "21"}, Rule: "1", Gloss: "nim.option.matches"}}
}

// Declared lists readings of rules that the printed game leaves open: none here.
func (Title) Declared() []engine.Declared { return nil }

// Position is everything that is true of a game at one moment: plain data in exported
// fields. Their JSON names are stored for ever, so they never change their meaning.
type Position struct {
	Left   int         `json:"left"`   // matches in the heap
	Seats  int         `json:"seats"`  // number of players
	Turn   engine.Seat `json:"turn"`   // whose turn it is
	Winner engine.Seat `json:"winner"` // engine.Nobody until the heap is empty
}

// Begin sets a game up. Random parts would be drawn with tx.Draw; this game has none.
func (Title) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	p := &Position{Left: 15, Seats: s.Seats, Winner: engine.Nobody}
	if s.Options["matches"] == "21" {
		p.Left = 21
	}
	tx.Report("nim.begun", engine.Int("left", p.Left)) // only facts: templates make the sentence
	return p, nil
}

// Decode reads a position that was stored.
func (Title) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	p := &Position{}
	if err := json.Unmarshal(b, p); err != nil {
		return nil, fmt.Errorf("nim: reading a position: %w", err)
	}
	return p, nil
}

// Clone is a copy that shares nothing with p.
func (p *Position) Clone() engine.Position { c := *p; return &c }

// View removes everything that a seat may not know. Nothing is hidden in Nim.
func (p *Position) View(engine.Seat) engine.Position { return p.Clone() }

// Over says that nobody will be asked anything any more.
func (p *Position) Over() bool { return p.Left == 0 }

// Prompts asks the seat whose turn it is. The parser, the list of legal lines, help and
// the random player of the tests all read the rules from here, so that each rule is
// written once.
func (p *Position) Prompts(seat engine.Seat) []engine.Prompt {
	if p.Over() || seat != p.Turn {
		return nil
	}
	// A parameter has a domain: its values (1 to 3), and a rule, which refuses with the section of the rules
	// and a reason.
	matches := engine.Numbers("nim.number", 1, 3, true, func(n int) error {
		if n > p.Left {
			return engine.Forbid("2", "nim.no.heap", engine.Int("left", p.Left))
		}
		return nil
	})
	take := engine.Verb{
		Name: "take", Gloss: "nim.verb.take",
		Params: []engine.Param{{Name: "number", In: func(engine.Args) engine.Domain { return matches }}},
		Do:     func(tx *engine.Tx, a engine.Args) error { return tx.Pos.(*Position).take(tx, engine.Get[int](a, 0)) },
	}
	return []engine.Prompt{{Ask: engine.Msg("nim.ask", engine.Int("left", p.Left)), Rule: "2", Verbs: []engine.Verb{take}}}
}

// take carries the order out on tx.Pos, a working copy. Its arguments have passed the domain. An error here
// would refuse the whole line and change nothing.
func (p *Position) take(tx *engine.Tx, n int) error {
	p.Left -= n
	tx.Report("nim.taken", engine.Player("seat", tx.Seat), engine.Int("n", n), engine.Int("left", p.Left))
	if p.Left == 0 { // rule 3
		p.Winner = tx.Seat
	}
	p.Turn = (p.Turn + 1) % engine.Seat(p.Seats)
	return nil
}

// Settle would carry out everything after a line that needs no decision, and refuse a line that leaves a
// question open. Nim has neither.
func (p *Position) Settle(*engine.Tx) error { return nil }

// Scores ranks the seats by their points: one for the last match.
func (Title) Scores(p engine.Position) []engine.Score {
	pos := p.(*Position)
	var list []engine.Score
	for seat := range engine.Seat(pos.Seats) {
		score := engine.Score{Seat: seat}
		if seat == pos.Winner {
			score.Points = 1
		}
		list = append(list, score)
	}
	return engine.Ranked(list)
}

// The rest decides nothing: it is what letters show. In a title with more to show it is a package of its own,
// view, that the rules never import.

// Status says briefly how the game stands.
func (Title) Status(view engine.Position) engine.Message {
	return engine.Msg("nim.status", engine.Int("left", view.(*Position).Left))
}

// Parts are the sheets of a letter; their names are commands of the player, too.
func (Title) Parts() []engine.Part {
	return []engine.Part{{Name: "board", Gloss: "nim.part.board", InLetter: true, Show: func(r engine.Request) ([]engine.Block, error) {
		left := engine.Msg("nim.sheet.left", engine.Int("left", r.View.(*Position).Left))
		return []engine.Block{{Head: engine.Msg("nim.sheet.board"), Lines: []engine.Message{left}}}, nil
	}}}
}

// Remark follows a choice in a letter: the matches left for the next player.
func (Title) Remark(m engine.Move) []engine.Message {
	return []engine.Message{engine.Msg("nim.remark.left", engine.Int("left", m.After.(*Position).Left))}
}

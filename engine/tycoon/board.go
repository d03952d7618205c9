package tycoon

import (
	"encoding/json"
	"sync"

	"railpost/engine"
)

// printedBoard is the value of the option that names the board as printed.
const printedBoard = "eastern-us"

// bookNamed is the board that a value of the option stands for: the printed one, or
// the data of another, which stand there whole so that the game never needs their
// files again (16).
func bookNamed(value string) (*Book, error) {
	if value == "" || value == printedBoard {
		return printedBook(), nil
	}
	boards.Lock()
	defer boards.Unlock()
	if b := boards.read[value]; b != nil {
		return b, nil
	}
	var f boardFiles
	if err := json.Unmarshal([]byte(value), &f); err != nil {
		return nil, engine.Forbid("16", "tycoon.no.board", engine.Text("board", printedBoard))
	}
	b, faults := bookOf(f)
	if len(faults) > 0 {
		return nil, engine.Forbid("16", "tycoon.no.board-faulty", engine.Text("board", f.Map.Name), engine.Int("n", len(faults)), engine.Text("file", faults[0].File), engine.Say("fault", faults[0].Say))
	}
	boards.read[value] = b
	return b, nil
}

// boards keeps the other boards of running games: each is read once.
var boards = struct {
	sync.Mutex
	read map[string]*Book
}{read: map[string]*Book{}}

// checkBoard takes the data of another board as the value of the option.
func checkBoard(value string) error {
	_, err := bookNamed(value)
	return err
}

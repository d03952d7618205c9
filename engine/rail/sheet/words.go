// Package sheet has the common parts of the letters of 18xx titles: the board as a drawing and in words, tiles,
// price charts, fields of tables, effects of a change of the board. It makes facts (engine.Block,
// engine.Message) from track and stock; it knows no title. Its messages begin with "18xx."; a title puts its
// own words into the small rule values of Board and Chart.
package sheet

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/key"
)

// Columns is the width of a drawing.
const Columns = 76

// Say is a message as a part of a list.
func Say(m engine.Message) engine.Arg { return engine.Say("", m) }

// Text is a word as a part of a list.
func Text(word string) engine.Arg { return engine.Text("", word) }

// Number is a field with a number, to the right.
func Number(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg(key.CellNumber, engine.Int("n", n)), Right: true}
}

// Word is a field with a word; empty for none.
func Word(word string) engine.Cell {
	if word == "" {
		return engine.Cell{}
	}
	return engine.Cell{Say: engine.Msg(key.CellText, engine.Text("text", word))}
}

// Percent is a holding: empty for none, marked for the director.
func Percent(n int, director bool) engine.Cell {
	cell := key.CellPercent
	switch {
	case n == 0:
		return engine.Cell{Right: true}
	case director:
		cell = key.CellPercentDirector
	}
	return engine.Cell{Say: engine.Msg(cell, engine.Int("n", n)), Right: true}
}

// Player is a field with the name of a player; empty for engine.Nobody.
func Player(seat engine.Seat) engine.Cell {
	if seat == engine.Nobody {
		return engine.Cell{}
	}
	return engine.Cell{Say: engine.Msg(key.CellPlayer, engine.Player("seat", seat))}
}

// Nonzero is a number in digits, "" for 0.
func Nonzero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Join joins the words that are not empty with spaces.
func Join(words ...string) string { return strings.Join(strings.Fields(strings.Join(words, " ")), " ") }

// Asked wrongly: refusals of words that sheets are asked with.

// Seat reads the number of a seat, from 1.
func Seat(arg string, seats int) (engine.Seat, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > seats {
		return engine.Nobody, engine.Forbid("", key.NoSheetSeat, engine.Text("word", arg), engine.Int("to", seats))
	}
	return engine.Seat(n - 1), nil
}

// Players are the possessions of one seat, named by its number, or of all: see engine.Request.Players.
func Players(r engine.Request, order []engine.Seat, of func(engine.Seat) []engine.Block) ([]engine.Block, error) {
	return r.Players(order, func(arg string) (engine.Seat, error) { return Seat(arg, len(order)) }, of)
}

// Company finds a company by one of its names, however they are spelt. The
// refusal lists the first name of each.
func Company[T any](arg string, list []T, names func(T) []string) (T, error) {
	var first []engine.Arg
	for _, c := range list {
		if slices.ContainsFunc(names(c), func(name string) bool { return Plain(name) == Plain(arg) }) {
			return c, nil
		}
		first = append(first, Text(names(c)[0]))
	}
	var none T
	return none, engine.Forbid("", key.NoSheetCompany, engine.Text("word", arg), engine.Several("names", first...))
}

// Plain makes spellings of names comparable: "g&c" and "GC".
func Plain(word string) string {
	return strings.NewReplacer("&", "", " ", "", ".", "").Replace(engine.Fold(word))
}

// Leaves says that the director of a company can leave it to an heir by selling n shares.
func Leaves(company, director engine.Arg, n int, heir engine.Arg) engine.Arg {
	return Say(engine.Msg(key.SheetLeaves, company, director, engine.Int("n", n), engine.Say("heir", engine.Msg(key.SheetHeir, heir))))
}

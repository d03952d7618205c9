package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Parts lists the blocks of a letter, then those that are only shown on request. The first bid is
// made by the goods of all cities.
func (View) Parts() []engine.Part { return parts }

var parts = engine.Parts(key.PartOf, nil, []engine.Sheet[*tycoon.State]{
	{Name: "own", InLetter: true, Of: ownSheet},
	{Name: "table", InLetter: true, Of: tableSheet},
	{Name: "near", InLetter: true, Of: nearSheet},
	{Name: "map", Arg: "REGION, CITY or HEX", First: true, Show: mapSheet},
	{Name: "goods", Arg: "CITY, COLOUR or REGION", First: true, Find: goodsSheet},
	{Name: "hex", Arg: "HEX or CITY", Find: hexSheet},
	{Name: "links", Arg: "PLAYER", Find: linksSheet},
	{Name: "cards", All: cardsSheet},
	{Name: "cities", All: citiesSheet},
	{Name: "barons", All: baronsSheet},
	{Name: "engines", All: enginesSheet},
	{Name: "income", All: incomeSheet},
	{Name: "player", Arg: "PLAYER", Show: playerSheet},
}...)

// say returns a message as part of a list.
func say(m engine.Message) engine.Arg { return engine.Say("", m) }

// Fields of tables.

func cell(text string, args ...engine.Arg) engine.Cell {
	return engine.Cell{Say: engine.Msg(text, args...)}
}

func right(c engine.Cell) engine.Cell {
	c.Right = true
	return c
}

// numberCell is a number, aligned to the right.
func numberCell(n int) engine.Cell { return right(cell(key.CellNumber, engine.Int("n", n))) }

// countCell is a number; empty for 0.
func countCell(n int) engine.Cell {
	if n == 0 {
		return engine.Cell{Right: true}
	}
	return numberCell(n)
}

func moneyCell(n int) engine.Cell { return right(cell(key.CellMoney, engine.Int("n", n))) }

func textCell(text string) engine.Cell { return cell(key.CellText, engine.Text("text", text)) }

// badAsk refuses the argument of a sheet.
func badAsk(text string, args ...engine.Arg) error { return engine.Forbid("", text, args...) }

// wholeOf reads an argument that must be exactly one member of a domain.
func wholeOf[T any](d engine.Domain, arg string) (T, error) {
	t := engine.Tokenize(arg)
	v, err := d.Read(t)
	if err == nil && t.At < len(t.All) {
		err = badAsk(key.NoSheetMore, engine.Order("word", arg))
	}
	if err != nil {
		var none T
		return none, err
	}
	return v.(T), nil
}

// seatAsked reads a player's name or number.
func seatAsked(s *tycoon.State, arg string) (engine.Seat, error) {
	return wholeOf[engine.Seat](engine.Players(key.ParamPlayer, s.PlayerNames(), s.Seats, nil), arg)
}

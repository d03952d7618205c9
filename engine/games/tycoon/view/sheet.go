package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Parts lists the blocks of a letter, then those that are only shown on request.
func (View) Parts() []engine.Part {
	part := func(name, arg string) engine.Part {
		return engine.Part{Name: name, Arg: arg, Gloss: key.PartOf + name}
	}
	parts := []engine.Part{
		part("own", ""), part("table", ""), part("near", ""),
		part("map", "REGION, CITY or HEX"), part("goods", "CITY, COLOUR or REGION"), part("hex", "HEX or CITY"),
		part("links", "PLAYER"), part("cards", ""), part("cities", ""), part("barons", ""),
		part("engines", ""), part("income", ""), part("player", "PLAYER"),
	}
	for i := range parts {
		parts[i].InLetter = i < 3
		parts[i].First = i == 3 || i == 4 // the first bid is made by the goods of all cities
	}
	return parts
}

// Sheet shows a part of a view as facts. arg is a region, a city or a hex for "map",
// a city or a hex for "hex", a city, a colour or a region for "goods", a player's
// name or the number of a seat from 1 for "links" and "player"; "" for all.
func (View) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	s := view.(*tycoon.State)
	arg = strings.Trim(arg, " .?!")
	switch part {
	case "own":
		return ownSheet(s, seat), nil
	case "table":
		return tableSheet(s, seat), nil
	case "near":
		return nearSheet(s, seat), nil
	case "map":
		return mapSheet(s, arg)
	case "hex":
		return hexSheet(s, arg)
	case "goods":
		return goodsSheet(s, arg)
	case "links":
		return linksSheet(s, arg)
	case "cards":
		return cardsSheet(s), nil
	case "cities":
		return citiesSheet(s), nil
	case "barons":
		return baronsSheet(s), nil
	case "engines":
		return enginesSheet(s), nil
	case "income":
		return incomeSheet(s), nil
	case "player":
		return playerSheet(s, seat, arg)
	}
	return nil, badAsk(key.NoSheetPart, engine.Order("word", part))
}

// say returns a message as part of a list.
func say(m engine.Message) engine.Arg { return engine.Say("", m) }

// Fields of tables.

func cell(text string, args ...engine.Arg) engine.Cell {
	return engine.Cell{Say: engine.Msg(text, args...)}
}

// numberCell is a number, aligned to the right.
func numberCell(n int) engine.Cell {
	c := cell(key.CellNumber, engine.Int("n", n))
	c.Right = true
	return c
}

// countCell is a number, or nothing for 0.
func countCell(n int) engine.Cell {
	if n == 0 {
		return engine.Cell{Right: true}
	}
	return numberCell(n)
}

func moneyCell(n int) engine.Cell {
	c := cell(key.CellMoney, engine.Int("n", n))
	c.Right = true
	return c
}

func textCell(text string) engine.Cell { return cell(key.CellText, engine.Text("text", text)) }

// badAsk refuses the argument of a sheet.
func badAsk(text string, args ...engine.Arg) error {
	return engine.Forbid("", text, args...)
}

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

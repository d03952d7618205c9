package tycoon

import (
	"fmt"
	"strings"

	"railpost/engine"
	"railpost/engine/sheet"
)

// Parts are the blocks of a letter, then those that only answer their word.
func (title) Parts() []engine.Part {
	part := func(name, arg string, inLetter bool) engine.Part {
		return engine.Part{Name: name, Arg: arg, Gloss: "tycoon.part." + name, InLetter: inLetter}
	}
	return []engine.Part{
		part("own", "", true), part("table", "", true), part("near", "", true),
		part("map", "REGION, CITY or HEX", false), part("hex", "HEX", false), part("goods", "CITY, COLOUR or REGION", false),
		part("links", "PLAYER", false), part("cards", "", false), part("cities", "", false), part("barons", "", false),
		part("engines", "", false), part("income", "", false), part("player", "PLAYER", false),
	}
}

// Sheet shows a part of a view as facts.
func (title) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	s, ok := view.(*State)
	if !ok {
		return nil, fmt.Errorf("tycoon: a sheet of a %T", view)
	}
	arg = strings.Trim(arg, " .?!")
	_, _, _ = s, seat, arg
	return nil, sheet.NoPart(part)
}

package g18mag

import (
	"fmt"
	"strconv"
	"strings"

	"railpost/engine"
)

// Parts are the blocks of a letter, then those that only answer their word.
func (title) Parts() []engine.Part {
	part := func(name, arg string, inLetter bool) engine.Part {
		return engine.Part{Name: name, Arg: arg, Gloss: "18mag.part." + name, InLetter: inLetter}
	}
	return []engine.Part{
		part("own", "", true), part("table", "", true), part("near", "COMPANY", true),
		part("map", "HEX", false), part("market", "", false), part("trains", "", false), part("tiles", "TILE", false),
		part("company", "COMPANY", false), part("player", "PLAYER", false),
	}
}

// Sheet shows a part of a position as facts. arg is the name of a hex for "map",
// the number of a tile for "tiles", a company for "company" and "near", the
// number of a seat from 1 for "player"; "" for all, or for the present one.
func (title) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	s, ok := view.(*State)
	if !ok {
		return nil, fmt.Errorf("18mag: a sheet of a %T", view)
	}
	arg = strings.Trim(arg, " .?!")
	switch part {
	case "own":
		return s.ownSheet(seat), nil
	case "table":
		return s.tableSheet(), nil
	case "near":
		return s.nearSheet(arg)
	case "map":
		return s.mapSheet(arg)
	case "tiles":
		return s.tileSheet(arg)
	case "market":
		return s.marketSheet(), nil
	case "trains":
		return s.trainSheet(), nil
	case "company":
		return s.companySheet(arg)
	case "player":
		return s.playerSheet(seat, arg)
	}
	return nil, engine.Forbid("", "18mag.no.sheet-part", engine.Text("word", part))
}

func line(key string, args ...engine.Arg) engine.Message {
	return engine.Msg("18mag.sheet."+key, args...)
}

func head(key string, args ...engine.Arg) engine.Message {
	return engine.Msg("18mag.head."+key, args...)
}

// say is a message as a part of a list.
func say(m engine.Message) engine.Arg { return engine.Say("", m) }

func text(word string) engine.Arg { return engine.Text("", word) }

// headings are the heads of a table's columns.
func headings(names ...string) []engine.Message {
	var list []engine.Message
	for _, n := range names {
		list = append(list, engine.Msg("18mag.column."+n))
	}
	return list
}

// Fields of tables.
func numberCell(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg("18mag.cell.number", engine.Int("n", n)), Right: true}
}

func textCell(word string) engine.Cell {
	if word == "" {
		return engine.Cell{}
	}
	return engine.Cell{Say: engine.Msg("18mag.cell.text", engine.Text("text", word))}
}

// percentCell is a holding: nothing for none, marked for the director.
func percentCell(n int, director bool) engine.Cell {
	key := "percent"
	switch {
	case n == 0:
		return engine.Cell{Right: true}
	case director:
		key = "percent-director"
	}
	return engine.Cell{Say: engine.Msg("18mag.cell."+key, engine.Int("n", n)), Right: true}
}

func playerCell(seat engine.Seat) engine.Cell {
	if seat == engine.Nobody {
		return engine.Cell{}
	}
	return engine.Cell{Say: engine.Msg("18mag.cell.player", who(seat))}
}

// seatNamed reads the number of a seat, from 1.
func (s *State) seatNamed(arg string) (engine.Seat, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > s.Seats {
		return engine.Nobody, engine.Forbid("", "18mag.no.sheet-seat", engine.Text("word", arg), engine.Int("to", s.Seats))
	}
	return engine.Seat(n - 1), nil
}

// companyNamed reads a company that plays, as orders name it.
func (s *State) companyNamed(arg string) (Company, error) {
	want := plainWord(strings.TrimPrefix(strings.ToLower(arg), "minor "))
	var names []engine.Arg
	for _, c := range s.inPlay() {
		if plainWord(companies[c].word) == want || plainWord(companies[c].logID) == want {
			return c, nil
		}
		names = append(names, text(companies[c].word))
	}
	return noCompany, engine.Forbid("", "18mag.no.sheet-company", engine.Text("word", arg), engine.Several("names", names...))
}

// plainWord makes spellings of companies comparable: "g&c" and "GC".
func plainWord(word string) string {
	return strings.NewReplacer("&", "", " ", "", ".", "").Replace(engine.Fold(word))
}

// inPlay are the companies of this game, minors first.
func (s *State) inPlay() []Company {
	var list []Company
	for _, c := range s.edition().minors {
		if s.Minors[c].In {
			list = append(list, c)
		}
	}
	return append(list, s.edition().majors...)
}

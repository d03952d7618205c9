package tycoon

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Other boards. The data of a board are stored whole in the option of the table, so
// that a running game and its log never need the files again.

// printedBoard is the value of the option for the printed board.
const printedBoard = "eastern-us"

// boardValue reads the files of another board. Files that are not given are as printed,
// except the map, and the cards and barons, which name cities.
func boardValue(files map[string][]byte) (value string, faults []engine.BoardFault) {
	f, faults := readFiles(files)
	if len(faults) == 0 {
		_, faults = bookOf(f)
	}
	if len(faults) > 0 {
		return "", faults
	}
	b, err := json.Marshal(f)
	if err != nil {
		panic("tycoon: encoding a board: " + err.Error())
	}
	return string(b), nil
}

// readFiles reads the files that are given.
func readFiles(files map[string][]byte) (f boardFiles, faults []engine.BoardFault) {
	fault := func(name, text string, args ...engine.Arg) {
		faults = append(faults, engine.BoardFault{File: name, Say: engine.Msg(text, args...)})
	}
	var names []string
	for _, p := range []struct {
		name    string
		into    any
		asPrint func()
	}{
		{mapFile, &f.Map, nil}, {cardsFile, &f.Cards, nil}, {baronsFile, &f.Barons, nil},
		{enginesFile, &f.Engines, func() { f.Engines = PrintedFiles().Engines }},
		{incomeFile, &f.Income, func() { f.Income = PrintedFiles().Income }},
		{setupFile, &f.Setup, func() { f.Setup = PrintedFiles().Setup }},
		{tilesFile, &f.Tiles, func() { f.Tiles = tilesFor(f.Map.Western) }},
	} {
		names = append(names, p.name)
		content, given := files[p.name]
		switch {
		case given:
			if err := decodeFile(content, p.into); err != nil {
				fault(p.name, key.BoardJson, engine.Text("why", err.Error()))
			}
		case p.asPrint != nil:
			p.asPrint()
		default:
			fault(p.name, key.BoardFileMissing)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !slices.Contains(names, name) {
			fault(name, key.BoardFileUnknown, engine.Text("files", strings.Join(names, ", ")))
		}
	}
	return f, faults
}

// tilesFor returns the printed tiles for a map with other western links.
func tilesFor(w westernData) tilesData {
	t := PrintedFiles().Tiles
	t.Western.Market, t.Western.Count = w.Market, len(w.Gateways)
	t.Western.Gateways = slices.Sorted(maps.Keys(w.Gateways))
	return t
}

// bookNamed returns the board for a value of the option: the printed one, or one given
// by its data.
func bookNamed(value string) (*Book, error) {
	if value == "" || value == printedBoard {
		return PrintedBook(), nil
	}
	boards.Lock()
	defer boards.Unlock()
	if b := boards.read[value]; b != nil {
		return b, nil
	}
	var f boardFiles
	if err := decodeFile([]byte(value), &f); err != nil {
		return nil, engine.Forbid("", key.NoBoard, engine.Text("board", printedBoard))
	}
	b, faults := bookOf(f)
	if len(faults) > 0 {
		return nil, engine.Forbid("", key.NoBoardFaulty, engine.Int("n", len(faults)), engine.Text("board", f.Map.Name),
			engine.Text("file", faults[0].File), engine.Say("fault", faults[0].Say))
	}
	boards.read[value] = b
	return b, nil
}

// boards caches the other boards of running games, so that each is read once.
var boards = struct {
	sync.Mutex
	read map[string]*Book
}{read: map[string]*Book{}}

// checkBoard accepts the data of another board as the value of the option.
func checkBoard(value string) error {
	_, err := bookNamed(value)
	return err
}

// briefBoard returns the name of a board, since its data would fill pages.
func briefBoard(value string) string {
	if b, err := bookNamed(value); err == nil && value != printedBoard {
		return b.Name
	}
	return value
}

// decodeFile reads JSON strictly: an unknown field is an error, and so is anything
// after the end.
func decodeFile(content []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("there is more text after the end of the JSON value")
	}
	return nil
}

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/plain"
	"railpost/templates"
)

type boardCommand struct {
	Check boardCheckCommand `cmd:"" help:"Find every mistake in the files of a board."`
}

type boardCheckCommand struct {
	listing
	Title string `arg:"" help:"Title played on the board, such as tycoon."`
	Path  string `arg:"" help:"Directory with map.json, cards.json and barons.json, or its map.json."`
}

// faultText is one fault of a board in words.
type faultText struct {
	File  string `json:"file"`
	Entry string `json:"entry,omitempty"`
	Text  string `json:"text"`
}

func (c *boardCheckCommand) Run(a *app) error {
	_, _, faults, err := readBoard("board.check", c.Title, c.Path)
	if err != nil {
		return err
	}
	set, err := templates.New()
	if err != nil {
		return err
	}
	list := []faultText{}
	for _, f := range faults {
		list = append(list, faultText{f.File, f.Entry, set.Say(templates.English, nil, nil, f.Say)})
	}
	return c.verdict(a, list, len(list) > 0, func() { printFaults(a, list, c.Path) })
}

func printFaults(a *app, list []faultText, path string) {
	if len(list) == 0 {
		a.printf("%s: this board has no faults\n", path)
		return
	}
	for _, f := range list {
		where := f.File
		if f.Entry != "" {
			where += ", " + f.Entry
		}
		a.printf("%s\n%s", where, wrapped(f.Text, "    "))
	}
	a.printf("%s\n", plain.Count(len(list), "fault"))
}

// readBoard reads the board at a path for a title. It returns the option of a table and its
// value, or all faults of the board.
func readBoard(op, name, path string) (option, value string, faults []engine.BoardFault, err error) {
	t, err := findTitle(op, name)
	if err != nil {
		return "", "", nil, err
	}
	i := slices.IndexFunc(t.Options(), func(o engine.Option) bool { return o.Board != nil })
	if i < 0 {
		return "", "", nil, &fault.Mistake{Op: op, What: t.Name() + " has no other boards"}
	}
	files, err := boardFiles(path)
	if err != nil {
		return "", "", nil, fmt.Errorf("%s: %w", op, err)
	}
	o := t.Options()[i]
	value, faults = o.Board(files)
	return o.Key, value, faults, nil
}

// boardFiles reads the JSON files of a directory, or those beside a file.
func boardFiles(path string) (map[string][]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		path = filepath.Dir(path)
	}
	names, err := filepath.Glob(filepath.Join(path, "*.json"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files[filepath.Base(name)] = b
	}
	return files, nil
}

// withBoard adds the board at a path to the options of a table.
func withBoard(title, path string, options map[string]string) (map[string]string, error) {
	if path == "" {
		return options, nil
	}
	option, value, faults, err := readBoard("game.create", title, path)
	if err != nil {
		return nil, err
	}
	if len(faults) > 0 {
		return nil, &fault.Mistake{Op: "game.create", What: fmt.Sprintf("the board %s has %s", path, plain.Count(len(faults), "fault")),
			Hint: fmt.Sprintf("railpost board check %s %s shows them", title, path)}
	}
	out := maps.Clone(options)
	if out == nil {
		out = map[string]string{}
	}
	out[option] = value
	return out, nil
}

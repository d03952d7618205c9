// Package log18xxtest helps 18xx titles to test how they speak with the public
// site: games that began here are written as its files, spoilt files are taken
// over, and recorded games measure the title.
package log18xxtest

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/log18xx"
)

// seed is the secret of imported games.
var seed = engine.Seed("a seed for tests and benchmarks")

// Find returns the title for any name.
func Find(t engine.Title) func(string) engine.Title { return func(string) engine.Title { return t } }

// ReadTrace is a trace as a game of the site.
func ReadTrace(tb testing.TB, name string) *log18xx.File {
	tb.Helper()
	in := expect.Get(os.Open(name))(tb)
	defer in.Close()
	file := expect.Get(log18xx.ReadTrace(in))(tb)
	return file
}

// Until is the game of a trace up to an action; 0 for the whole game.
func Until(tb testing.TB, t log18xx.Title, name string, action int) *log18xx.Foreign {
	tb.Helper()
	file := ReadTrace(tb, name)
	if action > 0 {
		file.Truncate(action)
	}
	g := expect.Get(log18xx.Import("recorded", t, file, seed))(tb)
	return g
}

// After is the position of a trace after this many of its actions, or at its end.
func After(tb testing.TB, t log18xx.Title, name string, actions int) engine.Position {
	tb.Helper()
	file := ReadTrace(tb, name)
	if actions < len(file.Actions) {
		file.Actions, file.Result, file.Status = file.Actions[:actions], nil, "active"
	}
	g := expect.Get(log18xx.Import("recorded", t, file, nil))(tb)
	return g.Game.Pos
}

// players are people with ids that no order of seats gives.
func players(names []string) (list []log18xx.Player) {
	for i, name := range names {
		list = append(list, log18xx.Player{ID: 7 - i, Name: name})
	}
	return list
}

// names of the people of games that began here.
func names(seats int) []string { return []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Fay"}[:seats] }

// Export writes a game that began here as a file of the site.
func Export(t log18xx.Title, records []*engine.Record) (*log18xx.File, error) {
	return log18xx.Export(t, records, nil, players(records[0].Begin.Players))
}

// TryExport writes a game that began here as a file of the site and imports it again: the position is the same.
// board is the part of a position that must be the same even though seats may differ.
func TryExport(tb testing.TB, t log18xx.Title, records []*engine.Record, board func(engine.Position) any) {
	tb.Helper()
	file := expect.Get(Export(t, records))(tb)
	var text bytes.Buffer
	expect.NoError(tb, file.Write(&text))
	again := expect.Get(log18xx.Read(&text))(tb)
	there := expect.Get(log18xx.Import("there", t, again, seed))(tb)
	here := expect.Get(engine.Replay(Find(t), records, nil))(tb)
	if a, b := scores(t, here.Pos, records[0]), scores(t, there.Game.Pos, there.Records[0]); a != b {
		tb.Errorf("the players stand at %s here and at %s there", a, b)
	}
	if a, b := engine.Encode(board(here.Pos)), engine.Encode(board(there.Game.Pos)); !bytes.Equal(a, b) {
		tb.Errorf("the boards differ:\n%s\n%s", a, b)
	}
}

// TellsOtherRulings checks that no file is written if the site would reach another position. At least one of 40
// games with these options must reach a difference between the rulings.
func TellsOtherRulings(t *testing.T, title log18xx.Title, seats, orders int, options map[string]string) {
	t.Helper()
	for number := range uint64(40) {
		_, err := Export(title, OwnGame(t, title, number, seats, orders, options))
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), "the site plays by other rulings") {
			t.Errorf("game %d: %v", number, err)
		}
		return
	}
	t.Error("no game of 40 came to where the rulings differ")
}

// scores returns each player's worth, by name.
func scores(t engine.Title, p engine.Position, begin *engine.Record) string {
	list := map[string]string{}
	for _, s := range t.Scores(p) {
		list[begin.Begin.Players[s.Seat]] = fmt.Sprint(s.Points, s.Parts)
	}
	return fmt.Sprint(list)
}

// Package sheettest reads sheets of 18xx titles in tests.
package sheettest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
)

// Reader reads the sheets of a title.
type Reader struct {
	Title engine.Title
	Say   func(engine.Message) string // in English, with names of players
}

// Read is a part of a view as a player reads it, without the layout of a letter,
// or the refusal of the question.
func (r Reader) Read(t testing.TB, view engine.Position, seat engine.Seat, part, arg string) string {
	t.Helper()
	blocks, err := engine.Show(r.Title, view, seat, part, arg, false)
	if no, ok := engine.AsRefusal(err); ok {
		return strings.TrimSpace(r.Say(no.Why) + " " + strings.Join(no.Expected, ", "))
	} else if err != nil {
		t.Fatal(err)
	}
	return Blocks(blocks, r.Say)
}

// Blocks are blocks as a player reads them.
func Blocks(blocks []engine.Block, say func(engine.Message) string) string {
	r := Reader{Say: say}
	var lines []string
	for _, b := range blocks {
		lines = append(lines, "== "+r.Say(b.Head))
		for _, m := range b.Lines {
			lines = append(lines, r.Say(m))
		}
		if len(b.Columns) > 0 && !b.Bare {
			lines = append(lines, strings.Join(r.fields(b.Columns), " | "))
		}
		for _, row := range b.Rows {
			lines = append(lines, strings.TrimRight(strings.Join(r.cells(row), " | "), " "))
		}
		lines = append(lines, b.Drawing...)
	}
	return strings.Join(lines, "\n") + "\n"
}

func (r Reader) fields(list []engine.Message) []string { return engine.Each(list, r.Say) }

func (r Reader) cells(row []engine.Cell) []string {
	return engine.Each(row, func(c engine.Cell) string { return r.Say(c.Say) })
}

// Scene is a position with a seat's requests about it ("map F17").
type Scene struct {
	View      engine.Position
	Seat      engine.Seat
	Questions []string
}

// Golden compares the replies in all scenes of a title with a file, to be read by eye.
func (r Reader) Golden(t *testing.T, file string, scenes map[string]Scene) {
	t.Helper()
	var got strings.Builder
	for _, name := range slices.Sorted(maps.Keys(scenes)) {
		s := scenes[name]
		got.WriteString("==== " + name + " ====\n")
		for _, q := range s.Questions {
			part, arg, _ := strings.Cut(q, " ")
			got.WriteString("# " + q + "\n" + r.Read(t, s.View, s.Seat, part, arg) + "\n")
		}
	}
	golden.Check(t, file, got.String())
	if strings.Contains(got.String(), "no value") || strings.Contains(got.String(), "["+r.Title.Name()) || strings.Contains(got.String(), "[18xx") {
		t.Errorf("%s: a message cannot be said", file)
	}
}

// Whole checks that everything on the board is in the drawing and in the words of its hex.
func (r Reader) Whole(t *testing.T, view engine.Position, b *sheet.Board) {
	t.Helper()
	drawing := r.Read(t, view, engine.Nobody, "map", "")
	blocks := expect.Get(engine.Show(r.Title, view, engine.Nobody, "map", "", false))(t)
	for _, block := range blocks {
		for _, l := range block.Drawing {
			if n := len([]rune(l)); n > sheet.Columns {
				t.Errorf("a line of %d columns: %s", n, l)
			}
		}
	}
	for h := range b.World.Map.Hexes {
		name := b.Hex(track.HexID(h))
		if !strings.Contains(drawing, name) {
			t.Errorf("%s is not drawn", name)
		}
		told := r.Read(t, view, engine.Nobody, "map", name)
		if id, ok := b.Board.Laid[h].ID(); ok && !strings.Contains(told, "tile "+b.Number(id)+" lies here") {
			t.Errorf("%s does not tell its tile:\n%s", name, told)
		}
		for _, n := range b.World.Map.Neighbours(track.HexID(h), b.Board.Shape(b.World, track.HexID(h)).Exits) {
			if strings.Count(told, b.Hex(n)) < 2 { // as an exit and as a neighbour
				t.Errorf("%s does not tell its exit to %s:\n%s", name, b.Hex(n), told)
			}
		}
	}
	for _, st := range b.Board.Stations {
		if told := r.Read(t, view, engine.Nobody, "map", b.Hex(st.Hex)); !strings.Contains(told, r.Say(engine.Msg(b.Company("", st.Owner).Text))) {
			t.Errorf("the station of %s is not told:\n%s", b.Word(st.Owner), told)
		}
	}
}

// Fit says that all tables of a view stand in letters as tables.
func (r Reader) Fit(t *testing.T, view engine.Position, seat engine.Seat) {
	t.Helper()
	for _, p := range r.Title.Parts() {
		blocks, err := engine.Show(r.Title, view, seat, p.Name, "", false)
		if _, refused := engine.AsRefusal(err); err != nil && !refused { // a part may require the name of a seat
			t.Fatal(err)
		}
		for _, b := range blocks {
			widths := make([]int, len(b.Columns))
			heads := r.fields(b.Columns)
			if b.Bare {
				heads = nil
			}
			for _, row := range append([][]string{heads}, r.rows(b)...) {
				for i, field := range row {
					widths[i] = max(widths[i], len([]rune(field)))
				}
			}
			sum := len(widths) - 1
			for _, n := range widths {
				sum += n
			}
			if sum > sheet.Columns {
				t.Errorf("%s, %s: %d columns, %v", p.Name, r.Say(b.Head), sum, widths)
			}
		}
	}
}

func (r Reader) rows(b engine.Block) [][]string { return engine.Each(b.Rows, r.cells) }

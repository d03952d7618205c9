package letters

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/templates"
)

// Moves that others have taken back are omitted for readers who knew nothing of them.
func TestWithoutTakenBack(t *testing.T) {
	order := func(seq uint64, s engine.Seat) templates.Step {
		return templates.Step{Seq: seq, Seat: s, Line: "pass"}
	}
	back := func(seq uint64, s engine.Seat, to uint64) templates.Step {
		return templates.Step{Seq: seq, Seat: s, Back: to}
	}
	said := templates.Step{Seq: 6, Seat: 2, Reports: []engine.Message{engine.Msg("pbem.said")}}
	for _, c := range []struct {
		name string
		list []templates.Step
		told uint64
		want string // numbers of the remaining steps
	}{
		{"nothing taken back", []templates.Step{order(4, 1), order(5, 1)}, 3, "[4 5]"},
		{"untold", []templates.Step{order(4, 1), order(5, 1), back(6, 1, 4), order(7, 1)}, 3, "[4 7]"},
		{"all of it", []templates.Step{order(4, 1), back(5, 1, 3)}, 3, "[]"},
		{"told before", []templates.Step{order(4, 1), order(5, 1), back(6, 1, 4)}, 5, "[4 5 6]"},
		{"by the reader", []templates.Step{order(4, 0), back(5, 0, 3)}, 3, "[4 5]"},
		{"by the organiser", []templates.Step{order(4, 1), back(5, engine.Nobody, 3)}, 3, "[4 5]"},
		{"talk stays", []templates.Step{order(5, 1), said, back(7, 1, 4), order(8, 1)}, 4, "[6 8]"},
		{"twice", []templates.Step{order(4, 1), order(5, 1), back(6, 1, 4), order(7, 1), back(8, 1, 3), order(9, 2)}, 3, "[9]"},
		{"one after the other", []templates.Step{order(4, 1), back(5, 1, 3), order(6, 1), back(7, 1, 5), order(8, 1)}, 3, "[8]"},
		{"an own answer in advance, given anew", []templates.Step{order(4, 1), order(0, 0), back(5, 1, 3), order(0, 0), order(6, 1)}, 3, "[0 6]"},
	} {
		got := []uint64{}
		for _, s := range withoutTakenBack(c.list, c.told, 0) {
			got = append(got, s.Seq)
		}
		expect.Same(t, c.name, fmt.Sprint(got), c.want)
	}
}

// Equal blocks have equal prints, in any container; others do not.
func TestPrints(t *testing.T) {
	table := func() engine.Block {
		return engine.Block{Head: engine.Msg("table", engine.Int("n", 1)), Columns: engine.Headings("a", "b"), Rows: [][]engine.Cell{
			{{Say: engine.Msg("x", engine.Text("t", "y"))}, {Right: true}}, {},
		}, Lines: []engine.Message{engine.Msg("ab"), engine.Msg("c")}, Drawing: []string{"/\\"}}
	}
	changes := []func(*engine.Block){
		func(*engine.Block) {},
		func(b *engine.Block) { b.Head.Args[0].Int++ },
		func(b *engine.Block) { b.Head.Args[0].Name = "m" },
		func(b *engine.Block) { b.Columns[1].Key = "c" },
		func(b *engine.Block) { b.Columns = b.Columns[:1] },
		func(b *engine.Block) { b.Rows[0][0].Say.Args[0].Text = "z" },
		func(b *engine.Block) { b.Rows[0][0].Say.Args[0].Kind = engine.KindTerm },
		func(b *engine.Block) { b.Rows[0][0].Say.Args[0].List = []engine.Arg{{}} },
		func(b *engine.Block) { b.Rows[0][1].Right = false },
		func(b *engine.Block) { b.Rows = [][]engine.Cell{slices.Concat(b.Rows...)} },
		func(b *engine.Block) { b.Lines[0].Key, b.Lines[1].Key = "a", "bc" },
		func(b *engine.Block) { b.Drawing[0] = "\\/" },
		func(b *engine.Block) { b.Drawing = nil },
		func(b *engine.Block) { b.Close = true },
	}
	known := map[uint64]int{}
	for i, change := range changes {
		b, again := table(), table()
		change(&b)
		change(&again)
		p := prints([]engine.Block{b, again})
		expect.Same(t, fmt.Sprintf("change %d: the same block has another print", i), p[0], p[1])
		if j, ok := known[p[0]]; ok {
			t.Errorf("changes %d and %d have the same print", i, j)
		}
		known[p[0]] = i
	}
}

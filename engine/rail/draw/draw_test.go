package draw

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
	"railpost/engine/rail/hex"
)

// track gives sides track; a side may have a mark: "3:ab".
func track(t *testing.T, sides string) (out [hex.Edges]Side) {
	t.Helper()
	for _, f := range strings.Fields(sides) {
		var e int
		edge, mark, _ := strings.Cut(f, ":")
		expect.Get(fmt.Sscan(edge, &e))(t)
		out[e] = Side{Track: mark != "#", Barred: mark == "#", Mark: strings.Trim(mark, "#")}
	}
	return out
}

func cell(t *testing.T, name, middle, lower, sides string) Cell {
	t.Helper()
	at := expect.Get(hex.Parse(name))(t)
	return Cell{At: at, Name: name, Middle: middle, Lower: lower, Sides: track(t, sides)}
}

func tile(c Cell, tile, place string) Cell {
	c.Tile, c.Place = tile, place
	return c
}

// A board with everything that can stand in a hex.
func board(t *testing.T) []Cell {
	return []Cell{
		cell(t, "A2", "50", "Wien", "4 5"),
		cell(t, "A4", "o", "(10)", ""),
		cell(t, "A6", "", "", "1 4:#"),
		cell(t, "A8", "*", "(30)", "1:#"),
		cell(t, "B1", "", "", "4"),
		cell(t, "B3", "40", "1 13 SI", "0 1 2 3 4 5"),
		cell(t, "B5", "", "", "1:ac 4:ab 5:bc"),
		cell(t, "B7", "40 4", "40 SI", "1:1 2:1 4:2 0:2"),
		cell(t, "C2", "", "", "3 0"),
		cell(t, "C4", "", "", "2:a 1:b 4:a 5:b"),
		cell(t, "C6", "*10", "", "2 3"),
		tile(cell(t, "C10", "20", "o", "1 4"), "t57", "Kassa"),
		tile(cell(t, "C12", "20 K", "5", "1 4"), "t8857", "Kolozsvár"),
		tile(cell(t, "C14", "40 4", "40 SI o", "1:1 4:2"), "t65", ""),
		cell(t, "C8", "a long one", "cut after ten", "1:12 4:345"),
	}
}

func TestGolden(t *testing.T) {
	got := ""
	for _, columns := range []int{76, 30} {
		for i, s := range Draw(board(t), columns) {
			got += fmt.Sprintf("== %d columns, strip %d\n%s\n", columns, i+1, strings.Join(s, "\n"))
		}
	}
	golden.Check(t, "testdata/board.golden", got)
}

func TestNothingToDraw(t *testing.T) {
	expect.Same(t, "a board without hexes is drawn as", Draw(nil, 76), nil)
}

// Strokes of neighbours meet: they are adjacent on the page.
func TestStrokesMeet(t *testing.T) {
	at := hex.Coord{X: 5, Y: 5}
	want := [hex.Edges][]string{
		{"   /", "  /"}, {"----"}, {`\`, ` \`}, {" /", "/"}, {"----"}, {`\`, ` \`},
	}
	for e := range hex.Edge(hex.Edges) {
		a, b := Cell{At: at}, Cell{At: at.Neighbour(e)}
		a.Sides[e].Track, b.Sides[e.Opposite()].Track = true, true
		strips := Draw([]Cell{a, b}, 76)
		expect.Must(t, e, len(strips), 1)
		got := dedent(strips[0])
		expect.Same(t, e, strings.Join(got, "\n"), strings.Join(dedent(want[e]), "\n"))
	}
}

func dedent(lines []string) []string {
	least := 1000
	for _, l := range lines {
		least = min(least, len(l)-len(strings.TrimLeft(l, " ")))
	}
	var out []string
	for _, l := range lines {
		out = append(out, l[least:])
	}
	return out
}

// With any content of the cells, no line is wider than asked for, and every hex is drawn in some strip.
func TestRandomBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		columns := 20 + rng.IntN(90)
		var cells []Cell
		for range 1 + rng.IntN(40) {
			y := rng.IntN(12)
			c := Cell{At: hex.Coord{X: 2*rng.IntN(20) + y%2, Y: y}, Middle: text(rng, 12), Lower: text(rng, 12), Tile: text(rng, 4), Place: text(rng, 9)}
			c.Name = c.At.String()
			for e := range c.Sides {
				c.Sides[e] = Side{Track: rng.IntN(2) == 0, Barred: rng.IntN(9) == 0, Mark: text(rng, 3)}
			}
			cells = append(cells, c)
		}
		var all strings.Builder
		for _, s := range Draw(cells, columns) {
			for _, l := range s {
				if length(l) > columns {
					t.Fatalf("%d columns wanted, drawn %q", columns, l)
				}
				all.WriteString(l + "\n")
			}
		}
		for _, c := range cells {
			if !strings.Contains(all.String(), c.Name) {
				t.Fatalf("%s is missing in\n%s", c.Name, all.String())
			}
		}
	}
}

func text(rng *rand.Rand, most int) string { return strings.Repeat("é", rng.IntN(most+1)) }

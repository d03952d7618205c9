// Package hex is the geometry of a board of hexagons that stand on a corner
// ("pointy"): rows of letters, half-columns of numbers, edges numbered 0 to 5
// clockwise from the lower left side, as 18xx boards are printed.
package hex

import (
	"fmt"
	"strconv"
)

// Edge is a side of a hex: 0 SW, 1 W, 2 NW, 3 NE, 4 E, 5 SE.
type Edge int

// Edges is the number of sides.
const Edges = 6

// Opposite returns the side of the neighbour that touches e.
func (e Edge) Opposite() Edge { return (e + Edges/2) % Edges }

// Turn moves e by r steps of 60 degrees clockwise; r may be negative.
func (e Edge) Turn(r int) Edge { return (e + Edge(r%Edges) + Edges) % Edges }

// Coord is the place of a hex: X counts half-columns from 0, Y rows from 0
// downwards; row a, above row A, is -1. Neighbours in a row differ by 2.
type Coord struct{ X, Y int }

// steps is the way to the neighbour at each edge.
var steps = [Edges]Coord{{-1, 1}, {-2, 0}, {-1, -1}, {1, -1}, {2, 0}, {1, 1}}

// Neighbour returns the hex at edge e.
func (c Coord) Neighbour(e Edge) Coord { return Coord{c.X + steps[e].X, c.Y + steps[e].Y} }

// Toward returns the edge shared with a neighbour; ok is false for any other hex.
func (c Coord) Toward(to Coord) (e Edge, ok bool) {
	for e, s := range steps {
		if c.X+s.X == to.X && c.Y+s.Y == to.Y {
			return Edge(e), true
		}
	}
	return 0, false
}

// Distance returns the number of steps from hex to hex.
func (c Coord) Distance(to Coord) int {
	dx, dy := abs(c.X-to.X), abs(c.Y-to.Y)
	return dy + max(0, (dx-dy)/2)
}

func abs(n int) int { return max(n, -n) }

// letters is the number of rows with a name of one capital letter.
const letters = 26

// String returns the name of the hex: "F17"; "AA3" in the row below Z, "a11" in the
// row above A. There are 53 rows.
func (c Coord) String() string {
	row := "a"
	switch {
	case c.Y >= letters:
		row = "A" + string(rune('A'+c.Y-letters))
	case c.Y >= 0:
		row = string(rune('A' + c.Y))
	}
	return row + strconv.Itoa(c.X+1)
}

// Parse reads the output of String. The error describes the form of a name.
func Parse(name string) (Coord, error) {
	i := 0
	for i < len(name) && (name[i] < '0' || '9' < name[i]) {
		i++
	}
	y, ok := parseRow(name[:i])
	n, err := strconv.Atoi(name[i:])
	c := Coord{n - 1, y}
	if !ok || err != nil || n < 1 || c.String() != name {
		return Coord{}, fmt.Errorf("hex: %q is not the name of a hex; write it like F17", name)
	}
	return c, nil
}

func parseRow(row string) (y int, ok bool) {
	switch {
	case row == "a":
		return -1, true
	case len(row) == 1 && isLetter(row[0]):
		return int(row[0] - 'A'), true
	case len(row) == 2 && row[0] == 'A' && isLetter(row[1]):
		return letters + int(row[1]-'A'), true
	}
	return 0, false
}

func isLetter(b byte) bool { return 'A' <= b && b <= 'Z' }

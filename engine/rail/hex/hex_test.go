package hex_test

import (
	"fmt"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
)

// field calls f with every hex of a board of 54 rows, all that have names.
func field(f func(hex.Coord)) {
	for y := -1; y < 52; y++ {
		for x := (y + 2) % 2; x < 40; x += 2 {
			f(hex.Coord{X: x, Y: y})
		}
	}
}

func TestNeighbours(t *testing.T) {
	field(func(c hex.Coord) {
		for e := hex.Edge(0); e < hex.Edges; e++ {
			n := c.Neighbour(e)
			expect.Must(t, fmt.Sprintf("%v has %v at edge %d, which has at the opposite", c, n, e), n.Neighbour(e.Opposite()), c)
			if back, ok := c.Toward(n); !ok || back != e {
				t.Fatalf("from %v toward %v: edge %d, %t; want %d", c, n, back, ok, e)
			}
			if d := c.Distance(n); d != 1 {
				t.Fatalf("from %v to its neighbour %v: %d steps", c, n, d)
			}
			if e.Opposite().Opposite() != e || e.Turn(3) != e.Opposite() || e.Turn(-2).Turn(2) != e || e.Turn(12) != e {
				t.Fatalf("turning edge %d", e)
			}
		}
	})
}

// TestDistance compares with a search by steps.
func TestDistance(t *testing.T) {
	from := hex.Coord{X: 13, Y: 6}
	steps := map[hex.Coord]int{from: 0}
	for queue := []hex.Coord{from}; len(queue) > 0 && len(steps) < 600; queue = queue[1:] {
		for e := hex.Edge(0); e < hex.Edges; e++ {
			n := queue[0].Neighbour(e)
			if _, seen := steps[n]; !seen {
				steps[n] = steps[queue[0]] + 1
				queue = append(queue, n)
			}
		}
	}
	for to, want := range steps {
		if got := from.Distance(to); got != want || to.Distance(from) != want {
			t.Errorf("from %v to %v: %d steps, want %d", from, to, got, want)
		}
		if _, ok := from.Toward(to); ok != (want == 1) {
			t.Errorf("%v is a neighbour of %v: %t", to, from, ok)
		}
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	field(func(c hex.Coord) {
		name := c.String()
		if got, err := hex.Parse(name); err != nil || got != c {
			t.Fatalf("%v is named %q, which reads as %v, %v", c, name, got, err)
		}
		if seen[name] {
			t.Fatalf("%q names two hexes", name)
		}
		seen[name] = true
	})
	for name, want := range map[string]hex.Coord{
		"A2": {X: 1, Y: 0}, "F17": {X: 16, Y: 5}, "a11": {X: 10, Y: -1}, "AK27": {X: 26, Y: 36},
	} {
		expect.Same(t, name, expect.Get(hex.Parse(name))(t), want)
	}
	for _, name := range []string{"", "F", "17", "F0", "F-1", "F+1", "F017", "b3", "BA3", "FF", "F17x", "É3", "AAA1"} {
		expect.Fails(t, name, expect.Err(hex.Parse(name)), "")
	}
}

func TestParseReadsNames(t *testing.T) {
	for _, name := range []string{"F17", "a11", "AK27", "", "F0"} {
		c, err := hex.Parse(name)
		if err == nil && c.String() != name {
			t.Errorf("%q reads as %v, which is named %q", name, c, c.String())
		}
	}
}

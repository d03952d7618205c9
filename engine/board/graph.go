package board

import "slices"

// Graph is a set of numbers to compare, such as prices after each round. Its words are in the reader's language.
type Graph struct {
	Kind string // what it counts: "prices"
	Head string
	// Rounds label the values of a line; nil: the graph has bars.
	Rounds []string
	Lines  []GraphLine
	Bars   []GraphBar
	Heads  []string // headings of the bars: round, owner, figure
	Zero   bool     // its scale begins at 0
}

// GraphLine is how a number changed.
type GraphLine struct {
	Name   string // name of the owner
	Style  int    // as of an Owner
	Colour string // as of an Owner
	Of     []*int // by round; nil: no value
}

// Bounds returns the lowest and the highest number, and 0 if the scale begins there; any reports
// whether there is a number.
func (g *Graph) Bounds() (low, high int, any bool) {
	for _, l := range g.Lines {
		for _, n := range l.Of {
			switch {
			case n == nil:
			case any:
				low, high = min(low, *n), max(high, *n)
			default:
				low, high, any = *n, *n, true
			}
		}
	}
	if g.Zero {
		low, high = min(low, 0), max(high, 0)
	}
	return low, high, any
}

// Idle reports whether a graph has nothing but zeros.
func (g *Graph) Idle() bool {
	low, high, _ := g.Bounds()
	return low == 0 && high == 0 && !slices.ContainsFunc(g.Bars, func(b GraphBar) bool { return b.N != 0 })
}

// Last returns the last index with a value; -1 if there is none.
func (l *GraphLine) Last() int {
	for i := len(l.Of) - 1; i >= 0; i-- {
		if l.Of[i] != nil {
			return i
		}
	}
	return -1
}

// GraphBar is one of some numbers.
type GraphBar struct {
	Name, Of string // its owner and its round
	Style    int
	Colour   string
	N        int
}

package board

// Graph is numbers to be compared, as what prices were after each round. Its words are in the
// reader's language.
type Graph struct {
	Kind string // what it counts: "prices"
	Head string
	// Rounds are what each value of a line stands above; nil: the graph has bars.
	Rounds []string
	Lines  []GraphLine
	Bars   []GraphBar
	Heads  []string // of the bars: round, whose they are, what is counted
	Zero   bool     // its scale begins at 0
}

// GraphLine is how a number changed.
type GraphLine struct {
	Name   string // whose it is
	Style  int    // as of an Owner
	Colour string // as of an Owner
	Of     []*int // by round; nil: there is none
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

// Last returns where a line ends; -1 if it has no value.
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
	Name, Of string // whose it is, and of which round
	Style    int
	Colour   string
	N        int
}

package engine

// Watched is a title of whose games the conditions of a plan can name more than orders, and
// whose players repeat some orders turn after turn. A title can do without.
type Watched interface {
	// Gauges returns what a seat may compare, as its players call it.
	Gauges(view Position, seat Seat) []Gauge
	// Events maps what players write ("a train rusts") to the keys of the reports that say so.
	Events() map[string][]string
	// Routines returns what players do turn after turn.
	Routines() []Routine
}

// Gauge is a figure or a word that a condition can name: "SIK < 80", "phase green".
type Gauge struct {
	Name string
	Of   Seat // whose figure it is; Nobody: the game's
	N    int
	Word string // instead of N
}

// Routine is what players of a title do turn after turn.
type Routine struct {
	Words string   // as they say it: "pass the stock round"
	Step  string   // in steps of this kind only, see Adviser.StepOf
	Lines []string // what is played in each; "usual" and "default" stand for such turns
	Round bool     // until the round is over
}

package tram

import (
	"slices"

	"railpost/engine"
)

// Position is the whole state; nothing is hidden.
type Position struct {
	Stops int         `json:"stops"`
	Round int         `json:"round"`
	Turn  engine.Seat `json:"turn"`
	Step  string      `json:"step"`
	Lines []Line      `json:"lines"`
	Offer *Offer      `json:"offer,omitempty"` // waits for the seller's word

	names []string
}

// Line is the property of a seat.
type Line struct {
	Cash int   `json:"cash"`
	Cars int   `json:"cars"`
	Laid []int `json:"laid,omitempty"` // stops, in the order they were laid
}

// Offer is a price for a car.
type Offer struct {
	Seller engine.Seat `json:"seller"`
	Price  int         `json:"price"`
}

// Steps of a turn.
const (
	laying  = "lay"
	running = "run"
	buying  = "buy"
)

const rounds = 3

var _ engine.Named = (*Position)(nil)

// SetNames sets the names of the players, by which a buyer may call a seller.
func (p *Position) SetNames(names []string) { p.names = names }

// Clone is a deep copy.
func (p *Position) Clone() engine.Position {
	c := *p
	c.Lines = slices.Clone(p.Lines)
	for i := range c.Lines {
		c.Lines[i].Laid = slices.Clone(p.Lines[i].Laid)
	}
	if p.Offer != nil {
		offer := *p.Offer
		c.Offer = &offer
	}
	return &c
}

// View is all of it.
func (p *Position) View(engine.Seat) engine.Position { return p.Clone() }

// Over is true after the last round.
func (p *Position) Over() bool { return p.Round > rounds }

// Settle has nothing to do: every order ends its own step.
func (p *Position) Settle(*engine.Tx) error { return nil }

// worth of a stop.
func worth(stop int) int { return stop * 37 % 101 }

func (p *Position) owner(stop int) (engine.Seat, bool) {
	s := slices.IndexFunc(p.Lines, func(l Line) bool { return slices.Contains(l.Laid, stop) })
	return engine.Seat(s), s >= 0
}

// Worth is the money plus the value of the stops in a run.
func (Title) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	if revealed {
		return 0
	}
	l := after.(*Position).Lines[seat]
	return l.Cash + l.income(l.best())
}

// best are the stops worth most, one for each car.
func (l Line) best() []int {
	list := slices.Clone(l.Laid)
	slices.SortFunc(list, func(a, b int) int { return worth(b) - worth(a) })
	return list[:min(len(list), l.Cars)]
}

func (l Line) income(stops []int) int {
	n := 0
	for _, s := range stops {
		n += worth(s)
	}
	return n
}

// Usual is to lay the best stop, run and buy nothing.
func (Title) Usual(at engine.Position, seat engine.Seat) (turn engine.Turn) {
	p := at.(*Position)
	if p.Over() || seat != p.Turn || p.Offer != nil {
		return turn
	}
	switch p.Step {
	case laying:
		turn.Lines = []string{"lay " + number(p.bestFree()), "run best", "pass"}
	case running:
		turn.Lines = []string{"run best", "pass"}
	}
	return turn
}

// Default runs, which is mandatory, refuses offers, and declines the rest.
func (Title) Default(at engine.Position, seat engine.Seat) string {
	switch p := at.(*Position); {
	case p.Over() || seat == engine.Nobody:
	case p.Offer != nil:
		if seat == p.Offer.Seller {
			return "refuse"
		}
	case seat == p.Turn && p.Step == buying:
		return "pass"
	case seat == p.Turn:
		return "run best"
	}
	return ""
}

// Steps: a turn, and the answer of a seller.
func (Title) Steps() []string { return []string{"turn", "offer"} }

// StepOf tells them apart.
func (t Title) StepOf(at engine.Position, seat engine.Seat) string {
	switch t.Default(at, seat) {
	case "":
		return ""
	case "refuse":
		return "offer"
	}
	return "turn"
}

func (p *Position) bestFree() int {
	best := 0
	for n := 1; n <= p.Stops; n++ {
		if _, taken := p.owner(n); !taken && (best == 0 || worth(n) > worth(best)) {
			best = n
		}
	}
	return best
}

// next ends the turn.
func (p *Position) next(tx *engine.Tx) {
	p.Step, p.Turn = laying, (p.Turn+1)%engine.Seat(len(p.Lines))
	if p.Turn == 0 {
		tx.Report("tram.round-over", engine.Int("round", p.Round))
		p.Round++
	}
}

// skip moves to a later step, and declines the steps before it.
func (p *Position) skip(tx *engine.Tx, to string) {
	if p.Step == laying && to != laying {
		tx.Report("tram.declined.lay", engine.Player("seat", tx.Seat))
	}
	p.Step = to
}

package fair

import (
	"slices"

	"railpost/engine"
)

// Colours of cubes.
const (
	red = iota
	blue
	colours
)

var colourNames = [colours]string{"red", "blue"}

// Cubes counts them by colour.
type Cubes [colours]int

func (c Cubes) total() int { return c[red] + c[blue] }

const (
	rounds = 3
	deeds  = 3
)

// Position is the whole state.
type Position struct {
	Round   int         `json:"round"`
	Left    int         `json:"left,omitempty"` // deeds of the seat on turn; 0: the seats bid
	Turn    engine.Seat `json:"turn"`
	High    int         `json:"high,omitempty"`
	Leader  engine.Seat `json:"leader"`
	Bag     Cubes       `json:"bag"`
	Fresh   Cubes       `json:"fresh,omitzero"` // drawn by the seat on turn
	Players []Player    `json:"players"`

	names []string
}

// Player is what belongs to a seat.
type Player struct {
	Coins    int      `json:"coins,omitempty"`
	Points   int      `json:"points,omitempty"`
	Cubes    Cubes    `json:"cubes,omitzero"`
	Out      bool     `json:"out,omitempty"` // of the bidding
	Standing Standing `json:"standing,omitzero"`
}

// Standing is a limit given in advance: secret.
type Standing struct {
	Set  bool `json:"set,omitempty"`
	Most int  `json:"most,omitempty"`
}

var (
	_ engine.Position = (*Position)(nil)
	_ engine.Named    = (*Position)(nil)
)

// SetNames tells how the players are called.
func (p *Position) SetNames(names []string) { p.names = names }

// Clone is a deep copy.
func (p *Position) Clone() engine.Position {
	c := *p
	c.Players = slices.Clone(p.Players)
	return &c
}

// View hides the limits of others.
func (p *Position) View(seat engine.Seat) engine.Position {
	v := p.Clone().(*Position)
	for i := range v.Players {
		if engine.Seat(i) != seat {
			v.Players[i].Standing = Standing{}
		}
	}
	return v
}

// Over is true after the last round.
func (p *Position) Over() bool { return p.Round > rounds }

// Settle has nothing to do: every order ends its own step.
func (p *Position) Settle(*engine.Tx) error { return nil }

// Total counts the cubes wherever they are, and those that were sent.
func (p *Position) Total() int {
	n := p.Bag.total()
	for _, pl := range p.Players {
		n += pl.Cubes.total()
	}
	return n
}

// spoken hands the word on; limits given in advance speak at once. Whether there is
// one is a secret until then: so it is looked at after Reveal only.
func (p *Position) spoken(tx *engine.Tx) error {
	for {
		if p.bought(tx) {
			return nil
		}
		p.Turn = p.nextIn()
		if err := tx.Reveal(); err != nil {
			return err
		}
		s := p.Players[p.Turn].Standing
		if !s.Set {
			return nil
		}
		if min(s.Most, p.Players[p.Turn].Coins) > p.High {
			p.bid(tx, p.Turn, p.High+1)
			continue
		}
		p.pass(tx, p.Turn)
	}
}

func (p *Position) bid(tx *engine.Tx, seat engine.Seat, n int) {
	p.High, p.Leader = n, seat
	tx.Report("fair.bid", engine.Player("seat", seat), engine.Int("n", n))
}

func (p *Position) pass(tx *engine.Tx, seat engine.Seat) {
	p.Players[seat].Out, p.Players[seat].Standing = true, Standing{}
	tx.Report("fair.passed", engine.Player("seat", seat))
}

// nextIn is the next seat that has not passed.
func (p *Position) nextIn() engine.Seat {
	s := p.Turn
	for {
		if s = (s + 1) % engine.Seat(len(p.Players)); !p.Players[s].Out {
			return s
		}
	}
}

// bought ends the bidding when nobody is left to bid.
func (p *Position) bought(tx *engine.Tx) bool {
	in := 0
	for _, pl := range p.Players {
		if !pl.Out {
			in++
		}
	}
	if in > 1 || in == 1 && p.Leader == engine.Nobody {
		return false
	}
	if p.Leader == engine.Nobody {
		p.Leader = (p.Turn + 1) % engine.Seat(len(p.Players))
	}
	p.Turn, p.Left, p.Fresh = p.Leader, deeds, Cubes{}
	p.Players[p.Turn].Coins -= p.High
	for i := range p.Players {
		p.Players[i].Out, p.Players[i].Standing = false, Standing{}
	}
	tx.Report("fair.stall", engine.Player("seat", p.Turn), engine.Int("n", p.High))
	return true
}

// did ends a deed; after the last the next round begins.
func (p *Position) did() {
	if p.Left--; p.Left > 0 {
		return
	}
	p.Round++
	p.High, p.Leader = 0, engine.Nobody
}

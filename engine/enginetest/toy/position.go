package toy

import (
	"maps"
	"slices"

	"railpost/engine"
)

const (
	actions = 2 // actions of a seat in a round
	rounds  = 2
)

// Kept by a seat: a card, or one of these.
const (
	keptNone   = -1
	keptHidden = -2 // in a view: another seat has chosen
)

// Position is the state of the toy. A card 0 in a view is one the seat does not know.
type Position struct {
	Seats   int                    `json:"seats"`
	Round   int                    `json:"round"` // rounds+1: every seat keeps a card; rounds+2: over
	Turn    engine.Seat            `json:"turn"`
	Acted   bool                   `json:"acted"` // the line holds an action of the seat on turn
	Taken   map[string]engine.Seat `json:"taken"` // spots with a worker
	Deck    []int                  `json:"deck"`  // next card first
	Played  []int                  `json:"played"`
	Players []Player               `json:"players"`
	Frames  []Frame                `json:"frames"`           // open questions, the latest last
	Mended  bool                   `json:"mended,omitempty"` // decided by version 2, see Mended
}

// Player is the property of a seat.
type Player struct {
	Left    int   `json:"left"` // actions this round
	Coins   int   `json:"coins"`
	Red     int   `json:"red"`
	Blue    int   `json:"blue"`
	Stored  int   `json:"stored"` // every third cube stored gives a reward
	Points  int   `json:"points"`
	Hand    []int `json:"hand"`
	Kept    int   `json:"kept"`
	Knocked bool  `json:"knocked"`
}

// Frame is an open question of the seat on turn.
type Frame struct {
	Kind string `json:"kind"`
	Left int    `json:"left"` // store: number of cubes not stored yet
}

// Kinds of Frame.
const (
	store  = "store"
	reward = "reward"
	done   = "done" // a reward that was taken
)

var _ engine.Position = (*Position)(nil)

// Clone is a deep copy.
func (p *Position) Clone() engine.Position {
	c := *p
	c.Taken = maps.Clone(p.Taken)
	c.Deck = slices.Clone(p.Deck)
	c.Played = slices.Clone(p.Played)
	c.Frames = slices.Clone(p.Frames)
	c.Players = slices.Clone(p.Players)
	for i := range c.Players {
		c.Players[i].Hand = slices.Clone(p.Players[i].Hand)
	}
	return &c
}

// View hides the deck, the hands of others and the cards they keep.
func (p *Position) View(seat engine.Seat) engine.Position {
	v := p.Clone().(*Position)
	clear(v.Deck)
	for i := range v.Players {
		if engine.Seat(i) == seat {
			continue
		}
		clear(v.Players[i].Hand)
		if v.Players[i].Kept != 0 && !p.Over() {
			v.Players[i].Kept = keptHidden
		}
	}
	return v
}

// Over is true when the kept cards have been shown.
func (p *Position) Over() bool { return p.Round > rounds+1 }

// Settle ends a line: the next seat's turn, the next round, the end.
func (p *Position) Settle(tx *engine.Tx) error {
	if len(p.Frames) > 0 {
		return engine.Ask("3", "toy.open."+p.frame().Kind)
	}
	if p.Round == rounds+1 {
		return p.show(tx)
	}
	if !p.Acted {
		return nil
	}
	p.Acted = false
	for i := range p.Seats {
		next := (p.Turn + engine.Seat(i) + 1) % engine.Seat(p.Seats)
		if p.Players[next].Left > 0 {
			p.Turn = next
			return nil
		}
	}
	p.endRound(tx)
	return nil
}

func (p *Position) endRound(tx *engine.Tx) {
	tx.Report("toy.round-over", engine.Int("round", p.Round))
	p.Round++
	p.Taken = nil
	p.Turn = 0
	for i := range p.Players {
		p.Players[i].Left = actions
	}
}

// show turns up the kept cards when every seat has chosen.
func (p *Position) show(tx *engine.Tx) error {
	for _, pl := range p.Players {
		if pl.Kept == 0 {
			return nil
		}
	}
	if err := tx.Reveal(); err != nil {
		return err
	}
	for i, pl := range p.Players {
		if pl.Kept > 0 {
			tx.Report("toy.shown", engine.Player("seat", engine.Seat(i)), engine.Text("card", cardName(pl.Kept)))
		}
	}
	p.Round++
	return nil
}

func (p *Position) frame() Frame { return p.Frames[len(p.Frames)-1] }

// pop ends the question asked last.
func (p *Position) pop() {
	p.Frames = p.Frames[:len(p.Frames)-1]
	p.tidy()
}

// tidy ends a store that is empty and a reward that was taken; they had to stay until the question that they
// opened was closed, so that it is asked one bracket deeper.
func (p *Position) tidy() {
	for len(p.Frames) > 0 && (p.frame().Kind == done || p.frame().Kind == store && p.frame().Left == 0) {
		p.Frames = p.Frames[:len(p.Frames)-1]
	}
}

// Cards counts all cards, wherever they are: a title's things do not vanish.
func (p *Position) Cards() int {
	n := len(p.Deck) + len(p.Played)
	for _, pl := range p.Players {
		n += len(pl.Hand)
		if pl.Kept > 0 {
			n++
		}
	}
	return n
}

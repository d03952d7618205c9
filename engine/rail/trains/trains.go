// Package trains is the rolling stock of an 18xx game: the piles on sale, the abilities of the faces of a card,
// phases, rusting, limits.
package trains

import "slices"

// Face is one side of a train card; the buyer chooses which. A card with one side has
// one Face.
type Face struct {
	Name     string   // as orders and logs name it: "3", "4+4f"
	Size     int      // kind of companies that may own it: the title's index
	Range    int      // stops a route may have
	Price    int      // from the bank
	RustedBy []string // names of the faces whose sale makes it rust
}

// Endless is the Count of a pile that never runs out.
const Endless = -1

// Pile is a stack of equal cards.
type Pile struct {
	Name  string
	Count int
	Faces []Face
	Opens bool // its first card sold or exported begins the next phase
}

// Phase is the rules in force from the sale that begins it.
type Phase struct {
	Name    string
	Colours []string // of the tiles that may be laid; the last is the newest
	Limit   []int    // trains that a company may own, by its size
	Rounds  int      // operating rounds of a set, where the phase says so
	Ends    bool     // it brings the end of the game
}

// Colour returns the newest colour.
func (p *Phase) Colour() string { return p.Colours[len(p.Colours)-1] }

// Depot is the remaining cards of each pile: part of a title's position.
type Depot struct {
	Left []int `json:"left"`
}

// NewDepot returns a depot with full piles.
func NewDepot(piles []Pile) Depot {
	d := Depot{Left: make([]int, len(piles))}
	for i := range piles {
		d.Left[i] = piles[i].Count
	}
	return d
}

// Clone returns an independent copy.
func (d Depot) Clone() Depot { return Depot{slices.Clone(d.Left)} }

// Top returns the pile with the next card if cards are sold in order; ok is false if all are gone.
func (d *Depot) Top() (pile int, ok bool) {
	pile = slices.IndexFunc(d.Left, func(n int) bool { return n != 0 })
	return pile, pile >= 0
}

// Take takes a card from a pile, for a buyer or out of the game (an export). first
// reports whether it is the first of its pile; ok is false if the pile is empty.
func (d *Depot) Take(piles []Pile, pile int) (first, ok bool) {
	if d.Left[pile] == 0 {
		return false, false
	}
	if d.Left[pile] == Endless {
		return false, true
	}
	first = d.Left[pile] == piles[pile].Count
	d.Left[pile]--
	return first, true
}

// Find finds a face by its name; ok is false if there is none.
func Find(piles []Pile, name string) (pile, face int, ok bool) {
	for i := range piles {
		for j := range piles[i].Faces {
			if piles[i].Faces[j].Name == name {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// Rusts reports whether a face rusts when cards are sold as the named faces. An
// export counts as all faces of its card.
func (f *Face) Rusts(sold ...string) bool {
	return slices.ContainsFunc(sold, func(name string) bool { return slices.Contains(f.RustedBy, name) })
}

// Package board holds the facts that a picture of a board shows: which pieces are where and whose they are. A
// title's view fills them in from what a seat may know; drawing code decides about sizes and shapes, and knows
// no title.
//
// A Board has a part for each thing that can be on a table: a map of hexes, a price chart, the players' mats,
// boxes for workers. Parts that a title lacks are nil.
package board

import "strings"

// Board is a table as one seat sees it.
type Board struct {
	Owners []Owner // owners of tokens, links, markers and workers; other facts refer to them by index
	Map    *Map    `json:",omitempty"`
	Chart  *Chart  `json:",omitempty"`
	Turn   *Turn   `json:",omitempty"`
	Mats   []Mat   `json:",omitempty"`
	Boxes  []Box   `json:",omitempty"`
	Stock  []Item  `json:",omitempty"` // the supply
	Signs  []Sign  `json:",omitempty"` // what the signs on boxes and mats mean
}

// Owner is a player or a company that has pieces on the board.
type Owner struct {
	Mark string // one to three letters or digits on its pieces
	Name string // in full; "" for a player, see Call
	Word string `json:",omitempty"` // what tables call it; "" for a player
	Seat int    // the player, or the director of a company; -1 if there is none
	// Style chooses colour and pattern of the pieces, from 0; owners with the same style
	// look alike but for their marks.
	Style  int
	Colour string `json:",omitempty"` // a company's own colour, in CSS, in place of the style's
	Round  bool   // its tokens are round, as a number's; the others have corners
	// Player is the player's name, if the pieces are theirs and Call has set it.
	Player string `json:",omitempty"`
}

// Call sets the players' names, by seat: the letter knows them, no view does. They are next to their marks.
func (b *Board) Call(names []string) {
	for i := range b.Owners {
		if o := &b.Owners[i]; o.Name == "" && o.Seat >= 0 && o.Seat < len(names) {
			o.Player = names[o.Seat]
		}
	}
}

// Word writes the words of orders that stand on boxes, things and chips as a reader writes them, and has messages
// said in the reader's language. Boards are compared before that.
func (b *Board) Word(of, say func(string) string) {
	for i := range b.Signs {
		s := &b.Signs[i]
		s.Means, s.Chip.Text = say(s.Means), of(s.Chip.Text)
	}
	for i := range b.Boxes {
		box := &b.Boxes[i]
		if label := of(box.Name); label != box.Name {
			box.Label = label
		}
		if box.Group != "" {
			box.Group = say(box.Group)
		}
		wordChips(box.Gives, of)
	}
	wordItems(b.Stock, of)
	for i := range b.Mats {
		m := &b.Mats[i]
		wordItems(m.Has, of)
		for j := range m.Rows {
			m.Rows[j].Name = of(m.Rows[j].Name)
			for k := range m.Rows[j].Spaces {
				if p := m.Rows[j].Spaces[k].Prize; p != nil {
					worded := *p
					worded.Text = of(p.Text)
					m.Rows[j].Spaces[k].Prize = &worded
				}
			}
		}
	}
}

// wordItems spells chips as they are written after their thing: the meaning of a word of an order depends on
// the words before it.
func wordItems(list []Item, of func(string) string) {
	for i := range list {
		name := list[i].Name
		list[i].Name = of(name)
		wordChips(list[i].Chips, func(chip string) string {
			if behind, ok := strings.CutPrefix(of(name+" "+chip), list[i].Name+" "); ok {
				return behind
			}
			return of(chip)
		})
	}
}

func wordChips(list []Chip, of func(string) string) {
	for i := range list {
		list[i].Text = of(list[i].Text)
	}
}

// NoOwner is the index for no owner.
const NoOwner = -1

// Point is the place of a hex. If hexes stand on a corner, X counts half hexes to the
// right and Y rows downwards; if they lie on a side, X counts columns and Y half hexes.
type Point struct{ X, Y int }

// Edges is the number of sides of a hex. They are counted clockwise; side 0 is the lower left one: hexes
// stand on a corner.
const Edges = 6

// Map is a board of hexes.
type Map struct {
	Hexes []Hex
	Links []Link `json:",omitempty"` // track that belongs to players
	Runs  []Run  `json:",omitempty"` // runs of the last turn, or of a choice
	// Marks point at hexes: the latest changes, or those that a choice would make.
	Marks []Mark `json:",omitempty"`
}

// Hex is one space of the map.
type Hex struct {
	Name    string
	At      Point
	Ground  string    `json:",omitempty"` // "land", "sea", "hill", "plain" ...: colours the hex
	Terrain []Terrain `json:",omitempty"` // its signs; they and the cost no longer hold under a tile with a number
	Cost    int       `json:",omitempty"` // of the first tile, or of building here
	Place   string    `json:",omitempty"` // name of the place
	Barred  uint8     `json:",omitempty"` // sides that nothing may cross, one bit each
	Ridges  uint8     `json:",omitempty"` // sides that cost more to cross
	River   uint8     `json:",omitempty"` // sides to which a river leads from the middle
	Water   []uint8   `json:",omitempty"` // a lake between these groups of sides
	For     []int     `json:",omitempty"` // the owners for whom the hex is kept
	Tile    Tile      // the tile laid or printed here
	Town    *Town     `json:",omitempty"` // a city that occupies the whole hex
}

// Terrain is a sign of expensive ground: "mountain", "hill", "river", "water".
type Terrain string

// Tile is the track of a hex in its present rotation.
type Tile struct {
	Number string  `json:",omitempty"` // "" where none was laid
	Colour string  `json:",omitempty"` // "white", "yellow", "green", "brown", "gray", "red", "purple"
	Label  string  `json:",omitempty"` // "OO", "B"
	Stops  []Stop  `json:",omitempty"`
	Tracks []Track `json:",omitempty"`
}

// Track is a piece of track. Each end is a side (0 to 5) or a stop (StopEnd).
type Track struct{ A, B int }

// StopEnd is the end of a track at stop i of its hex.
func StopEnd(i int) int { return Edges + i }

// Kind is the kind of a stop.
type Kind string

// Kinds of stops.
const (
	City Kind = "city"
	Halt Kind = "town"
	Area Kind = "area" // off the board: routes end there
	Mine Kind = "mine"
)

// Stop is a place on a tile that counts for a run.
type Stop struct {
	Kind   Kind
	Slots  []Slot  `json:",omitempty"`
	Value  int     `json:",omitempty"`
	Values []Value `json:",omitempty"` // by phase, in their order; nil: Value holds in all phases
}

// Slot is a circle for a token.
type Slot struct {
	Owner int // NoOwner: a free slot
	Kept  int // the owner whose home station it is kept for; NoOwner: nobody's
}

// Value is the worth of a stop in a phase.
type Value struct {
	Colour string // of the phase's tiles
	N      int
	Now    bool
}

// Town is a city that goods leave and reach.
type Town struct {
	Colour string // "red"; "" for one without a colour
	Letter string // of its colour, or its sign
	Goods  []Good // goods that are there
	Empty  bool   // marked as emptied of goods
}

// Good is a thing that can be delivered.
type Good struct{ Letter, Colour string }

// Link is a line of track that a player owns: from a city, whose end is stop 0 of its hex.
type Link struct {
	Owner  int // NoOwner: nobody's
	Pieces []Piece
	Open   bool // it does not reach a city yet
}

// Run is the run of an owner's trains.
type Run struct {
	Owner int
	Pays  int
	Lines []Line
}

// Line is the way of one train.
type Line struct {
	Name   string // name of the train
	Pays   int    // 0: not known
	Pieces []Piece
	Stops  []StopAt // stops that count, in order
}

// Piece is a track that is run over.
type Piece struct {
	Hex   string
	Track // ends as in Tile.Tracks
}

// StopAt is a stop of a hex.
type StopAt struct {
	Hex  string
	Stop int
}

// Mark points at a hex.
type Mark struct {
	Hex  string
	Text string // such as the number of a choice; "" for none
}

// Chart is a row of prices with markers.
type Chart struct {
	Prices  []int
	Zigzag  bool // printed as two rows that take turns, the lower half a space to the right
	Markers []Marker
}

// Marker is on a space of the chart; markers on the same space come in their order, from the top.
type Marker struct {
	Owner int
	Space int
}

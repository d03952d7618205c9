package board

// Turn tells how far a game is that goes by rounds.
type Turn struct {
	Round, Rounds int
	Order         []int // the owners, in the order of their turns
}

// Mat is what lies before a player: rows of spaces, and what else they have.
type Mat struct {
	Owner  int
	Place  int      // in the order of turns, from 1
	Points int      // they have
	Gain   int      // points that scoring now would bring
	Acts   bool     // it is their turn
	Passed bool     // they have no more turns in this round
	Hand   []Worker // what they can still put on boxes
	Rows   []Row
	Has    []Item
}

// Row is a row of spaces from left to right: a railway, a track of industry.
type Row struct {
	Name    string
	Spaces  []Space
	Doubled int     // spaces that count twice, from the first on
	Doubles int     // spaces that can be made to do so
	Bars    []Bar   // track, the farthest first
	Markers []Stand // of the mat's owner
	Engines []int   // the numbers of the locomotives that stand on it
	Reach   int     // how many spaces count; -1 if all do
	Worth   int     // points that scoring now would bring
	Marked  bool    // what changed last, or what a choice would change
}

// Space is one space of a row.
type Space struct {
	Text  string // its number, or the points for being there
	Open  bool   // something can be put here: Text is what lies there
	Prize *Chip  // for getting there; spent: it has been had, or counts now
}

// Bar is track of one colour, from the first space on.
type Bar struct {
	Colour string
	Letter string
	To     int // the last space that it has reached, from 1; 0: it has not begun
}

// Stand is where a marker stands.
type Stand struct {
	Letter string
	Space  int // from 0
}

// Chip is a small plate: a part of an effect, a thing.
type Chip struct {
	Text    string   // "" for the back of a card
	Colours []string `json:",omitempty"` // several: one of them can be chosen
	Sign    string   `json:",omitempty"` // its shape: "star", "worker"
	Or      bool     `json:",omitempty"` // instead of the chip before it
	Spent   bool     `json:",omitempty"`
}

// Item is a thing with what it does or holds.
type Item struct {
	Name  string
	Chips []Chip
	Spent bool // it cannot be used any more now
}

// Box is a space for workers.
type Box struct {
	Name   string   // as orders name it, and
	Label  string   // as it is written on the picture, if a reader calls it otherwise: see Word
	Takes  []string // a place for each piece that it costs: "" for a worker, a letter for money
	Gives  []Chip
	On     []Worker
	Shared bool // it is never taken
	Later  bool // it cannot be used in this round
	Marked bool // what changed last, or what a choice would change
}

// Worker is a number of workers, or of what can stand for one.
type Worker struct {
	Owner  int
	Letter string // "" for workers of the owner
	N      int
}

package board

// Turn shows how far a game of rounds has got.
type Turn struct {
	Round, Rounds int
	Order         []int // the owners, in turn order
}

// Mat is a player's own area: rows of spaces, and their other possessions.
type Mat struct {
	Owner  int
	Place  int      // place in turn order, from 1
	Points int      // points so far
	Gain   int      // points that scoring now would add
	Acts   bool     // it is their turn
	Own    bool     `json:",omitempty"` // it is the reader's
	Passed bool     // they have no more turns in this round
	Hand   []Worker // workers that can still go on boxes
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
	Engines []int   // numbers of its locomotives
	Reach   int     // how many spaces count; -1 if all do
	Worth   int     // points that scoring now would add
	Marked  bool    // a latest change, or one that a choice would make
}

// Space is one space of a row.
type Space struct {
	Text  string // its number, or its points
	Open  bool   // a piece can go here: Text is the present one
	Prize *Chip  // for getting there; spent: already received, or counting now
}

// Bar is track of one colour, from the first space on.
type Bar struct {
	Colour string
	Letter string
	To     int // the last space reached, from 1; 0: not begun
}

// Stand is the place of a marker.
type Stand struct {
	Letter string
	Space  int // from 0
}

// Chip is a small plate: a part of an effect, a thing.
type Chip struct {
	Text    string   // "" for the back of a card
	Colours []string `json:",omitempty"` // several: one is to be chosen
	Sign    string   `json:",omitempty"` // its shape: "star", "worker"
	Or      bool     `json:",omitempty"` // instead of the chip before it
	Spent   bool     `json:",omitempty"`
}

// Item is a thing with its effect or content.
type Item struct {
	Name  string
	Chips []Chip
	Spent bool // no longer usable now
}

// Box is a space for workers.
type Box struct {
	Name   string   // as orders name it
	Label  string   // as the picture shows it, if readers call it differently: see Word
	Group  string   // heading of the boxes from this one on that have it too: the key of a message until Word
	Takes  []string // a place for each piece that it costs: "" for a worker, a letter for money
	Gives  []Chip
	On     []Worker
	Shared bool // it is never occupied
	Later  bool // not usable in this round
	Marked bool // a latest change, or one that a choice would make
}

// Worker is a number of workers, or of their substitutes.
type Worker struct {
	Owner  int
	Letter string // "" for workers of the owner
	N      int
}

// Sign says what a chip means: by the key of a message until Board.Word.
type Sign struct {
	Chip  Chip
	Means string
}

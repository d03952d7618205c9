package engine

import "slices"

// Part is something of a view that can be shown: "own", "table", "board" appear in letters;
// others only answer commands ("map F17"). Its name is a command.
type Part struct {
	Name     string
	Arg      string // what may follow the name, as help prints it: "HEX"; "" nothing
	Gloss    string // message key
	InLetter bool
	First    bool // also in the letter that begins the game for its reader
	// Show returns it as blocks of facts. It refuses an unknown Arg, with the known ones in Refusal.Expected.
	Show func(Request) ([]Block, error)
}

// Request is a request for a part.
type Request struct {
	View   Position
	Seat   Seat   // the reader
	Arg    string // the words after the name of the part
	Spoken bool   // with words in place of each drawing: the same facts in the same order, for readers who listen
}

// Players returns the blocks of one seat: the one that Arg names, or else the reader's. Onlookers who name none
// see all seats, in the order given.
func (r Request) Players(order []Seat, named func(string) (Seat, error), of func(Seat) []Block) ([]Block, error) {
	switch {
	case r.Arg != "":
		seat, err := named(r.Arg)
		if err != nil {
			return nil, err
		}
		return of(seat), nil
	case r.Seat != Nobody:
		return of(r.Seat), nil
	}
	return slices.Concat(Each(order, of)...), nil
}

// Sheet is a Part of a title whose positions are of type P. One of the functions shows it.
type Sheet[P Position] struct {
	Name, Arg       string
	InLetter, First bool

	All  func(P) []Block                   // the same for all readers
	Of   func(P, Seat) []Block             // the reader's own
	Find func(P, string) ([]Block, error)  // one thing, named by Arg
	Show func(P, Request) ([]Block, error) // by any part of the request
}

// Parts makes parts of sheets, with the glosses GLOSS+NAME; seen, if not nil, prepares the position that they show.
func Parts[P Position](gloss string, seen func(P) P, sheets ...Sheet[P]) (list []Part) {
	for _, s := range sheets {
		list = append(list, Part{s.Name, s.Arg, gloss + s.Name, s.InLetter, s.First, func(r Request) ([]Block, error) {
			p := r.View.(P)
			if seen != nil {
				p = seen(p)
			}
			switch {
			case s.All != nil:
				return s.All(p), nil
			case s.Of != nil:
				return s.Of(p, r.Seat), nil
			case s.Find != nil:
				return s.Find(p, r.Arg)
			}
			return s.Show(p, r)
		}})
	}
	return list
}

// Block is a piece of a letter as facts: a heading, then lines, a table or a drawing.
// Package templates lays it out, as text and as HTML.
type Block struct {
	Head    Message
	Lines   []Message
	Columns []Message // headings of the table
	Rows    [][]Cell
	Drawing []string // fixed-width lines; the same content is in words elsewhere
	Bare    bool     // the heading names the columns already; only who listens needs theirs
	Close   bool     // short, like the block above it: no blank line between them
	// Chart names the figure if the block can be drawn as a chart: its rows are rounds and its other columns
	// numbers; for ChartRuns, its first number is the worth of each row; for ChartTally, its rows are players.
	Chart ChartKind `json:",omitempty"`
	// Instead is what HTML shows of a block whose lines draw; an empty one: nothing, since they explain a drawing.
	Instead *Block `json:",omitempty"`
}

// ChartKind is the figure that a chart shows.
type ChartKind string

// Kinds of charts.
const (
	ChartPrices ChartKind = "prices"
	ChartWorth  ChartKind = "worth"
	ChartCash   ChartKind = "cash"
	ChartIncome ChartKind = "income"
	ChartPoints ChartKind = "points"
	ChartShares ChartKind = "shares"
	ChartRuns   ChartKind = "runs"  // the runs that paid most: for comparison, not over time
	ChartTally  ChartKind = "tally" // how many each player has: for the awards, never drawn
)

// Course reports whether it shows how numbers changed over the rounds.
func (k ChartKind) Course() bool { return k != "" && k != ChartRuns && k != ChartTally }

// Headings returns the headings of a table's columns, by their message keys.
func Headings(keys ...string) []Message {
	list := make([]Message, len(keys))
	for i, key := range keys {
		list[i] = Msg(key)
	}
	return list
}

// Cell is one field of a table.
type Cell struct {
	Say   Message // its content; a Message with key "" and no arguments is empty
	Right bool    // numbers are right-aligned
}

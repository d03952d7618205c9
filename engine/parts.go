package engine

import (
	"slices"
	"strings"

	"railpost/engine/key"
)

// Part is something of a view that can be shown: "own", "table", "board" appear in letters;
// others only answer commands ("map F17"). Its name is a command.
type Part struct {
	Name     string
	Arg      string // what may follow the name, as help prints it: "HEX"; "" nothing
	Gloss    string // message key
	InLetter bool
	First    bool // also in the letter that begins the game for its reader
	// Show returns it as blocks of facts. It refuses an unknown Arg, with the known ones in
	// Refusal.Expected.
	Show func(Request) ([]Block, error)
}

// Request is what a part is asked for.
type Request struct {
	View   Position
	Seat   Seat   // who asks
	Arg    string // what follows the name of the part
	Spoken bool   // with words in place of each drawing: the same facts in the same order, for readers who listen
}

// Show returns a part of a view.
func Show(v View, view Position, seat Seat, part, arg string, spoken bool) ([]Block, error) {
	parts := v.Parts()
	i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == part })
	if i < 0 {
		return nil, Forbid("", key.NoPart, Order("word", part))
	}
	return parts[i].Show(Request{view, seat, strings.Trim(arg, " .?!"), spoken})
}

// Sheet is a Part of a title whose positions are of type P. One of the functions shows it.
type Sheet[P Position] struct {
	Name, Arg       string
	InLetter, First bool

	All  func(P) []Block                   // the same for everybody
	Of   func(P, Seat) []Block             // of whoever asks
	Find func(P, string) ([]Block, error)  // of what Arg names
	Show func(P, Request) ([]Block, error) // of all that is asked
}

// Parts makes parts of sheets, with the glosses GLOSS+NAME; seen, if
// not nil, is a position as they show it.
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

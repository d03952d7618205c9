package tycoon

import (
	"railpost/engine"
	"railpost/engine/rail/hex"
)

// Stage is a part of the game.
type Stage string

const (
	StageAuction Stage = "auction" // for first player (Auction)
	StageActions Stage = "actions" // three rounds (Player actions)
	StageOver    Stage = "over"
)

// Rounds is the number of rounds of a turn (Course of the game).
const Rounds = 3

// State is the whole position.
type State struct {
	Rules Variant `json:"rules,omitzero"`
	Seats int     `json:"seats"`
	Turn  int     `json:"turn"` // from 1
	Stage Stage   `json:"stage"`

	// First is the first player of the turn; during its auction, that of the turn
	// before (turn 1: the player who speaks first, Set-up).
	First   engine.Seat `json:"first"`
	Auction Auction     `json:"auction,omitzero"`
	Round   int         `json:"round,omitempty"` // 1 to Rounds; 0 in the auction
	Moved   int         `json:"moved,omitempty"` // players who have acted in the round
	Due     int         `json:"due,omitempty"`   // actions the acting player still has: 1, more with Railroad Executive
	More    bool        `json:"more,omitempty"`  // the player has acted in the round: the rest are Railroad Executive's

	Players []Player      `json:"players"`
	Cities  []Town        `json:"cities"`
	Links   []Link        `json:"links,omitempty"` // complete, in the order of their completion
	Open    []Link        `json:"open,omitempty"`  // incomplete, in the order of their start
	Western []WesternLink `json:"western,omitempty"`

	Bag   Cubes `json:"bag"`
	Tiles Cubes `json:"tiles"`          // new city tiles left
	Up    []int `json:"up,omitempty"`   // available cards, in rising order
	Deck  []int `json:"deck,omitempty"` // to be dealt from the front; 0: unknown to the viewer

	// Pullman is the seat that first reached the level of the baron "first to an
	// engine".
	Pullman engine.Seat `json:"pullman"`
	Last    int         `json:"last,omitempty"` // number of the last turn, once the end is triggered (End of the game)

	// Cubes and cards revealed to this table since a mail can have been written: drawn in the present turn to
	// act, and not to be used in the mail that drew them (Orders by mail).
	Fresh []Fresh `json:"fresh,omitempty"`

	Standing []Standing `json:"standing"` // by seat: bids given in advance, secret

	book   *Book
	layout *layout // the track in each hex, see layout.go
	lister Lister  // of the Rules; nil: all values are listed
	names  []string
}

// Variant is the options of the table.
type Variant struct {
	Novice       bool `json:"novice,omitempty"`        // 13
	CrossingCost int  `json:"crossing_cost,omitempty"` // surcharge of a second track in a hex (R7)
	FlatIncome   bool `json:"flat_income,omitempty"`   // above 100 (R9)
	FreeRivers   bool `json:"free_rivers,omitempty"`   // Government Land Grant frees the rivers of open hexes, too (R18)
	BoxLimits    bool `json:"box_limits,omitempty"`    // as many links as locomotives of a colour (R13)
}

// Auction is the state of the auction (Auction).
type Auction struct {
	Speaker engine.Seat `json:"speaker"`
	High    int         `json:"high,omitempty"` // 0: no bid yet
	Leader  engine.Seat `json:"leader"`         // Nobody until then
	Out     []bool      `json:"out,omitempty"`  // by seat: has passed
}

// Standing is a bid given in advance for the coming or present auction.
type Standing struct {
	Set  bool `json:"set,omitempty"`
	Most int  `json:"most,omitempty"` // makes the lowest possible bid up to this, then passes; 0: passes
}

// Player is a player's property.
type Player struct {
	Money    int   `json:"money,omitempty"`
	Shares   int   `json:"shares,omitempty"`
	Position int   `json:"position,omitempty"` // on the income track, the full total
	Engine   int   `json:"engine"`
	Cards    []int `json:"cards,omitempty"` // held or in force, in rising order
	Used     []int `json:"used,omitempty"`  // once-per-turn cards used this turn
	Won      []int `json:"won,omitempty"`   // award cards, in the order in which they were won
	Baron    int   `json:"baron,omitempty"` // index into Book.Barons; 0: none, or unknown to the viewer
	Shown    bool  `json:"shown,omitempty"` // the baron has been revealed
}

// Town is the pieces in a city.
type Town struct {
	Colour Colour `json:"colour,omitempty"`
	New    bool   `json:"new,omitempty"` // has a new city tile
	Cubes  Cubes  `json:"cubes,omitempty"`
	Empty  bool   `json:"empty,omitempty"` // has an empty marker
}

// Link is a chain of tracks of one player (Components).
type Link struct {
	Owner engine.Seat `json:"owner"`
	From  City        `json:"from"`
	To    City        `json:"to"`             // NoCity if the link is incomplete
	Way   Way         `json:"way"`            // from From; len(Way)-1 tracks
	Turn  int         `json:"turn,omitempty"` // when it was completed
}

// Way is a chain, given by the sides by which it leaves its start and then each of its
// hexes, a digit of hex.Edge each. It is one longer than the number of tracks.
type Way string

// Side returns the i-th side.
func (w Way) Side(i int) hex.Edge { return hex.Edge(w[i] - '0') }

// Last returns the side by which the chain leaves its last hex.
func (w Way) Last() hex.Edge { return w.Side(len(w) - 1) }

// Tracks returns the number of tracks.
func (w Way) Tracks() int { return len(w) - 1 }

// Then returns the way with one more side.
func (w Way) Then(e hex.Edge) Way { return w + Way('0'+byte(e)) }

// WayBack returns the way over some sides, which are in reverse order.
func WayBack(sides []hex.Edge) Way {
	text := make([]byte, len(sides))
	for i, e := range sides {
		text[len(sides)-1-i] = '0' + byte(e)
	}
	return Way(text)
}

type WesternLink struct {
	At    City        `json:"at"`
	Owner engine.Seat `json:"owner"`
	After int         `json:"after,omitempty"` // complete links on the board when it was built (R20)
}

// Fresh is a cube or card that has just been drawn or dealt.
type Fresh struct {
	City   City   `json:"city"` // NoCity for a card
	Colour Colour `json:"colour,omitempty"`
	Card   int    `json:"card,omitempty"`
}

func state(tx *engine.Tx) *State { return tx.Pos.(*State) }

// Actor returns the seat that must act; Nobody when the game is over.
func (s *State) Actor() engine.Seat {
	switch s.Stage {
	case StageAuction:
		return s.Auction.Speaker
	case StageActions:
		return s.After(s.First, s.Moved)
	}
	return engine.Nobody
}

// After returns the seat n places after another in seating order.
func (s *State) After(seat engine.Seat, n int) engine.Seat {
	return (seat + engine.Seat(n)) % engine.Seat(s.Seats)
}

func (s *State) Player(seat engine.Seat) *Player { return &s.Players[seat] }

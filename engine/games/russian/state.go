package russian

import (
	"cmp"
	"slices"

	"railpost/engine"
)

// Phase is a part of the game, which determines the lines that are expected.
type Phase string

const (
	Starting Phase = "start" // start bonus cards are taken
	Turns    Phase = "turn"  // action spaces are used
	Reusing  Phase = "reuse" // the workers on the turn-order spaces may move on
	Over     Phase = "over"
)

// Settings are the rules that the version of a game and its table set; those of version 1 are zero.
type Settings struct {
	OneToken       bool `json:"one_token,omitzero"`       // version 2: a ? token is used for one ? space
	TileNumbers    bool `json:"tile_numbers,omitzero"`    // R1: factories as on the tiles of a later edition
	AgainTemporary bool `json:"again_temporary,omitzero"` // R30: temporary workers count for "again"
	AgainChoice    bool `json:"again_choice,omitzero"`    // R9: "choice" counts with a worker and a ruble
	OutWhenStuck   bool `json:"out_when_stuck,omitzero"`  // R12: a displaced locomotive that can go elsewhere is not discarded
	BoxLimits      bool `json:"box_limits,omitzero"`      // R25
}

// tileNumbers exchanges the numbers of the factories whose abilities were read differently on the tiles (R1).
var tileNumbers = [10]int{2: 7, 5: 6, 6: 5, 7: 2}

// Factory returns the effect of a factory.
func (s *State) Factory(n int) []Part {
	if s.Rules.TileNumbers {
		n = cmp.Or(tileNumbers[n], n)
	}
	return Book.Factories[n]
}

// State is the whole position.
type State struct {
	Rules     Settings      `json:"rules,omitzero"`
	Seats     int           `json:"seats"`
	Round     int           `json:"round"`
	Phase     Phase         `json:"phase"`
	Actor     engine.Seat   `json:"actor"`           // the seat whose line is expected
	Order     []engine.Seat `json:"order"`           // turn order
	Queue     []engine.Seat `json:"queue,omitempty"` // start and re-use: the seats that follow the actor
	Lying     []Lying       `json:"lying,omitempty"`
	Row       []int         `json:"row"`               // engineers by slot; 0: none
	Piles     [10]int       `json:"piles"`             // locomotives left by number
	FaceUp    []int         `json:"face_up,omitempty"` // discarded factories, in rising order
	TempsOut  bool          `json:"temps_out,omitempty"`
	CardsUsed uint32        `json:"cards_used,omitempty"` // ? cards that left the game, a bit each
	StartUsed uint32        `json:"start_used,omitempty"` // start bonus cards taken
	Deck      []int         `json:"deck,omitempty"`       // end bonus cards; 0: unknown to the viewer
	Pending   int           `json:"pending,omitempty"`    // end bonus choices that the actor has left
	Searched  bool          `json:"searched,omitempty"`   // the deck has been shown to the actor for these choices
	Players   []Player      `json:"players"`

	Stack Stack `json:"stack,omitempty"` // open questions of the present line
	Probe bool  `json:"probe,omitempty"` // this copy only finds out whether the stack can be finished

	completed map[string]error // canComplete by space, see Memo; nil: nothing is remembered
	explored  *engine.Explored // see Memo
}

// Player is one seat's board and supply.
type Player struct {
	Score     int                    `json:"score,omitempty"`
	Hand      int                    `json:"hand,omitempty"`   // own workers in hand
	Gained    int                    `json:"gained,omitempty"` // own workers taken from the reserve
	Black     bool                   `json:"black,omitempty"`  // has the black worker
	BlackHand bool                   `json:"black_hand,omitempty"`
	Temps     int                    `json:"temps,omitempty"` // temporary workers in hand
	Rubles    int                    `json:"rubles,omitempty"`
	Passed    bool                   `json:"passed,omitempty"`
	Track     [Railways][Colours]int `json:"track"`
	Unlocked  uint8                  `json:"unlocked,omitempty"` // colours, a bit each
	Locos     [Railways][2]int       `json:"locos,omitempty"`
	Doublers  int                    `json:"doublers,omitempty"`
	Factories [5]int                 `json:"factories,omitempty"`
	Marker    [2]int                 `json:"marker,omitempty"`   // position of industry markers a and b
	Second    bool                   `json:"second,omitempty"`   // marker b is on the track
	Filled    [questionSpaces]int    `json:"filled,omitempty"`   // token on each ? space, from 1
	Used      uint32                 `json:"used,omitempty"`     // tokens used, a bit each
	Taken     uint32                 `json:"taken,omitempty"`    // one-time rewards, a bit each
	Revalued  bool                   `json:"revalued,omitempty"` // brown, natural and white count more
	Medal     bool                   `json:"medal,omitempty"`    //
	Engineers []int                  `json:"engineers,omitempty"`
	Cards     []int                  `json:"cards,omitempty"` // end bonus cards; 0: unknown to the viewer
	FromCards int                    `json:"from_cards,omitempty"`
	Majority  int                    `json:"majority,omitempty"`
}

// Pay is a set of pieces.
type Pay struct {
	Own   int `json:"own,omitempty"`
	Black int `json:"black,omitempty"`
	Temp  int `json:"temp,omitempty"`
	Ruble int `json:"ruble,omitempty"`
}

// Count returns the number of pieces.
func (p Pay) Count() int { return p.Own + p.Black + p.Temp + p.Ruble }

// Lying is the pieces that one player put on a space in one turn.
type Lying struct {
	Space string      `json:"space"`
	Who   engine.Seat `json:"who"`
	Pay   Pay         `json:"pay"`
}

// Clone returns a copy. It shares Order, Queue and Lying with s: they may be replaced or appended to, and code
// that changes their elements copies them first.
func (s *State) Clone() engine.Position {
	c := *s
	c.completed, c.explored = nil, nil
	c.Order, c.Queue, c.Lying = slices.Clip(s.Order), slices.Clip(s.Queue), slices.Clip(s.Lying)
	n := len(s.Row) + len(s.FaceUp) + len(s.Deck)
	for i := range s.Players {
		n += len(s.Players[i].Engineers) + len(s.Players[i].Cards)
	}
	room := make([]int, 0, n)
	clone := func(list []int) []int {
		if list == nil {
			return nil
		}
		at := len(room)
		room = append(room, list...)
		return room[at:len(room):len(room)]
	}
	c.Row, c.FaceUp, c.Deck = clone(s.Row), clone(s.FaceUp), clone(s.Deck)
	c.Stack = slices.Clone(s.Stack)
	c.Players = slices.Clone(s.Players)
	for i := range c.Players {
		p := &c.Players[i]
		p.Engineers, p.Cards = clone(p.Engineers), clone(p.Cards)
	}
	return &c
}

// Memo makes a position that will not change remember which effects can be completed, and search results.
func (s *State) Memo() { s.completed, s.explored = map[string]error{}, &engine.Explored{} }

// Explored returns the search results for a position that will not change.
func (s *State) Explored() *engine.Explored { return s.explored }

// Over reports whether the final scoring is done.
func (s *State) Over() bool { return s.Phase == Over }

func (s *State) table() *table { return Book.tables[s.Seats] }

// me returns the player whose line is carried out.
func (s *State) me() *Player { return &s.Players[s.Actor] }

// Rounds returns the number of rounds of the game.
func (s *State) Rounds() int { return s.table().Rounds }

func (s *State) lastRound() bool { return s.Round == s.Rounds() }

// At returns the pieces on a space, and whether there are any.
func (s *State) At(id string) (Lying, bool) {
	for _, l := range s.Lying {
		if l.Space == id {
			return l, true
		}
	}
	return Lying{}, false
}

// placeOf returns the place of a seat in the turn order, from 1.
func (s *State) placeOf(seat engine.Seat) int { return slices.Index(s.Order, seat) + 1 }

// CountTaken returns how many places are taken: by a factory, a locomotive, a token.
func CountTaken(places []int) int { return engine.Count(places, func(p int) bool { return p > 0 }) }

// own reports whether a player has an engineer.
func (p *Player) own(engineer int) bool { return slices.Contains(p.Engineers, engineer) }

// Reach returns the reach of a railway: the value of its locomotives.
func (p *Player) Reach(r Railway) int { return p.Locos[r][0] + p.Locos[r][1] }

// Reserve returns the number of own workers that a player can still gain.
func (s *State) Reserve(p *Player) int { return s.table().Reserve - p.Gained }

// workers returns the number of own workers of a player, on the board and in hand.
func (s *State) workers(p *Player) int { return s.table().Workers + p.Gained }

func state(tx *engine.Tx) *State { return tx.Pos.(*State) }

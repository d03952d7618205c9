package g18mag

import (
	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// company is what is printed on a company's card.
type company struct {
	number int    // of a minor; 0
	word   string // as orders and letters name it: "4", "SIK"
	key    string // end of its message keys
	name   string // in full
	logID  string // of a major in public logs
	tokens int    // terrain tokens of a minor
	costs  []int  // prices of its stations; a minor's first is its home
	homes  [2]home
}

// home is where a minor begins.
type home struct {
	hex   string
	city  int
	place string // "Szeged & Szabadka"
}

// edition is what differs between the game for 3 to 6 and the game for 2 (X).
type edition struct {
	index  int    // into company.homes
	name   string // in the data files
	minors []Company
	majors []Company // by list_order
	// words name the companies in orders, majorWords the majors.
	words, majorWords []engine.Word[Company]
	chart             stock.Chart
	moves             []move
	phases            []trains.Phase
	piles             []int // sizes of the trains with an indicator (VI.3.9)
	goods             goods
	world             *track.World // the map and the tiles
}

// move says how far the price moves from an amount on (VI.4.3).
type move struct {
	From  int `json:"from"`
	Steps int `json:"steps"`
}

// table is what depends on the number of players.
type table struct {
	limit  int // certificates
	minors int // drafted by each
	shares int
	each   int // 10 % certificates of each major offered in the draft
}

// rulebook is the numbers of the game, read from the data.
type rulebook struct {
	companies [minorsMost + 7]company
	large     edition
	small     edition
	tables    [7]table  // by number of players
	cut       stock.Cut // of every major (III.3.3, VII.3)
	cards     []int     // start prices
	startCash int       // of a minor
	startSize int       // of its train
	markers   int       // "no train sold", until the phase changes
}

var book = datafile.Must(readBook())

var companies = &book.companies

// edition of this game.
func (s *State) edition() *edition {
	if s.Seats <= 2 {
		return &book.small
	}
	return &book.large
}

// world is the map and the tiles of this game.
func (s *State) world() *track.World { return s.edition().world }

// goods of this game.
func (s *State) goods() *goods { return &s.edition().goods }

// phase that holds now.
func (s *State) phase() *trains.Phase { return &s.edition().phases[s.Phase] }

// phaseColour is the newest tile colour; it gives the values of red areas.
func (s *State) phaseColour() string { return s.phase().Colour() }

// colours of the tiles that may be laid.
func (s *State) colours() []string { return s.phase().Colours }

// majorOf finds a major by its code in public logs; noCompany.
func majorOf(logID string) Company { return book.major(logID) }

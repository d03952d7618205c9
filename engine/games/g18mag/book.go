package g18mag

import (
	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// companyCard is the print on a company's card.
type companyCard struct {
	Word       string  // in orders and letters: "4", "SIK"
	Key        string  // end of its message keys
	Name       string  // full name
	SiteID     string  // of a major in public logs
	Tokens     int     // terrain tokens of a minor
	TokenCosts []int   // prices of its stations; a minor's first is its home station
	Homes      [2]Home // by Edition.Index
}

// Home is the place where a minor begins.
type Home struct {
	Hex   string
	id    track.HexID
	city  int
	Place string // "Szeged & Szabadka"
}

// Edition is the difference between the game for 3 to 6 and the game for 2 (X).
type Edition struct {
	Index  int    // into company.homes
	name   string // in the data files
	Minors []Company
	Majors []Company // by list_order
	// Words are the names of the companies in orders; majorWords are those of the
	// majors.
	Words, majorWords []engine.Word[Company]
	Chart             stock.Chart
	Moves             []priceMove
	Phases            []trains.Phase
	Piles             []int // sizes of the trains with an indicator (VI.3.9)
	goods             Goods
	world             *track.World // the map and the tiles
}

// priceMove tells how far the price moves for pay-outs from an amount on (VI.4.3).
type priceMove struct {
	From  int `json:"from"`
	Steps int `json:"steps"`
}

// Limits are the numbers that depend on the number of players.
type Limits struct {
	Certificates int // certificates
	minors       int // drafted by each
	shares       int
	each         int // 10 % certificates of each major offered in the draft
}

// rulebook holds the numbers of the game, read from the data.
type rulebook struct {
	companies [MinorsMost + 7]companyCard
	Large     Edition
	Small     Edition
	tables    [7]Limits       // by number of players
	low       [7]Limits       // the same with the certificates under the printed heads
	Structure stock.Structure // of every major (III.3.3, VII.3)
	Cards     []int           // start prices
	StartCash int             // of a minor
	StartSize int             // of its train
	Markers   int             // "no train sold" markers that a pile takes before the phase changes
}

// Book is the printed game. It is never changed.
var Book = datafile.Must(readBook())

// Companies are the cards of all companies, indexed by Company.
var Companies = &Book.companies

// Edition returns the edition that this game is played with.
func (s *State) Edition() *Edition {
	if s.Seats <= 2 {
		return &Book.Small
	}
	return &Book.Large
}

// World returns the map and the tiles of this game.
func (s *State) World() *track.World { return s.Edition().world }

// Goods returns the goods for minors in this game.
func (s *State) Goods() *Goods { return &s.Edition().goods }

// PhaseRules returns the phase that is in force.
func (s *State) PhaseRules() *trains.Phase { return &s.Edition().Phases[s.Phase] }

// PhaseColour returns the newest tile colour, which also sets the values of red areas.
func (s *State) PhaseColour() string { return s.PhaseRules().Colour() }

// Colours returns the colours of tiles that may be laid.
func (s *State) Colours() []string { return s.PhaseRules().Colours }

// MajorOf finds a major by its code in public logs; NoCompany if there is none.
func MajorOf(logID string) Company { return Book.major(logID) }

package g18mag

import (
	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// company is what is printed on a company's card.
type CompanyCard struct {
	number     int    // of a minor; 0
	Word       string // as orders and letters name it: "4", "SIK"
	Key        string // end of its message keys
	Name       string // in full
	SiteID     string // of a major in public logs
	Tokens     int    // terrain tokens of a minor
	TokenCosts []int  // prices of its stations; a minor's first is its home
	Homes      [2]Home
}

// Home is where a minor begins.
type Home struct {
	Hex   string
	city  int
	place string // "Szeged & Szabadka"
}

// Edition is what differs between the game for 3 to 6 and the game for 2 (X).
type Edition struct {
	Index  int    // into company.homes
	name   string // in the data files
	Minors []Company
	Majors []Company // by list_order
	// Words name the companies in orders, majorWords the majors.
	Words, majorWords []engine.Word[Company]
	Chart             stock.Chart
	Moves             []PriceMove
	Phases            []trains.Phase
	Piles             []int // sizes of the trains with an indicator (VI.3.9)
	goods             Goods
	world             *track.World // the map and the tiles
}

// move says how far the price moves from an amount on (VI.4.3).
type PriceMove struct {
	From  int `json:"from"`
	Steps int `json:"steps"`
}

// table is what depends on the number of players.
type Limits struct {
	Certificates int // certificates
	minors       int // drafted by each
	shares       int
	each         int // 10 % certificates of each major offered in the draft
}

// Rulebook is the numbers of the game, read from the data.
type Rulebook struct {
	companies [MinorsMost + 7]CompanyCard
	Large     Edition
	Small     Edition
	tables    [7]Limits // by number of players
	Cut       stock.Cut // of every major (III.3.3, VII.3)
	Cards     []int     // start prices
	StartCash int       // of a minor
	StartSize int       // of its train
	Markers   int       // "no train sold", until the phase changes
}

// Book is the printed game; nobody changes it.
var Book = datafile.Must(readBook())

// Companies are the cards of all companies, by Company.
var Companies = &Book.companies

// Edition of this game.
func (s *State) Edition() *Edition {
	if s.Seats <= 2 {
		return &Book.Small
	}
	return &Book.Large
}

// World is the map and the tiles of this game.
func (s *State) World() *track.World { return s.Edition().world }

// Goods of this game.
func (s *State) Goods() *Goods { return &s.Edition().goods }

// phase that holds now.
func (s *State) PhaseRules() *trains.Phase { return &s.Edition().Phases[s.Phase] }

// PhaseColour is the newest tile colour; it gives the values of red areas.
func (s *State) PhaseColour() string { return s.PhaseRules().Colour() }

// Colours of the tiles that may be laid.
func (s *State) Colours() []string { return s.PhaseRules().Colours }

// MajorOf finds a major by its code in public logs; noCompany.
func MajorOf(logID string) Company { return Book.major(logID) }

package g18cz

import (
	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// company is what is printed on the charter of a corporation (2).
type company struct {
	id    string // as orders, letters and logs name it: "EKJ"
	key   string // end of its message keys
	name  string // in full
	size  Size
	homes []string // hexes; a large one chooses one of two
	city  int      // of the home hex as printed; noCity: its director chooses (ATE)
	costs []int    // of its stations, the home station first
	cut   [2]stock.Cut
	red   track.TileID // the home tile of a large one
}

// noCity: the home city is chosen (8.6).
const noCity = -1

// sizeRule is what holds for all corporations of a size (2).
type sizeRule struct {
	key     string // end of its message keys
	starts  []int  // start prices
	capital int    // times the start price, on activation: the number of shares
	paid    int    // spaces to the right for a dividend, as steps of two (7.8)
	// Below are those that come before it in Size: it takes over corporations of a
	// smaller size; it owns trains and local railways of its own size and smaller.
}

// local is a local railway (3).
type local struct {
	id       string
	key      string
	name     string
	size     Size
	price    int             // in the draft
	income   int             // at the start of an operating round
	purple   []string        // numbers of the tiles it may lay
	terrain  map[string]bool // hexes the fee of which it waives
	discount int             // the highest fee it waives
	two      bool            // in the game for two
}

// slot is a round on the timeline.
type slot struct {
	stage  Stage
	set    int // number of the stock round, and of the set of operating rounds behind it
	round  int // in the set; of operating rounds
	value  int // of a local railway in an operating round
	export bool
}

// table is what depends on the number of players (1.1).
type table struct {
	cash  int
	limit int // certificates
}

// rulebook is the numbers of the game, read from the data.
type rulebook struct {
	worlds    [2]*track.World // the map and the tiles: for three to six players, for two
	companies [companiesMost]company
	sizes     [large + 1]sizeRule
	locals    [localsMost]local
	chart     stock.Chart
	phases    []trains.Phase
	opens     [large + 1]int // the phase from which corporations of a size may be started
	deals     int            // the phase from which local railways and trains are sold to corporations (3, 7.10)
	piles     []trains.Pile
	timeline  []slot
	tables    [7]table // by number of players
	lowCash   int      // three_player_cash, the other reading (R2)
	final     int      // value of a local railway at the end
	inTwo     [companiesMost]bool
	// words name things in orders.
	companyWords []engine.Word[Company]
	localWords   []engine.Word[Local]
}

// Numbers that are not in the data.
const (
	floats     = 50    // percent that players hold when a corporation becomes active (5.6)
	takenPrice = 100   // of a station after a take-over (R15)
	startFrom  = 100   // cash with which starting a corporation counts as possible (R50)
	otherHome  = "D17" // bcb_home, the other reading (R5)
	homeBonus  = 50    // what a red tile is worth more to the corporation whose home it is (7.7)
)

// Colours of tiles that no phase makes available: purple ones are "purple green" and
// so on, the home tiles of large corporations are red.
const (
	purple = "purple " // and a colour
	red    = "red"
)

var book = datafile.Must(readBook())

var companies = &book.companies

// two says that the game for two players is played (12).
func (s *State) two() bool { return s.Seats == 2 }

// world is the map and the tiles of this game.
func (s *State) world() *track.World {
	if s.two() {
		return book.worlds[1]
	}
	return book.worlds[0]
}

func (s *State) table() table {
	t := book.tables[s.Seats]
	if s.Seats == 3 && s.Rules.LowCash {
		t.cash = book.lowCash
	}
	return t
}

// cutOf is how a corporation is cut into certificates, and what a player may hold
// of it.
func (s *State) cutOf(c Company) stock.Cut {
	if s.two() {
		return companies[c].cut[1]
	}
	return companies[c].cut[0]
}

// homesOf are the home hexes of a corporation.
func (s *State) homesOf(c Company) []string {
	if s.Rules.HomeD17 && companies[c].id == "BCB" {
		return []string{otherHome}
	}
	return companies[c].homes
}

// phase that holds now.
func (s *State) phase() *trains.Phase { return &book.phases[s.Phase] }

// colours of the tiles that may be laid.
func (s *State) colours() []string { return s.phase().Colours }

// redColour gives the values of red tiles (7.7).
func (s *State) redColour() string { return s.phase().Colour() }

// limitOf is how many trains a corporation may own (7.10).
func (s *State) limitOf(c Company) int { return s.phase().Limit[companies[c].size] }

// unlocked says whether corporations of a size may be started (1.5).
func (s *State) unlocked(size Size) bool { return s.Phase >= book.opens[size] }

// sells says whether local railways may be sold to corporations (3).
func (s *State) sells() bool { return s.Phase >= book.deals }

// face is the side that a card shows.
func face(c Card) *trains.Face { return &book.piles[c.Pile].Faces[c.Face] }

// sizeOf is the size of the corporations that run a card.
func sizeOf(c Card) Size { return Size(face(c).Size) }

// slot is the round that is played.
func (s *State) slot() *slot { return &book.timeline[s.Time] }

// localValue is the common value of the local railways: that of the last
// operating round that has begun; 0 before the first (3).
func (s *State) localValue() int {
	for t := s.Time; t >= 0; t-- {
		if v := book.timeline[t].value; v > 0 {
			return v
		}
	}
	return 0
}

package g18cz

import (
	"embed"
	"errors"
	"slices"

	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/rail/data18xx"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// Charter is the print on the charter of a corporation (IV.2).
type Charter struct {
	ID        string // as orders, letters and logs name it: "EKJ"
	key       string // end of its message keys
	Name      string // full name
	Size      Size
	Homes     []string // hexes; a large one chooses one of two
	City      int      // of the home hex as printed; NoCity: its director chooses (ATE)
	costs     []int    // of its stations, the home station first
	structure [2]stock.Structure
	Red       track.TileID // the home tile of a large one
}

// NoCity is the City of a corporation whose director chooses it (VIII.6).
const NoCity = -1

// SizeRule has the rules for all corporations of a size (IV.2). Earlier values of Size are smaller sizes: a
// corporation takes over corporations of smaller sizes, and owns trains and local railways of its own size and
// smaller ones.
type SizeRule struct {
	key     string // end of its message keys
	Starts  []int  // start prices
	Capital int    // times the start price, on activation: the number of shares
	Paid    int    // spaces to the right for a dividend, as steps of two (VIII.8)
}

// PrintedLocal is the print of a local railway (IV.1).
type PrintedLocal struct {
	ID       string
	key      string
	Name     string
	Size     Size
	Price    int             // in the draft (R41)
	Income   int             // at the start of an operating round
	Purple   []string        // numbers of the tiles it may lay
	Terrain  map[string]bool // hexes whose terrain cost it waives
	Discount int             // the highest terrain cost it waives
	Two      bool            // in the game for two
}

// Round is a round on the timeline.
type Round struct {
	Stage  Stage
	Set    int // number of the stock round, and of the set of operating rounds after it
	Number int // in the set; of operating rounds
	Value  int // of a local railway in an operating round
	Export bool
}

// Table has the figures that depend on the number of players (III.2, R1).
type Table struct {
	cash  int
	Limit int // certificates
}

// Rulebook is the numbers of the game, read from the data.
type Rulebook struct {
	Worlds    [2]*track.World // the map and the tiles: for three to six players, for two
	Companies [companiesMost]Charter
	Sizes     [Large + 1]SizeRule
	Locals    [localsMost]PrintedLocal
	Chart     stock.Chart // (R43)
	Phases    []trains.Phase
	Opens     [Large + 1]int // the phase from which corporations of a size may be started
	Deals     int            // the phase from which local railways and trains are sold to corporations (IV.1, VIII.10)
	Piles     []trains.Pile
	Timeline  []Round  // of 18xx.games but for the first and last value (R59)
	tables    [7]Table // by number of players
	lowCash   int      // three_player_cash, the other reading (R2)
	Final     int      // value of a local railway at the end
	InTwo     [companiesMost]bool
	// words name things in orders.
	CompanyWords []engine.Word[Company]
	localWords   []engine.Word[Local]
}

// Numbers that are not in the data.
const (
	Floats     = 50    // percent that players hold when a corporation becomes active (VII.5.a)
	TakenPrice = 100   // of a station after a take-over (R15)
	startFrom  = 100   // cash with which starting a corporation counts as possible (R50)
	otherHome  = "D17" // bcb_home, the other reading (R5)
	HomeBonus  = 50    // added to the value of a red tile for the corporation whose home it is (VIII.7)
)

// Colours of tiles that no phase makes available: purple ones are "purple green" and
// so on, the home tiles of large corporations are red.
const (
	Purple = "purple " // and a colour
	Red    = "red"
)

// Book is the rulebook of 18CZ. Nobody changes it.
var Book = datafile.Must(readBook())

// Two reports whether the game for two players is played.
func (s *State) Two() bool { return s.Seats == 2 }

// World is the map and the tiles of this game.
func (s *State) World() *track.World {
	if s.Two() {
		return Book.Worlds[1]
	}
	return Book.Worlds[0]
}

// Table has the figures for the number of players of this game.
func (s *State) Table() Table {
	t := Book.tables[s.Seats]
	if s.Seats == 3 && s.Rules.LowCash {
		t.cash = Book.lowCash
	}
	return t
}

// StructureOf returns the certificates of a corporation, and a player's limit of it.
func (s *State) StructureOf(c Company) stock.Structure {
	if s.Two() {
		return Book.Companies[c].structure[1]
	}
	return Book.Companies[c].structure[0]
}

// HomesOf are the home hexes of a corporation.
func (s *State) HomesOf(c Company) []string {
	if s.Rules.HomeD17 && c.ID() == "BCB" {
		return []string{otherHome}
	}
	return Book.Companies[c].Homes
}

// PhaseRules is the present phase.
func (s *State) PhaseRules() *trains.Phase { return &Book.Phases[s.Phase] }

// Unlocked reports whether corporations of a size may be started (VII.3).
func (s *State) Unlocked(size Size) bool { return s.Phase >= Book.Opens[size] }

// Sells reports whether local railways may be sold to corporations (IV.1).
func (s *State) Sells() bool { return s.Phase >= Book.Deals }

// Face is the side that a card shows.
func Face(c Card) *trains.Face { return &Book.Piles[c.Pile].Faces[c.Face] }

// SizeOf is the size of the corporations that run a card.
func SizeOf(c Card) Size { return Size(Face(c).Size) }

// Round is the round being played.
func (s *State) Round() *Round { return &Book.Timeline[s.Time] }

// LocalValue is the common value of the local railways: that of the last
// operating round that has begun; 0 before the first (IV.1).
func (s *State) LocalValue() int {
	for t := s.Time; t >= 0; t-- {
		if v := Book.Timeline[t].Value; v > 0 {
			return v
		}
	}
	return 0
}

// LocalWorth is the present worth of a local railway: before the first operating round its price in the draft.
func (s *State) LocalWorth(l Local) int {
	if v := s.LocalValue(); v > 0 {
		return v
	}
	return Book.Locals[l].Price
}

//go:embed data/*.json
var files embed.FS

// ownData is own.json: the data that only 18CZ has.
type ownData struct {
	Sizes  map[string]localSize `json:"local_sizes"`
	Locals []struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Size  string `json:"size"`
		Price int    `json:"price"`
		Two   bool   `json:"two"`
	} `json:"locals"`
	Timeline []struct {
		Round  Stage `json:"round"`
		Value  int   `json:"value"`
		Export bool  `json:"export"`
	} `json:"timeline"`
	Final   int    `json:"final_value"`
	Deals   string `json:"deals_from"`            // a phase
	LowCash int    `json:"cash_of_three"`         // the other reading (R2)
	MostTwo int    `json:"most_of_large_for_two"` // percent (Two players)
}

// localSize is the common data of local railways of a size (IV.1).
type localSize struct {
	Income   int      `json:"income"`
	Purple   []string `json:"purple"`
	Waives   []string `json:"waives"` // sorts of terrain
	Discount int      `json:"discount"`
}

// SizeNames are the ends of the message keys of sizes.
var SizeNames = [...]string{Small: "small", Medium: "medium", Large: "large"}

// paidSteps are the steps to the right for a dividend, by size (VIII.8).
var paidSteps = [...]int{Small: 1, Medium: 1, Large: 2}

// readBook reads the embedded data.
func readBook() (*Rulebook, error) {
	var own ownData
	game, err := data18xx.Read(files, "18cz")
	if err := errors.Join(err, datafile.Read(files, "18cz", "own.json", &own)); err != nil {
		return nil, err
	}
	standard := &game.Editions[0]
	b := &Rulebook{Chart: standard.Chart, Phases: standard.Phases, Piles: standard.Trains, lowCash: own.LowCash, Final: own.Final}
	for i := range game.Editions {
		b.Worlds[i] = game.Editions[i].World
		for n, t := range game.Editions[i].Tables {
			b.tables[n] = Table{cash: t.Cash, Limit: t.Certificates}
		}
	}
	b.Deals = slices.IndexFunc(b.Phases, func(p trains.Phase) bool { return p.Name == own.Deals })
	for size := range b.Sizes {
		kind := &game.Kinds[size]
		b.Sizes[size] = SizeRule{key: kind.Name, Starts: kind.Starts, Capital: kind.Structure().Shares(), Paid: paidSteps[size]}
		b.Opens[size] = slices.IndexFunc(b.Phases, func(p trains.Phase) bool { return p.Limit[size] > 0 })
	}
	b.readCompanies(game, &own)
	b.readTimeline(&own)
	b.readLocals(&own)
	return b, nil
}

func (b *Rulebook) readCompanies(game *data18xx.Game, own *ownData) {
	for i, d := range game.Companies {
		kind := &game.Kinds[d.Kind]
		c := Charter{ID: d.ID, key: engine.Fold(d.ID), Name: d.Name, Size: Size(d.Kind), City: d.Homes[0].City, costs: kind.Stations}
		for _, h := range d.Homes {
			if slices.Contains(c.Homes, h.Hex) {
				c.City = NoCity // its director chooses
			} else {
				c.Homes = append(c.Homes, h.Hex)
			}
		}
		c.structure = [2]stock.Structure{kind.Structure(), kind.Structure()}
		if c.Size == Large {
			c.structure[1].Most = own.MostTwo
			c.Red = redTile(b.Worlds[0].Set, c.ID)
		}
		b.Companies[i] = c
		b.CompanyWords = append(b.CompanyWords, engine.Word[Company]{Text: c.ID, Value: Company(i)})
	}
	for _, c := range game.Editions[1].Companies {
		b.InTwo[c] = true
	}
}

// redTile is the home tile of a large corporation, which has its name as label.
func redTile(set *track.Set, id string) track.TileID {
	return track.TileID(slices.IndexFunc(set.Tiles, func(t track.Tile) bool { return t.Colour == Red && t.Label == id }))
}

func (b *Rulebook) readTimeline(own *ownData) {
	set, round := 0, 0
	for _, r := range own.Timeline {
		s := Round{Stage: r.Round, Value: r.Value, Export: r.Export}
		switch r.Round {
		case Stocks:
			set, round = set+1, 0
			s.Set = set
		case Operating:
			round++
			s.Set, s.Number = set, round
		}
		b.Timeline = append(b.Timeline, s)
	}
}

func (b *Rulebook) readLocals(own *ownData) {
	for i, d := range own.Locals {
		rule := own.Sizes[d.Size]
		l := PrintedLocal{
			ID: d.ID, key: engine.Fold(d.ID), Name: d.Name, Size: Size(slices.Index(SizeNames[:], d.Size)), Price: d.Price, Income: rule.Income,
			Purple: rule.Purple, Terrain: map[string]bool{}, Discount: rule.Discount, Two: d.Two,
		}
		for _, h := range b.Worlds[0].Map.Hexes {
			if slices.Contains(rule.Waives, h.Terrain) {
				l.Terrain[h.Name] = true
			}
		}
		b.Locals[i] = l
		b.localWords = append(b.localWords, engine.Word[Local]{Text: l.ID, Value: Local(i)})
	}
}

// ID is how orders, letters and logs name a corporation: "EKJ".
func (c Company) ID() string { return Book.Companies[c].ID }

// Size is the size of a corporation.
func (c Company) Size() Size { return Book.Companies[c].Size }

// ID is how orders, letters and logs name a local railway: "S1".
func (l Local) ID() string { return Book.Locals[l].ID }

// Flipped is the side of a card of a corporation's own size; ok is false if it has none.
func Flipped(c Company, card Card) (to Card, ok bool) {
	for f := range Book.Piles[card.Pile].Faces {
		if to = (Card{Pile: card.Pile, Face: f}); SizeOf(to) == c.Size() {
			return to, true
		}
	}
	return card, false
}

// LeastDeal is the lowest price that two sides may agree on (IV.1, VIII.10).
const LeastDeal = 1

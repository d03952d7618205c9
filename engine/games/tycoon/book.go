package tycoon

import (
	"railpost/engine/rail/hex"
)

// Book is a board with its cards, barons and figures (Other boards). It is read once
// from the data files, never changed, and shared by all positions.
type Book struct {
	Name   string // of the board
	Hexes  []Hex  // row by row from north to south, west to east
	Cities []Place
	Cards  []Card  // by number, from 1; 0 is none
	Barons []Baron // 1 is the first; 0 is none (or unknown)

	Gateways []City // cities where a western link may be built
	Market   City   // destination of a western link's goods; NoCity if there is none

	Engines []int // cost of a level, by level; 0 and 1 cost nothing (Upgrade engine)
	Income  []int // by position, 0 to 100 (Income)
	Tiles   Cubes // new city tiles by colour (Set-up, R14)
	Bag     Cubes // cubes of a colour (Set-up)
	Markers []int // empty markers that end the game, by number of players

	spots map[hex.Coord]Spot
}

// Spot is the index of a hex in Book.Hexes.
type Spot int

// NoSpot is off the board.
const NoSpot Spot = -1

// City is the index of a city in Book.Cities, in the order of the map file.
type City int

// NoCity is used where there is no city.
const NoCity City = -1

// Terrain is the kind of a hex (Components).
type Terrain string

const (
	Open     Terrain = "open"
	Hill     Terrain = "hill"
	InCity   Terrain = "city"
	West     Terrain = "west" // a western link hex: no ordinary track
	Unusable Terrain = "unusable"
)

// Sides is a set of sides of a hex, a bit each.
type Sides uint8

// Has reports whether the set contains e.
func (s Sides) Has(e hex.Edge) bool { return s>>e&1 != 0 }

// With returns the set with e added.
func (s Sides) With(e hex.Edge) Sides { return s | 1<<e }

// Hex is a hex of the board.
type Hex struct {
	At      hex.Coord
	Terrain Terrain
	City    City            // NoCity if it has none
	River   Sides           // sides the river crosses in this hex (Build track)
	Ridge   Sides           // sides with a ridge
	Next    [hex.Edges]Spot // neighbours; NoSpot off the board
}

// Track reports whether track may be laid in the hex.
func (h *Hex) Track() bool { return h.Terrain == Open || h.Terrain == Hill }

// Place is a city as printed.
type Place struct {
	Name   string
	Spot   Spot
	Colour Colour
	Cubes  int   // at the start (Set-up)
	Exits  Sides // sides that take track

	plain string // the name in the form used for comparison, see plainName
}

// Colour of a city or a cube. A gray city accepts no cubes.
type Colour int8

const (
	Gray Colour = iota
	Red
	Yellow
	Blue
	Black
	Purple
)

// Colours is the number of colours of cubes.
const Colours = 5

// colourWords are the words for colours in orders, indexed by Colour.
var colourWords = [Colours + 1]string{"gray", "red", "yellow", "blue", "black", "purple"}

func (c Colour) String() string { return colourWords[c] }

// Cubes is a number of cubes for each colour except gray.
type Cubes [Colours]int16

// Of returns the number of a colour.
func (c *Cubes) Of(colour Colour) int { return int(c[colour-1]) }

// Add changes the number of a colour.
func (c *Cubes) Add(colour Colour, n int) { c[colour-1] += int16(n) }

// Total returns the number of cubes of all colours.
func (c *Cubes) Total() (n int) {
	for _, k := range c {
		n += int(k)
	}
	return n
}

// CardKind is the subject of an operation card.
type CardKind string

const (
	EraBegins          CardKind = "era_begins"
	SpeedRecord        CardKind = "speed_record"
	NewTrain           CardKind = "new_train"
	Hotel              CardKind = "hotel"
	MajorLine          CardKind = "major_line"
	ServiceBounty      CardKind = "service_bounty"
	CityGrowth         CardKind = "city_growth"
	NewIndustry        CardKind = "new_industry"
	RailroadExecutive  CardKind = "railroad_executive"
	LandGrant          CardKind = "land_grant"
	PerfectEngineering CardKind = "perfect_engineering"
)

// Timing tells when a card takes effect (Operations cards).
type Timing string

const (
	Award       Timing = "award"         // goes to the first player who meets it; cannot be taken
	Keep        Timing = "keep"          // taken, stays with its owner
	AtOnce      Timing = "at_once"       // taken and carried out
	HandOnce    Timing = "hand_once"     // taken, used once later
	OncePerTurn Timing = "once_per_turn" // taken, usable once a turn
)

// Card is an operation card. Fields that its kind does not use are zero (NoCity for
// cities).
type Card struct {
	ID     int
	Kind   CardKind
	Timing Timing
	Name   string
	Points int
	Start  bool // face up from the start
	City   City // hotel, service bounty
	A, B   City // major line
	West   City // major line: the western link it also needs
	N      int  // speed record: links; new train: level; city growth: cubes; executive: actions; engineering: tracks
}

// Goal is the kind of a baron's goal (Tycoon cards).
type Goal string

const (
	FewestShares  Goal = "fewest_shares"
	MostMoney     Goal = "most_money"
	MostCities    Goal = "most_cities_connected"
	LongestLine   Goal = "longest_line"
	Connects      Goal = "connects"
	LinksFromCity Goal = "links_from_city"
	FirstToEngine Goal = "first_to_engine"
	WesternBuilt  Goal = "built_western_link"
)

// Baron is a secret goal.
type Baron struct {
	ID      string
	Name    string
	Goal    Goal
	Points  int
	A, B    City // connects
	City    City // links from a city
	Each    int  // links from a city: points for each
	Max     int  // limit of these points
	Level   int  // first to reach an engine level
	Reveals bool // shown when met
}

package russian

import (
	"fmt"
	"slices"

	"railpost/engine/datafile"
)

// Colour is the colour of a track. Colours are in their fixed order.
type Colour int

const (
	Black Colour = iota
	Grey
	Brown
	Natural
	White
	Colours = 5

	allColours = 1<<Colours - 1
)

// ColourNames are the colours in orders.
var ColourNames = [Colours]string{"black", "grey", "brown", "natural", "white"}

// UnmarshalText reads the name of a colour in the data.
func (c *Colour) UnmarshalText(name []byte) error {
	i := slices.Index(ColourNames[:], string(name))
	if i < 0 {
		return fmt.Errorf("%q is not one of %q", name, ColourNames)
	}
	*c = Colour(i)
	return nil
}

// Railway is one of the three lines of a player's board.
type Railway int

const (
	Transsib Railway = iota
	Petersburg
	Kiev
	Railways = 3
)

var railwayNames = [Railways]string{"transsib", "petersburg", "kiev"}

// Op is one kind of elementary effect.
type Op int

const (
	// The player decides on these; they become parts of a Frame.
	OpTrack Op = iota + 1
	OpIndustry
	OpDoubler
	OpBuild // a locomotive or a factory
	OpLoco
	OpFactory
	OpAgain
	OpRepeat // repeats one of the earlier parts
	// These need no decision, or open a question of their own.
	OpPoints
	OpRuble
	OpTemps
	OpHire
	OpClaim
	OpEngineerSum
	OpLocoSum
	OpEndChoice
	OpRevalue
	OpMarker
	OpMedal
	OpCard
	OpBlackWorker
	OpEngineer
	OpUnlock
	OpWorker
	OpQuestion
)

var opNames = map[string]Op{
	"advance_track": OpTrack, "advance_industry": OpIndustry, "place_doubler": OpDoubler,
	"locomotive_or_factory": OpBuild, "locomotive": OpLoco, "factory": OpFactory, "place_locomotive": OpLoco,
	"repeat_single_worker_space": OpAgain, "repeat_one_of_previous": OpRepeat,
	"points": OpPoints, "gain_ruble": OpRuble, "take_temporary_workers": OpTemps, "hire_engineer": OpHire,
	"claim_position": OpClaim, "points_sum_own_engineer_numbers": OpEngineerSum,
	"points_sum_two_best_locomotives": OpLocoSum, "end_bonus_card_or_points": OpEndChoice,
	"set_revalued": OpRevalue, "place_second_industry_marker": OpMarker, "place_kiev_medal": OpMedal,
	"question_card": OpCard, "gain_black_worker": OpBlackWorker, "gain_engineer": OpEngineer,
	"gain_tracks": OpUnlock, "gain_worker": OpWorker, "question_token": OpQuestion,
}

// Part is one part of an effect.
type Part struct {
	Op      Op    `json:"op"`
	Colours uint8 `json:"colours,omitempty"` // opTrack: possible colours, a bit each
	Left    int   `json:"left,omitempty"`    // remaining uses, or the amount
	Arg     int   `json:"arg,omitempty"`     // a number: locomotive, engineer, position, colour
}

// isLeft reports whether something of the part is still to come.
func (p Part) isLeft() bool { return p.Left > 0 }

func (p Part) takes(c Colour) bool { return p.Op == OpTrack && p.Colours&(1<<c) != 0 }

// Space is an action space on the main board or of an engineer.
type Space struct {
	ID           string `json:"id"`
	Group        string `json:"group"`
	Engineer     int    `json:"number"` // 0: a space of the main board
	Stack        string `json:"stack"`  // of an engineer, A or B; that of a ? card has none
	Workers      int    `json:"workers"`
	Rubles       int    `json:"rubles"`
	Effect       effect `json:"effect"`
	LeastPlayers int    `json:"least_players"` // number of players from which the space is used
	Open         bool   `json:"open"`          // never counts as occupied
	NotLast      bool   `json:"not_last_round"`
	OnlyLast     bool   `json:"only_last_round"`
	claims       int    // position that it claims; 0: none
}

// Special is a reward or a scoring value printed on a railway (Special spaces). A reward
// comes once, points in every scoring.
type Special struct {
	ID         string  `json:"id"`
	Railway    Railway `json:"-"`
	Space      int     `json:"space"`
	Colour     Colour  `json:"colour"`
	NeedsReach bool    `json:"locomotive"` // the reach must get there too
	NeedsMedal bool    `json:"medal"`
	Reward     effect  `json:"reward"`
	Score      int     `json:"score"`  // points in every scoring
	Doubles    bool    `json:"double"` // doubles the railway in every scoring
	bit        uint32  // in Player.Taken; 0: lasting
}

// IndustryPlace is a position of the industry track (Industrialization).
type IndustryPlace struct {
	Slot     int  `json:"slot"`   // of the factory in a gap; 0: no gap
	Points   int  `json:"points"` // scored there; gaps and the ? space have the points of an earlier position
	Question bool `json:"question"`
}

// EndCard is an end bonus card and its scoring.
type EndCard struct {
	ID     string  `json:"id"`
	Op     string  `json:"op"`
	Points int     `json:"points"`
	Each   int     `json:"each"`
	Max    int     `json:"max"`
	Tiers  [][]int `json:"tiers"` // pairs: the least number, and its points
}

// table is the numbers that depend on the number of players, such as the points for
// passing (R4).
type table struct {
	Rounds      int   `json:"rounds"`
	Workers     int   `json:"workers"` // at the start
	Reserve     int   `json:"reserve"` // that can be gained
	Rubles      int   `json:"rubles"`
	StackA      int   `json:"stack_a"` // engineers in play
	StackB      int   `json:"stack_b"`
	Public      int   `json:"public"`      // engineers that all may use
	Row         int   `json:"row"`         // of engineers
	Locomotives int   `json:"locomotives"` // of each number from 2 on
	Pass        []int `json:"pass"`        // points, by place in the turn order
	ClaimOwn    bool  `json:"claim_own"`   // a player may claim their present place
}

// The ? spaces in the order in which tokens fill them (Orders by mail).
const (
	spaceT13 = iota
	spaceP4
	spaceP6
	spaceI10
	questionSpaces
)

// Rulebook holds all numbers of the game, read from the data.
type Rulebook struct {
	Spaces         []*Space // in printed order, then the engineers
	byID           map[string]*Space
	stackA         []int
	stackB         []int
	Factories      [10][]Part
	Length         [Railways]int
	Accepts        [Railways]uint8
	places         [Railways]int
	Doublers       int // places for them
	Specials       []Special
	Values         [2][Colours]int // normal, revalued
	Industry       []IndustryPlace
	questionI      uint32 // bit of the ? position in Player.Taken
	FactorySlots   int
	Tokens         []string
	tokenDo        [][]Part
	QuestionSpaces []string
	QuestionCards  []string
	qcardDo        [][]Part
	EndCards       []EndCard // card n is EndCards[n-1]
	StartCards     []string
	startDo        [][]Part
	tables         map[int]*table // by number of players
	startTrack     [Railways][Colours]int
	startLocos     [Railways][2]int
	first          int // majority
	second         int
	endPoints      int // instead of an end bonus card
}

// Book is the printed game. It is never changed.
var Book = datafile.Must(readBook())

// Space returns the action space with a name; nil if there is none.
func (b *Rulebook) Space(id string) *Space { return b.byID[id] }

package russian

import "railpost/engine/datafile"

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
	OpRepeat // one of the earlier parts, once more
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
	Colours uint8 `json:"colours,omitempty"` // opTrack: which, a bit each
	Left    int   `json:"left,omitempty"`    // how many are still to come, or the amount
	Arg     int   `json:"arg,omitempty"`     // a number: locomotive, engineer, position, colour
}

// isLeft reports whether something of the part is still to come.
func (p Part) isLeft() bool { return p.Left > 0 }

func (p Part) takes(c Colour) bool { return p.Op == OpTrack && p.Colours&(1<<c) != 0 }

// Space is an action space on the main board or of an engineer.
type Space struct {
	ID              string
	group           string
	Workers, Rubles int
	Effect          []Part
	players         [5]bool // by number of players
	Open            bool    // never counts as occupied
	notLast         bool
	onlyLast        bool
	claims          int // position that it claims; 0: none
	Engineer        int // number; 0: a space of the main board
}

// Special is a reward or a scoring value printed on a railway (Special spaces).
type Special struct {
	ID         string
	Railway    Railway
	Space      int
	Colour     Colour
	NeedsReach bool // the reach must get there too
	NeedsMedal bool
	bit        uint32 // in Player.Taken; 0: lasting
	Reward     []Part
	Score      int  // points in every scoring
	Doubles    bool // doubles the railway in every scoring
}

// IndustryPlace is a position of the industry track (Industrialization).
type IndustryPlace struct {
	Slot     int // of the factory in a gap; 0: no gap
	points   int // scored there; gaps and the ? space have those of an earlier position
	Question bool
}

// EndCard is an end bonus card and what it scores.
type EndCard struct {
	ID     string  `json:"id"`
	Op     string  `json:"op"`
	Points int     `json:"points"`
	Each   int     `json:"each"`
	Max    int     `json:"max"`
	Tiers  [][]int `json:"tiers"` // from a number on, this many points
}

// table is the numbers that depend on the number of players.
type table struct {
	rounds, workers, reserve int
	engineersA, engineersB   int
	supply                   [10]int
	rubles                   int
	claimOwn                 bool
	public                   int
	rowLength                int
	pass                     [5]int
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
	doublers       int // places for them
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
	tables         [5]table
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

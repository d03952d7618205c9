package russian

import "railpost/engine/datafile"

// Colour of a track, in the fixed order of 5.1.
type Colour int

const (
	black Colour = iota
	grey
	brown
	natural
	white
	colours = 5

	allColours = 1<<colours - 1
)

var colourNames = [colours]string{"black", "grey", "brown", "natural", "white"}

// Railway is one of the three lines of a player's board.
type Railway int

const (
	transsib Railway = iota
	petersburg
	kiev
	railways = 3
)

var railwayNames = [railways]string{"transsib", "petersburg", "kiev"}

// Op is one kind of elementary effect (5).
type Op int

const (
	// These are asked for: they become parts of a Frame.
	opTrack Op = iota + 1
	opIndustry
	opDoubler
	opBuild // a locomotive or a factory
	opLoco
	opFactory
	opAgain
	opRepeat // one of the parts before, once more
	// These need no decision, or open a question of their own.
	opPoints
	opRuble
	opTemps
	opHire
	opClaim
	opEngineerSum
	opLocoSum
	opEndChoice
	opRevalue
	opMarker
	opMedal
	opCard
	opBlackWorker
	opEngineer
	opUnlock
	opWorker
	opQuestion
)

var opNames = map[string]Op{
	"advance_track": opTrack, "advance_industry": opIndustry, "place_doubler": opDoubler,
	"locomotive_or_factory": opBuild, "locomotive": opLoco, "factory": opFactory, "place_locomotive": opLoco,
	"repeat_single_worker_space": opAgain, "repeat_one_of_previous": opRepeat,
	"points": opPoints, "gain_ruble": opRuble, "take_temporary_workers": opTemps, "hire_engineer": opHire,
	"claim_position": opClaim, "points_sum_own_engineer_numbers": opEngineerSum,
	"points_sum_two_best_locomotives": opLocoSum, "end_bonus_card_or_points": opEndChoice,
	"set_revalued": opRevalue, "place_second_industry_marker": opMarker, "place_kiev_medal": opMedal,
	"question_card": opCard, "gain_black_worker": opBlackWorker, "gain_engineer": opEngineer,
	"gain_tracks": opUnlock, "gain_worker": opWorker, "question_token": opQuestion,
}

// Part is one part of an effect.
type Part struct {
	Op      Op    `json:"op"`
	Colours uint8 `json:"colours,omitempty"` // opTrack: which, a bit each
	Left    int   `json:"left,omitempty"`    // how many are still to come, or how much
	Arg     int   `json:"arg,omitempty"`     // a number: locomotive, engineer, position, colour
}

func (p Part) takes(c Colour) bool { return p.Op == opTrack && p.Colours&(1<<c) != 0 }

// space is an action space: of the main board, or an engineer's.
type space struct {
	id              string
	group           string
	workers, rubles int
	effect          []Part
	players         [5]bool // by number of players
	open            bool    // never counts as occupied
	notLast         bool
	onlyLast        bool
	claims          int // position that is claimed; 0: none
	engineer        int // number; 0: a space of the main board
}

// special is a reward or a scoring value printed on a railway (6).
type special struct {
	id      string
	railway Railway
	space   int
	colour  Colour
	loco    bool // the reach must come there too
	medal   bool
	bit     uint32 // in Player.Taken; 0: lasting
	reward  []Part
	score   int  // points in every scoring
	double  bool // doubles the railway in every scoring
}

type position struct {
	slot     int // of the factory in a gap; 0: no gap
	points   int // scored there; gaps and the ? space have those of an earlier one
	question bool
}

// endCard is an end bonus card and what it scores.
type endCard struct {
	ID     string  `json:"id"`
	Op     string  `json:"op"`
	Points int     `json:"points"`
	Each   int     `json:"each"`
	Max    int     `json:"max"`
	Tiers  [][]int `json:"tiers"` // from a number on, so many points
}

// table is what depends on the number of players.
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

// The ? spaces in the order in which tokens fill them (13).
const (
	spaceT13 = iota
	spaceP4
	spaceP6
	spaceI10
	questionSpaces
)

// rulebook is all numbers of the game, read from the data.
type rulebook struct {
	spaces     []*space // in printed order, then the engineers
	byID       map[string]*space
	stackA     []int
	stackB     []int
	factories  [10][]Part
	length     [railways]int
	accepts    [railways]uint8
	places     [railways]int
	doublers   int // places for them
	specials   []special
	values     [2][colours]int // normal, revalued
	industry   []position
	questionI  uint32 // bit of the ? position in Player.Taken
	slots      int
	tokens     []string
	tokenDo    [][]Part
	qspaces    []string
	qcards     []string
	qcardDo    [][]Part
	endCards   []endCard // card n is endCards[n-1]
	startCards []string
	startDo    [][]Part
	tables     [5]table
	startTrack [railways][colours]int
	startLocos [railways][2]int
	first      int // majority
	second     int
	endPoints  int // instead of an end bonus card
}

var book = datafile.Must(readBook())

func (b *rulebook) space(id string) *space { return b.byID[id] }

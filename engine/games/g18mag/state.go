package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// Company is a minor or a major: minors 1 to 13 are 0 to 12; the majors follow in the
// order of game.json. It is also the track.Owner of its stations; the stock.Company of
// a major is c - firstMajor.
type Company int

const (
	MinorsMost = 13
	FirstMajor = Company(MinorsMost)
	NoCompany  = Company(-1)
)

// Minor reports whether a company is a minor.
func (c Company) Minor() bool { return c >= 0 && c < FirstMajor }

// Stage is a part of the game (IV).
type Stage string

const (
	Drafting  Stage = "draft"
	Stocks    Stage = "stock"
	Operating Stage = "operating"
	Over      Stage = "over"
)

// Step is a step of a company's turn (VI.3.1, VI.4.1).
type Step string

// Steps, in order. Majors have only station and payout.
const (
	StepTrack   Step = "track"
	StepStation Step = "station"
	StepScrap   Step = "scrap"
	StepRun     Step = "run"
	StepTrains  Step = "trains"
	StepPayout  Step = "payout"
)

// State is a whole game of 18Mag. Everything is public (II.1).
type State struct {
	Rules Settings `json:"rules"`
	Seats int      `json:"seats"` // including István's
	// Table lists the seats clockwise; the first began the draft (II.4).
	Table []engine.Seat `json:"table"`

	Stage    Stage       `json:"stage"`
	Set      int         `json:"set"`      // number of the set, from 1; draft and first ORs are set 1
	Round    int         `json:"round"`    // OR in its set, from 1
	Rounds   int         `json:"rounds"`   // ORs of this set, fixed when it starts; shortened by a phase change
	EndSet   int         `json:"endSet"`   // the set whose ORs end the game, once the end is triggered (IX); 0 before
	Phase    int         `json:"phase"`    // index into the phases of the edition
	Priority engine.Seat `json:"priority"` // holder of the PD
	Actor    engine.Seat `json:"actor"`    // the seat that decides now

	// Piles are the train types with an indicator, in the order of game.json (VI.3.9,
	// VI.4.3).
	Piles []Pile `json:"piles"`
	Sold  bool   `json:"sold"`  // the bank sold a train in this OR
	Quiet int    `json:"quiet"` // consecutive ORs without a sale (R-03, consecutive)

	Cash   cash.Ledger  `json:"cash"` // accounts: the seats, then the companies; see account
	Shares stock.Book   `json:"shares"`
	Market stock.Market `json:"market"`
	Minors []Minor      `json:"minors"` // by Company
	Majors []Major      `json:"majors"` // by Company - firstMajor; In is false if not in play
	Board  track.Board  `json:"board"`

	Draft  Draft     `json:"draft,omitzero"`
	Trade  StockTurn `json:"trade,omitzero"`  // stock rounds
	Order  []Company `json:"order,omitempty"` // operating order of this OR
	At     int       `json:"at,omitempty"`    // index into Order of the company that operates
	Turn   Turn      `json:"turn,omitzero"`   // of the operating company
	Asking *Sale     `json:"asking,omitempty"`
	Runs   []Run     `json:"runs,omitempty"`  // the last run of every minor, for letters and warm starts
	Quit   bool      `json:"quit,omitempty"`  // ended by agreement
	Alone  *Alone    `json:"alone,omitempty"` // against István (XI); nil in other games
}

// Pile is a train type whose first sale begins the next phase.
type Pile struct {
	Used    bool `json:"used"`
	Markers int  `json:"markers"` // "no train sold" (VI.4.3)
}

// Minor is a small company (III.3.2).
type Minor struct {
	In       bool        `json:"in"`               // drafted, or still to be drafted
	Owner    engine.Seat `json:"owner"`            // engine.Nobody until it is drafted
	Trains   []int       `json:"trains,omitempty"` // sizes, in the order of purchase
	Stations int         `json:"stations"`         // placed so far, including the home station
	Tokens   int         `json:"tokens"`           // terrain tokens left
}

// Lose takes away a train that the minor has.
func (m *Minor) Lose(size int) {
	list := slices.Clone(m.Trains)
	i := slices.Index(list, size)
	m.Trains = slices.Delete(list, i, i+1)
}

// Gain gives the minor a train.
func (m *Minor) Gain(size int) {
	list := m.Trains
	m.Trains = append(list[:len(list):len(list)], size)
}

// Major is a share company (III.3.3).
type Major struct {
	In       bool `json:"in"`
	Stations int  `json:"stations"` // placed so far
}

// Draft is the first stock round (V).
type Draft struct {
	Turn   int   `json:"turn"`             // complete turns so far
	Pick   int   `json:"pick"`             // picks in this turn so far
	Shares []int `json:"shares,omitempty"` // 10 % certificates still offered, by major's place in game.json
	Minors []int `json:"minors,omitempty"` // minors taken, by seat
	Taken  []int `json:"taken,omitempty"`  // shares taken, by seat
}

// StockTurn is the state of a stock round (VII).
type StockTurn struct {
	Passed int         `json:"passed"`         // consecutive passes
	LastBy engine.Seat `json:"last"`           // the last to buy or sell; Nobody
	Sold   []Sold      `json:"sold,omitempty"` // in this SR, in order (VII.4, VII.5)
	Now    int         `json:"now"`            // number of those of this turn, at the end
}

// Sold is a sale of shares.
type Sold struct {
	By    engine.Seat `json:"by"`
	Major Company     `json:"major"`
}

// Turn is the turn of the operating company.
type Turn struct {
	Step     Step      `json:"step"`
	Laid     int       `json:"laid"`               // tile actions
	Upgraded bool      `json:"upgraded"`           // one of them was an upgrade
	Services []Company `json:"services,omitempty"` // wagon services bought, in order: the sellers
	Token    bool      `json:"token,omitempty"`    // imported logs only: a terrain token waits for its tile
}

// Sale is an offer for a train that the seller's owner must answer (VI.3.8, R-19).
type Sale struct {
	Buyer  Company `json:"buyer"`
	Seller Company `json:"seller"`
	Train  int     `json:"train"` // size
	Price  int     `json:"price"`
}

// Run is a minor's last run.
type Run struct {
	Minor   Company  `json:"minor"`
	Routes  []string `json:"routes,omitempty"` // in the words of orders
	Revenue int      `json:"revenue"`
	Mine    int      `json:"mine,omitempty"`
}

// Settings are the options of the table.
type Settings struct {
	PassOn         bool `json:"passOn,omitempty"`         // priority_after_draft = pass_on
	Consecutive    bool `json:"consecutive,omitempty"`    // no_train_rule = consecutive
	LateEnd        bool `json:"lateEnd,omitempty"`        // late_end_quirk
	OOFirst        bool `json:"ooFirst,omitempty"`        // oo_first_token
	DirectorOnSale bool `json:"directorOnSale,omitempty"` // buy_director_certificate
	BestRoutes     bool `json:"bestRoutes,omitempty"`     // enforce_best_routes
	SellAgain      bool `json:"sellAgain,omitempty"`      // sell_again
	SecondShare    bool `json:"secondShare,omitempty"`    // second_share_at_limit = allowed
	LowLimits      bool `json:"lowLimits,omitempty"`      // certificate_limits = 14-11-9-9
	IdleServices   bool `json:"idleServices,omitempty"`   // unused services allowed
	ServiceRuns    bool `json:"serviceRuns,omitempty"`    // but not if no run is possible; see mend
	NoConsent      bool `json:"noConsent,omitempty"`      // a sale between owners does not need the seller's agreement
	AgreedEnd      bool `json:"agreedEnd,omitempty"`      // the game may be ended by agreement
}

// Share returns the index of a major in Shares and Market.
func (c Company) Share() stock.Company { return stock.Company(c - FirstMajor) }

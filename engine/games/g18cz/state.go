package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// Company is a corporation: 0 to 14 in the order of game.json, which is the
// order in which excess trains are given away (VIII.12). It is the
// stock.Company of its shares and the track.Owner of its stations.
type Company int

// Local is a local railway: 0 to 17 in the order of own.json, the small ones first.
type Local int

const (
	companiesMost = 15
	localsMost    = 18
	NoCompany     = Company(-1)
	NoLocal       = Local(-1)
)

// Size of a corporation, of a local railway, of a side of a train card. It is the
// Size of trains.Face and the index into the Limit of trains.Phase. Small trains
// are normal ones, medium plus trains, large E trains (IV.2).
type Size int

const (
	Small Size = iota
	Medium
	Large
)

// Stage is the part of the game that is being played (III).
type Stage string

const (
	Drafting  Stage = "draft"
	Stocks    Stage = "stock"
	Operating Stage = "operating"
	Over      Stage = "over"
)

// Step is a step of a corporation's turn (VIII.3).
type Step string

// Steps, in order.
const (
	StepHome     Step = "home"      // red tile, ATE's city; other home stations are placed without a question (VIII.4)
	StepTrack    Step = "track"     // VIII.4
	StepStation  Step = "station"   // VIII.6
	StepRun      Step = "run"       // VIII.7
	StepPayout   Step = "payout"    // VIII.8
	StepTakeOver Step = "take-over" // VIII.9
	StepTrains   Step = "trains"    // VIII.10
	StepLocals   Step = "locals"    // local railways, when all else is done (IV.1)
)

// State is a whole game of 18CZ. All but Standing is public (III.1).
type State struct {
	// Version is that of the rules the game is decided by, see options.go; 0 in games
	// of version 1.
	Version int     `json:"version,omitempty"`
	Rules   Rulings `json:"rules"`
	Seats   int     `json:"seats"`
	// Players is the playing order: of the draft, then of the stock round that is
	// played or comes next (VI, VII.2). The neutral player is none of them.
	Players []engine.Seat `json:"players"`

	Stage Stage `json:"stage"`
	Time  int   `json:"time"`  // place on the timeline (own.json)
	Phase int   `json:"phase"` // index into Book.Phases, and of the pile that began it

	Cash      cash.Ledger   `json:"cash"`   // accounts: the seats, then the corporations; see SeatAccount, Account
	Loans     []Loan        `json:"loans"`  // by seat (VIII.11)
	Shares    stock.Book    `json:"shares"` // holders: the seats, for two players then the neutral one; piles: pool and IPO
	Market    stock.Market  `json:"market"`
	Companies []Corporation `json:"companies"` // by Company
	Locals    []Railway     `json:"locals"`    // by Local
	Board     track.Board   `json:"board"`

	Depot   trains.Depot `json:"depot"`
	Reserve []Card       `json:"reserve,omitempty"` // open to all buyers (VIII.12), in the order they came
	// Sold has a bit for every face, by pile, as which a card was sold, flipped or exported: it determines the
	// rusting (VIII.12).
	Sold []int `json:"sold"`

	// Overlooked: imported games only. The public engine has not looked for excess
	// trains since the last export, by which none rusted (see exportCard).
	Overlooked bool `json:"overlooked,omitempty"`

	Trader engine.Seat `json:"trader"`          // whose turn it is in draft and stock rounds; see Actor
	Draft  Draft       `json:"draft,omitzero"`  // 4
	Trade  StockTurn   `json:"trade,omitzero"`  // 5
	Order  []Company   `json:"order,omitempty"` // operating order of this round (VIII.1)
	At     int         `json:"at,omitempty"`    // whose turn it is, index into Order
	Turn   Turn        `json:"turn,omitzero"`   // of the corporation that operates

	// Open questions of the turn; Question says which is asked first.
	Asking *Offer         `json:"asking,omitempty"`
	Lifted *LiftedStation `json:"lifted,omitempty"`
	// Merging is a corporation that has been paid for and is handing over its stations;
	// some hexes have one of the buyer's, too (VIII.9).
	Merging *Merging `json:"merging,omitempty"`

	Neutral  Neutral     `json:"neutral,omitzero"`   // 12
	Runs     []Run       `json:"runs,omitempty"`     // the last run of each corporation, for letters and warm starts
	Standing []Answering `json:"standing,omitempty"` // by seat. Secret: View hides those of others
	Quit     bool        `json:"quit,omitempty"`     // ended by agreement

	explored *engine.Explored // for a view that will not change
}

// Corporation is a share company (IV.2). The chart has its price, and whether it is started: State.Started,
// State.PriceOf.
type Corporation struct {
	In       bool   `json:"in"`               // part of this game (Two players)
	Gone     bool   `json:"gone"`             // taken over: out of the game for good (VIII.9)
	Start    int    `json:"start"`            // start price; 0: not started
	Active   bool   `json:"active"`           // VII.5.a
	Operated bool   `json:"operated"`         // its first turn has begun (VIII.4)
	Home     bool   `json:"home"`             // its home station is placed
	Neutral  bool   `json:"neutral"`          // the neutral player's (Two players)
	Trains   []Card `json:"trains,omitempty"` // in the order they came
	// TokenCosts is the prices of the stations that are not placed, in the order they
	// are placed; the home station is one of them until Home.
	TokenCosts []int `json:"charter,omitempty"`
}

// Card is a train card that shows one of its sides: Book.Piles[Pile].Faces[Face].
type Card struct {
	Pile int `json:"pile"`
	Face int `json:"face"`
	// Received: it came with the take-over that is being settled, and may still be flipped or dropped (VIII.9).
	Received bool `json:"received,omitempty"`
}

// Railway is a local railway (IV.1).
type Railway struct {
	In    bool         `json:"in"`    // part of this game (Two players); false after it has left: not drafted, or sold to the bank
	Owner cash.Account `json:"owner"` // of a seat or a corporation; cash.Bank while it is offered, or out of the game
	Used  bool         `json:"used"`  // its ability was used
}

// Loan is a player's debt (VIII.11).
type Loan struct {
	Debt    int `json:"debt"`
	Penalty int `json:"penalty"` // never paid off
}

// Draft is the first round (VI).
type Draft struct {
	Turn   int    `json:"turn"`             // place in the snake
	Passed []bool `json:"passed,omitempty"` // by seat, since the last purchase
}

// StockTurn is the state of a stock round (VII.2).
type StockTurn struct {
	Passed int    `json:"passed"`         // passes in succession
	Sold   []Sold `json:"sold,omitempty"` // in this round, in order
	Acted  bool   `json:"acted"`          // the trader sold in this turn
	// Lost has a seat once for every directorship lost in this round above the limit: the certificate that came with
	// it may stay until the next round (VII.4).
	Lost []engine.Seat `json:"lost,omitempty"`
}

// Sold is a sale of shares: the seller must not buy any of them in this round (VII.3).
type Sold struct {
	By      engine.Seat `json:"by"`
	Company Company     `json:"company"`
}

// Turn is the turn of the corporation that operates (VIII.3).
type Turn struct {
	Step     Step `json:"step"`
	First    bool `json:"first"`    // its first operating turn (VIII.4)
	Yellow   int  `json:"yellow"`   // yellow lays of the normal allowance
	Upgraded bool `json:"upgraded"` // the normal upgrade was made
	Station  bool `json:"station"`  // a station was placed, the home station not counted
	Revenue  int  `json:"revenue"`  // of its run, until it is paid or withheld
	LetOff   bool `json:"letOff"`   // the public engine asks for no train any more (R24)
}

// LiftedStation is the station on a printed OO that was picked up when the first tile
// was laid there: the player who laid it says which city gets it (VIII.5, R21).
type LiftedStation struct {
	Owner Company     `json:"owner"`
	Hex   track.HexID `json:"hex"`
}

// Merging is a take-over whose stations are still to be settled.
type Merging struct {
	Seller Company `json:"seller"`
}

// Deal is the kind of an offer.
type Deal string

// Deals.
const (
	DealTakeOver Deal = "take-over" // VIII.9
	DealTrain    Deal = "train"     // VIII.10
	DealLocal    Deal = "local"     // 3
)

// Offer is a purchase that needs the consent of another player (R31). The turn of the
// buyer waits for it.
type Offer struct {
	Deal   Deal        `json:"deal"`
	Buyer  Company     `json:"buyer"`
	Asked  engine.Seat `json:"asked"`  // the seat that must agree
	Seller Company     `json:"seller"` // take-over: the corporation for sale; train: its owner
	Local  Local       `json:"local"`
	Card   Card        `json:"card"`
	Price  int         `json:"price"` // take-over: for a share
}

// Answering is a seat's secret answers to possible later offers.
type Answering struct {
	Never  bool     `json:"never,omitempty"`  // refuse all
	Accept []Accept `json:"accept,omitempty"` // accept these, by For
}

// Accept is an offer that is agreed to in advance.
type Accept struct {
	For   string `json:"for"`   // "MW", "S1": what is bought
	Least int    `json:"least"` // price
}

// Neutral is the neutral player of the game for two. As a holder of shares it comes
// after the seats.
type Neutral struct {
	// Cash is a tally: the neutral player's money is the bank's and may be below 0.
	Cash      int       `json:"cash"`
	Companies []Company `json:"companies,omitempty"` // in the order received
	Given     []Company `json:"given,omitempty"`     // imported games: those to be received, by size; otherwise drawn
}

// Run is a corporation's last run.
type Run struct {
	Company Company  `json:"company"`
	Routes  []string `json:"routes,omitempty"` // as orders name them
	Revenue int      `json:"revenue"`
}

// Rulings are the options of the table.
type Rulings struct {
	LowCash      bool `json:"lowCash,omitempty"`      // three_player_cash = 350 (R2)
	HomeD17      bool `json:"homeD17,omitempty"`      // bcb_home = D17 (R5)
	EngineCount  bool `json:"engineCount,omitempty"`  // e_train_engine_count (R7)
	EarlyTrades  bool `json:"earlyTrades,omitempty"`  // cross_buy_from_start (R11)
	PassOver     bool `json:"passOver,omitempty"`     // allow_pass_over_limit (R12)
	KeepForty    bool `json:"keepForty,omitempty"`    // keep_40_station (R15)
	ForceHome    bool `json:"forceHome,omitempty"`    // force_home_tile (R16)
	ToReserve    bool `json:"toReserve,omitempty"`    // takeover_discard_to_reserve (R17)
	LastResort   bool `json:"lastResort,omitempty"`   // emergency = last_resort (R54)
	FlipLarger   bool `json:"flipLarger,omitempty"`   // flip_sizes = larger (R56)
	RepayAny     bool `json:"repayAny,omitempty"`     // repay = any_time (R23)
	EngineDuty   bool `json:"engineDuty,omitempty"`   // engine_train_duty (R24, R25)
	TrustRoutes  bool `json:"trustRoutes,omitempty"`  // trust_recorded_routes (R28)
	NoConsent    bool `json:"noConsent,omitempty"`    // consent = not_asked (R31)
	AllowNothing bool `json:"allowNothing,omitempty"` // allow_empty_run (R48)
	IdleEnds     bool `json:"idleEnds,omitempty"`     // idle_turns_end_draft (VI): see nextPick
	LateExcess   bool `json:"lateExcess,omitempty"`   // late_excess_check (VIII.12): see export
	AgreedEnd    bool `json:"agreedEnd,omitempty"`    // the game may be ended by agreement
}

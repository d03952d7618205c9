package log18xx

// State is a position in the shape of a trace's states. Fields that a title does not have stay empty and are omitted.
type State struct {
	Round    [3]any   `json:"round"` // kind ("DR" draft, "SR" stock, "OR" operating), turn, number
	Step     string   `json:"step"`  // that waits for a decision; "none" at the end
	Active   *Company `json:"active,omitempty"`
	Who      []int    `json:"who,omitempty"` // ids of the players who decide
	Finished bool     `json:"finished"`

	Order     []int             `json:"order"`               // ids of the players, the first has priority
	Operating []string          `json:"operating,omitempty"` // companies in the order of this round
	Phase     string            `json:"phase"`
	Depot     [][2]any          `json:"depot"`   // train type, copies left (-1: without end), in order of sale
	Discard   []string          `json:"discard"` // trains in the bank pool
	Powers    *[]string         `json:"powers,omitempty"`
	LastRun   *Ran              `json:"last_run,omitempty"`
	LastPaid  []any             `json:"last_dividend,omitempty"` // company, kind, amount
	Terrain   map[ID]int        `json:"terrain_tokens,omitempty"`
	Map       map[string]string `json:"map"` // hex: "tile/rotation"

	Players      map[ID]*PlayerState  `json:"players"`
	Corporations map[ID]*CompanyState `json:"corporations"`
	Minors       map[ID]*CompanyState `json:"minors,omitempty"`
	Companies    map[ID]*[2]any       `json:"companies,omitzero"` // owner or "bank", value; nil where the title has none
}

// Company names who must act: a kind of entity and its id. The id of a player
// is a number.
type Company [2]any

// Ran is the latest run of trains.
type Ran struct {
	Entity  ID  `json:"entity"`
	Revenue int `json:"revenue"`
	Subsidy int `json:"subsidy"`
}

// PlayerState is a player's property.
type PlayerState struct {
	Cash    int        `json:"cash"`
	Certs   int        `json:"certs"` // certificates that count against the limit
	Value   int        `json:"value"`
	Shares  map[ID]int `json:"shares"` // percent
	Locals  []string   `json:"companies,omitempty"`
	Debt    int        `json:"debt,omitempty"`
	Penalty int        `json:"penalty,omitempty"`
}

// CompanyState is the property of a corporation or a minor. Fields that only corporations have are nil for minors.
type CompanyState struct {
	Cash       int      `json:"cash"`
	Trains     [][2]any `json:"trains"`              // id, size
	Tokens     [][3]any `json:"tokens"`              // hex, city, circle
	TokensLeft []int    `json:"tokens_left"`         // prices
	President  any      `json:"president,omitempty"` // player's id, or "market"
	Locals     []string `json:"companies,omitempty"`
	*ShareState
}

// ShareState has the further fields of a share company. One that is not started has no price.
type ShareState struct {
	Price    int     `json:"price,omitempty"`
	At       *[2]int `json:"at,omitempty"` // row and column of the chart
	Par      int     `json:"par,omitempty"`
	Floated  bool    `json:"floated,omitempty"`
	Treasury int     `json:"treasury"` // percent
	Market   int     `json:"market"`   // percent
}

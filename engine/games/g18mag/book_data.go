package g18mag

// The shape of the data files, field by field: what is not named here is refused.

type setupData struct {
	Format     string               `json:"format"`
	Players    []int                `json:"players"`
	Cash       int                  `json:"starting_cash"`
	Bank       string               `json:"bank"`
	Limit      map[string]int       `json:"certificate_limit"`
	MostOfOne  int                  `json:"max_percent_of_one_major"`
	LimitNote  string               `json:"certificate_limit_counts"`
	Draft      map[string]draftData `json:"draft"`
	SoloDraft  map[string]any       `json:"solo_draft"`
	First      string               `json:"first_priority"`
	Prices     []int                `json:"start_prices"`
	PricesRule string               `json:"start_price_rule"`
}

type draftData struct {
	Minors        int    `json:"minors_per_player"`
	Shares        int    `json:"shares_per_player"`
	MinorsOffered int    `json:"minors_offered"`
	SharesOffered int    `json:"shares_offered_per_major"`
	Majors        int    `json:"majors"`
	MinorsLeft    int    `json:"minors_left"`
	SharesLeft    int    `json:"shares_left"`
	Order         string `json:"order"`
}

type companiesData struct {
	Format   string `json:"format"`
	Abbrev   string `json:"abbreviation_note"`
	IDNote   string `json:"id_note"`
	AllMinor struct {
		Cash     int      `json:"start_cash"`
		Trains   []string `json:"start_trains"`
		Limit    int      `json:"train_limit"`
		Stations int      `json:"stations_total"`
		Costs    []int    `json:"station_costs"`
		Payout   string   `json:"payout"`
	} `json:"minor_common"`
	Minors []minorData `json:"minors"`
	Majors []majorData `json:"majors"`
}

type minorData struct {
	Number int                 `json:"number"`
	Name   string              `json:"name"`
	Colour string              `json:"color"`
	Home   map[string]homeData `json:"home"`
	Tokens int                 `json:"terrain_tokens"`
	Costs  []int               `json:"station_costs"`
	Small  bool                `json:"in_1_2_player_game"`
}

type homeData struct {
	Hex   string `json:"hex"`
	City  int    `json:"city"`
	Place string `json:"place"`
}

type majorData struct {
	ID     string `json:"id"`
	Abbrev string `json:"abbreviation"`
	Name   string `json:"name"`
	Colour string `json:"color"`
	Group  string `json:"group"`
	Order  int    `json:"list_order"`
	Shares []struct {
		LogID    string `json:"log_id"`
		Percent  int    `json:"percent"`
		Director bool   `json:"director"`
	} `json:"shares"`
	Most  int               `json:"max_holding_percent"`
	Costs []int             `json:"station_costs"`
	Small bool              `json:"in_1_2_player_game"`
	Power map[string]string `json:"power"`
}

type marketData struct {
	Format string `json:"format"`
	Charts map[string]struct {
		Spaces []struct {
			Index int  `json:"index"`
			Price int  `json:"price"`
			Start bool `json:"start"`
		} `json:"spaces"`
	} `json:"charts"`
	Cards     []int                 `json:"start_price_cards"`
	Shape     string                `json:"shape"`
	Stacking  string                `json:"stacking"`
	Dividends map[string][]moveData `json:"dividend_moves"`
	Unit      string                `json:"dividend_amount_unit"`
	Other     map[string]string     `json:"other_moves"`
}

type moveData struct {
	Min  int  `json:"min"`
	Max  *int `json:"max"`
	Move int  `json:"move"`
}

type phasesData struct {
	Format  string   `json:"format"`
	Trigger string   `json:"trigger"`
	Effect  []string `json:"effect"`
	NoTrain struct {
		Counter int    `json:"counter"`
		Text    string `json:"text"`
	} `json:"no_train_rule"`
	Games map[string]struct {
		Phases []phaseData `json:"phases"`
		Piles  []string    `json:"train_piles"`
	} `json:"games"`
	End string `json:"end"`
}

type phaseData struct {
	Name   string   `json:"name"`
	Tiles  []string `json:"tiles"`
	Limit  int      `json:"train_limit"`
	Rounds int      `json:"operating_rounds"`
	Ends   bool     `json:"ends_game"`
}

type trainsData struct {
	Format     string      `json:"format"`
	Limit      int         `json:"train_limit_per_minor"`
	Compulsory bool        `json:"compulsory"`
	LeastPrice int         `json:"minor_to_minor_min_price"`
	Trains     []trainData `json:"trains"`
	Wagons     struct {
		Large struct {
			Price map[string][]int     `json:"price_by_order"`
			Kinds map[string]wagonData `json:"kinds"`
		} `json:"3-6"`
		Small struct {
			Price map[string]int       `json:"price"`
			Kinds map[string]wagonData `json:"kinds"`
		} `json:"1-2"`
	} `json:"wagons"`
}

type trainData struct {
	Type  string `json:"type"`
	Range int    `json:"range"`
	Price int    `json:"price"`
	Sale  map[string]*struct {
		Seller  string `json:"seller"`
		ToMajor int    `json:"to_major"`
		ToBank  int    `json:"to_bank"`
	} `json:"sale"`
	Supply string `json:"supply"`
	Rusts  bool   `json:"rusts"`
	From   string `json:"available_from"`
	Opens  bool   `json:"first_purchase_advances_phase"`
}

type wagonData struct {
	Effect string         `json:"effect"`
	Amount map[string]int `json:"amount"`
	Mine   map[string]int `json:"mine_value"`
}

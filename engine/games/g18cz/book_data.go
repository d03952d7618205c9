package g18cz

import "encoding/json"

// The shape of the data files, field by field: what is not named here is refused.

type companiesData struct {
	Game      string              `json:"game"`
	Locals    []localData         `json:"local_railways"`
	LocalRule string              `json:"local_railway_rule"`
	Companies []companyData       `json:"corporations"`
	Sizes     map[string]sizeData `json:"size_rules"`
}

type localData struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Text   string `json:"name_in_rules_text"`
	Size   string `json:"size"`
	Price  int    `json:"draft_price"`
	Income int    `json:"revenue"`
	Purple struct {
		Uses    int      `json:"uses"`
		Tiles   []string `json:"tiles"`
		Colours []string `json:"colours"`
	} `json:"option_purple"`
	Terrain struct {
		Uses     int      `json:"uses"`
		Discount int      `json:"max_discount"`
		Hexes    []string `json:"hexes_in_log_engine"`
		Tiles    []string `json:"tiles_in_log_engine"`
	} `json:"option_terrain"`
	Two bool `json:"in_two_player_game"`
}

type companyData struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Size      string   `json:"size"`
	Homes     []string `json:"home_hexes"`
	City      *int     `json:"home_city"`
	Places    []string `json:"home_names"`
	TextHomes []string `json:"home_hex_in_rules_text"`
	Text      string   `json:"abbreviation_in_rules_text"`
	Parts     []int    `json:"certificates_percent"`
	ShareIDs  []string `json:"share_ids"`
	Share     int      `json:"share_percent"`
	Shares    int      `json:"total_shares"`
	FloatsAt  int      `json:"float_player_held_percent_engine"`
	Floats    int      `json:"float_percent_rule"`
	Most      int      `json:"max_holding_percent"`
	MostOfTwo int      `json:"max_holding_percent_two_player"`
	Costs     []int    `json:"token_prices"`
	Stations  int      `json:"token_count"`
	Starts    []int    `json:"par_prices"`
	Capital   int      `json:"capital_multiple_of_par"`
	Colour    string   `json:"colour"`
	Two       bool     `json:"in_two_player_game"`
}

type sizeData struct {
	Owns    []string `json:"may_own_trains"`
	Runs    []string `json:"may_run"`
	Locals  []string `json:"may_own_local_railways"`
	Capital int      `json:"capital_multiple"`
	Takes   []string `json:"buys_sizes"`
}

type marketData struct {
	Game  string `json:"game"`
	Shape string `json:"shape"`
	Cells []struct {
		Index  int      `json:"index"`
		Price  int      `json:"price"`
		Row    int      `json:"print_row"`
		Starts []string `json:"par_for"`
		LogID  string   `json:"log_id"`
	} `json:"cells"`
	Colours map[string]string `json:"par_colours"`
	Starts  map[string][]int  `json:"par_prices"`
	Moves   struct {
		Paid struct {
			Small  int    `json:"small"`
			Medium int    `json:"medium"`
			Large  int    `json:"large"`
			Unit   string `json:"unit"`
			Rule   string `json:"rule"`
		} `json:"dividend_paid"`
		None    moveData `json:"no_dividend"`
		Sold    moveData `json:"shares_sold"`
		SoldOut moveData `json:"sold_out_end_of_stock_round"`
	} `json:"moves"`
	Stacking string `json:"stacking"`
}

type moveData struct {
	Steps int    `json:"steps"`
	Rule  string `json:"rule"`
}

type phasesData struct {
	Game   string `json:"game"`
	Phases []struct {
		Name      string          `json:"name"`
		Starts    string          `json:"starts_with_first_train_of_type"`
		Colours   []string        `json:"tile_colours"`
		Limit     map[string]*int `json:"train_limit"`
		Sizes     []string        `json:"corporation_sizes_available"`
		Locals    bool            `json:"local_railways_can_be_bought"`
		Trades    bool            `json:"trains_between_corporations"`
		RedColour string          `json:"red_tile_revenue_colour"`
	} `json:"phases"`
	Timeline []struct {
		Round  string `json:"round"`
		Name   string `json:"name"`
		Value  int    `json:"local_railway_price"`
		Export bool   `json:"export_train_after"`
	} `json:"timeline"`
	Final int `json:"final_local_railway_value"`
}

type trainsData struct {
	Game   string `json:"game"`
	Note   string `json:"note"`
	Trains []struct {
		Type  string          `json:"type"`
		Name  string          `json:"log_name"`
		Count json.RawMessage `json:"count"` // a number, or "unlimited"
		Faces []struct {
			Name    string `json:"name"`
			Printed string `json:"printed"`
			Size    string `json:"size"`
			Price   int    `json:"price"`
			Range   struct {
				Kind      string `json:"kind"`
				Stops     int    `json:"stops"`
				Cities    int    `json:"cities_and_red"`
				Towns     int    `json:"towns"`
				Skippable bool   `json:"towns_skippable"`
			} `json:"range"`
			RustedBy []string `json:"rusted_by"`
		} `json:"variants"`
		Events []string `json:"events_on_first_sale"`
	} `json:"trains"`
}

type setupData struct {
	Game   string `json:"game"`
	Tables []struct {
		Players int    `json:"players"`
		Cash    int    `json:"starting_cash"`
		Limit   int    `json:"certificate_limit"`
		Text    bool   `json:"in_rules_text"`
		Map     string `json:"map"`
	} `json:"per_player_count"`
	Conflicts struct {
		Cash map[string]int `json:"starting_cash_3_players"`
	} `json:"rules_text_conflicts"`
	Bank string `json:"bank"`
	Two  struct {
		Companies []string `json:"removed_corporations"`
		Locals    []string `json:"removed_local_railways"`
		Neutral   string   `json:"neutral_player"`
	} `json:"two_player_extra"`
	Order string `json:"player_order"`
}

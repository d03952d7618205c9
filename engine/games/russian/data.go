package russian

import (
	"embed"
	"io/fs"

	"railpost/engine/datafile"
)

//go:embed data/*.json
var files embed.FS

// note is where a number comes from and how sure it is.
type note struct {
	Source     string `json:"source"`
	Confidence string `json:"confidence"`
}

type number struct {
	Value int `json:"value"`
	note
}

// opData is one part of an effect as the files have it.
type opData struct {
	Op            string   `json:"op"`
	Colours       []string `json:"colours"`
	Colour        string   `json:"colour"`
	Steps         int      `json:"steps"`
	Count         int      `json:"count"`
	Number        int      `json:"number"`
	Points        int      `json:"points"`
	Position      int      `json:"position"`
	Order         string   `json:"order"`
	Optional      bool     `json:"optional"`
	LostIfUnused  bool     `json:"lost_if_unused"`
	PlacementNote string   `json:"placement_note"`
}

type costData struct {
	Workers int `json:"workers"`
	Rubles  int `json:"rubles"`
}

type boardData struct {
	Spaces []struct {
		ID        string   `json:"id"`
		Group     string   `json:"group"`
		Cost      costData `json:"cost"`
		Effect    []opData `json:"effect"`
		Players   []int    `json:"available_for_players"`
		Uses      *int     `json:"uses_per_round"` // null: any number of times
		Contested bool     `json:"contested"`
		NotLast   bool     `json:"removed_in_last_round"`
		OnlyLast  bool     `json:"only_in_last_round"`
		note
	} `json:"spaces"`
	Public struct {
		Pattern   string            `json:"space_id_pattern"`
		Count     map[string]number `json:"count_by_players"`
		Contested bool              `json:"contested"`
		Uses      int               `json:"uses_per_round"`
	} `json:"public_engineer_spaces"`
	Row struct {
		Slots map[string][]struct {
			Slot        int    `json:"slot"`
			Kind        string `json:"kind"`
			StartsEmpty bool   `json:"starts_empty"`
		} `json:"slots_by_players"`
		note
	} `json:"engineer_row"`
	Blocked struct {
		Value []string `json:"value"`
		note
	} `json:"blocked_with_2_players"`
	Score struct {
		Start int `json:"start_points"`
		note
	} `json:"score_track"`
	Pass map[string]number `json:"pass_points_by_turn_position"`
}

type engineersData struct {
	Count     int `json:"count"`
	Engineers []struct {
		Number           int      `json:"number"`
		Stack            *string  `json:"stack"`
		Text             string   `json:"text"`
		Effect           []opData `json:"effect"`
		Cost             costData `json:"cost"`
		EffectSource     string   `json:"effect_source"`
		EffectConfidence string   `json:"effect_confidence"`
		NumberSource     string   `json:"number_source"`
		NumberConfidence string   `json:"number_confidence"`
		StackSource      string   `json:"stack_source"`
		StackConfidence  string   `json:"stack_confidence"`
		CostSource       string   `json:"cost_source"`
		CostConfidence   string   `json:"cost_confidence"`
	} `json:"engineers"`
	Letterless number `json:"letterless"`
	Stacks     struct {
		A int `json:"A"`
		B int `json:"B"`
		note
	} `json:"stack_sizes"`
}

type locosData struct {
	Tiles []struct {
		Number int            `json:"number"`
		Reach  int            `json:"reach"`
		Supply map[string]int `json:"supply_by_players"`
		Start  map[string]int `json:"start_tiles_by_players"`
	} `json:"tiles"`
	Extra struct {
		Number  int    `json:"number"`
		Factory bool   `json:"has_factory_side"`
		Place   string `json:"place"`
		note
	} `json:"extra_nine"`
	SupplySource     string `json:"supply_source"`
	SupplyConfidence string `json:"supply_confidence"`
	Factories        []struct {
		Number            int      `json:"number"`
		ID                string   `json:"id"`
		Text              string   `json:"text"`
		Effect            []opData `json:"effect"`
		Mandatory         bool     `json:"mandatory"`
		AbilitySource     string   `json:"ability_source"`
		AbilityConfidence string   `json:"ability_confidence"`
		NumberSource      string   `json:"number_source"`
		NumberConfidence  string   `json:"number_confidence"`
	} `json:"factories"`
}

type needsData struct {
	Colour     string `json:"colour"`
	Locomotive bool   `json:"locomotive"`
	Medal      bool   `json:"medal_placed"`
}

type specialData struct {
	ID      string    `json:"id"`
	Space   int       `json:"space"`
	Needs   needsData `json:"needs"`
	Once    bool      `json:"once"`
	Reward  []opData  `json:"reward"`
	Scoring *opData   `json:"scoring"`
	note
}

type valuesData struct {
	Black   int `json:"black"`
	Grey    int `json:"grey"`
	Brown   int `json:"brown"`
	Natural int `json:"natural"`
	White   int `json:"white"`
	note
}

type playerData struct {
	Colours  []string `json:"colour_order"`
	Railways map[string]struct {
		Name     string        `json:"name"`
		Length   number        `json:"length"`
		Colours  []string      `json:"colours"`
		Places   int           `json:"locomotive_places"`
		Doublers []int         `json:"doubler_spaces"`
		Specials []specialData `json:"specials"`
	} `json:"railways"`
	Pieces valuesData `json:"track_pieces_per_player"`
	Values struct {
		Normal   valuesData `json:"normal"`
		Revalued valuesData `json:"revalued"`
	} `json:"scored_value_per_space"`
	Industry struct {
		Positions []struct {
			Pos     int    `json:"pos"`
			Kind    string `json:"kind"`
			Points  *int   `json:"points"`
			Slot    int    `json:"slot"`
			Special *struct {
				ID     string   `json:"id"`
				Reward []opData `json:"reward"`
				Once   bool     `json:"once"`
				Needs  string   `json:"needs"`
			} `json:"special"`
		} `json:"positions"`
		note
	} `json:"industry_track"`
	EngineerPlaces string   `json:"engineer_places"`
	FactorySlots   int      `json:"factory_slots"`
	WorkerSpaces   []string `json:"worker_reserve_spaces"`
}

type setupData struct {
	Players map[string]struct {
		Rounds       int `json:"rounds"`
		StartWorkers int `json:"start_workers"`
		MaxWorkers   int `json:"max_own_workers"`
		Engineers    struct {
			A int `json:"A"`
			B int `json:"B"`
		} `json:"engineers"`
		LocosRemoved int  `json:"locomotives_removed_per_number"`
		ClaimOwn     bool `json:"may_claim_own_position"`
		note
	} `json:"by_players"`
	Rubles map[string]number `json:"start_rubles"`
	Start  struct {
		Locos    map[string][]int          `json:"locomotives"`
		Tracks   map[string]map[string]int `json:"tracks"`
		Industry int                       `json:"industry_marker"`
		Tokens   int                       `json:"question_tokens"`
		Score    int                       `json:"score"`
		note
	} `json:"start_player_state"`
	StartBonusSource string `json:"start_bonus_source"`
	Majority         struct {
		First    int    `json:"first"`
		Second   int    `json:"second"`
		TieBreak string `json:"tie_break"`
		NeedsOwn bool   `json:"needs_own_engineer"`
		note
	} `json:"engineer_majority"`
}

type cardData struct {
	ID     string   `json:"id"`
	Text   string   `json:"text"`
	Effect []opData `json:"effect"`
	note
}

type endScoreData struct {
	Op     string  `json:"op"`
	Points int     `json:"points"`
	Each   int     `json:"each"`
	Max    int     `json:"max"`
	Tiers  [][]int `json:"tiers"`
}

type cardsData struct {
	Tokens struct {
		Spaces []string   `json:"spaces"`
		Max    int        `json:"max_usable"`
		Tokens []cardData `json:"tokens"`
	} `json:"question_tokens"`
	Cards struct {
		Cards []cardData `json:"cards"`
	} `json:"question_cards"`
	End struct {
		Cards []struct {
			ID    string       `json:"id"`
			Text  string       `json:"text"`
			Score endScoreData `json:"score"`
			note
		} `json:"cards"`
	} `json:"end_bonus_cards"`
	Start struct {
		Cards []cardData `json:"cards"`
		Count number     `json:"count"`
	} `json:"start_bonus_cards"`
	Supplies map[string]struct {
		Pieces int    `json:"pieces"`
		Limit  string `json:"limit"`
		note
	} `json:"supplies"`
}

// readData reads one embedded file; a field that is not known is an error.
func readData[T any](fsys fs.FS, name string) (d T, err error) {
	err = datafile.Read(fsys, "russian", name, &d)
	return d, err
}

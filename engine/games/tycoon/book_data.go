package tycoon

import (
	"embed"
	"sync"

	"railpost/engine/datafile"
)

// The format of the data files, field by field: other fields are refused. Another board
// has files of the same format.

// Names of the data files.
const (
	mapFile     = "map.json"
	cardsFile   = "cards.json"
	baronsFile  = "barons.json"
	enginesFile = "engines.json"
	incomeFile  = "income.json"
	setupFile   = "setup.json"
	tilesFile   = "tiles.json"
)

// boardFiles are the data of a board, one field per file.
type boardFiles struct {
	Map     mapData     `json:"map"`
	Cards   cardsData   `json:"cards"`
	Barons  baronsData  `json:"barons"`
	Engines enginesData `json:"engines"`
	Income  incomeData  `json:"income"`
	Setup   setupData   `json:"setup"`
	Tiles   tilesData   `json:"tiles"`
}

// remark is a note in a data file, of any form. It is ignored and never written.
type remark struct{}

// UnmarshalJSON accepts anything.
func (*remark) UnmarshalJSON([]byte) error { return nil }

type mapData struct {
	Name    string            `json:"name"`
	Game    remark            `json:"game,omitzero"`
	Version int               `json:"format_version"`
	About   remark            `json:"about,omitzero"`
	Format  remark            `json:"format,omitzero"`
	Rows    []string          `json:"terrain_rows"`
	Cities  []cityData        `json:"cities"`
	Western westernData       `json:"western_link,omitzero"`
	Rivers  []riverData       `json:"rivers,omitempty"`
	Sides   map[string]Labels `json:"river_sides,omitempty"`
	Ridges  [][]string        `json:"ridges,omitempty"`
}

// Labels are names of sides: NE, E, SE, SW, W, NW.
type Labels []string

type cityData struct {
	Hex    string `json:"hex"`
	Name   string `json:"name"`
	Colour string `json:"color"`
	Cubes  int    `json:"cubes"`
	Exits  Labels `json:"exits"`
	West   string `json:"western_link_hex,omitempty"` // as in western_link
	Note   remark `json:"note,omitzero"`
}

type westernData struct {
	Gateways map[string]string `json:"gateways,omitempty"` // city: the hex west of it
	Market   string            `json:"market,omitempty"`
}

type riverData struct {
	Name   string   `json:"name"`
	Path   []string `json:"path"`
	Enters string   `json:"enters_from_off_map,omitempty"` // a side of the first hex
	Leaves string   `json:"leaves_off_map,omitempty"`      // a side of the last hex
}

type cardsData struct {
	What   remark `json:"what,omitzero"`
	Timing remark `json:"timing,omitzero"`
	Setup  struct {
		Start remark `json:"start_cards,omitzero"`
		Dealt remark `json:"dealt,omitzero"`
		Turn  int    `json:"per_turn"`
		When  remark `json:"per_turn_when,omitzero"`
	} `json:"setup"`
	Points     remark     `json:"points_go_to,omitzero"`
	Cards      []cardData `json:"operation_cards"`
	Source     remark     `json:"source,omitzero"`
	Confidence remark     `json:"confidence,omitzero"`
}

type cardData struct {
	ID      int    `json:"id"`
	Kind    string `json:"kind"`
	Timing  string `json:"timing"`
	Name    string `json:"name"`
	Points  int    `json:"points,omitempty"`
	Start   bool   `json:"start_card,omitempty"`
	City    string `json:"city,omitempty"`
	CityA   string `json:"city_a,omitempty"`
	CityB   string `json:"city_b,omitempty"`
	West    string `json:"needs_western_link_at,omitempty"`
	Links   int    `json:"links,omitempty"`
	Level   int    `json:"level,omitempty"`
	Cubes   int    `json:"cubes,omitempty"`
	Actions int    `json:"actions,omitempty"`
	Tiles   int    `json:"tiles,omitempty"`
	Note    remark `json:"note,omitzero"`
}

type baronsData struct {
	What       remark      `json:"what,omitzero"`
	TieRule    remark      `json:"tie_rule,omitzero"`
	Barons     []baronData `json:"barons"`
	Source     remark      `json:"source,omitzero"`
	Confidence remark      `json:"confidence,omitzero"`
}

type baronData struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Goal    string `json:"goal"`
	Points  int    `json:"points"`
	Text    remark `json:"text,omitzero"`
	CityA   string `json:"city_a,omitempty"`
	CityB   string `json:"city_b,omitempty"`
	City    string `json:"city,omitempty"`
	Each    int    `json:"per_link,omitempty"`
	Max     int    `json:"max,omitempty"`
	Level   int    `json:"level,omitempty"`
	Reveals bool   `json:"reveal_when_met,omitempty"`
}

type enginesData struct {
	What       remark         `json:"what,omitzero"`
	Unit       remark         `json:"unit,omitzero"`
	Start      int            `json:"start_level"`
	Max        int            `json:"max_level"`
	PerAction  int            `json:"levels_per_action"`
	Costs      map[string]int `json:"upgrade_cost"`
	Source     remark         `json:"source,omitzero"`
	Confidence remark         `json:"confidence,omitzero"`
}

type incomeData struct {
	What        remark `json:"what,omitzero"`
	Unit        remark `json:"unit,omitzero"`
	Income      []int  `json:"income_by_position"`
	Above       string `json:"above_100"`
	AboveRule   remark `json:"above_100_rule,omitzero"`
	Alternative struct {
		Flat int    `json:"flat"`
		Note remark `json:"note,omitzero"`
	} `json:"above_100_alternative"`
	Source     remark `json:"source,omitzero"`
	Confidence remark `json:"confidence,omitzero"`
}

type setupData struct {
	Players struct {
		Min int `json:"min"`
		Max int `json:"max"`
	} `json:"players"`
	Unit      remark         `json:"unit,omitzero"`
	Bag       map[string]int `json:"bag"`
	BagSource remark         `json:"bag_source,omitzero"`
	Markers   map[string]int `json:"empty_city_markers_to_end"`
	Cubes     remark         `json:"cubes_per_city,omitzero"`
	Start     struct {
		Money    int `json:"money"`
		Position int `json:"income_position"`
		Engine   int `json:"engine"`
		Shares   int `json:"shares"`
	} `json:"start"`
	Share struct {
		Pays     int    `json:"pays"`
		Dividend int    `json:"dividend_per_turn"`
		Points   int    `json:"end_points"`
		Limit    remark `json:"limit,omitzero"`
		BuyBack  bool   `json:"can_be_bought_back"`
	} `json:"share"`
	First   remark `json:"first_player_turn_1,omitzero"`
	Rounds  int    `json:"action_rounds_per_turn"`
	Auction struct {
		Minimum int `json:"minimum_bid"`
		Step    int `json:"step"`
	} `json:"auction"`
	Options    remark `json:"options,omitzero"`
	Source     remark `json:"source,omitzero"`
	Confidence remark `json:"confidence,omitzero"`
}

type tilesData struct {
	What  remark `json:"what,omitzero"`
	Unit  remark `json:"unit,omitzero"`
	Track struct {
		Shapes     remark `json:"shapes,omitzero"`
		Not        remark `json:"not_available,omitzero"`
		PerHex     remark `json:"per_hex,omitzero"`
		Supply     remark `json:"supply,omitzero"`
		Cost       costs  `json:"cost"`
		Most       int    `json:"tiles_per_action"`
		Legend     remark `json:"board_legend,omitzero"`
		Source     remark `json:"source,omitzero"`
		Confidence remark `json:"confidence,omitzero"`
	} `json:"track"`
	City struct {
		Counts     map[string]int `json:"counts"`
		Cost       int            `json:"cost"`
		Cubes      int            `json:"cubes_added"`
		Source     remark         `json:"source,omitzero"`
		Confidence remark         `json:"confidence,omitzero"`
	} `json:"new_city"`
	Western struct {
		Count    int      `json:"count"`
		Cost     int      `json:"cost"`
		Gateways []string `json:"gateways"`
		Cubes    struct {
			Colour string `json:"color"`
			Count  int    `json:"count"`
		} `json:"cubes_added"`
		Market     string `json:"market"`
		Delivered  int    `json:"cubes_per_delivery"`
		Source     remark `json:"source,omitzero"`
		Confidence remark `json:"confidence,omitzero"`
	} `json:"western_link"`
}

type costs struct {
	Open     int    `json:"open"`
	Hill     int    `json:"hill"`
	River    int    `json:"river_crossing_surcharge"`
	Ridge    int    `json:"ridge_surcharge"`
	Crossing remark `json:"crossing_tile,omitzero"`
}

//go:embed data/*.json
var files embed.FS

// PrintedBook is the board as printed, read once.
var PrintedBook = sync.OnceValue(func() *Book {
	b, faults := bookOf(PrintedFiles())
	if len(faults) > 0 { // TestPrintedBook checks the embedded data
		panic("tycoon: the embedded data: " + faults[0].File + ": " + faults[0].Say.Key)
	}
	return b
})

// PrintedFiles are the embedded data files.
var PrintedFiles = sync.OnceValue(func() boardFiles {
	var f boardFiles
	for name, into := range map[string]any{
		mapFile: &f.Map, cardsFile: &f.Cards, baronsFile: &f.Barons, enginesFile: &f.Engines, incomeFile: &f.Income, setupFile: &f.Setup, tilesFile: &f.Tiles,
	} {
		if err := datafile.Read(files, "tycoon", name, into); err != nil {
			panic(err)
		}
	}
	return f
})

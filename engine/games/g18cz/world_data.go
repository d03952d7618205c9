package g18cz

import "encoding/json"

// The shape of map.json, tiles.json and upgrades.json, field by field: what is
// not named here is refused.

type mapData struct {
	Game   string `json:"game"`
	Layout string `json:"layout"`
	Coords string `json:"coordinate_rule"`
	Edges  struct {
		Names map[string]string `json:"numbering"`
		Delta map[string][2]int `json:"delta_row_col"`
		Rule  string            `json:"opposite"`
	} `json:"edges"`
	Rotation string `json:"rotation"`
	Variants map[string]struct {
		Players []int  `json:"players"`
		Rule    string `json:"rule"`
	} `json:"player_variants"`
	Count map[string]int `json:"hex_count"`
	Hexes []hexData      `json:"hexes"`
}

type hexData struct {
	ID      string `json:"id"`
	Row     int    `json:"row"`
	Column  int    `json:"col"`
	Kind    string `json:"kind"`
	Colour  string `json:"color"`
	Label   string `json:"label"`
	Name    string `json:"name"`
	Terrain []struct {
		Kinds []string `json:"kinds"`
		Cost  int      `json:"cost"`
	} `json:"terrain"`
	facesData
	Homes []struct {
		Company string `json:"corporation"`
		City    *int   `json:"city"`
		Chosen  bool   `json:"choice_of_hexes"`
	} `json:"homes"`
	Stubs      []int             `json:"stubs"` // edges at which the first tile needs an exit (7.4.4)
	RedEdges   []int             `json:"red_border_edges"`
	RedTurns   []int             `json:"red_tile_rotations"`
	Neighbours map[string]string `json:"neighbours"`
	Allowed    []int             `json:"exits_allowed"`
	LogTile    string            `json:"log_tile_id"`
	LogCities  []string          `json:"log_city_ids"`
	Two        bool              `json:"in_two_player_map"`
	AllowedTwo []int             `json:"exits_allowed_two_player"`
	LogTileTwo string            `json:"log_tile_id_two_player"`
	CitiesTwo  []string          `json:"log_city_ids_two_player"`
}

// facesData is what tiles and printed hexes have in common.
type facesData struct {
	Cities []stopData `json:"cities"`
	Towns  []stopData `json:"towns"`
	Paths  [][]any    `json:"paths"` // edges as numbers, stops as "city0", "town0"; "terminal" behind those of red tiles
}

type stopData struct {
	Index   int             `json:"index"`
	Part    int             `json:"part_index"`
	Slots   int             `json:"slots"`
	Revenue json.RawMessage `json:"revenue"` // a number; of red tiles numbers by colour
	Group   string          `json:"group"`
}

type tilesData struct {
	Game   string         `json:"game"`
	Edges  string         `json:"edge_numbering"`
	Ends   string         `json:"endpoint_rule"`
	Totals map[string]int `json:"totals"`
	Tiles  []struct {
		ID     string `json:"id"`
		Colour string `json:"color"`
		Count  int    `json:"count"`
		Label  string `json:"label"`
		facesData
		Exits  []int  `json:"exits"`
		Purple bool   `json:"special_purple"`
		Home   string `json:"home_tile_of"`
		Bonus  *struct {
			Company string `json:"corporation"`
			Amount  int    `json:"amount"`
		} `json:"home_bonus"`
		LogTiles []string `json:"log_tile_ids"`
	} `json:"tiles"`
}

type upgradesData struct {
	Game  string `json:"game"`
	Note  string `json:"note"`
	First map[string]struct {
		Hexes []string         `json:"hexes"`
		Tiles []string         `json:"tiles"`
		Turns map[string][]int `json:"rotations"`
	} `json:"first_lays"`
	Upgrades map[string][]struct {
		To     string `json:"to"`
		Purple bool   `json:"special"`
		Turns  []int  `json:"relative_rotations"`
	} `json:"upgrades"`
}

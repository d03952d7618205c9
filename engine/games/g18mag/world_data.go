package g18mag

// The shape of map.json, tiles.json and upgrades.json, field by field: what is
// not named here is refused.

type mapData struct {
	Format     string            `json:"format"`
	Game       string            `json:"game"`
	Layout     string            `json:"layout"`
	LayoutNote string            `json:"layout_note"`
	Edges      map[string]string `json:"edges"`
	EdgeNote   string            `json:"edge_note"`
	Coords     struct {
		Row    string            `json:"row"`
		Column string            `json:"column"`
		Delta  map[string][2]int `json:"neighbor_delta_x_y"`
	} `json:"coordinates"`
	Notes map[string]string    `json:"field_notes"`
	Maps  map[string]boardData `json:"maps"`
}

type boardData struct {
	Players  []int       `json:"players"`
	Phases   []string    `json:"phases"`
	Barriers [][2]string `json:"barriers"`
	Lake     string      `json:"lake_balaton_hex"`
	Hexes    []hexData   `json:"hexes"`
}

type hexData struct {
	ID         string `json:"id"`
	Row        string `json:"row"`
	Column     int    `json:"column"`
	X          int    `json:"x"`
	Y          int    `json:"y"`
	Kind       string `json:"kind"`
	Background string `json:"background"`
	Name       string `json:"name"`
	Label      string `json:"label"`
	facesData
	Offboards  []areaData        `json:"offboards"`
	MineValue  map[string]int    `json:"mine_value"`
	Neighbours map[string]string `json:"neighbors"`
	TrackEdges []int             `json:"track_edges"`
	Barred     []int             `json:"impassable_edges"`
	Partition  *struct {
		Kind string `json:"kind"`
		A    []int  `json:"side_a_edges"`
		B    []int  `json:"side_b_edges"`
		Rule string `json:"rule"`
	} `json:"partition"`
	Terrain   costData `json:"terrain"`
	LogTileID string   `json:"log_tile_id"`
}

// facesData is what tiles and printed hexes have in common.
type facesData struct {
	Cities []stopData `json:"cities"`
	Towns  []stopData `json:"towns"`
	Paths  [][]any    `json:"paths"` // edges as numbers, stops as "city0", "town0", "offboard0"
}

type stopData struct {
	Index   int    `json:"index"`
	Node    int    `json:"log_node_index"`
	Slots   int    `json:"slots"`
	Revenue int    `json:"revenue"`
	Home    int    `json:"home_of_minor"`
	Note    string `json:"note"`
}

type areaData struct {
	Index   int            `json:"index"`
	Node    int            `json:"log_node_index"`
	Revenue map[string]int `json:"revenue"`
}

type costData struct {
	Cost    int `json:"cost"`
	Symbols struct {
		River    int `json:"river"`
		Mountain int `json:"mountain"`
	} `json:"symbols"`
}

type tilesData struct {
	Format string         `json:"format"`
	Edges  string         `json:"edge_numbering"`
	Note   string         `json:"supply_note"`
	Totals map[string]int `json:"totals"`
	Stacks []struct {
		Faces  []string `json:"faces"`
		Count  int      `json:"count"`
		Colour string   `json:"color"`
	} `json:"supply_groups"`
	Tiles []tileData `json:"tiles"`
}

type tileData struct {
	Number string `json:"number"`
	Colour string `json:"color"`
	Label  string `json:"label"`
	facesData
	Exits   []int          `json:"exits"`
	Cost    costData       `json:"upgrade_cost"`
	Fixed   *int           `json:"fixed_rotation"`
	Back    string         `json:"back"`
	Count   map[string]int `json:"count"` // by edition
	Count2p int            `json:"count_18xx_games_2p"`
}

type upgradesData struct {
	Format string              `json:"format"`
	Note   string              `json:"note"`
	First  map[string][]string `json:"first_tile"` // by kind of hex
	Fixed  map[string]int      `json:"first_tile_fixed_rotation"`
	Tiles  map[string]struct {
		Colour string           `json:"color"`
		To     map[string][]int `json:"to"`
		OnK    map[string][]int `json:"to_on_K_hex"`
	} `json:"tiles"`
}

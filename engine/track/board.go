package track

// Owner is who a station belongs to: the title's index of a company.
type Owner int

// Laid is what lies on a hex. The zero value: nothing was laid. Turn counts
// steps of 60 degrees clockwise.
type Laid struct {
	Tile int `json:"t,omitempty"` // TileID + 1
	Turn int `json:"r,omitempty"`
}

// Station stands in a circle of a city.
type Station struct {
	Owner Owner `json:"o"`
	Hex   HexID `json:"h"`
	Stop  int   `json:"c"` // index of the stop on the tile
	Slot  int   `json:"s"` // circle
}

// Place is a stop of a hex.
type Place struct {
	Hex  HexID
	Stop int
}

// Board is the state of the board as plain data: part of a title's position.
// The network of each company is kept beside it, and forgotten when track or
// stations change; clones share it.
type Board struct {
	Laid     []Laid    `json:"laid"`     // by HexID
	Stations []Station `json:"stations"` // in the order they were placed
	Left     []int     `json:"left"`     // pieces left, by stack

}

// World is what does not change in a game: the map and the tiles under one set
// of rules.
type World struct {
	Map   *Map
	Set   *Set
	Rules Rules
}

// Rules are what titles have of their own.
type Rules struct {
	// Through says whether a network (not a route) passes a stop of this kind
	// although it is no city or town: mines of 18Mag. Areas never pass.
	Through func(Kind) bool
}

package content

import (
	"encoding/json"

	"railpost/engine"
	"railpost/templates"
)

// Digest is a letter about several games of its reader.
type Digest struct {
	N     uint64 `json:"n"` // its number
	Name  string `json:"name,omitempty"`
	Zone  string `json:"zone,omitempty"`
	Parts []Part `json:"parts,omitempty"`
}

// Part is the part of one game: a letter to a seat.
type Part struct {
	Game   string          `json:"game"`
	Seat   engine.Seat     `json:"seat"`
	Record uint64          `json:"record"` // after which it was written
	Kind   templates.Kind  `json:"kind"`
	Data   json.RawMessage `json:"data"` // its Facts
}

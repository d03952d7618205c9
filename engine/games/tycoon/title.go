package tycoon

import (
	"encoding/json"
	"fmt"

	"railpost/engine"
)

// Rules are Railroad Tycoon as printed.
type Rules struct {
	engine.Printed
	Lister Lister // nil: lists show everything
}

var _ engine.Rules = Rules{}

// Seats (Set-up).
const (
	seatsLeast = 2
	seatsMost  = 6
)

func (Rules) Name() string          { return "tycoon" }
func (Rules) Version() int          { return 2 }
func (Rules) Seats() (min, max int) { return seatsLeast, seatsMost }

// Declared returns the rulings on what the printed game leaves open and that matter at
// the table.
func (Rules) Declared() []engine.Declared {
	return engine.Readings("tycoon", nil, "R3", "R4", "R5", "R6", "R8", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19",
		"R20", "R21", "R22", "R27", "R29", "R30", "R32", "R33", "R34", "R35")
}

// Begin sets up the game.
func (r Rules) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) { return r.begin(tx, s) }

// Decode reads a position that engine.Encode wrote.
func (r Rules) Decode(setup engine.Setup, b []byte) (engine.Position, error) {
	s := &State{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("tycoon: reading a position: %w", err)
	}
	book, err := bookNamed(setup.Options[optBoard])
	if err != nil {
		return nil, err
	}
	s.book, s.lister = book, r.Lister
	s.relay()
	return s, nil
}

// Scores ranks the seats (End of the game).
func (Rules) Scores(p engine.Position) []engine.Score { return scores(p.(*State)) }

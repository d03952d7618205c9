package tycoon

import (
	"encoding/json"
	"fmt"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/switches"
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

// Options of the table. The first value is the default.
const (
	optNovice   = "novice"
	optCrossing = "crossing_surcharge"
	optIncome   = "income_above_100"
	optFirst    = "first_player"
	optGrant    = "land_grant"
	optBox      = "box_limits"
	optBoard    = "board"
)

const drawn = "drawn"

// crossingSurcharge is the surcharge for a second track in a hex under the option (R7).
const crossingSurcharge = 2

// choices are the options that set a rule.
var choices = []switches.Switch[Variant]{
	{Key: optNovice, Rule: "Optional rule for novices", Set: func(r *Variant) { r.Novice = true }},
	{Key: optCrossing, Values: [2]string{"0", "2"}, Rule: "R7", Set: func(r *Variant) { r.CrossingCost = crossingSurcharge }},
	{Key: optIncome, Values: [2]string{"wrap", "flat"}, Rule: "R9", Set: func(r *Variant) { r.FlatIncome = true }},
	{Key: optGrant, Values: [2]string{"rivers_paid", "rivers_free"}, Rule: "R18", Since: 2, Set: func(r *Variant) { r.FreeRivers = true }},
	{Key: optBox, Rule: "R13", Set: func(r *Variant) { r.BoxLimits = true }},
}

// Options returns what a table may agree on before the game.
func (Rules) Options() []engine.Option {
	return append(switches.Options("tycoon", choices),
		engine.Option{Key: optFirst, Values: []string{"first_seat", drawn}, Rule: "R1", Gloss: key.OptionOf + optFirst},
		engine.Option{Key: optBoard, Values: []string{printedBoard}, Rule: "Other boards", Gloss: key.OptionOf + optBoard, Check: checkBoard, Board: boardValue, Brief: briefBoard},
	)
}

// Profiles names the defaults, which are those of the book.
func (r Rules) Profiles() map[string]map[string]string {
	return map[string]map[string]string{"book": engine.Defaults(r.Options())}
}

func variantOf(options map[string]string) Variant { return switches.Rules(choices, options) }

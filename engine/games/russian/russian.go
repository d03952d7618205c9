package russian

import (
	"encoding/json"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
	"railpost/engine/switches"
)

// Rules are the rules of Russian Railroads; see engine.Rules.
type Rules struct{ engine.Printed }

// Options of the table; see the rulings. The first value is the default, or the second one since a version.
const (
	optionRubles    = "start-rubles"
	optionNumbers   = "factory_numbers"
	optionTemporary = "again_temporary"
	optionChoice    = "again_choice"
	optionDiscard   = "discard_locomotives"
	optionBox       = "box_limits"
)

// settings are the options that set a rule.
var settings = []switches.Switch[Settings]{
	{Key: optionNumbers, Values: [2]string{"listed", "tiles"}, Rule: "R1", Fixed: true, Set: func(r *Settings) { r.TileNumbers = true }},
	{Key: optionTemporary, Rule: "R30", Since: 2, Set: func(r *Settings) { r.AgainTemporary = true }},
	{Key: optionChoice, Rule: "R9", Set: func(r *Settings) { r.AgainChoice = true }},
	{Key: optionDiscard, Values: [2]string{"no_free_place", "stuck"}, Rule: "R12", Since: 2, Set: func(r *Settings) { r.OutWhenStuck = true }},
	{Key: optionBox, Rule: "R25", Set: func(r *Settings) { r.BoxLimits = true }},
}

func (Rules) Name() string          { return "russian" }
func (Rules) Version() int          { return 2 }
func (Rules) Seats() (min, max int) { return 2, 4 }

// Options returns what a table may agree on before the game.
func (Rules) Options() []engine.Option {
	return append(switches.Options("russian", settings),
		engine.Option{Key: optionRubles, Values: []string{"1", "2"}, Rule: "R6", Gloss: key.OptionOf + optionRubles, ForSeat: []int{2}})
}

// Profiles names the defaults, which are those of the book.
func (r Rules) Profiles() map[string]map[string]string {
	return map[string]map[string]string{"book": engine.Defaults(r.Options())}
}

// Declared returns the rulings on what the printed game leaves open: numbers marked
// "project choice" or of low confidence in the data, and rulings on the text.
func (Rules) Declared() []engine.Declared {
	return slices.Concat(
		engine.Readings("russian", nil, "R1", "R2", "R3", "R4", "R5"),
		engine.Readings("russian", []int{2}, "R6"),
		engine.Readings("russian", nil, "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R20", "R25", "R30", "R31", "R32"),
	)
}

// rulesOf are the rules of a game.
func rulesOf(setup engine.Setup) Settings {
	r := switches.Rules(settings, setup.Options)
	r.OneToken = setup.Version >= 2
	return r
}

// Mends returns the decisions that newer versions change.
func (Rules) Mends() []engine.Mend {
	return []engine.Mend{{ID: "one-token", Version: 2, Rule: "The tokens and cards"}}
}

// Switch continues a game under other rules.
func (Rules) Switch(p engine.Position, to engine.Setup) { p.(*State).Rules = rulesOf(to) }

// Begin sets up the game.
func (Rules) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) { return begin(tx, s) }

// Decode reads a position that engine.Encode wrote.
func (Rules) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	s := &State{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("russian: reading a position: %w", err)
	}
	return s, nil
}

// Scores ranks the seats.
func (Rules) Scores(p engine.Position) []engine.Score { return scores(p.(*State)) }

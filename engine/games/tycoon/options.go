package tycoon

import (
	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/switches"
)

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

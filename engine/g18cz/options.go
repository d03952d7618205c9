package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
)

// Options of the table (13). The first value is the default.
const (
	optCash    = "three_player_cash"
	optHome    = "bcb_home"
	optCount   = "e_train_engine_count"
	optTrades  = "cross_buy_from_start"
	optLimit   = "allow_pass_over_limit"
	optForty   = "keep_40_station"
	optTile    = "force_home_tile"
	optDrop    = "takeover_discard_to_reserve"
	optDuty    = "engine_train_duty"
	optTrust   = "trust_recorded_routes"
	optConsent = "consent"
	optNothing = "allow_empty_run"
	optIdle    = "idle_turns_end_draft"
	optExcess  = "late_excess_check"
	optAgreed  = "end_by_agreement"
	optSeating = "seating"
	optNeutral = "neutral_corporations"
)

const drawn = "drawn"

var offOn = [2]string{"off", "on"}

// switches are the options that are on or off in Rules: their second value sets
// the rule.
var switches = []struct {
	key    string
	values [2]string
	rule   string
	seats  []int
	set    func(*Rules)
}{
	{optCash, [2]string{"380", "350"}, "R2", []int{3}, func(r *Rules) { r.LowCash = true }},
	{optHome, [2]string{"E16", "D17"}, "R5", nil, func(r *Rules) { r.HomeD17 = true }},
	{optCount, offOn, "R7", nil, func(r *Rules) { r.EngineCount = true }},
	{optTrades, offOn, "R11", nil, func(r *Rules) { r.EarlyTrades = true }},
	{optLimit, offOn, "R12", nil, func(r *Rules) { r.PassOver = true }},
	{optForty, offOn, "R15", nil, func(r *Rules) { r.KeepForty = true }},
	{optTile, offOn, "R16", nil, func(r *Rules) { r.ForceHome = true }},
	{optDrop, offOn, "R17", nil, func(r *Rules) { r.ToReserve = true }},
	{optDuty, offOn, "R24", nil, func(r *Rules) { r.EngineDuty = true }},
	{optTrust, offOn, "R28", nil, func(r *Rules) { r.TrustRoutes = true }},
	{optConsent, [2]string{"asked", "not_asked"}, "R31", nil, func(r *Rules) { r.NoConsent = true }},
	{optNothing, offOn, "R48", nil, func(r *Rules) { r.AllowNothing = true }},
	{optIdle, offOn, "4", nil, func(r *Rules) { r.IdleEnds = true }},
	{optExcess, offOn, "9.4", nil, func(r *Rules) { r.LateExcess = true }},
	{optAgreed, offOn, "11", nil, func(r *Rules) { r.AgreedEnd = true }},
}

// Options are what a table may agree on before the game.
func (title) Options() []engine.Option {
	var list []engine.Option
	for _, o := range switches {
		list = append(list, engine.Option{Key: o.key, Values: o.values[:], Rule: o.rule, Gloss: "18cz.option." + o.key, ForSeat: o.seats})
	}
	return append(list,
		engine.Option{Key: optSeating, Values: []string{drawn, "given"}, Rule: "1.3", Gloss: "18cz.option.seating"},
		engine.Option{Key: optNeutral, Values: []string{drawn}, Rule: "12", Gloss: "18cz.option.neutral_corporations", ForSeat: two, Check: checkNeutral},
	)
}

// Profiles: games of the public engine are played on under its readings.
func (title) Profiles() map[string]map[string]string {
	return map[string]map[string]string{"18xx.games": {
		optCash: "380", optHome: "E16", optCount: "on", optTrades: "on", optLimit: "on", optForty: "off", optTile: "off", optDrop: "off",
		optDuty: "on", optTrust: "on", optConsent: "not_asked", optNothing: "on", optIdle: "on", optExcess: "on", optAgreed: "on", optSeating: "given",
	}}
}

func rulesOf(options map[string]string) Rules {
	var r Rules
	for _, o := range switches {
		if options[o.key] == o.values[1] {
			o.set(&r)
		}
	}
	return r
}

// checkNeutral holds the corporations of the neutral player to one of each size
// (12).
func checkNeutral(value string) error {
	_, err := givenNeutral(value)
	return err
}

// givenNeutral reads "EKJ,BN,SX": small, medium, large. An imported game may end
// before the later ones are known: then the list is shorter.
func givenNeutral(value string) ([]Company, error) {
	if value == drawn || value == "" {
		return nil, nil
	}
	var list []Company
	for i, word := range strings.Split(value, ",") {
		c := companyNamed(strings.TrimSpace(word))
		if c == noCompany || !book.inTwo[c] || i > int(large) || companies[c].size != Size(i) {
			r := engine.Forbid("12", "18cz.no.neutral-form", engine.Text("value", value))
			r.Expected = []string{drawn, "EKJ,BN,SX"}
			return nil, r
		}
		list = append(list, c)
	}
	return slices.Clip(list), nil
}

package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/switches"
)

// Options of the table. The first value is the default.
const (
	optCash    = "three_player_cash"
	optHome    = "bcb_home"
	optCount   = "e_train_engine_count"
	optTrades  = "cross_buy_from_start"
	optLimit   = "allow_pass_over_limit"
	optForty   = "keep_40_station"
	optTile    = "force_home_tile"
	optDrop    = "takeover_discard_to_reserve"
	optHelp    = "emergency"
	optFlip    = "flip_sizes"
	optRepay   = "repay"
	optDuty    = "engine_train_duty"
	optTrust   = "trust_recorded_routes"
	optConsent = "consent"
	optNothing = "allow_empty_run"
	optIdle    = "idle_turns_end_draft"
	optExcess  = "late_excess_check"
	optAgreed  = "end_by_agreement"
	optSeating = "seating"
	OptNeutral = "neutral_corporations"
)

const drawn = "drawn"

// choices are the options that set a rule.
var choices = []switches.Switch[Rulings]{
	{Key: optCash, Values: [2]string{"380", "350"}, Rule: "R2", Seats: []int{3}, Fixed: true, Set: func(r *Rulings) { r.LowCash = true }},
	{Key: optHome, Values: [2]string{"E16", "D17"}, Rule: "R5", Fixed: true, Since: 3, Set: func(r *Rulings) { r.HomeD17 = true }},
	{Key: optCount, Rule: "R7", Set: func(r *Rulings) { r.EngineCount = true }},
	{Key: optTrades, Rule: "R11", Set: func(r *Rulings) { r.EarlyTrades = true }},
	{Key: optLimit, Rule: "R12", Set: func(r *Rulings) { r.PassOver = true }},
	{Key: optForty, Rule: "R15", Since: 3, Set: func(r *Rulings) { r.KeepForty = true }},
	{Key: optTile, Rule: "R16", Since: 3, Set: func(r *Rulings) { r.ForceHome = true }},
	{Key: optDrop, Rule: "R17", Set: func(r *Rulings) { r.ToReserve = true }},
	{Key: optHelp, Values: [2]string{"any_train", "last_resort"}, Rule: "R54", Since: 3, Set: func(r *Rulings) { r.LastResort = true }},
	{Key: optFlip, Values: [2]string{"own", "larger"}, Rule: "R56", Since: 3, Set: func(r *Rulings) { r.FlipLarger = true }},
	{Key: optRepay, Values: [2]string{"own_turn", "any_time"}, Rule: "R23", Since: 3, Set: func(r *Rulings) { r.RepayAny = true }},
	{Key: optDuty, Rule: "R24", Set: func(r *Rulings) { r.EngineDuty = true }},
	{Key: optTrust, Rule: "R28", Set: func(r *Rulings) { r.TrustRoutes = true }},
	{Key: optConsent, Values: [2]string{"asked", "not_asked"}, Rule: "R31", Set: func(r *Rulings) { r.NoConsent = true }},
	{Key: optNothing, Rule: "R48", Set: func(r *Rulings) { r.AllowNothing = true }},
	{Key: optIdle, Rule: "VI", Set: func(r *Rulings) { r.IdleEnds = true }},
	{Key: optExcess, Rule: "VIII.12", Set: func(r *Rulings) { r.LateExcess = true }},
	{Key: optAgreed, Rule: "X", Set: func(r *Rulings) { r.AgreedEnd = true }},
}

// Options are the options that a table may agree on before the game.
func (Rules) Options() []engine.Option {
	return append(switches.Options("18cz", choices),
		engine.Option{Key: optSeating, Values: []string{drawn, "given"}, Rule: "VI", Gloss: key.OptionOf + optSeating},
		engine.Option{Key: OptNeutral, Values: []string{drawn}, Rule: "Two players", Gloss: key.OptionOf + OptNeutral, ForSeat: two, Check: checkNeutral},
	)
}

// Profiles returns the defaults, which are those of the book, and the options under which games of the
// public engine continue.
func (r Rules) Profiles() map[string]map[string]string {
	return map[string]map[string]string{"book": engine.Defaults(r.Options()), "18xx.games": {
		optCash: "380", optHome: "E16", optCount: "on", optTrades: "on", optLimit: "on", optForty: "off", optTile: "off", optDrop: "off",
		optHelp: "any_train", optFlip: "own", optRepay: "own_turn",
		optDuty: "on", optTrust: "on", optConsent: "not_asked", optNothing: "on", optIdle: "on", optExcess: "on", optAgreed: "on", optSeating: "given",
	}}
}

func rulesOf(options map[string]string) Rulings { return switches.Rules(choices, options) }

// checkNeutral checks that the neutral player gets one corporation of each size (Two
// players).
func checkNeutral(value string) error {
	_, err := givenNeutral(value)
	return err
}

// givenNeutral reads "EKJ,BN,SX": small, medium, large. An imported game may end before the later ones are
// known: then the list is shorter.
func givenNeutral(value string) ([]Company, error) {
	if value == drawn || value == "" {
		return nil, nil
	}
	var list []Company
	for i, word := range strings.Split(value, ",") {
		c := CompanyNamed(strings.TrimSpace(word))
		if c == NoCompany || !Book.InTwo[c] || i > int(Large) || c.Size() != Size(i) {
			r := engine.Forbid("Two players", key.NoNeutralForm, engine.Text("value", value))
			r.Expected = []string{drawn, "EKJ,BN,SX"}
			return nil, r
		}
		list = append(list, c)
	}
	return slices.Clip(list), nil
}

// Rules are the rules of 18CZ, in all versions.
type Rules struct{ engine.Printed }

var two = []int{2}

// Decisions of older versions. Their games are replayed and continued under them; everything that depends on
// the version of a game is here.

// mends are the decisions that the newest version changes.
var mends = []engine.Mend{
	{ID: "sides", Version: 2, Rule: "VIII.10"},
	{ID: "stations", Version: 2, Rule: "VIII.9"},
	{ID: "excess", Version: 2, Rule: "VIII.12", Touches: func(s engine.Setup) bool { return s.Options[optExcess] == "on" }},
	{ID: "over-limit", Version: 3, Rule: "VII.4", Touches: func(s engine.Setup) bool { return s.Options[optLimit] == "off" }},
}

// Mends returns the decisions that newer versions change.
func (Rules) Mends() []engine.Mend { return slices.Clone(mends) }

// Switch continues a game under other rules.
func (Rules) Switch(p engine.Position, to engine.Setup) { goUnder(p.(*State), to) }

// goUnder sets the rules that a position is decided by.
func goUnder(s *State, setup engine.Setup) {
	s.Rules, s.Version = rulesOf(setup.Options), 0
	if setup.Version > 1 {
		s.Version = setup.Version
	}
}

// thirdVersion reports whether the game is decided by version 3 or a later one.
func thirdVersion(s *State) bool { return s.Version >= 3 }

// secondVersion reports whether the game is decided by version 2 or a later one.
func secondVersion(s *State) bool { return s.Version >= 2 }

// waitsFirst is askedLater of version 1: only the operating corporation was asked for
// its excess trains later, others at once.
func waitsFirst(s *State, c Company) bool { return c == s.Company() }

// mergeFirst is mergeStations as version 1 played it: after any question about another hex was answered, it removed
// the station in the higher circle if a city had two.
func mergeFirst(s *State, tx *engine.Tx, buyer Company) {
	if _, asks := doubled(s, buyer); asks {
		return
	}
	other := s.Merging.Seller
	s.Companies[buyer].addStations(len(s.Companies[other].TokenCosts))
	for i := stationOf(s, other); i >= 0; i = stationOf(s, other) {
		if own := stationIn(s, buyer, s.Board.Stations[i].Place()); own < 0 {
			s.Board.GiveStation(i, Owner(buyer), s.Board.Stations[i].Slot)
		} else if s.Board.Stations[own].Slot < s.Board.Stations[i].Slot {
			takeOff(s, tx, buyer, i)
		} else {
			s.Board.GiveStation(i, Owner(buyer), s.Board.Stations[i].Slot)
			takeOff(s, tx, buyer, own)
		}
	}
	s.leave(other)
	s.Merging = nil
}

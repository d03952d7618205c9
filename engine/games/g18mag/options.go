package g18mag

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/switches"
)

// Options of the table; see the rulings. The first value is the default.
const (
	OptPriority  = "priority_after_draft"
	optNoTrain   = "no_train_rule"
	optLateEnd   = "late_end_quirk"
	optOOFirst   = "oo_first_token"
	OptDirector  = "buy_director_certificate"
	optBest      = "enforce_best_routes"
	optIdle      = "idle_services"
	optAgain     = "sell_again"
	optSecond    = "second_share_at_limit"
	optLimits    = "certificate_limits"
	OptConsent   = "seller_consent"
	optAgreed    = "end_by_agreement"
	OptSeating   = "seating"
	OptPrices    = "start_prices"
	OptLength    = "solo_length"
	OptLevel     = "solo_level"
	optUnlimited = "solo_istvan_unlimited_certs"
)

// lengthLong is the value of solo_length with three minors for each side.
const lengthLong = "long"

// Drawn is the value of options that are drawn at random.
const Drawn = "drawn"

// choices are the options that set a rule.
var choices = []switches.Switch[Settings]{
	{Key: OptPriority, Values: [2]string{"stay", "pass_on"}, Rule: "R-02", Seats: many, Fixed: true, Set: func(r *Settings) { r.PassOn = true }},
	{Key: optNoTrain, Values: [2]string{"pile", "consecutive"}, Rule: "R-03", Seats: several, Fixed: true, Set: func(r *Settings) { r.Consecutive = true }},
	{Key: optLateEnd, Rule: "R-04", Seats: several, Fixed: true, Set: func(r *Settings) { r.LateEnd = true }},
	{Key: optOOFirst, Rule: "R-34", Seats: several, Set: func(r *Settings) { r.OOFirst = true }},
	{Key: OptDirector, Rule: "R-55", Seats: several, Set: func(r *Settings) { r.DirectorOnSale = true }},
	{Key: optBest, Rule: "R-18", Since: 3, Set: func(r *Settings) { r.BestRoutes = true }},
	{Key: optIdle, Values: [2]string{"refused", "allowed"}, Rule: "R-06", Seats: several, Set: func(r *Settings) { r.IdleServices = true }},
	{Key: optAgain, Rule: "R-72", Since: 3, Set: func(r *Settings) { r.SellAgain = true }},
	{Key: optSecond, Values: [2]string{"refused", "allowed"}, Rule: "R-12", Since: 3, Set: func(r *Settings) { r.SecondShare = true }},
	{Key: optLimits, Values: [2]string{"18-14-11-9", "14-11-9-9"}, Rule: "R-01", Seats: many, Fixed: true, Set: func(r *Settings) { r.LowLimits = true }},
	{Key: OptConsent, Values: [2]string{"asked", "not_asked"}, Rule: "R-19", Seats: several, Set: func(r *Settings) { r.NoConsent = true }},
	{Key: optAgreed, Rule: "R-39", Seats: several, Set: func(r *Settings) { r.AgreedEnd = true }},
}

// Options returns what a table may agree on before the game.
func (Rules) Options() []engine.Option {
	return append(switches.Options("18mag", choices),
		engine.Option{Key: OptSeating, Values: []string{Drawn, "given"}, Rule: "II.4", Gloss: key.OptionOf + "seating", ForSeat: several},
		engine.Option{Key: OptPrices, Values: []string{Drawn}, Rule: "II.4", Gloss: key.OptionOf + "start_prices", Check: checkPrices},
		engine.Option{Key: OptLength, Values: []string{"short", lengthLong}, Rule: "XI.1", Gloss: key.OptionOf + OptLength, ForSeat: alone},
		engine.Option{Key: OptLevel, Values: []string{"easy", "medium", "hard"}, Rule: "XI.1", Gloss: key.OptionOf + OptLevel, ForSeat: alone},
		engine.Option{Key: optUnlimited, Values: []string{"off", "on"}, Rule: "R-20", Gloss: key.OptionOf + optUnlimited, ForSeat: alone},
	)
}

// Profiles returns the defaults, which are those of the book, and the options under which games of the
// public engine continue.
func (r Rules) Profiles() map[string]map[string]string {
	return map[string]map[string]string{"book": engine.Defaults(r.Options()), "18xx.games": {
		OptPriority: "stay", optNoTrain: "consecutive", optLateEnd: "on", optOOFirst: "on", OptDirector: "on",
		optBest: "off", optAgain: "off", optSecond: "refused", optLimits: "18-14-11-9", optIdle: "allowed", OptConsent: "not_asked", optAgreed: "on", OptSeating: "given",
	}}
}

func rulesOf(setup engine.Setup) Settings {
	r := switches.Rules(choices, setup.Options)
	if setup.Seats == 1 {
		return Settings{BestRoutes: r.BestRoutes, SellAgain: r.SellAgain, SecondShare: r.SecondShare} // the others are for imports
	}
	r.mend(setup.Version)
	return r
}

// Switch continues a game under other rules.
func (Rules) Switch(p engine.Position, to engine.Setup) { p.(*State).Rules = rulesOf(to) }

// Mends returns the decisions that newer versions change.
func (Rules) Mends() []engine.Mend {
	idle := func(s engine.Setup) bool { return s.Seats > 1 && s.Options[optIdle] == "allowed" }
	return []engine.Mend{{ID: "idle-services", Version: 2, Rule: "R-16", Touches: idle}}
}

// mend sets what newer versions of the title decide differently. Without it the rules
// are those of older versions, so that their games go on as they began:
//
//	2: under idle_services=allowed no service is sold where no run is possible.
//	   Under refused there never was one, since no route could use it.
func (r *Settings) mend(version int) { r.ServiceRuns = version >= 2 && r.IdleServices }

// checkPrices checks a list of start prices against the ten cards (II.4): one for each
// major in the order of list_order.
func checkPrices(value string) error {
	prices, err := readPrices(value)
	if err != nil || len(prices) != len(Book.Large.Majors) && len(prices) != len(Book.Small.Majors) {
		return pricesRefusal(key.NoPricesForm, value)
	}
	left := slices.Clone(Book.Cards)
	for _, p := range prices {
		i := slices.Index(left, p)
		if i < 0 {
			return pricesRefusal(key.NoPricesCards, value)
		}
		left = slices.Delete(left, i, i+1)
	}
	return nil
}

func pricesRefusal(why, value string) *engine.Refusal {
	r := engine.Forbid("II.4", why, engine.Text("value", value))
	r.Expected = []string{Drawn, "60,65,70,75,80,60,65"}
	return r
}

// readPrices reads "60,65,80".
func readPrices(value string) ([]int, error) {
	var out []int
	for _, word := range strings.Split(value, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

package simulate

import (
	"slices"
	"strings"
	"time"
)

// intent is something that a player plans along with a move.
type intent struct {
	titles string   // for which it can be; "": all
	lines  []string // of the plan
	stays  bool     // until it is dropped
}

// intents are plans as people write them: for the next turn, with conditions, and standing
// ones.
var intents = []intent{
	{lines: []string{"next:", "pass"}},
	{lines: []string{"late:", "pass"}},
	{lines: []string{"always take the usual turn"}, stays: true},
	{titles: "18mag", lines: []string{"next:", "pass", "if SIK < 90"}},
	{titles: "18mag", lines: []string{"plan", "buy SIK", "unless somebody sold SIK", "end"}},
	{titles: "18mag", lines: []string{"pass the stock round until somebody buys SIK"}},
	{titles: "18cz", lines: []string{"next:", "if phase yellow", "pass"}},
	{titles: "18cz", lines: []string{"run best and pay out until a train rusts"}, stays: true},
	{titles: "18mag 18cz", lines: []string{"run best and pay out until the phase changes"}, stays: true},
	{titles: "18mag 18cz", lines: []string{"pass the stock round"}},
	{titles: "tycoon", lines: []string{"pass the auction"}},
	{titles: "tycoon", lines: []string{"next:", "if cash > 3", "pass"}},
	{titles: "russian", lines: []string{"next:", "if round > 3", "usual"}},
	{titles: "russian", lines: []string{"next:", "unless somebody passed", "pass"}},
}

// plans adds a plan to the orders of a turn. Whoever has given a standing order drops it some
// days later.
func (p *person) plans(h *hand, lines []string) []string {
	a := p.ledger.games[h.game]
	if a == nil { // it was called off before it began
		return lines
	}
	title := a.sitting.title
	others := func(i intent) bool { return i.titles != "" && !slices.Contains(strings.Fields(i.titles), title) }
	fit := slices.DeleteFunc(slices.Clone(intents), others)
	i := fit[p.rng.IntN(len(fit))]
	if i.stays {
		to := h.Asked
		p.later(time.Duration(2+p.rng.IntN(6))*24*time.Hour, func() error {
			if p.hands[h.game] != h {
				return nil
			}
			return p.plain(h.game, to, "drop plans")
		})
	}
	return slices.Concat(lines, i.lines)
}

// perhapsPlanned enters that a plan may play what a seat is asked: then no letter asks, and none reminds.
func (x *chair) perhapsPlanned(a *account, w *wanted) {
	if !x.plans || x.wait == nil {
		return
	}
	w.either(want{x.person.address, a.game, turn})
	w.either(want{x.person.address, a.game, reminder})
	w.perhaps(x.person.address, a.game, news)
}

// perhapsTold enters that a seat which has plans may get a letter: with its turn, or of what a plan plays.
func (x *chair) perhapsTold(a *account, w *wanted) {
	if x.plans {
		w.perhaps(x.person.address, a.game, x.class())
		w.perhaps(x.person.address, a.game, news)
	}
}

// isPlan reports whether a line begins a plan.
func isPlan(line string) bool {
	return slices.ContainsFunc([]string{"next:", "late:", "plan", "always ", "run best and ", "pass the "}, func(w string) bool { return strings.HasPrefix(line, w) })
}

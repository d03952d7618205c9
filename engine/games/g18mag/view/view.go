package view

import (
	"cmp"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// View shows positions of 18Mag and advises on them.
type View struct{ sheet.View[*g18mag.State] }

var _ engine.View = View{}

// title is the title that lists of orders are asked of.
var title engine.Title = struct {
	g18mag.Rules
	View
}{}

// Status gives the state of the game.
func (View) Status(view engine.Position) engine.Message {
	s := view.(*g18mag.State)
	phase := engine.Term("phase", key.PhaseOf+s.PhaseRules().Name)
	switch s.Stage {
	case g18mag.Drafting:
		return engine.Msg(key.StatusDraft, engine.Int("turn", s.Draft.Turn+1), engine.Int("of", s.Limits().Picks()))
	case g18mag.Stocks:
		if s.Set == s.EndSet {
			return engine.Msg(key.StatusLastStock, engine.Int("set", s.Set), phase)
		}
		return engine.Msg(key.StatusStock, engine.Int("set", s.Set), phase)
	case g18mag.Operating:
		text := engine.If(s.Set == s.EndSet, key.StatusLastOperating, key.StatusOperating)
		return engine.Msg(text, engine.Int("set", s.Set), engine.Int("round", s.Round), engine.Int("of", s.Rounds), phase)
	}
	return engine.Msg(key.StatusOver)
}

// Worth is 0 for a line that reveals something hidden, since its outcome is unknown.
func (View) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	if revealed {
		return 0
	}
	s := after.(*g18mag.State)
	n := worth(s, seat)
	if c := s.Company(); c != g18mag.NoCompany && c.Minor() && s.OwnerOf(c) == seat {
		n -= deadEnd * board(s).DeadEnds(g18mag.Owner(c))
	}
	return n
}

// deadEnd is the penalty for an exit that nothing can join in this phase: more than places near its tile count,
// less than a better run.
const deadEnd = 60

// Usual returns the usual turn of a seat from here; none in the draft, and while an
// offer for a train is open.
func (View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	return usualTurn(p.(*g18mag.State), seat)
}

// Names lists what orders can name. Numbers of minors are not names.
func (View) Names(view engine.Position) (spaces, others []string) {
	s := view.(*g18mag.State)
	for _, w := range s.Edition().Words {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, w := range s.Goods().ServiceWords() {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, h := range s.World().Map.Hexes {
		others = append(others, h.Name)
	}
	return nil, others
}

// Gauges are the prices of the majors, the players' property, and the phase.
func (View) Gauges(view engine.Position, _ engine.Seat) (out []engine.Gauge) {
	s := view.(*g18mag.State)
	for _, c := range s.Edition().Majors {
		out = append(out, engine.Gauge{Name: g18mag.Companies[c].Word, Of: engine.Nobody, N: s.PriceOf(c)})
	}
	for seat := range engine.Seat(s.Seats) {
		out = append(out, engine.Gauge{Name: "cash", Of: seat, N: s.Cash.Of(g18mag.Wallet(seat))})
	}
	return append(out, engine.Gauge{Name: "phase", Of: engine.Nobody, Word: s.PhaseColour()})
}

// Events are events that players wait for: trains never rust here (VI.3.9).
func (View) Events() map[string][]string {
	return map[string][]string{"the phase changes": {key.ReportPhase}}
}

// Heads names the turn of the company that a seat operates.
func (View) Heads(p engine.Position, seat engine.Seat) []string {
	s := p.(*g18mag.State)
	c := s.Company()
	if c == g18mag.NoCompany || s.OwnerOf(c) != seat {
		return nil
	}
	return []string{g18mag.Companies[c].Word}
}

// Turns are those of the companies.
func (View) Turns() (list []string) {
	for _, c := range g18mag.Companies {
		list = append(list, c.Word)
	}
	return list
}

// Declined reports whether a sale between minors was refused.
func (View) Declined(reports []engine.Report) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool { return r.Key == key.ReportRefused })
}

// sections say more of a step than the order of the steps, which prompts cite.
var sections = map[string]string{
	key.AskTrack: "VI.3.2", key.AskTrackSecond: "VI.3.2", key.AskScrap: "VI.3.6", key.AskRun: "VI.3.6",
	key.AskTrains: "VI.3.8", key.AskTrainsOthers: "VI.3.8", key.AskPayout: "VI.4.3",
}

// Section knows that stations of majors are another matter than those of minors.
func (View) Section(asked engine.Prompt) (section string, paragraph int) {
	if asked.Ask.Key == key.AskStation {
		return map[bool]string{true: "VI.4.2", false: "VI.3.4"}[asked.Rule == "VI.4.1"], 0
	}
	return cmp.Or(sections[asked.Ask.Key], asked.Rule), 0
}

// liveries are the printed colours of companies, by folded word, dark enough for white text. 18mag.livery of
// the messages has the same.
var liveries = map[string]string{
	"raba":   "#c8372d",
	"sik":    "#2f7a37",
	"mavag":  "#7d4a9e",
	"g&c":    "#7ec3e6",
	"snw":    "#8a8f94",
	"szkev":  "#e6c229",
	"ldsteg": "#e0862a",
}

// Foresight is how hard robots look ahead: where it is about shares and pay-outs, to the end of
// the game, since a shorter look takes sales for progress. What minors do in their turns hardly
// depends on these, so it is worked out once for many playouts (recurs). In the draft it
// does, and a playout costs too much.
func (View) Foresight(p engine.Position, _ engine.Seat) engine.Foresight {
	s := p.(*g18mag.State)
	f := engine.Foresight{Lines: 1, Point: 1, Recurs: recurs}
	if s.Alone == nil && s.Asking == nil && (s.Stage == g18mag.Stocks || s.Stage == g18mag.Operating && !s.Company().Minor()) {
		f.Lines, f.Playouts = 6, 6
	}
	return f
}

// recurs returns the facts on which the turn of a minor depends: without its owner, their property and the
// holders of shares, except for the owner's gain from a train in the last rounds.
func recurs(p engine.Position, seat engine.Seat) []byte {
	s := p.(*g18mag.State)
	if s.Alone != nil || s.Asking != nil || s.Stage != g18mag.Operating || !s.Company().Minor() || s.Actor != seat {
		return nil
	}
	c, part := s.Company(), *s
	part.Priority, part.Actor, part.Table, part.Order, part.At = 0, 0, nil, []g18mag.Company{c}, 0
	part.Cash, part.Shares, part.Market, part.Trade, part.Draft = cash.Ledger{}, stock.Book{}, stock.Market{}, g18mag.StockTurn{}, g18mag.Draft{}
	part.Minors = slices.Clone(s.Minors)
	for i := range part.Minors {
		part.Minors[i].Owner = 0
	}
	var fees []int
	if lastRounds(s) {
		for _, t := range s.Goods().Trains {
			fees = append(fees, lead(s, c, t.Seller, t.Share))
		}
	}
	return fmt.Appendf(engine.Encode(&part), " %d %d", s.Purse(c), fees)
}

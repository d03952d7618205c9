package view

import (
	"math/rand/v2"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
)

// View shows positions of 18CZ and advises on them.
type View struct{ sheet.View[*g18cz.State] }

var _ engine.View = View{}

// title is the title that lists of orders are asked of.
var title engine.Title = struct {
	g18cz.Rules
	View
}{}

// Status gives the state of the game.
func (View) Status(view engine.Position) engine.Message {
	s := view.(*g18cz.State)
	phase := g18cz.PhaseSay(s.Phase)
	switch s.Stage {
	case g18cz.Drafting:
		return engine.Msg(key.StatusDraft, engine.Int("n", len(s.LocalsOf(-1))))
	case g18cz.Stocks:
		return engine.Msg(key.StatusStock, engine.Int("set", s.Round().Set), phase)
	case g18cz.Operating:
		return engine.Msg(key.StatusOperating, engine.Int("set", s.Round().Set), engine.Int("round", s.Round().Number), engine.Int("value", s.Round().Value), phase)
	}
	return engine.Msg(key.StatusOver)
}

// Parts lists the blocks of a letter, then those that are only shown on request.
func (View) Parts() []engine.Part { return parts }

var parts = engine.Parts(key.PartOf, placed, []engine.Sheet[*g18cz.State]{
	{Name: "own", InLetter: true, Of: ownSheet},
	{Name: "table", InLetter: true, Of: tableSheet},
	{Name: "near", Arg: "COMPANY", InLetter: true, Show: nearSheet},
	{Name: "map", Arg: "HEX", Show: mapSheet},
	{Name: "market", Show: marketSheet},
	{Name: "trains", All: trainSheet},
	{Name: "phases", All: phaseSheet},
	{Name: "railways", All: localSheet},
	{Name: "tiles", Arg: "TILE", Find: tileSheet},
	{Name: "company", Arg: "COMPANY", Find: companySheet},
	{Name: "routes", Arg: "COMPANY", Show: routesSheet},
	{Name: "player", Arg: "PLAYER", Show: playerSheet},
}...)

// Worth is 0 for a line that reveals something hidden, since its outcome is unknown.
func (View) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	if revealed {
		return 0
	}
	return listed(after.(*g18cz.State), seat)
}

// Usual returns the usual turn of a seat from here; none if the seat must answer an offer, since a sale is the
// player's own decision.
func (View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	return usual(p.(*g18cz.State), seat, false)
}

// Names lists what orders name: corporations, local railways, trains and hexes.
func (View) Names(view engine.Position) (spaces, others []string) {
	s := view.(*g18cz.State)
	for _, w := range g18cz.Book.CompanyWords {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, w := range g18cz.BuyWares { // trains and local railways
		others = append(others, w.Text)
	}
	for _, h := range s.World().Map.Hexes {
		others = append(others, h.Name)
	}
	return nil, others
}

// placed returns a position as sheets show it: at the end the players are in the order of their places.
func placed(s *g18cz.State) *g18cz.State {
	return engine.Placed(g18cz.Rules{}, s, func(s *g18cz.State) *[]engine.Seat { return &s.Players })
}

// Gauges are the prices of the corporations on the chart, the players' property, and the phase.
func (View) Gauges(view engine.Position, _ engine.Seat) (out []engine.Gauge) {
	s := view.(*g18cz.State)
	for c := range g18cz.Company(len(g18cz.Book.Companies)) {
		if s.Started(c) {
			out = append(out, engine.Gauge{Name: g18cz.Book.Companies[c].ID, Of: engine.Nobody, N: s.PriceOf(c)})
		}
	}
	for seat := range engine.Seat(s.Seats) {
		out = append(out, engine.Gauge{Name: "cash", Of: seat, N: s.Cash.Of(g18cz.SeatAccount(seat))})
	}
	return append(out, engine.Gauge{Name: "phase", Of: engine.Nobody, Word: s.PhaseRules().Name})
}

// Events are events that players wait for.
func (View) Events() map[string][]string {
	return map[string][]string{
		"the phase changes": {key.ReportPhase},
		"a train rusts":     {key.ReportRusted, key.ReportRustedReserve},
		"trains rust":       {key.ReportRusted, key.ReportRustedReserve},
	}
}

// Heads names the turn of the corporation that a seat operates.
func (View) Heads(p engine.Position, seat engine.Seat) []string {
	s := p.(*g18cz.State)
	c := s.Company()
	if c == g18cz.NoCompany || s.Decides(c) != seat {
		return nil
	}
	return []string{g18cz.Book.Companies[c].ID}
}

// Turns are those of the corporations.
func (View) Turns() []string {
	return engine.Each(g18cz.Book.Companies[:], func(c g18cz.Charter) string { return c.ID })
}

// Declined reports whether an offer was refused.
func (View) Declined(reports []engine.Report) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool { return r.Key == key.ReportRefused })
}

// Section is the section that a prompt cites; for revenue, the director's choice.
func (View) Section(asked engine.Prompt) (section string, paragraph int) {
	if asked.Ask.Key == key.AskOf+string(g18cz.StepPayout) {
		paragraph = 1
	}
	return asked.Rule, paragraph
}

// liveries are the printed colours of companies, by folded word, dark enough for white text. 18cz.livery of the
// messages has the same.
var liveries = map[string]string{
	"ekj": "#faebd7",
	"ofe": "#f3b1b3",
	"bcb": "#fabc48",
	"mw":  "#b1cec7",
	"bn":  "#a9a9a9",
	"nwb": "#e1af33",
	"ate": "#ffd700",
	"bte": "#dbe285",
	"kfn": "#a2d9f7",
	"kk":  "#cc6f3c",
	"vbw": "#007a39",
	"sx":  "#e31e24",
	"pr":  "#2b2a29",
	"by":  "#0971b7",
	"ug":  "#ae4a84",
}

// Foresight is how hard robots look ahead, to the end of the game: in the draft and in stock rounds at the lines of
// the letter, in operating rounds at dividends and trains. Tracks are left to the usual turn: the alternatives that a
// letter lists are tiles, of which it has tried all. An offer is answered by worth, too: games to the end say less
// about 20 K than worth does. What a view hides, answers of others to offers to come, matters in no playout, since no
// usual turn asks anybody.
func (View) Foresight(p engine.Position, _ engine.Seat) engine.Foresight {
	s := p.(*g18cz.State)
	f := engine.Foresight{Lines: 1, Point: 1, Sketch: sketch}
	switch q, _ := s.Question(); {
	case q != g18cz.NoQuestion:
	case s.Stage == g18cz.Operating:
		f.Playouts, f.Vary, f.Variants = 18, vary, variants
	default:
		f.Lines, f.Playouts, f.Vary, f.Blunder = 12, 36, vary, blunder
	}
	return f
}

// vary changes the cash of the others a little.
func vary(view engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := view.Clone().(*g18cz.State)
	for other := range engine.Seat(s.Seats) {
		if other != seat {
			s.Cash.Held[other] += rng.IntN(varied)
		}
	}
	return s
}

// varied is less than the difference of most prices, but enough to change who can pay one.
const varied = 6

// sketch is the usual turn without most of the track of corporations that already earn: finding it takes nine
// tenths of the time of a game, and it changes their earnings about equally.
func sketch(p engine.Position, seat engine.Seat) engine.Turn {
	return usual(p.(*g18cz.State), seat, true)
}

// sketchedFrom is the first set in which a sketch omits such track: before, boards are small and it is found fast.
const sketchedFrom = 5

// sketched reports whether a sketch assumes that a corporation lays no more track.
func sketched(s *g18cz.State, c g18cz.Company) bool {
	return s.Round().Set >= sketchedFrom && lastRevenue(s, c) > 0
}

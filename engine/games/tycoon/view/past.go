package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

var _ engine.Chronicler = View{}

// recalled are the reports of points, shares and income.
var recalled = []string{
	key.ReportDeliver, key.ReportLinks, key.ReportHotel, key.ReportAward, key.ReportAwardBefore,
	key.ReportIssued, key.ReportForced, key.ReportIncome, key.ReportPlayerIncome, key.ReportPlayerShort,
}

// Figures are the money: reports have the rest.
func (View) Figures(view engine.Position) []engine.Figure {
	money := engine.Each(view.(*tycoon.State).Players, func(p tycoon.Player) int { return p.Money })
	return []engine.Figure{{Kind: engine.ChartCash, Head: headOf(engine.ChartCash), Of: money}}
}

// Standings are the points of an end now, and where they and the next ones come from.
func (View) Standings(view engine.Position) (list []engine.Standing) {
	s := view.(*tycoon.State)
	scores := (tycoon.Rules{}).Scores(s)
	for _, seat := range order(s) {
		p := s.Player(seat)
		st := engine.Standing{Seat: seat, Unit: engine.Msg(key.StandingOf + "unit"), Facts: []engine.Message{
			engine.Msg(key.StandingOf+"track", engine.Int("n", p.Position), engine.Int("shares", p.Shares)),
			engine.Msg(key.StandingOf+"money", engine.Int("n", p.Money), engine.Int("net", s.Income(p.Position)-p.Shares*tycoon.ShareDividend)),
			engine.Msg(key.StandingOf+"engine", engine.Int("n", p.Engine), engine.Int("links", s.Network(seat).Links())),
		}}
		for _, of := range scores {
			if of.Seat == seat {
				st.N = of.Points
			}
		}
		list = append(list, st)
	}
	return list
}

// Recalls: all that changes points, shares and income.
func (View) Recalls(report string) bool { return slices.Contains(recalled, report) }

// Chronicle tells points, shares and income by turn, and the sources of the points; at the end only the
// sources, since the last letter has the course of the points.
func (View) Chronicle(view engine.Position, _ engine.Seat, reports []engine.Message, whole bool) []engine.Block {
	s := view.(*tycoon.State)
	if !whole && s.Stage != tycoon.StageOver {
		return nil
	}
	p := pastOf(s, reports)
	blocks := []engine.Block{p.sources(), p.longest()}
	if whole {
		blocks = append(blocks, p.byTurn(engine.ChartPoints, p.points), p.byTurn(engine.ChartShares, p.shares), p.byTurn(engine.ChartIncome, p.income))
	}
	return slices.DeleteFunc(blocks, func(b engine.Block) bool { return len(b.Rows) == 0 })
}

// Hindsight: the past says nothing about a line.
func (View) Hindsight(engine.Position, []engine.Message, string) []engine.Message { return nil }

// source is a source of points.
type source int

const (
	fromLinks source = iota
	fromHotels
	fromLines
	fromAwards
	sources
)

// history is the past according to reports.
type history struct {
	s                      *tycoon.State
	of                     [][sources]int // points, by seat
	points, shares, income [][]int        // by turn and seat: points less shares, shares, income less dividends
	deliveries             []delivery
}

// delivery is how many links somebody's delivery ran over.
type delivery struct {
	turn, links int
	seat        engine.Seat
}

// pastOf reads the past out of reports.
func pastOf(s *tycoon.State, reports []engine.Message) *history {
	h := &history{s: s, of: make([][sources]int, s.Seats)}
	shares := make([]int, s.Seats)
	for _, m := range reports {
		seat, n, turn := m.Of("seat").Int, m.Of("n").Int, len(h.points)-1
		switch m.Key {
		case key.ReportIncome: // those of the players follow
			h.points, h.shares = append(h.points, h.net(shares)), append(h.shares, slices.Clone(shares))
			h.income = append(h.income, make([]int, s.Seats))
		case key.ReportPlayerIncome, key.ReportPlayerShort:
			h.income[turn][seat] = m.Of("income").Int - m.Of("dividend").Int
			h.points[turn][seat] += n * tycoon.SharePoints
			shares[seat] += n
			h.shares[turn][seat] = shares[seat]
		case key.ReportIssued, key.ReportForced:
			shares[seat] = m.Of("shares").Int
		case key.ReportDeliver: // those whose links it used follow
			h.deliveries = append(h.deliveries, delivery{turn: turn + 2, seat: engine.Seat(seat)})
		default:
			if m.Key == key.ReportLinks && len(h.deliveries) > 0 {
				h.deliveries[len(h.deliveries)-1].links += n
			}
			h.of[seat][sourceOf(s, m)] += n
		}
	}
	return h
}

// sourceOf returns where the points of a report come from.
func sourceOf(s *tycoon.State, m engine.Message) source {
	switch m.Key {
	case key.ReportLinks:
		return fromLinks
	case key.ReportHotel:
		return fromHotels
	}
	if id := m.Of("number").Int; s.Book().Cards[id].Kind == tycoon.MajorLine {
		return fromLines
	}
	return fromAwards
}

// net returns the points of all seats less those of their shares.
func (h *history) net(shares []int) []int {
	list := make([]int, h.s.Seats)
	for seat, of := range h.of {
		for _, n := range of {
			list[seat] += n
		}
		list[seat] += shares[seat] * tycoon.SharePoints
	}
	return list
}

func headOf(kind engine.ChartKind) engine.Message { return engine.Msg(key.HeadPastOf + string(kind)) }

// byTurn is a figure of all players after each turn.
func (h *history) byTurn(kind engine.ChartKind, figures [][]int) engine.Block {
	b := engine.Block{Head: headOf(kind), Columns: engine.Headings(key.ColumnTurn), Chart: kind}
	for seat := range h.s.Seats {
		b.Columns = append(b.Columns, engine.Msg(key.CellPlayer, engine.Player("player", engine.Seat(seat))))
	}
	for turn, of := range figures {
		b.Rows = append(b.Rows, append([]engine.Cell{numberCell(turn + 1)}, engine.Each(of, numberCell)...))
	}
	return b
}

// longestShown is the number of longest deliveries that are shown.
const longestShown = 5

// longest lists the deliveries over most links; of equal ones the earlier first.
func (h *history) longest() engine.Block {
	list := slices.Clone(h.deliveries)
	slices.SortStableFunc(list, func(a, b delivery) int { return b.links - a.links })
	b := engine.Block{Head: headOf(engine.ChartRuns), Columns: engine.Headings(key.ColumnTurn, key.ColumnPlayer, key.ColumnPastLinks), Chart: engine.ChartRuns}
	for _, d := range list[:min(len(list), longestShown)] {
		b.Rows = append(b.Rows, []engine.Cell{numberCell(d.turn), cell(key.CellPlayer, engine.Player("player", d.seat)), numberCell(d.links)})
	}
	return b
}

// sources lists the sources of each player's points; a baron only if all know it.
func (h *history) sources() engine.Block {
	b := engine.Block{
		Head:    engine.Msg(key.HeadPastOf + "sources"),
		Columns: engine.Headings(key.ColumnPlayer, key.ColumnPastLinks, key.ColumnPastHotels, key.ColumnPastLines, key.ColumnPastAwards, key.ColumnPastShares, key.ColumnPastBaron, key.ColumnPastAll),
	}
	for _, seat := range order(h.s) {
		p := h.s.Player(seat)
		row, all := []engine.Cell{cell(key.CellPlayer, engine.Player("player", seat))}, 0
		baron := 0
		if g, ok := h.s.GoalOf(seat); ok && (h.s.Stage == tycoon.StageOver || p.Shown) {
			baron = g.Points
		}
		for _, n := range append(slices.Clone(h.of[seat][:]), p.Shares*tycoon.SharePoints, baron) {
			row, all = append(row, countCell(n)), all+n
		}
		b.Rows = append(b.Rows, append(row, numberCell(all)))
	}
	return b
}

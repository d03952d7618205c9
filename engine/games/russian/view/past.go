package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

var _ engine.Chronicler = View{}

// source is a source of points. The first are those of a scoring, in its order.
type source int

const (
	fromTranssib source = iota
	fromPetersburg
	fromKiev
	fromIndustry
	fromPassing
	atOnce // rewards, engineers, factories, and points in place of an end bonus card
	fromCards
	fromEngineers
	sources
)

// sourceColumns are their headings in tables.
var sourceColumns = [sources]string{
	key.ColumnTranssib, key.ColumnPetersburg, key.ColumnKiev, key.ColumnIndustry, key.ColumnPassing, key.ColumnAtOnce, key.ColumnCards, key.ColumnEngineers,
}

// points are a player's points, by source.
type points [sources]int

// Figures are the points.
func (View) Figures(view engine.Position) []engine.Figure {
	points := engine.Each(view.(*russian.State).Players, func(p russian.Player) int { return p.Score })
	return []engine.Figure{{Kind: engine.ChartPoints, Head: engine.Msg(key.HeadPoints), Of: points}}
}

// Standings are the points, what a scoring now would bring, and the workers left.
func (View) Standings(view engine.Position) (list []engine.Standing) {
	s := placed(view.(*russian.State))
	for _, seat := range s.Order {
		p := &s.Players[seat]
		st := engine.Standing{Seat: seat, N: p.Score, Unit: engine.Msg(key.StandingUnit)}
		if !s.Over() {
			got := p.Scoring()
			st.Facts = []engine.Message{engine.Msg(key.StandingEach, engine.Int("n", got.Total())), handOf(s, seat)}
		}
		list = append(list, st)
	}
	return list
}

// Recalls: all reports of points, and those that mark the end of points for passing.
func (View) Recalls(report string) bool {
	switch report {
	case key.ReportPass, key.ReportMustPass, key.ReportPoints, key.ReportOrder, key.ReportScoring, key.ReportFinalCard, key.ReportMajority:
		return true
	}
	return false
}

// Chronicle tells where the points came from: at the end in all, and, if whole is set, those
// of each player by round, and the engineers and workers of each.
func (View) Chronicle(view engine.Position, _ engine.Seat, reports []engine.Message, whole bool) []engine.Block {
	s := placed(view.(*russian.State))
	if !whole && !s.Over() {
		return nil
	}
	rounds := pointsByRound(reports, s.Seats)
	total := engine.Block{Head: engine.Msg(key.HeadSources), Lines: []engine.Message{engine.Msg(key.SheetSources)}, Columns: sourceHeadings(key.ColumnPlayer)}
	hired := engine.Block{Head: engine.Msg(key.HeadHired), Columns: engine.Headings(key.ColumnPlayer, key.ColumnHired, key.ColumnGained), Chart: engine.ChartTally}
	blocks := []engine.Block{total}
	for _, seat := range s.Order {
		var all points
		of := engine.Block{Head: engine.Msg(key.HeadPointsOf, russian.Who(seat)), Columns: sourceHeadings(key.ColumnRound)}
		for i, round := range rounds {
			of.Rows = append(of.Rows, pointsRow(engine.Msg(key.CellNumber, engine.Int("n", i+1)), round[seat]))
			for from, n := range round[seat] {
				all[from] += n
			}
		}
		p := &s.Players[seat]
		hired.Rows = append(hired.Rows, []engine.Cell{{Say: engine.Msg(key.CellPlayer, russian.Who(seat))}, numberCell(len(p.Engineers)), numberCell(p.Gained)})
		blocks[0].Rows = append(blocks[0].Rows, pointsRow(engine.Msg(key.CellPlayer, russian.Who(seat)), all))
		if whole && len(rounds) > 0 {
			blocks = append(blocks, of)
		}
	}
	if whole {
		blocks = append(blocks, hired)
	}
	return blocks
}

// Hindsight has nothing to say of choices.
func (View) Hindsight(engine.Position, []engine.Message, string) []engine.Message { return nil }

func sourceHeadings(first string) []engine.Message {
	return engine.Headings(append(append([]string{first}, sourceColumns[:]...), key.ColumnScores)...)
}

func pointsRow(first engine.Message, p points) []engine.Cell {
	row, sum := []engine.Cell{{Say: first}}, 0
	for _, n := range p {
		row, sum = append(row, numberCell(n)), sum+n
	}
	return append(row, numberCell(sum))
}

// pointsByRound reads points from reports: by round and seat. Points of the end of the game belong to the last round.
func pointsByRound(reports []engine.Message, seats int) (rounds [][]points) {
	passing, scored := engine.Nobody, true
	for _, r := range reports {
		seat := engine.Seat(r.Of("seat").Int)
		if begins := scored && r.Key != key.ReportScoring && r.Key != key.ReportFinalCard && r.Key != key.ReportMajority; begins {
			rounds, scored = append(rounds, make([]points, seats)), false
		}
		add := func(from source, n int) { rounds[len(rounds)-1][seat][from] += n }
		was := passing
		passing = engine.Nobody
		switch r.Key {
		case key.ReportPass, key.ReportMustPass:
			passing = seat
		case key.ReportPoints:
			from := atOnce
			if seat == was { // passing scores at once (How to play a turn)
				from = fromPassing
			}
			add(from, r.Of("n").Int)
		case key.ReportScoring:
			scored = true
			for from, name := range []string{"t", "p", "k", "industry"} {
				add(source(from), r.Of(name).Int)
			}
		case key.ReportFinalCard:
			add(fromCards, r.Of("n").Int)
		case key.ReportMajority:
			add(fromEngineers, r.Of("n").Int)
		}
	}
	return rounds
}

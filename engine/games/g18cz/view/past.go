package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/past"
)

var _ engine.Chronicler = View{}

// recalled are rounds, runs, payments of corporations and local railways, and all movements of prices.
var recalled = past.Reports{
	key.ReportOperating: past.Operating, key.ReportStock: past.Stock, key.ReportPaid: past.Paid,
	key.ReportStarted: past.Price, key.ReportNeutral: past.Price, key.ReportHeld: past.Price, key.ReportNoRevenue: past.Price,
	key.ReportSold: past.Price, key.ReportSoldOut: past.Price,
	key.ReportRun: past.Ran, key.ReportDividend: past.Earned, key.ReportIncome: past.Earned,
}

// Figures are worth and cash.
func (View) Figures(view engine.Position) []engine.Figure {
	s := view.(*g18cz.State)
	return past.Figures(s.Seats, func(p engine.Seat) int { return s.WealthOf(p).Sum() }, func(p engine.Seat) int { return s.Cash.Of(g18cz.SeatAccount(p)) })
}

// Standings are worth and cash, and the corporations of which a player is director.
func (View) Standings(view engine.Position) (list []engine.Standing) {
	s := view.(*g18cz.State)
	for p := range engine.Seat(s.Seats) {
		var directs []engine.Arg
		for _, c := range s.InPlay() {
			if s.Started(c) && s.DirectorOf(c) == p {
				directs = append(directs, engine.Text("", c.ID()))
			}
		}
		st := engine.Standing{Seat: p, N: s.WealthOf(p).Sum(), Unit: engine.Msg(key.StandingUnit)}
		(*engine.Lines)(&st.Facts).Add(key.StandingCash, engine.Int("n", s.Cash.Of(g18cz.SeatAccount(p))))
		(*engine.Lines)(&st.Facts).AddList(key.StandingDirects, "list", directs)
		list = append(list, st)
	}
	return list
}

func (View) Recalls(report string) bool { return recalled[report] != 0 }

// Chronicle tells the dividends of shares in a stock round.
func (View) Chronicle(view engine.Position, _ engine.Seat, reports []engine.Message, whole bool) []engine.Block {
	s := view.(*g18cz.State)
	switch {
	case whole:
		return course(s, reports).Whole(past.Table{Listed: named(inOrder(s, turnOrder(s))), Runners: named(s.InPlay()), Seats: s.Seats, Open: s.Stage == g18cz.Operating})
	case s.Stage == g18cz.Stocks:
		return course(s, reports).Yields(named(inOrder(s, turnOrder(s))))
	}
	return nil
}

// Hindsight tells the past dividends of a share to buy or to sell.
func (View) Hindsight(view engine.Position, reports []engine.Message, line string) []engine.Message {
	s := view.(*g18cz.State)
	words := strings.Fields(line)
	if s.Stage != g18cz.Stocks || len(words) < 2 || words[0] != "buy" && words[0] != "sell" {
		return nil
	}
	c := g18cz.CompanyNamed(words[len(words)-1])
	if c == g18cz.NoCompany || !s.Companies[c].Operated {
		return nil
	}
	return course(s, reports).Shares(g18cz.CompanyKey(c), s.PriceOf(c))
}

func named(list []g18cz.Company) []past.Company {
	return engine.Each(list, func(c g18cz.Company) past.Company {
		return past.Company{Key: g18cz.CompanyKey(c), Word: c.ID()}
	})
}

// course reads the rounds out of reports.
func course(s *g18cz.State, reports []engine.Message) *past.Course {
	return recalled.Read(reports, func(company string) int { return shareOf(s, company) })
}

// shareOf returns the percent of a share of a corporation, given the key of its name.
func shareOf(s *g18cz.State, name string) int {
	for _, c := range s.InPlay() {
		if g18cz.CompanyKey(c) == name {
			return s.StructureOf(c).Share
		}
	}
	return 0
}

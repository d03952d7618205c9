package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/past"
)

var _ engine.Chronicler = View{}

// recalled are rounds, runs, pay-outs and all that moves a price.
var recalled = past.Reports{
	key.ReportOperating: past.Operating, key.ReportStock: past.Stock, key.ReportLastStock: past.Stock, key.ReportStartPrice: past.StartPrice,
	key.ReportPaid: past.Paid, key.ReportPaidBank: past.Paid, key.ReportPaidNothing: past.Paid, key.ReportSold: past.Price, key.ReportSoldOut: past.Price,
	key.ReportRun: past.Ran,
}

// Figures are worth and cash.
func (View) Figures(view engine.Position) []engine.Figure {
	s := view.(*g18mag.State)
	return past.Figures(s.Seats, s.WorthOf, func(p engine.Seat) int { return s.Cash.Of(g18mag.Wallet(p)) })
}

// Standings are worth and cash, and the minors.
func (View) Standings(view engine.Position) (list []engine.Standing) {
	s := view.(*g18mag.State)
	for p := range engine.Seat(s.Seats) {
		var minors []engine.Arg
		for c := range s.Minors {
			if s.Minors[c].Owner == p {
				minors = append(minors, engine.Text("", g18mag.Companies[c].Word))
			}
		}
		st := engine.Standing{Seat: p, N: s.WorthOf(p), Unit: engine.Msg(key.StandingUnit)}
		(*engine.Lines)(&st.Facts).Add(key.StandingCash, engine.Int("n", s.Cash.Of(g18mag.Wallet(p))))
		(*engine.Lines)(&st.Facts).AddList(key.StandingMinors, "list", minors)
		list = append(list, st)
	}
	return list
}

func (View) Recalls(report string) bool { return recalled[report] != 0 }

// Chronicle tells the dividends of shares in a stock round.
func (View) Chronicle(view engine.Position, _ engine.Seat, reports []engine.Message, whole bool) []engine.Block {
	s := view.(*g18mag.State)
	switch {
	case whole:
		return course(reports).Whole(past.Table{Listed: named(s.Edition().Majors), Runners: named(inPlay(s)), Seats: s.Seats, Open: s.Stage == g18mag.Operating})
	case s.Stage == g18mag.Stocks:
		return course(reports).Yields(named(s.InOrder()))
	}
	return nil
}

// Hindsight tells the past dividends of a share to buy.
func (View) Hindsight(view engine.Position, reports []engine.Message, line string) []engine.Message {
	s := view.(*g18mag.State)
	word, ok := strings.CutPrefix(line, "buy ")
	if !ok || s.Stage != g18mag.Stocks {
		return nil
	}
	for _, c := range s.Edition().Majors {
		if g18mag.Companies[c].Word == word {
			return course(reports).Shares(g18mag.CompanyKey(c), s.PriceOf(c))
		}
	}
	return nil
}

// course reads the rounds out of reports.
func course(reports []engine.Message) *past.Course {
	return recalled.Read(reports, func(string) int { return g18mag.Book.Structure.Share })
}

func named(list []g18mag.Company) []past.Company {
	return engine.Each(list, func(c g18mag.Company) past.Company {
		return past.Company{Key: g18mag.CompanyKey(c), Word: g18mag.Companies[c].Word}
	})
}

package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
)

// Remark gives briefly the costs and effects of a legal line for its seat, beyond the line itself.
func (View) Remark(m engine.Move) []engine.Message {
	r := &remarks{was: m.Before.(*g18cz.State), is: m.After.(*g18cz.State), seat: m.Seat, reports: m.Reports}
	switch {
	case r.was.Asking != nil:
		r.answer()
	case r.was.Stage == g18cz.Drafting:
		r.pick()
	case r.was.Stage == g18cz.Operating:
		r.turn()
	default:
		r.trade()
	}
	return r.Lines
}

// Card shows tiles, stations, and offers, whose reports are about the player who must agree.
func (View) Card(m engine.Move) engine.Card {
	c := Board(m.After.(*g18cz.State)).Card(m.Acts[0])
	if i := slices.IndexFunc(m.Reports, func(r engine.Report) bool { return r.Key == key.ReportOffer }); i >= 0 {
		c.Says = engine.Msg(key.CardOffer, m.Reports[i].Args...)
	}
	return c
}

// remarks gathers the remarks on one line.
type remarks struct {
	engine.Lines
	was, is *g18cz.State
	seat    engine.Seat
	reports []engine.Report

	declines bool // the line only declines
}

// find returns the first of these reports on a corporation: rounds without orders report on others, too. On any
// if c is NoCompany.
func (r *remarks) find(c g18cz.Company, reports ...string) (engine.Message, bool) {
	i := slices.IndexFunc(r.reports, func(rep engine.Report) bool { return slices.Contains(reports, rep.Key) && isOn(rep, c) })
	if i < 0 {
		return engine.Message{}, false
	}
	return r.reports[i].Message, true
}

func isOn(rep engine.Report, c g18cz.Company) bool {
	a, ok := rep.Arg("company")
	return !ok || c == g18cz.NoCompany || a.Text == g18cz.CompanyKey(c)
}

// reported returns whether any of these reports is about a corporation.
func (r *remarks) reported(c g18cz.Company, reports ...string) bool {
	_, ok := r.find(c, reports...)
	return ok
}

// tell adds a report on a corporation in the shorter words of a remark.
func (r *remarks) tell(c g18cz.Company, report, remark string) {
	if m, ok := r.find(c, report); ok {
		r.Add(remark, m.Args...)
	}
}

// each returns the remarks of tell on every such report.
func (r *remarks) each(c g18cz.Company, report, remark string) (list []engine.Arg) {
	for _, rep := range r.reports {
		if rep.Key == report && isOn(rep, c) {
			list = append(list, sheet.Say(engine.Msg(remark, rep.Args...)))
		}
	}
	return list
}

// price says that the price of a corporation goes from old to n, or stays there.
func (r *remarks) price(old, n int) {
	if old == n {
		r.Add(key.RemarkPriceStays, engine.Int("n", n))
		return
	}
	r.Add(key.RemarkPriceMoves, engine.Int("old", old), engine.Int("n", n))
}

// answer tells the effect of an agreement for the asked player.
func (r *remarks) answer() {
	if !r.reported(g18cz.NoCompany, key.ReportAgreed) {
		return
	}
	o := r.was.Asking
	gain := r.is.Cash.Of(g18cz.SeatAccount(r.seat)) - r.was.Cash.Of(g18cz.SeatAccount(r.seat))
	switch o.Deal {
	case g18cz.DealTrain:
		r.Add(key.RemarkSale, g18cz.CompanySay("company", o.Seller), engine.Int("n", o.Price), engine.Int("treasury", r.is.Treasury(o.Seller)))
		if len(r.is.Companies[o.Seller].Trains) == 0 {
			r.Add(key.RemarkNoTrain, g18cz.CompanySay("company", o.Seller))
		}
	case g18cz.DealTakeOver:
		shares := r.was.Shares.Of(o.Seller.Stock(), g18cz.HolderOf(r.seat)) / r.was.StructureOf(o.Seller).Share
		r.Add(key.RemarkYouGetFor, engine.Int("n", gain), engine.Int("worth", shares*r.was.PriceOf(o.Seller)))
		r.Add(key.RemarkCompanyGone, g18cz.CompanySay("company", o.Seller))
	case g18cz.DealLocal:
		r.Add(key.RemarkYouGet, engine.Int("n", gain))
		r.Add(key.RemarkIncomeLost, engine.Int("n", g18cz.Book.Locals[o.Local].Income), engine.Int("final", g18cz.Book.Final))
	}
}

// pick tells what a local railway earns, or that the draft ends.
func (r *remarks) pick() {
	for l := range g18cz.Local(len(r.is.Locals)) {
		if it := &g18cz.Book.Locals[l]; r.is.Locals[l].Owner == g18cz.SeatAccount(r.seat) && r.was.Locals[l].Owner != g18cz.SeatAccount(r.seat) {
			r.Add(key.RemarkLocal, engine.Int("n", it.Price), engine.Int("left", r.was.Cash.Of(g18cz.SeatAccount(r.seat))-it.Price))
			r.Add(key.RemarkLocalBought, engine.Int("income", it.Income))
		}
	}
	if r.is.Stage != g18cz.Drafting {
		r.Add(key.RemarkDraftEnds)
	}
}

// trade tells the money, the price, capital, and who becomes director.
func (r *remarks) trade() {
	for _, c := range r.is.InPlay() {
		was, is := r.was.Shares.Of(c.Stock(), g18cz.HolderOf(r.seat)), r.is.Shares.Of(c.Stock(), g18cz.HolderOf(r.seat))
		switch {
		case is > was:
			price := r.was.PriceOf(c)
			starts := !r.was.Started(c)
			if starts {
				price = r.is.Companies[c].Start
			}
			r.Add(key.RemarkBought, engine.Int("n", price*(is-was)/r.is.StructureOf(c).Share), engine.Int("percent", is))
			if lastRevenue(r.is, c) == 0 && !starts {
				r.Lines = append(r.Lines, mayEarn(r.is, c)...)
			}
			r.capital(c)
			if starts {
				if n := atHome(r.is, c); n > 0 {
					r.Add(key.RemarkRunsAtHome, engine.Int("n", n))
				}
				r.Add(key.RemarkHomeAt, engine.Several("homes", homeNames(r.is, c)...))
			}
			if starts && !canBuild(r.is, c) {
				r.Add(key.RemarkNoTrack, g18cz.CompanySay("company", c), g18cz.PhaseSay(upgradesFrom()))
			}
		case is < was:
			m, _ := r.find(c, key.ReportSold)
			r.Add(key.RemarkYouGet, engine.Int("n", m.Of("money").Int))
			r.price(r.was.PriceOf(c), m.Of("price").Int)
		}
	}
	r.directors()
	r.tell(g18cz.NoCompany, key.ReportRepaid, key.RemarkRepaid)
	switch {
	case r.reported(g18cz.NoCompany, key.ReportStockEnds):
		r.Add(key.RemarkStockEnds)
	case len(r.Lines) == 0 && r.was.Trade.Acted:
		r.Add(key.RemarkEndsYourTurn)
	}
	r.settled()
}

// capital gives a corporation's capital when it becomes active, or how much is missing.
func (r *remarks) capital(c g18cz.Company) {
	r.tell(c, key.ReportActive, key.RemarkActive)
	if !r.is.Companies[c].Active {
		r.Add(key.RemarkNotActive, engine.Int("n", floatCost(r.is, c)))
	}
}

// directors names players who become directors.
func (r *remarks) directors() {
	for _, c := range r.is.InPlay() {
		old, d := r.was.DirectorOf(c), r.is.DirectorOf(c)
		if d != old && d != engine.Nobody && old != engine.Nobody {
			r.Add(key.RemarkDirector, g18cz.PlayerSay(d), g18cz.CompanySay("company", c))
		}
	}
}

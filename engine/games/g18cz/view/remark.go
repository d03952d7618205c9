package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
)

// Remark tells in a few words what a legal line costs and does for its seat, beyond
// what the line itself tells.
func (View) Remark(m engine.Move) []engine.Message {
	before, after, seat, reports := m.Before, m.After, m.Seat, m.Reports
	r := &remarks{Remarks: sheet.Remarks{Title: own, Reports: reports}, was: before.(*g18cz.State), is: after.(*g18cz.State), seat: seat}
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
	return r.List
}

// remarks gathers what can be said about one line.
type remarks struct {
	sheet.Remarks
	was, is *g18cz.State
	seat    engine.Seat

	declines bool // the line only declines
}

// answer tells what an agreement brings to the player who was asked.
func (r *remarks) answer() {
	if _, yes := r.Find("agreed", ""); !yes {
		return
	}
	o := r.was.Asking
	gain := r.is.Cash.Of(g18cz.SeatAccount(r.seat)) - r.was.Cash.Of(g18cz.SeatAccount(r.seat))
	switch o.Deal {
	case g18cz.DealTrain:
		r.Add("sale", g18cz.CompanySay("company", o.Seller), engine.Int("n", o.Price), engine.Int("treasury", r.is.Treasury(o.Seller)))
		if len(r.is.Companies[o.Seller].Trains) == 0 {
			r.Add("no-train", g18cz.CompanySay("company", o.Seller))
		}
	case g18cz.DealTakeOver:
		shares := r.was.Shares.Of(o.Seller.Stock(), g18cz.HolderOf(r.seat)) / r.was.CutOf(o.Seller).Share
		r.Add("you-get-for", engine.Int("n", gain), engine.Int("worth", shares*r.was.PriceOf(o.Seller)))
		r.Add("company-gone", g18cz.CompanySay("company", o.Seller))
	case g18cz.DealLocal:
		r.Add("you-get", engine.Int("n", gain))
		r.Add("income-lost", engine.Int("n", g18cz.Book.Locals[o.Local].Income), engine.Int("final", g18cz.Book.Final))
	}
}

// pick tells what a local railway earns, or that the draft ends.
func (r *remarks) pick() {
	for l := range g18cz.Local(len(r.is.Locals)) {
		if it := &g18cz.Book.Locals[l]; r.is.Locals[l].Owner == g18cz.SeatAccount(r.seat) && r.was.Locals[l].Owner != g18cz.SeatAccount(r.seat) {
			r.Add("local", engine.Int("n", it.Price), engine.Int("left", r.was.Cash.Of(g18cz.SeatAccount(r.seat))-it.Price), engine.Int("income", it.Income))
		}
	}
	if r.is.Stage != g18cz.Drafting {
		r.Add("draft-ends")
	}
}

// trade tells the money, the price, capital, and who becomes director.
func (r *remarks) trade() {
	for _, c := range r.is.InPlay() {
		was, is := r.was.Shares.Of(c.Stock(), g18cz.HolderOf(r.seat)), r.is.Shares.Of(c.Stock(), g18cz.HolderOf(r.seat))
		switch {
		case is > was:
			price := r.was.PriceOf(c)
			m, started := r.Find("started", g18cz.CompanyKey(c))
			if started {
				price = sheet.IntOf(m, "price")
			}
			r.Add("bought", engine.Int("n", price*(is-was)/r.is.CutOf(c).Share), engine.Int("percent", is))
			r.capital(c)
			if started && !canBuild(r.is, c) {
				r.Add("no-track", g18cz.CompanySay("company", c), g18cz.PhaseSay(upgradesFrom()))
			}
		case is < was:
			m, _ := r.Find("sold", g18cz.CompanyKey(c))
			r.Add("you-get", engine.Int("n", sheet.IntOf(m, "money")))
			r.Price(r.was.PriceOf(c), sheet.IntOf(m, "price"))
		}
	}
	r.directors()
	if m, ok := r.Find("repaid", ""); ok {
		r.Add("repaid", engine.Int("n", sheet.IntOf(m, "n")), engine.Int("debt", sheet.IntOf(m, "debt")))
	}
	switch _, ends := r.Find("stock-ends", ""); {
	case ends:
		r.Add("stock-ends")
	case len(r.List) == 0 && r.was.Trade.Acted:
		r.Add("ends-your-turn")
	}
	r.settled()
}

// capital tells what a corporation gets when it becomes active, or what is missing.
func (r *remarks) capital(c g18cz.Company) {
	if m, ok := r.Find("active", g18cz.CompanyKey(c)); ok {
		r.Add("active", engine.Int("n", sheet.IntOf(m, "n")))
		return
	}
	if !r.is.Companies[c].Active {
		r.Add("not-active", engine.Int("percent", g18cz.Floats))
	}
}

// directors tells who takes a directorship.
func (r *remarks) directors() {
	for _, c := range r.is.InPlay() {
		old, d := r.was.DirectorOf(c), r.is.DirectorOf(c)
		if d != old && d != engine.Nobody && old != engine.Nobody {
			r.Add("director", g18cz.PlayerSay(d), g18cz.CompanySay("company", c))
		}
	}
}

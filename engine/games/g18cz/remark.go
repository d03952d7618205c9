package g18cz

import (
	"railpost/engine"
	"railpost/engine/sheet"
)

// Remark says in a few words what a legal line costs and would do for its seat,
// beyond what the line itself says.
func (title) Remark(m engine.Move) []engine.Message {
	before, after, seat, reports := m.Before, m.After, m.Seat, m.Reports
	r := &remarks{Remarks: sheet.Remarks{Title: own, Reports: reports}, was: before.(*State), is: after.(*State), seat: seat}
	switch {
	case r.was.Asking != nil:
		r.answer()
	case r.was.Stage == drafting:
		r.pick()
	case r.was.Stage == operating:
		r.turn()
	default:
		r.trade()
	}
	return r.List
}

// remarks gathers what is to be said of one line.
type remarks struct {
	sheet.Remarks
	was, is *State
	seat    engine.Seat

	declines bool // the line only declines
}

// reported finds a report; of a corporation, where it is not noCompany.
func (r *remarks) reported(key string, c Company) (engine.Message, bool) {
	company := ""
	if c != noCompany {
		company = companyKey(c)
	}
	return r.Find(key, company)
}

// answer: what an agreement brings to whoever was asked.
func (r *remarks) answer() {
	if _, yes := r.reported("agreed", noCompany); !yes {
		return
	}
	o := r.was.Asking
	gain := r.is.Cash.Of(wallet(r.seat)) - r.was.Cash.Of(wallet(r.seat))
	switch o.Deal {
	case dealTrain:
		r.Add("sale", companySay("company", o.Seller), engine.Int("n", o.Price), engine.Int("treasury", r.is.purse(o.Seller)))
		if len(r.is.Companies[o.Seller].Trains) == 0 {
			r.Add("no-train", companySay("company", o.Seller))
		}
	case dealTakeOver:
		shares := r.was.Shares.Of(o.Seller.share(), holderOf(r.seat)) / r.was.cutOf(o.Seller).Share
		r.Add("you-get-for", engine.Int("n", gain), engine.Int("worth", shares*r.was.priceOf(o.Seller)))
		r.Add("company-gone", companySay("company", o.Seller))
	case dealLocal:
		r.Add("you-get", engine.Int("n", gain))
		r.Add("income-lost", engine.Int("n", book.locals[o.Local].income), engine.Int("final", book.final))
	}
}

// pick: what a local railway brings, or that the draft ends.
func (r *remarks) pick() {
	for l := range Local(len(r.is.Locals)) {
		if it := &book.locals[l]; r.is.Locals[l].Owner == wallet(r.seat) && r.was.Locals[l].Owner != wallet(r.seat) {
			r.Add("local", engine.Int("n", it.price), engine.Int("left", r.was.Cash.Of(wallet(r.seat))-it.price), engine.Int("income", it.income))
		}
	}
	if r.is.Stage != drafting {
		r.Add("draft-ends")
	}
}

// trade: money, the price, capital, and who becomes director.
func (r *remarks) trade() {
	for _, c := range r.is.inPlay() {
		was, is := r.was.Shares.Of(c.share(), holderOf(r.seat)), r.is.Shares.Of(c.share(), holderOf(r.seat))
		switch {
		case is > was:
			price := r.was.priceOf(c)
			m, started := r.reported("started", c)
			if started {
				price = sheet.IntOf(m, "price")
			}
			r.Add("bought", engine.Int("n", price*(is-was)/r.is.cutOf(c).Share), engine.Int("percent", is))
			r.capital(c)
			if started && !r.is.canBuild(c) {
				r.Add("no-track", companySay("company", c), phaseSay(upgradesFrom()))
			}
		case is < was:
			m, _ := r.reported("sold", c)
			r.Add("you-get", engine.Int("n", sheet.IntOf(m, "money")))
			r.price(c, sheet.IntOf(m, "price"))
		}
	}
	r.directors()
	if m, ok := r.reported("repaid", noCompany); ok {
		r.Add("repaid", engine.Int("n", sheet.IntOf(m, "n")), engine.Int("debt", sheet.IntOf(m, "debt")))
	}
	switch _, ends := r.reported("stock-ends", noCompany); {
	case ends:
		r.Add("stock-ends")
	case len(r.List) == 0 && r.was.Trade.Acted:
		r.Add("ends-your-turn")
	}
	r.settled()
}

// capital: what a corporation gets when it becomes active, or what is missing.
func (r *remarks) capital(c Company) {
	if m, ok := r.reported("active", c); ok {
		r.Add("active", engine.Int("n", sheet.IntOf(m, "n")))
		return
	}
	if !r.is.Companies[c].Active {
		r.Add("not-active", engine.Int("percent", floats))
	}
}

// price: where the price of a corporation goes.
func (r *remarks) price(c Company, to int) {
	if old := r.was.priceOf(c); old != to {
		r.Add("price-moves", engine.Int("old", old), engine.Int("n", to))
		return
	}
	r.Add("price-stays", engine.Int("n", to))
}

// directors: who takes a directorship.
func (r *remarks) directors() {
	for _, c := range r.is.inPlay() {
		old, d := r.was.directorOf(c), r.is.directorOf(c)
		if d != old && d != engine.Nobody && old != engine.Nobody {
			r.Add("director", who(d), companySay("company", c))
		}
	}
}

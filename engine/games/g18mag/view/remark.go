package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/running"
	"railpost/engine/rail/sheet"
)

// Remark tells in a few words what a legal line costs and does for its seat, beyond
// what the line itself tells.
func (View) Remark(m engine.Move) []engine.Message {
	before, after, seat, reports := m.Before, m.After, m.Seat, m.Reports
	r := &remarks{Remarks: sheet.Remarks{Title: "18mag", Reports: reports}, was: before.(*g18mag.State), is: after.(*g18mag.State), seat: seat}
	switch {
	case r.was.Asking != nil:
		r.sale()
	case r.was.Stage == g18mag.Drafting:
		r.pick()
	case r.was.Stage == g18mag.Stocks:
		r.trade()
	case r.was.Company() == g18mag.NoCompany:
	case r.was.Company().Minor():
		r.minor(r.was.Company())
	default:
		r.major(r.was.Company())
	}
	return r.List
}

// remarks gathers what can be said about one line.
type remarks struct {
	sheet.Remarks
	was, is *g18mag.State
	seat    engine.Seat
}

// sale tells what the owner of a train gets for it.
func (r *remarks) sale() {
	if _, ok := r.Find("buy-from", ""); !ok {
		return
	}
	c := r.was.Asking.Seller
	r.Add("sale", g18mag.CompanySay("company", c), engine.Int("n", r.was.Asking.Price), engine.Int("treasury", r.is.Purse(c)))
	if len(r.is.Minors[c].Trains) == 0 {
		r.Add("no-train", g18mag.CompanySay("company", c))
	}
}

// pick tells where a minor begins, and what a share will cost.
func (r *remarks) pick() {
	for i := range r.is.Minors {
		c := g18mag.Company(i)
		if r.is.Minors[c].Owner == r.seat && r.was.Minors[c].Owner != r.seat {
			home := g18mag.Companies[c].Homes[r.is.Edition().Index].Hex
			r.Add("home", engine.Text("place", sheet.Join(home, r.is.PlaceOf(home))))
			if n := r.is.Minors[c].Tokens; n > 0 {
				r.Add("terrain-tokens", engine.Int("n", n))
			}
		}
	}
	for _, c := range r.is.Edition().Majors {
		if r.is.Held(c, r.seat) > r.was.Held(c, r.seat) {
			r.Add("price", engine.Int("n", r.was.PriceOf(c)))
			r.List = append(r.List, feeSay(r.was, c))
		}
	}
	r.directors()
}

// trade tells the money, the price, and who becomes director.
func (r *remarks) trade() {
	for _, c := range r.is.Edition().Majors {
		was, is := r.was.Held(c, r.seat), r.is.Held(c, r.seat)
		switch {
		case is > was:
			r.Add("bought", engine.Int("n", r.was.PriceOf(c)*(is-was)/g18mag.Book.Cut.Share), engine.Int("percent", is))
		case is < was:
			sold, _ := r.Find("sold", g18mag.CompanyKey(c))
			r.Add("sold", engine.Int("n", sheet.IntOf(sold, "money")))
			r.Price(r.was.PriceOf(c), sheet.IntOf(sold, "price"))
		}
	}
	r.directors()
	switch _, ends := r.Find("stock-ends", ""); {
	case ends:
		r.Add("stock-ends")
	case len(r.List) == 0 && r.was.Trade.Now > 0:
		r.Add("ends-your-turn")
	}
}

// directors tells who takes a directorship.
func (r *remarks) directors() {
	for _, c := range r.is.Edition().Majors {
		if d := r.is.DirectorOf(c); d != r.was.DirectorOf(c) && d != engine.Nobody {
			r.Add("director", g18mag.Who(d), g18mag.CompanySay("company", c))
		}
	}
}

// minor tells what a step of a minor costs and earns.
func (r *remarks) minor(c g18mag.Company) {
	r.payments(c)
	r.income(c)
	if m, ok := r.Find("scrap", g18mag.CompanyKey(c)); ok {
		r.Add("scrap", engine.Int("train", sheet.IntOf(m, "train")))
	}
	if _, ok := r.Find("offer", g18mag.CompanyKey(c)); ok {
		r.Add("offer", g18mag.Who(r.was.OwnerOf(r.is.Asking.Seller)))
	}
	r.reach(c)
	r.bestRun(c)
	if m, ok := r.Find("phase", ""); ok {
		phase, _ := m.Arg("phase")
		r.Add("phase", phase)
	}
	r.next(c)
}

// payments tells who gets how much, and what is left. It does not repeat prices that
// the line names.
func (r *remarks) payments(c g18mag.Company) {
	var to []engine.Arg
	sum := 0
	for _, rep := range r.Reports {
		a, own := rep.Arg("company")
		major, paid := rep.Arg("to")
		if !own || a.Text != g18mag.CompanyKey(c) || !paid {
			continue
		}
		n := sheet.IntOf(rep.Message, "n")
		if rep.Key == "18mag.report.terrain-token" {
			r.Add("terrain-token", engine.Int("n", n))
			continue
		}
		sum += n
		if share, ok := rep.Arg("share"); ok {
			n = share.Int
		}
		to = append(to, engine.Say("", engine.Msg("18mag.remark.to", engine.Int("n", n), engine.Term("company", major.Text))))
	}
	switch {
	case len(to) == 1 && to[0].List[0].Int == sum:
		r.Add("paid-to", engine.Int("n", sum), to[0].List[1])
	case sum > 0:
		r.Add("paid", engine.Int("n", sum), engine.Several("to", to...))
	}
	if _, ok := r.Find("lay", g18mag.CompanyKey(c)); ok {
		r.Add("free")
	}
}

// income tells what a run earns for the owner and for the treasury.
func (r *remarks) income(c g18mag.Company) {
	if _, ok := r.Find("run-nothing", g18mag.CompanyKey(c)); ok {
		r.Add("no-route")
	}
	if m, ok := r.Find("run", g18mag.CompanyKey(c)); ok {
		r.Add("income", engine.Int("n", sheet.IntOf(m, "n")), engine.Int("own", sheet.IntOf(m, "own")), engine.Int("treasury", sheet.IntOf(m, "treasury")))
		r.Add("routes", engine.SeveralOf("routes", r.is.LastRun(c), engine.Text))
		if best := r.was.BestRun(c); !best.Proven && best.Revenue == sheet.IntOf(m, "n") {
			r.Add("bound", engine.Int("n", best.Bound))
		}
	}
	if m, ok := r.Find("mine", g18mag.CompanyKey(c)); ok {
		r.Add("mine", engine.Int("n", sheet.IntOf(m, "n")))
	}
}

// reach tells what a tile or a station does to the network.
func (r *remarks) reach(c g18mag.Company) {
	if r.built(c) {
		change := sheet.Change{Was: board(r.was), Is: board(r.is)}
		r.List = append(r.List, change.Reach(g18mag.Owner(c))...)
	}
}

// built reports whether a tile was laid or a station placed.
func (r *remarks) built(c g18mag.Company) bool {
	_, station := r.Find("station", g18mag.CompanyKey(c))
	return station || !slices.Equal(r.was.Board.Laid, r.is.Board.Laid)
}

// bestRun tells whether the trains can now earn more.
func (r *remarks) bestRun(c g18mag.Company) {
	if _, service := r.Find("service", g18mag.CompanyKey(c)); !service && !r.built(c) {
		return
	}
	old, now := trial(r.was, c), trial(r.is, c)
	switch {
	case now.Revenue != old.Revenue:
		r.Add("best-run", sheet.Worth("n", now), sheet.Worth("old", old))
	case now.Revenue > 0 && len(r.List) < 2:
		r.Add("same-run", sheet.Worth("n", now))
	}
	if now.Extra > old.Extra {
		r.Add("mine", engine.Int("n", now.Extra))
	}
}

// trial returns the best run of a minor in this position.
func trial(s *g18mag.State, c g18mag.Company) running.Plan {
	if len(s.Minors[c].Trains) == 0 {
		return running.Plan{}
	}
	return s.BestRun(c)
}

// next tells what follows a line that only declines.
func (r *remarks) next(c g18mag.Company) {
	if len(r.List) > 0 {
		return
	}
	if r.is.Company() == c && r.is.Stage == g18mag.Operating {
		r.Add("then", g18mag.StepSay(r.is.Turn.Step))
		return
	}
	r.Add("ends-turn", g18mag.CompanySay("company", c))
}

// major tells about a station, or who gets what of a pay-out and how the price moves.
func (r *remarks) major(c g18mag.Company) {
	m, ok := r.First(g18mag.CompanyKey(c), "paid", "paid-bank", "paid-nothing")
	if station, placed := r.Find("major-station", g18mag.CompanyKey(c)); placed {
		args := []engine.Arg{engine.Int("n", sheet.IntOf(station, "n")), engine.Int("left", r.was.Purse(c)-sheet.IntOf(station, "n"))}
		if r.is.Company() == c {
			r.Add("station", args...)
		} else {
			r.Add("station-last", args...)
		}
		if ok {
			r.Price(r.was.PriceOf(c), sheet.IntOf(m, "price"))
		}
		return
	}
	if !ok {
		r.next(c)
		return
	}
	r.Price(r.was.PriceOf(c), sheet.IntOf(m, "price"))
	if parts, _ := m.Arg("parts"); len(parts.List) > 0 {
		r.Add("shared", parts)
	}
	if left := r.was.Purse(c) - sheet.IntOf(m, "n"); left > 0 {
		r.Add("stays", engine.Int("n", left))
	}
}

package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
)

// turn tells what an order in the turn of a corporation costs and brings, or one that
// settles what an order left open.
func (r *remarks) turn() {
	c := r.was.Company()
	if q, of := r.was.Question(); q != g18cz.NoQuestion {
		c = of
	}
	r.offer()
	r.givesUp()
	r.payments(c)
	r.trains(c)
	r.locals(c)
	r.takeOver(c)
	r.reach(c)
	r.bestRun(c)
	r.income(c)
	r.phase()
	r.next(c)
}

// offer tells who must agree.
func (r *remarks) offer() {
	if m, ok := r.Find("offer", ""); ok {
		seat, _ := m.Arg("seat")
		r.Add("offer", engine.Player("seat", engine.Seat(seat.Int)))
	}
}

// givesUp tells the steps that a purchase from others skips, and what that does to the
// price.
func (r *remarks) givesUp() {
	_, offers := r.Find("offer", "")
	_, trades := r.Find("traded", "")
	if _, takes := r.Find("take-over", ""); !offers && !takes && !trades {
		return
	}
	var steps []engine.Arg
	for _, rep := range r.Reports {
		if step, ok := rep.Arg("step"); ok && rep.Key == "18cz.report.declined" {
			steps = append(steps, step)
		}
	}
	if len(steps) > 0 {
		r.Add("gives-up", engine.Several("steps", steps...))
	}
	if m, ok := r.Find("no-revenue", g18cz.CompanyKey(r.was.Company())); ok {
		r.Price(r.was.PriceOf(r.was.Company()), sheet.IntOf(m, "price"))
	}
}

// payments tells what track and stations cost, and what is left.
func (r *remarks) payments(c g18cz.Company) {
	if m, ok := r.Find("waived", g18cz.CompanyKey(c)); ok {
		local, _ := m.Arg("local")
		r.Add("waived", engine.Int("n", sheet.IntOf(m, "fee")), local)
	}
	_, lays := r.First(g18cz.CompanyKey(c), "lay", "upgrade")
	switch m, pays := r.Find("terrain", g18cz.CompanyKey(c)); {
	case pays:
		r.Add("terrain", engine.Int("n", sheet.IntOf(m, "fee")))
	case lays && len(r.List) == 0:
		r.Add("free")
	}
	if m, ok := r.Find("station", g18cz.CompanyKey(c)); ok {
		r.cost(c, sheet.IntOf(m, "price"))
	}
}

// cost tells a price that the line does not name, and what is left.
func (r *remarks) cost(c g18cz.Company, n int) {
	if r.was.Companies[c].Neutral {
		r.Add("neutral-pays", engine.Int("n", n))
		return
	}
	r.Add("cost", engine.Int("n", n), engine.Int("left", max(0, r.was.Treasury(c)-n)))
}

// trains tells the price of a card, help of the director, the new side of a flipped
// card, and where a card goes that is given away.
func (r *remarks) trains(c g18cz.Company) {
	if m, ok := r.First(g18cz.CompanyKey(c), "bought-train", "bought-reserve"); ok {
		r.cost(c, sheet.IntOf(m, "price"))
	}
	if m, ok := r.Find("helped", g18cz.CompanyKey(c)); ok {
		r.Add("helped", engine.Int("n", sheet.IntOf(m, "n")))
	}
	if m, ok := r.Find("loan", ""); ok {
		r.Add("loan", engine.Int("n", sheet.IntOf(m, "n")))
	}
	if m, ok := r.Find("flipped", g18cz.CompanyKey(c)); ok {
		to, _ := m.Arg("to")
		r.Add("flipped", to, engine.Int("n", sheet.IntOf(m, "price")))
	}
	r.kept(c)
	if _, ok := r.Find("dropped", g18cz.CompanyKey(c)); ok {
		r.Add("dropped")
	}
	if _, ok := r.Find("discarded", g18cz.CompanyKey(c)); ok {
		r.Add("discarded")
	}
	if _, ok := r.Find("taken-off", g18cz.CompanyKey(c)); ok && r.was.Company() == c {
		if q, _ := r.was.Question(); q == g18cz.AskDoubled {
			r.Add("taken-off", engine.Int("n", g18cz.TakenPrice))
		}
	}
}

// kept tells which trains are kept, and that one cannot run.
func (r *remarks) kept(c g18cz.Company) {
	if _, ok := r.Find("kept-all", g18cz.CompanyKey(c)); ok {
		list := r.was.ReceivedCards(c)
		r.Add("kept", g18cz.CardsSay("trains", list), engine.Int("n", len(list)), g18cz.CompanySay("company", c))
	}
	if m, ok := r.Find("kept", g18cz.CompanyKey(c)); ok {
		train, _ := m.Arg("train")
		if card, ok := g18cz.FaceNamed(train.Text); ok && g18cz.SizeOf(card) != c.Size() {
			r.Add("kept-idle", g18cz.CompanySay("company", c))
		}
	}
}

// locals tells what a local railway brings its corporation, or the bank pays for it.
func (r *remarks) locals(c g18cz.Company) {
	for l := range g18cz.Local(len(r.is.Locals)) {
		it := &g18cz.Book.Locals[l]
		was, is := r.was.Locals[l].Owner == r.was.Account(c), r.is.Locals[l].Owner == r.is.Account(c)
		_, takeOver := r.Find("take-over", g18cz.CompanyKey(c))
		switch {
		case takeOver:
		case is && !was && r.was.Locals[l].Owner == g18cz.SeatAccount(r.seat):
			r.Add("you-get", engine.Int("n", r.is.Cash.Of(g18cz.SeatAccount(r.seat))-r.was.Cash.Of(g18cz.SeatAccount(r.seat))))
			r.Add("own-local", engine.Int("income", it.Income), g18cz.CompanySay("company", c), engine.Int("final", g18cz.Book.Final))
		case is && !was:
			r.Add("local-bought", engine.Int("income", it.Income))
		case was && !is:
			r.Add("local-sold", engine.Int("n", r.was.LocalValue()), engine.Int("income", it.Income))
		}
	}
}

// takeOver tells what it costs, and what comes with it.
func (r *remarks) takeOver(c g18cz.Company) {
	m, ok := r.Find("take-over", g18cz.CompanyKey(c))
	if !ok {
		r.costOfOffer(c)
		return
	}
	sum := 0
	for _, rep := range r.Reports {
		if rep.Key == "18cz.report.compensated" {
			sum += sheet.IntOf(rep.Message, "n")
		}
	}
	r.cost(c, sum)
	from, _ := m.Arg("from")
	if got, ok := r.Find("received", g18cz.CompanyKey(c)); ok {
		locals, _ := got.Arg("locals")
		trains, _ := got.Arg("trains")
		r.Add("received", engine.Int("n", sheet.IntOf(got, "n")))
		if len(trains.List) > 0 {
			r.Add("received-trains", trains)
		}
		if len(locals.List) > 0 {
			r.Add("received-locals", locals)
		}
	}
	r.Add("from-gone", from)
}

// costOfOffer tells what a take-over costs if the other side agrees.
func (r *remarks) costOfOffer(c g18cz.Company) {
	if o := r.is.Asking; o != nil && o.Deal == g18cz.DealTakeOver && o.Buyer == c {
		r.cost(c, o.Price*r.is.PlayersShares(o.Seller))
	}
}

// onBoard are the reports of changes to a network.
var onBoard = []string{"lay", "upgrade", "station", "home", "home-tile", "set-down"}

// reach tells which places the network newly reaches.
func (r *remarks) reach(c g18cz.Company) {
	if _, ok := r.First(g18cz.CompanyKey(c), onBoard...); ok {
		r.List = append(r.List, sheet.Change{Was: Board(r.was), Is: Board(r.is)}.Reach(g18cz.Owner(c))...)
	}
}

// onTrains are the reports of changes to the trains of a corporation.
var onTrains = []string{"bought-train", "bought-reserve", "traded", "flipped", "dropped", "discarded", "take-over"}

// bestRun tells whether the trains can now earn more, this turn or the next.
func (r *remarks) bestRun(c g18cz.Company) {
	_, board := r.First(g18cz.CompanyKey(c), onBoard...)
	_, trains := r.First(g18cz.CompanyKey(c), onTrains...)
	if !board && !trains {
		return
	}
	old, now := r.was.BestRun(c), r.is.BestRun(c)
	switch {
	case now.Revenue != old.Revenue:
		r.Add("best-run", sheet.Worth("n", now), sheet.Worth("old", old))
	case now.Revenue > 0 && len(r.List) < 2 && board:
		r.Add("same-run", sheet.Worth("n", now))
	}
}

// income tells what a run earned, who gets how much of it, and how the price moves.
func (r *remarks) income(c g18cz.Company) {
	if m, ok := r.Find("run", g18cz.CompanyKey(c)); ok {
		routes, _ := m.Arg("routes")
		r.Add("earned", engine.Int("n", sheet.IntOf(m, "n")), routes)
	}
	if m, ok := r.First(g18cz.CompanyKey(c), "paid", "held"); ok {
		if n := sheet.IntOf(m, "n"); m.Key == "18cz.report.held" {
			r.Add("held", engine.Int("n", n), engine.Int("treasury", r.was.Treasury(c)+n))
		}
		r.dividends(c)
		r.Price(r.was.PriceOf(c), sheet.IntOf(m, "price"))
	}
	// It falls whatever the corporation does, so the line that declines says it.
	if m, ok := r.Find("no-revenue", g18cz.CompanyKey(c)); ok && len(r.List) == 0 {
		r.declines = true
		r.Add("no-revenue")
		r.Price(r.was.PriceOf(c), sheet.IntOf(m, "price"))
	}
}

func (r *remarks) dividends(c g18cz.Company) {
	var parts []engine.Arg
	for _, rep := range r.Reports {
		a, _ := rep.Arg("company")
		if seat, ok := rep.Arg("seat"); ok && rep.Key == "18cz.report.dividend" && a.Text == g18cz.CompanyKey(c) {
			parts = append(parts, sheet.Say(engine.Msg("18cz.remark.share", seat, engine.Int("n", sheet.IntOf(rep.Message, "n")))))
		}
	}
	if len(parts) > 0 {
		r.Add("shared", engine.Several("parts", parts...))
	}
}

// phase tells what follows when a card leaves the depot.
func (r *remarks) phase() {
	if m, ok := r.Find("export", ""); ok {
		train, _ := m.Arg("train")
		r.Add("export", train)
	}
	if m, ok := r.Find("phase", ""); ok {
		phase, _ := m.Arg("phase")
		r.Add("phase", phase)
	}
	var lost []engine.Arg
	for _, rep := range r.Reports {
		if rep.Key == "18cz.report.rusted" {
			company, _ := rep.Arg("company")
			trains, _ := rep.Arg("trains")
			lost = append(lost, sheet.Say(engine.Msg("18cz.remark.loses", company, trains)))
		}
	}
	if len(lost) > 0 {
		r.Add("rusts", engine.Several("lost", lost...))
	}
	r.settled()
}

// settled tells which corporation now has too many trains and must give some away.
func (r *remarks) settled() {
	if q, c := r.is.Question(); q == g18cz.AskExcess {
		if before, _ := r.was.Question(); before != g18cz.AskExcess {
			r.Add("crowded", g18cz.CompanySay("company", c), engine.Int("n", r.is.LimitOf(c)))
		}
	}
}

// next tells what follows a line that only declines.
func (r *remarks) next(c g18cz.Company) {
	switch {
	case len(r.List) > 0 && !r.declines:
	case r.is.Stage == g18cz.Operating && r.is.Company() == c && r.is.Asking == nil:
		if r.is.Turn.Step != r.was.Turn.Step {
			r.Add("then", g18cz.StepSay(r.is.Turn.Step))
		}
	case r.is.Asking == nil:
		r.Add("ends-turn", g18cz.CompanySay("company", c))
	}
}

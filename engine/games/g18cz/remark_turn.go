package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/running"
	"railpost/engine/sheet"
)

// turn: what an order in the turn of a corporation costs and brings, or one that
// settles what an order left open.
func (r *remarks) turn() {
	c := r.was.company()
	if q, of := r.was.question(); q != noQuestion {
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

// offer: who must agree.
func (r *remarks) offer() {
	if m, ok := r.reported("offer", noCompany); ok {
		seat, _ := m.Arg("seat")
		r.Add("offer", engine.Player("seat", engine.Seat(seat.Int)))
	}
}

// givesUp: the steps that a purchase of others leaves out, and what their price
// does.
func (r *remarks) givesUp() {
	_, offers := r.reported("offer", noCompany)
	_, trades := r.reported("traded", noCompany)
	if _, takes := r.reported("take-over", noCompany); !offers && !takes && !trades {
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
	if m, ok := r.reported("no-revenue", r.was.company()); ok {
		r.price(r.was.company(), sheet.IntOf(m, "price"))
	}
}

// payments for track and stations, and what is left.
func (r *remarks) payments(c Company) {
	if m, ok := r.reported("waived", c); ok {
		local, _ := m.Arg("local")
		r.Add("waived", engine.Int("n", sheet.IntOf(m, "fee")), local)
	}
	_, lays := r.firstOf(c, "lay", "upgrade")
	switch m, pays := r.reported("terrain", c); {
	case pays:
		r.Add("terrain", engine.Int("n", sheet.IntOf(m, "fee")))
	case lays && len(r.List) == 0:
		r.Add("free")
	}
	if m, ok := r.reported("station", c); ok {
		r.cost(c, sheet.IntOf(m, "price"))
	}
}

// cost is a price that the line does not name, and what is left.
func (r *remarks) cost(c Company, n int) {
	if r.was.Companies[c].Neutral {
		r.Add("neutral-pays", engine.Int("n", n))
		return
	}
	r.Add("cost", engine.Int("n", n), engine.Int("left", max(0, r.was.purse(c)-n)))
}

// trains: the price of a card, help of the director, the new side of a flipped
// one, where one goes that is given away.
func (r *remarks) trains(c Company) {
	if m, ok := r.firstOf(c, "bought-train", "bought-reserve"); ok {
		r.cost(c, sheet.IntOf(m, "price"))
	}
	if m, ok := r.firstOf(c, "helped"); ok {
		r.Add("helped", engine.Int("n", sheet.IntOf(m, "n")))
	}
	if m, ok := r.reported("loan", noCompany); ok {
		r.Add("loan", engine.Int("n", sheet.IntOf(m, "n")))
	}
	if m, ok := r.reported("flipped", c); ok {
		to, _ := m.Arg("to")
		r.Add("flipped", to, engine.Int("n", sheet.IntOf(m, "price")))
	}
	r.kept(c)
	if _, ok := r.reported("dropped", c); ok {
		r.Add("dropped")
	}
	if _, ok := r.reported("discarded", c); ok {
		r.Add("discarded")
	}
	if _, ok := r.reported("taken-off", c); ok && r.was.company() == c {
		if q, _ := r.was.question(); q == askDoubled {
			r.Add("taken-off", engine.Int("n", takenPrice))
		}
	}
}

// kept: which trains are kept, and that one cannot run.
func (r *remarks) kept(c Company) {
	if _, ok := r.reported("kept-all", c); ok {
		list := r.was.receivedCards(c)
		r.Add("kept", cardsSay("trains", list), engine.Int("n", len(list)), companySay("company", c))
	}
	if m, ok := r.reported("kept", c); ok {
		train, _ := m.Arg("train")
		if card, ok := faceNamed(train.Text); ok && sizeOf(card) != companies[c].size {
			r.Add("kept-idle", companySay("company", c))
		}
	}
}

// locals: what a local railway brings its corporation, or the bank pays for it.
func (r *remarks) locals(c Company) {
	for l := range Local(len(r.is.Locals)) {
		it := &book.locals[l]
		was, is := r.was.Locals[l].Owner == r.was.account(c), r.is.Locals[l].Owner == r.is.account(c)
		_, takeOver := r.reported("take-over", c)
		switch {
		case takeOver:
		case is && !was && r.was.Locals[l].Owner == wallet(r.seat):
			r.Add("you-get", engine.Int("n", r.is.Cash.Of(wallet(r.seat))-r.was.Cash.Of(wallet(r.seat))))
			r.Add("own-local", engine.Int("income", it.income), companySay("company", c), engine.Int("final", book.final))
		case is && !was:
			r.Add("local-bought", engine.Int("income", it.income))
		case was && !is:
			r.Add("local-sold", engine.Int("n", r.was.localValue()), engine.Int("income", it.income))
		}
	}
}

// takeOver: what it costs, and what comes with it.
func (r *remarks) takeOver(c Company) {
	m, ok := r.reported("take-over", c)
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
	if got, ok := r.reported("received", c); ok {
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

// costOfOffer is what a take-over costs when the other side agrees.
func (r *remarks) costOfOffer(c Company) {
	if o := r.is.Asking; o != nil && o.Deal == dealTakeOver && o.Buyer == c {
		r.cost(c, o.Price*r.is.playersShares(o.Seller))
	}
}

// firstOf is the first of some reports about a corporation.
func (r *remarks) firstOf(c Company, keys ...string) (engine.Message, bool) {
	for _, key := range keys {
		if m, ok := r.reported(key, c); ok {
			return m, true
		}
	}
	return engine.Message{}, false
}

// onBoard are the reports of what changes a network.
var onBoard = []string{"lay", "upgrade", "station", "home", "home-tile", "set-down"}

// reach: which places the network meets anew.
func (r *remarks) reach(c Company) {
	if _, ok := r.firstOf(c, onBoard...); ok {
		r.List = append(r.List, sheet.Change{Was: r.was.board(), Is: r.is.board()}.Reach(owner(c))...)
	}
}

// onTrains are the reports of what changes the trains of a corporation.
var onTrains = []string{"bought-train", "bought-reserve", "traded", "flipped", "dropped", "discarded", "take-over"}

// bestRun: whether the trains can earn more than before, this turn or the next.
func (r *remarks) bestRun(c Company) {
	_, board := r.firstOf(c, onBoard...)
	_, trains := r.firstOf(c, onTrains...)
	if !board && !trains {
		return
	}
	old, now := r.was.trial(c), r.is.trial(c)
	switch {
	case now.Revenue != old.Revenue:
		r.Add("best-run", sheet.Worth("n", now), sheet.Worth("old", old))
	case now.Revenue > 0 && len(r.List) < 2 && board:
		r.Add("same-run", sheet.Worth("n", now))
	}
}

// trial is what the trains of a corporation can earn at best as things stand.
func (s *State) trial(c Company) running.Plan {
	if s.Companies[c].Gone || s.ownTrains(c) == 0 {
		return running.Plan{}
	}
	return s.bestRun(c)
}

// income: what a run earned, who gets how much of it, and how the price moves.
func (r *remarks) income(c Company) {
	if m, ok := r.reported("run", c); ok {
		routes, _ := m.Arg("routes")
		r.Add("earned", engine.Int("n", sheet.IntOf(m, "n")), routes)
	}
	if m, ok := r.firstOf(c, "paid", "held"); ok {
		if n := sheet.IntOf(m, "n"); m.Key == "18cz.report.held" {
			r.Add("held", engine.Int("n", n), engine.Int("treasury", r.was.purse(c)+n))
		}
		r.dividends(c)
		r.price(c, sheet.IntOf(m, "price"))
	}
	// It falls whatever the corporation does, so the line that declines says it.
	if m, ok := r.reported("no-revenue", c); ok && len(r.List) == 0 {
		r.declines = true
		r.Add("no-revenue")
		r.price(c, sheet.IntOf(m, "price"))
	}
}

func (r *remarks) dividends(c Company) {
	var parts []engine.Arg
	for _, rep := range r.Reports {
		a, _ := rep.Arg("company")
		if seat, ok := rep.Arg("seat"); ok && rep.Key == "18cz.report.dividend" && a.Text == companyKey(c) {
			parts = append(parts, sheet.Say(engine.Msg("18cz.remark.share", seat, engine.Int("n", sheet.IntOf(rep.Message, "n")))))
		}
	}
	if len(parts) > 0 {
		r.Add("shared", engine.Several("parts", parts...))
	}
}

// phase: what a card that leaves the depot brings about.
func (r *remarks) phase() {
	if m, ok := r.reported("export", noCompany); ok {
		train, _ := m.Arg("train")
		r.Add("export", train)
	}
	if m, ok := r.reported("phase", noCompany); ok {
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

// settled: who has too many trains now and gives some away.
func (r *remarks) settled() {
	if q, c := r.is.question(); q == askExcess {
		if before, _ := r.was.question(); before != askExcess {
			r.Add("crowded", companySay("company", c), engine.Int("n", r.is.limitOf(c)))
		}
	}
}

// next: what comes after a line that only declines.
func (r *remarks) next(c Company) {
	switch {
	case len(r.List) > 0 && !r.declines:
	case r.is.Stage == operating && r.is.company() == c && r.is.Asking == nil:
		if r.is.Turn.Step != r.was.Turn.Step {
			r.Add("then", stepSay(r.is.Turn.Step))
		}
	case r.is.Asking == nil:
		r.Add("ends-turn", companySay("company", c))
	}
}

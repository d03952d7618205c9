package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
)

// turn gives the costs and effects of an order in the turn of a corporation, or of one that settles an open question.
func (r *remarks) turn() {
	c := r.was.Acting()
	r.tell(g18cz.NoCompany, key.ReportOffer, key.RemarkOffer)
	r.givesUp()
	r.payments(c)
	r.trains(c)
	r.locals(c)
	r.takeOver(c)
	r.reach(c)
	r.blocks(c)
	r.bestRun(c)
	if len(r.Lines) == 0 && r.reported(c, key.ReportLay, key.ReportUpgrade) {
		r.Add(key.RemarkFree)
	}
	r.income(c)
	r.phase()
	r.next(c)
}

// givesUp names the steps that a purchase from others skips, and the effect on the price.
func (r *remarks) givesUp() {
	if !r.reported(g18cz.NoCompany, key.ReportOffer, key.ReportTraded, key.ReportTakeOver) {
		return
	}
	var steps []engine.Arg
	for _, rep := range r.reports {
		if step, ok := rep.Arg("step"); ok && rep.Key == key.ReportDeclined {
			steps = append(steps, step)
		}
	}
	r.AddList(key.RemarkGivesUp, "steps", steps)
	if m, ok := r.find(r.was.Company(), key.ReportNoRevenue); ok {
		r.price(r.was.PriceOf(r.was.Company()), m.Of("price").Int)
	}
}

// payments tells the cost of track, stations and trains of the bank, and the rest of the money.
func (r *remarks) payments(c g18cz.Company) {
	r.tell(c, key.ReportWaived, key.RemarkWaived)
	r.tell(c, key.ReportTerrain, key.RemarkTerrain)
	if m, ok := r.find(c, key.ReportStation); ok && !r.was.Companies[c].Neutral {
		r.Add(key.RemarkPrice, engine.Int("n", m.Of("price").Int))
	} else if m, ok := r.find(c, key.ReportStation, key.ReportBoughtTrain, key.ReportBoughtReserve, key.ReportTraded); ok {
		r.cost(c, m.Of("price").Int)
	}
}

// cost tells a price that the line does not name, and the rest of the money.
func (r *remarks) cost(c g18cz.Company, n int) {
	if r.was.Companies[c].Neutral {
		r.Add(key.RemarkNeutralPays, engine.Int("n", n))
		return
	}
	r.Add(key.RemarkCost, engine.Int("n", n), engine.Int("left", max(0, r.was.Treasury(c)-n)))
}

// trains tells of the help of the director, the new side of a flipped card, and where a
// card goes that is given away.
func (r *remarks) trains(c g18cz.Company) {
	r.tell(c, key.ReportHelped, key.RemarkHelped)
	r.tell(c, key.ReportFlipped, key.RemarkFlipped)
	r.kept(c)
	r.tell(c, key.ReportDropped, key.RemarkDropped)
	r.tell(c, key.ReportDiscarded, key.RemarkDiscarded)
	if q, _ := r.was.Question(); q == g18cz.AskDoubled && r.was.Company() == c && r.reported(c, key.ReportTakenOff) {
		r.Add(key.RemarkTakenOff, engine.Int("n", g18cz.TakenPrice))
	}
}

// kept names the trains kept, and one that cannot run.
func (r *remarks) kept(c g18cz.Company) {
	if r.reported(c, key.ReportKeptAll) {
		list := r.was.Companies[c].Received()
		r.Add(key.RemarkKept, g18cz.CardsSay("trains", list), engine.Int("n", len(list)), g18cz.CompanySay("company", c))
	}
	if m, ok := r.find(c, key.ReportKept); ok {
		if card, ok := g18cz.FaceNamed(m.Of("train").Text); ok && g18cz.SizeOf(card) != c.Size() {
			r.Add(key.RemarkKeptIdle, g18cz.CompanySay("company", c))
		}
	}
}

// locals tells a local railway's income for its corporation, or the price that the bank pays.
func (r *remarks) locals(c g18cz.Company) {
	if r.reported(c, key.ReportTakeOver) {
		return
	}
	for l := range g18cz.Local(len(r.is.Locals)) {
		it := &g18cz.Book.Locals[l]
		was, is := r.was.Locals[l].Owner == r.was.Account(c), r.is.Locals[l].Owner == r.is.Account(c)
		switch {
		case is && !was && r.was.Locals[l].Owner == g18cz.SeatAccount(r.seat):
			r.Add(key.RemarkYouGet, engine.Int("n", r.is.Cash.Of(g18cz.SeatAccount(r.seat))-r.was.Cash.Of(g18cz.SeatAccount(r.seat))))
			r.Add(key.RemarkOwnLocal, engine.Int("income", it.Income), g18cz.CompanySay("company", c), engine.Int("final", g18cz.Book.Final))
		case is && !was:
			r.Add(key.RemarkLocalBought, engine.Int("income", it.Income))
		case was && !is:
			r.Add(key.RemarkLocalSold, engine.Int("n", r.was.LocalValue()), engine.Int("income", it.Income))
		}
	}
}

// takeOver tells its cost, and the property received.
func (r *remarks) takeOver(c g18cz.Company) {
	m, ok := r.find(c, key.ReportTakeOver)
	if !ok {
		r.costOfOffer(c)
		return
	}
	sum := 0
	for _, rep := range r.reports {
		if rep.Key == key.ReportCompensated {
			sum += rep.Message.Of("n").Int
		}
	}
	r.cost(c, sum)
	if got, ok := r.find(c, key.ReportReceived); ok {
		r.Add(key.RemarkReceived, got.Args...)
		if trains, _ := got.Arg("trains"); len(trains.List) > 0 {
			r.Add(key.RemarkReceivedTrains, trains)
		}
		if locals, _ := got.Arg("locals"); len(locals.List) > 0 {
			r.Add(key.RemarkReceivedLocals, locals)
		}
	}
	r.Add(key.RemarkFromGone, m.Args...)
}

// costOfOffer tells the cost of a take-over if the other side agrees.
func (r *remarks) costOfOffer(c g18cz.Company) {
	if o := r.is.Asking; o != nil && o.Deal == g18cz.DealTakeOver && o.Buyer == c {
		r.cost(c, o.Price*r.is.PlayersShares(o.Seller))
	}
}

// onBoard are the reports of changes to a network.
var onBoard = []string{key.ReportLay, key.ReportUpgrade, key.ReportStation, key.ReportHome, key.ReportHomeTile, key.ReportSetDown}

// reach names the places that the network newly reaches.
func (r *remarks) reach(c g18cz.Company) {
	if r.reported(c, onBoard...) {
		r.Lines = append(r.Lines, sheet.Change{Was: Board(r.was), Is: Board(r.is)}.Reach(g18cz.Owner(c))...)
	}
}

// blocksMost limits the corporations named that a station blocks.
const blocksMost = 3

// blocks tells which corporations can no longer run through a city that a station fills.
func (r *remarks) blocks(c g18cz.Company) {
	if !r.reported(c, key.ReportStation) {
		return
	}
	w := r.is.World()
	var blocked []engine.Arg
	for _, st := range r.is.Board.Stations[len(r.was.Board.Stations):] {
		p := st.Place()
		if len(r.is.Board.In(p)) < r.is.Board.Slots(w, p) {
			continue
		}
		for _, other := range r.is.Active() {
			o := g18cz.Owner(other)
			if _, own := r.is.Board.Own(o, p.Hex); !own && o != st.Owner && r.was.Board.Reach(w, o).Meets(p) {
				blocked = append(blocked, sheet.Text(other.ID()))
			}
		}
	}
	switch n := len(blocked); {
	case n > blocksMost:
		r.Add(key.RemarkBlocksMany, engine.Int("n", n))
	case n > 0:
		r.Add(key.RemarkBlocks, engine.Several("companies", blocked...))
	}
}

// onTrains are the reports of changes to the trains of a corporation.
var onTrains = []string{
	key.ReportBoughtTrain, key.ReportBoughtReserve, key.ReportTraded, key.ReportFlipped, key.ReportDropped, key.ReportDiscarded, key.ReportTakeOver,
}

// bestRun tells first whether the trains can now earn more, this turn or the next.
func (r *remarks) bestRun(c g18cz.Company) {
	board := r.reported(c, onBoard...)
	if !board && !r.reported(c, onTrains...) {
		return
	}
	old, now := r.was.BestRun(c), r.is.BestRun(c)
	switch {
	case now.Revenue != old.Revenue:
		r.Lines = slices.Insert(r.Lines, 0, engine.Msg(key.RemarkBestRun, sheet.Worth("n", now), sheet.Worth("old", old)))
	case board && now.Revenue == 0 && r.is.Stage == g18cz.Operating && r.is.OwnTrains(c) == 0:
		if n := outlook(r.is, c); n > 0 {
			r.Lines = slices.Insert(r.Lines, 0, engine.Msg(key.RemarkNextRun, engine.Int("n", n)))
		}
	case now.Revenue > 0 && board && (len(r.Lines) == 0 || r.reported(c, key.ReportStation) && len(r.Lines) < 2):
		r.Add(key.RemarkSameRun, sheet.Worth("n", now))
	}
}

// income tells the revenue of a run, its distribution, and the change of the price.
func (r *remarks) income(c g18cz.Company) {
	r.tell(c, key.ReportRun, key.RemarkEarned)
	m, _ := r.find(c, key.ReportPaid, key.ReportHeld, key.ReportNoRevenue)
	switch n := m.Of("n").Int; {
	case m.Key == key.ReportPaid:
		if parts := r.each(c, key.ReportDividend, key.RemarkShare); len(parts) > 0 {
			r.Add(key.RemarkShared, engine.Several("parts", parts...))
		}
	case m.Key == key.ReportHeld:
		r.Add(key.RemarkHeld, engine.Int("n", n), engine.Int("treasury", r.was.Treasury(c)+n))
	case m.Key == key.ReportNoRevenue && len(r.Lines) == 0: // it falls in any case, so the line that declines says it
		r.declines = true
		r.Add(key.RemarkNoRevenue)
	default:
		return
	}
	r.price(r.was.PriceOf(c), m.Of("price").Int)
}

// phase tells the consequences of a card leaving the depot.
func (r *remarks) phase() {
	r.tell(g18cz.NoCompany, key.ReportExport, key.RemarkExport)
	r.tell(g18cz.NoCompany, key.ReportPhase, key.RemarkPhase)
	if lost := r.each(g18cz.NoCompany, key.ReportRusted, key.RemarkLoses); len(lost) > 0 {
		r.Add(key.RemarkRusts, engine.Several("lost", lost...))
	}
	r.settled()
}

// settled names the corporation that now has too many trains and must give some away.
func (r *remarks) settled() {
	if q, c := r.is.Question(); q == g18cz.AskExcess {
		if before, _ := r.was.Question(); before != g18cz.AskExcess {
			r.Add(key.RemarkCrowded, g18cz.CompanySay("company", c), engine.Int("n", r.is.PhaseRules().Limit[c.Size()]))
		}
	}
}

// next tells what follows a line that only declines.
func (r *remarks) next(c g18cz.Company) {
	switch {
	case len(r.Lines) > 0 && !r.declines:
	case r.is.Stage == g18cz.Operating && r.is.Company() == c && r.is.Asking == nil:
		if r.is.Turn.Step != r.was.Turn.Step {
			r.Add(key.RemarkThen, g18cz.StepSay(r.is.Turn.Step))
		}
	case r.is.Asking == nil:
		r.Add(key.RemarkEndsTurn, g18cz.CompanySay("company", c))
	}
}

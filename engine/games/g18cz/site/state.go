package site

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// State returns the position in the form of traces.
func (t *translator) State(p engine.Position) *log18xx.State {
	s := p.(*g18cz.State)
	out := &log18xx.State{
		Round: siteRound(s), Step: siteStep(s), Finished: s.Over(), Phase: s.PhaseRules().Name,
		Depot: siteDepot(s), Discard: []string{}, LastRun: t.ran, LastPaid: t.paid, Map: log18xx.TilesOn(s.World(), &s.Board),
		Players: map[log18xx.ID]*log18xx.PlayerState{}, Corporations: map[log18xx.ID]*log18xx.CompanyState{}, Companies: map[log18xx.ID]*[2]any{},
	}
	for _, x := range t.cards.spell(g18cz.NoCompany, s.Reserve) {
		out.Discard = append(out.Discard, x[0].(string))
	}
	out.Order = t.order(s)
	if !s.Over() {
		t.asked(s, out)
	}
	if s.Stage == g18cz.Operating || s.Over() {
		out.Operating = t.operating
	}
	for h := range stock.Holder(s.Holders()) {
		out.Players[log18xx.ID(strconv.Itoa(t.holderID(s, h)))] = t.playerState(s, h)
	}
	for c := range g18cz.Company(len(s.Companies)) {
		if it := &s.Companies[c]; it.In && !it.Gone && s.Unlocked(c.Size()) {
			out.Corporations[log18xx.ID(c.ID())] = t.companyState(s, c)
		}
	}
	for l := range g18cz.Local(len(s.Locals)) {
		if s.Locals[l].In {
			out.Companies[log18xx.ID(l.ID())] = &[2]any{t.localOwner(s, l), s.LocalWorth(l)}
		}
	}
	for _, l := range t.unsold {
		out.Companies[log18xx.ID(l.ID())] = &[2]any{"bank", s.LocalWorth(l)}
	}
	return out
}

// order returns the order of the players; the neutral one is the last (Two players).
func (t *translator) order(s *g18cz.State) (list []int) {
	list = engine.Each(s.Players, t.player)
	if s.Two() {
		list = append(list, neutralID)
	}
	return list
}

// siteRound returns kind, set and number of the round; at the end those of the last.
func siteRound(s *g18cz.State) [3]any {
	slot := s.Round()
	if slot.Stage == g18cz.Over {
		slot = &g18cz.Book.Timeline[s.Time-1]
	}
	switch slot.Stage {
	case g18cz.Drafting:
		return [3]any{"DR", 1, 1}
	case g18cz.Stocks:
		return [3]any{"SR", slot.Set, 1}
	}
	return [3]any{"OR", slot.Set, slot.Number}
}

// siteSteps and siteQuestions are the names of the steps.
var (
	siteSteps = map[g18cz.Step]string{
		g18cz.StepTrack: "Track", g18cz.StepStation: "Token", g18cz.StepRun: "Route", g18cz.StepPayout: "Dividend", g18cz.StepTakeOver: "BuyCorporation",
		g18cz.StepTrains: "BuyTrain", g18cz.StepLocals: "BuyCompany",
	}
	siteQuestions = map[g18cz.Question]string{
		g18cz.AskCity: "HomeToken", g18cz.AskDoubled: "ReduceTokens", g18cz.AskReceived: "UpgradeOrDiscardTrain", g18cz.AskExcess: "DiscardTrain",
	}
)

func siteStep(s *g18cz.State) string {
	q, _ := s.Question()
	switch {
	case s.Stage == g18cz.Over:
		return "none"
	case siteQuestions[q] != "":
		return siteQuestions[q]
	case s.Stage == g18cz.Drafting:
		return "Draft"
	case s.Stage == g18cz.Stocks:
		return "BuySellParShares"
	case s.Turn.Step != g18cz.StepHome:
		return siteSteps[s.Turn.Step]
	case s.Company().Size() == g18cz.Large:
		return "HomeTrack"
	}
	return "HomeToken"
}

// asked sets the entities that must act. Decisions that the rules leave to no player
// the site lets every player make for the neutral one (Two players).
func (t *translator) asked(s *g18cz.State, out *log18xx.State) {
	out.Who = []int{t.player(s.Actor())}
	c := s.Acting()
	if c == g18cz.NoCompany {
		out.Active = &log18xx.Company{"player", out.Who[0]}
		return
	}
	out.Active = &log18xx.Company{"corporation", c.ID()}
	if q, _ := s.Question(); s.Companies[c].Neutral && (q != g18cz.NoQuestion || s.Turn.Step != g18cz.StepTrack && s.Turn.Step != g18cz.StepStation) {
		out.Who = t.order(s)
	}
}

// siteDepot lists the remaining cards, by pile, in order of sale.
func siteDepot(s *g18cz.State) [][2]any {
	var list [][2]any
	for i, n := range s.Depot.Left {
		if n != 0 {
			list = append(list, [2]any{g18cz.Book.Piles[i].Name, n})
		}
	}
	return list
}

// localOwner returns the player, the corporation or the bank.
func (t *translator) localOwner(s *g18cz.State, l g18cz.Local) any {
	account := s.Locals[l].Owner
	switch seat := s.SeatOf(account); {
	case account == cash.Bank:
		return "bank"
	case seat != engine.Nobody:
		return t.player(seat)
	}
	return s.CompanyOf(account).ID()
}

// localIDs returns the names of local railways.
func localIDs(list []g18cz.Local) (ids []string) {
	ids = engine.Each(list, g18cz.Local.ID)
	slices.Sort(ids)
	return ids
}

func (t *translator) playerState(s *g18cz.State, h stock.Holder) *log18xx.PlayerState {
	out := &log18xx.PlayerState{Shares: map[log18xx.ID]int{}}
	if seat := engine.Seat(h); int(h) < s.Seats {
		loan, locals := s.Loans[seat], s.LocalsOf(g18cz.SeatAccount(seat))
		out.Cash, out.Debt, out.Penalty = s.Cash.Of(g18cz.SeatAccount(seat)), loan.Debt, loan.Penalty
		out.Locals, out.Certs = localIDs(locals), len(locals)
		for _, l := range locals {
			out.Value += s.LocalWorth(l)
		}
	} else {
		out.Cash = s.Neutral.Cash
	}
	out.Value += out.Cash - out.Debt - out.Penalty
	for c := range g18cz.Company(len(s.Companies)) {
		percent := s.Shares.Of(c.Stock(), h)
		if percent == 0 {
			continue
		}
		out.Certs += s.Shares.Certificates(s.StructureOf(c), c.Stock(), h)
		out.Value += percent / s.StructureOf(c).Share * s.PriceOf(c)
		out.Shares[log18xx.ID(c.ID())] = percent
	}
	return out
}

func (t *translator) companyState(s *g18cz.State, c g18cz.Company) *log18xx.CompanyState {
	it := &s.Companies[c]
	out := &log18xx.CompanyState{
		Cash: s.Treasury(c), Trains: t.cards.spell(c, it.Trains),
		Tokens: log18xx.Stations(s.World(), &s.Board, g18cz.Owner(c)), TokensLeft: t.charter(s, c),
		Locals: localIDs(s.LocalsOf(s.Account(c))),
		ShareState: &log18xx.ShareState{
			Floated: it.Active, Treasury: s.Shares.Of(c.Stock(), stock.Unsold), Market: s.Shares.Of(c.Stock(), stock.Bank),
		},
	}
	if !s.Started(c) {
		return out
	}
	price := s.PriceOf(c)
	out.Price, out.Par, out.At = price, price, &[2]int{0, s.Market.At[c.Stock()]} // on the site the start price follows the market
	out.President = t.holderID(s, s.Shares.Director[c.Stock()])
	return out
}

// charter returns the prices of the stations that are not placed. The site treats a
// lifted one as not placed, at its own price (VIII.5), and raises the prices before the
// stations of a take-over are settled (VIII.9).
func (t *translator) charter(s *g18cz.State, c g18cz.Company) []int {
	list := append([]int{}, s.Companies[c].TokenCosts...)
	if s.Lifted != nil && s.Lifted.Owner == c {
		price := 0
		if t.grown[c] {
			price = g18cz.TakenPrice
		}
		list = slices.Insert(list, 0, price)
	}
	if s.Merging != nil && c == s.Company() && !s.Rules.KeepForty {
		for i := range list {
			list[i] = g18cz.TakenPrice
		}
	}
	return list
}

package g18cz

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// State is the position as traces show it.
func (t *talk) State(p engine.Position) *log18xx.State {
	s := p.(*State)
	out := &log18xx.State{
		Round: s.siteRound(), Step: s.siteStep(), Finished: s.Over(), Phase: s.phase().Name,
		Depot: s.siteDepot(), Discard: []string{}, LastRun: t.ran, LastPaid: t.paid, Map: log18xx.Lies(s.world(), &s.Board),
		Players: map[log18xx.ID]*log18xx.PlayerState{}, Corporations: map[log18xx.ID]*log18xx.CompanyState{}, Companies: map[log18xx.ID]*[2]any{},
	}
	for _, x := range spell(t.cards.reserve, s.Reserve) {
		out.Discard = append(out.Discard, x[0].(string))
	}
	out.Order = t.order(s)
	if !s.Over() {
		t.asked(s, out)
	}
	if s.Stage == operating || s.Over() {
		out.Operating = t.operating
	}
	for h := range stock.Holder(s.holders()) {
		out.Players[log18xx.ID(strconv.Itoa(t.holderID(s, h)))] = t.playerState(s, h)
	}
	for c := range Company(len(s.Companies)) {
		if it := &s.Companies[c]; it.In && !it.Gone && s.unlocked(companies[c].size) {
			out.Corporations[log18xx.ID(companies[c].id)] = t.companyState(s, c)
		}
	}
	for l := range Local(len(s.Locals)) {
		if s.Locals[l].In {
			out.Companies[log18xx.ID(book.locals[l].id)] = &[2]any{t.localOwner(s, l), s.siteValue(l)}
		}
	}
	for _, l := range t.unsold {
		out.Companies[log18xx.ID(book.locals[l].id)] = &[2]any{"bank", s.siteValue(l)}
	}
	return out
}

// order is the order of the players; the neutral one is the last (12).
func (t *talk) order(s *State) (list []int) {
	for _, seat := range s.Players {
		list = append(list, t.player(seat))
	}
	if s.two() {
		list = append(list, neutralID)
	}
	return list
}

// siteRound is kind, set and number of the round; at the end that of the last.
func (s *State) siteRound() [3]any {
	slot := s.slot()
	if slot.stage == over {
		slot = &book.timeline[s.Time-1]
	}
	switch slot.stage {
	case drafting:
		return [3]any{"DR", 1, 1}
	case stocks:
		return [3]any{"SR", slot.set, 1}
	}
	return [3]any{"OR", slot.set, slot.round}
}

// siteSteps and siteQuestions are the names of the steps.
var (
	siteSteps = map[Step]string{
		stepTrack: "Track", stepStation: "Token", stepRun: "Route", stepPayout: "Dividend", stepTakeOver: "BuyCorporation",
		stepTrains: "BuyTrain", stepLocals: "BuyCompany",
	}
	siteQuestions = map[Question]string{
		askCity: "HomeToken", askDoubled: "ReduceTokens", askReceived: "UpgradeOrDiscardTrain", askExcess: "DiscardTrain",
	}
)

func (s *State) siteStep() string {
	q, _ := s.question()
	switch {
	case s.Stage == over:
		return "none"
	case siteQuestions[q] != "":
		return siteQuestions[q]
	case s.Stage == drafting:
		return "Draft"
	case s.Stage == stocks:
		return "BuySellParShares"
	case s.Turn.Step != stepHome:
		return siteSteps[s.Turn.Step]
	case companies[s.company()].size == large:
		return "HomeTrack"
	}
	return "HomeToken"
}

// asked says who must act. What the rules leave to nobody the site lets every
// player do for the neutral one (12).
func (t *talk) asked(s *State, out *log18xx.State) {
	out.Who = []int{t.player(s.actor())}
	c := s.acting()
	if c == noCompany {
		out.Active = &log18xx.Company{"player", out.Who[0]}
		return
	}
	out.Active = &log18xx.Company{"corporation", companies[c].id}
	if q, _ := s.question(); s.Companies[c].Neutral && (q != noQuestion || s.Turn.Step != stepTrack && s.Turn.Step != stepStation) {
		out.Who = t.order(s)
	}
}

// siteDepot lists the cards that are left by pile, in order of sale.
func (s *State) siteDepot() [][2]any {
	var list [][2]any
	for i, n := range s.Depot.Left {
		if n != 0 {
			list = append(list, [2]any{book.piles[i].Name, n})
		}
	}
	return list
}

// localOwner is the player, the corporation or the bank.
func (t *talk) localOwner(s *State, l Local) any {
	account := s.Locals[l].Owner
	switch seat := s.seatOf(account); {
	case account == cash.Bank:
		return "bank"
	case seat != engine.Nobody:
		return t.player(seat)
	}
	return companies[s.companyOf(account)].id
}

// siteValue is the value of a local railway: before the first operating round
// what it costs in the draft.
func (s *State) siteValue(l Local) int {
	if v := s.localValue(); v > 0 {
		return v
	}
	return book.locals[l].price
}

// localIDs lists local railways by their names.
func localIDs(list []Local) (ids []string) {
	for _, l := range list {
		ids = append(ids, book.locals[l].id)
	}
	slices.Sort(ids)
	return ids
}

func (t *talk) playerState(s *State, h stock.Holder) *log18xx.PlayerState {
	out := &log18xx.PlayerState{Shares: map[log18xx.ID]int{}}
	if seat := engine.Seat(h); int(h) < s.Seats {
		loan, locals := s.Loans[seat], s.localsOf(wallet(seat))
		out.Cash, out.Debt, out.Penalty = s.Cash.Of(wallet(seat)), loan.Debt, loan.Penalty
		out.Locals, out.Certs = localIDs(locals), len(locals)
		for _, l := range locals {
			out.Value += s.siteValue(l)
		}
	} else {
		out.Cash = s.Neutral.Cash
	}
	out.Value += out.Cash - out.Debt - out.Penalty
	for c := range Company(len(s.Companies)) {
		percent := s.Shares.Of(c.share(), h)
		if percent == 0 {
			continue
		}
		out.Certs += s.Shares.Certificates(s.cutOf(c), c.share(), h)
		out.Value += percent / s.cutOf(c).Share * s.priceOf(c)
		out.Shares[log18xx.ID(companies[c].id)] = percent
	}
	return out
}

func (t *talk) companyState(s *State, c Company) *log18xx.CompanyState {
	it := &s.Companies[c]
	out := &log18xx.CompanyState{
		Cash: s.purse(c), Trains: spell(t.cards.owned[c], it.Trains),
		Tokens: log18xx.Stations(s.world(), &s.Board, owner(c)), TokensLeft: t.charter(s, c),
		Locals: localIDs(s.localsOf(s.account(c))),
		ShareState: &log18xx.ShareState{
			Floated: it.Active, Treasury: s.Shares.Of(c.share(), stock.Unsold), Market: s.Shares.Of(c.share(), stock.Bank),
		},
	}
	if !s.started(c) {
		return out
	}
	price := s.priceOf(c)
	out.Price, out.Par, out.At = price, price, &[2]int{0, s.Market.At[c.share()]} // the site lets the start price follow the market
	out.President = t.holderID(s, s.Shares.Director[c.share()])
	return out
}

// charter is the prices of the stations that are not placed. The site takes a
// lifted one as not placed, at what it cost (8.6), and raises the prices before the
// stations of a take-over are settled (7.9.4).
func (t *talk) charter(s *State, c Company) []int {
	list := append([]int{}, s.Companies[c].Charter...)
	if s.Lifted != nil && s.Lifted.Owner == c {
		price := 0
		if t.grown[c] {
			price = takenPrice
		}
		list = slices.Insert(list, 0, price)
	}
	if s.Merging != nil && c == s.company() && !s.Rules.KeepForty {
		for i := range list {
			list[i] = takenPrice
		}
	}
	return list
}

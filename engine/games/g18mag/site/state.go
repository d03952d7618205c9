package site

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// State returns the position in the form of traces.
func (t *translator) State(p engine.Position) *log18xx.State {
	s := p.(*g18mag.State)
	out := &log18xx.State{
		Round: t.round(s), Step: siteStep(s), Finished: s.Over(), Phase: titled(s.PhaseRules().Name),
		Depot: t.depot(), Discard: []string{}, LastRun: t.ran, LastPaid: t.paid, Terrain: terrain(s), Map: log18xx.TilesOn(s.World(), &s.Board),
		Players: map[log18xx.ID]*log18xx.PlayerState{}, Corporations: map[log18xx.ID]*log18xx.CompanyState{}, Minors: map[log18xx.ID]*log18xx.CompanyState{},
	}
	if !s.Over() {
		t.asked(s, out)
	}
	first := slices.Index(s.Table, s.Priority)
	for i := range s.Seats {
		out.Order = append(out.Order, t.player(s, s.Table[(first+i)%s.Seats]))
	}
	if s.Stage == g18mag.Operating || s.Over() {
		t.operating(s, out)
	}
	for seat := range engine.Seat(s.Seats) {
		out.Players[log18xx.ID(strconv.Itoa(t.player(s, seat)))] = playerState(s, seat)
	}
	for _, c := range s.Edition().Majors {
		out.Corporations[log18xx.ID(g18mag.Companies[c].SiteID)] = t.majorState(s, c)
	}
	for _, c := range s.Edition().Minors {
		if s.Minors[c].In {
			out.Minors[log18xx.ID(g18mag.Companies[c].SiteID)] = t.minorState(s, c)
		}
	}
	return out
}

// round returns kind, set and number of the round.
func (t *translator) round(s *g18mag.State) [3]any {
	switch s.Stage {
	case g18mag.Drafting:
		return [3]any{"DR", 1, 1}
	case g18mag.Stocks:
		return [3]any{"SR", s.Set, 1}
	}
	return [3]any{"OR", s.Set, s.Round}
}

// siteSteps are the names of the steps.
var siteSteps = map[g18mag.Step]string{
	g18mag.StepTrack: "Track", g18mag.StepStation: "Token", g18mag.StepScrap: "DiscardTrain", g18mag.StepRun: "Route", g18mag.StepTrains: "BuyTrain", g18mag.StepPayout: "Dividend",
}

func siteStep(s *g18mag.State) string {
	switch s.Stage {
	case g18mag.Drafting:
		return "SimpleDraft"
	case g18mag.Stocks:
		return "BuySellParShares"
	case g18mag.Over:
		return "none"
	}
	return siteSteps[s.Turn.Step]
}

// asked sets the entities that must act.
func (t *translator) asked(s *g18mag.State, out *log18xx.State) {
	out.Active = &log18xx.Company{"player", t.player(s, s.Actor)}
	if c := s.Company(); c != g18mag.NoCompany {
		out.Active = &log18xx.Company{kindOf(c), g18mag.Companies[c].SiteID}
	}
	out.Who = []int{t.player(s, s.Actor)}
}

// operating sets the order in which companies operate, and the services that the
// operating minor has bought.
func (t *translator) operating(s *g18mag.State, out *log18xx.State) {
	order := s.Order
	if s.Over() { // the position stores none
		order = t.order
	}
	for _, c := range order {
		out.Operating = append(out.Operating, g18mag.Companies[c].SiteID)
	}
	bought := []string{}
	for _, c := range s.Turn.Services {
		bought = append(bought, g18mag.Companies[c].SiteID)
	}
	out.Powers = &bought
}

// depot lists the bank's trains: scrapped ones and copies of them, then the piles. Equal ones in a row are one entry.
func (t *translator) depot() [][2]any {
	var list [][2]any
	for _, train := range t.pieces.trains.pile {
		kind := strconv.Itoa(train.size())
		if len(list) == 0 || list[len(list)-1][0] != kind {
			list = append(list, [2]any{kind, -1})
		}
	}
	return list
}

func titled(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// terrain lists the terrain tokens of all minors, including those not in the game.
func terrain(s *g18mag.State) map[log18xx.ID]int {
	list := map[log18xx.ID]int{}
	for c := range g18mag.Company(g18mag.MinorsMost) {
		n := g18mag.Companies[c].Tokens
		if n > 0 && s.Minors[c].In {
			list[log18xx.ID(g18mag.Companies[c].SiteID)] = s.Minors[c].Tokens
		} else if n > 0 {
			list[log18xx.ID(g18mag.Companies[c].SiteID)] = n
		}
	}
	return list
}

func playerState(s *g18mag.State, seat engine.Seat) *log18xx.PlayerState {
	out := &log18xx.PlayerState{Cash: s.Cash.Of(g18mag.Wallet(seat)), Certs: s.Certificates(seat), Value: s.WorthOf(seat), Shares: map[log18xx.ID]int{}}
	for _, c := range s.Edition().Majors {
		percent := s.Held(c, seat)
		if percent > 0 {
			out.Shares[log18xx.ID(g18mag.Companies[c].SiteID)] = percent
		}
	}
	return out
}

func (t *translator) majorState(s *g18mag.State, c g18mag.Company) *log18xx.CompanyState {
	out := companyState(s, c, s.Majors[c.Share()].Stations)
	out.Trains = [][2]any{}
	out.President = any("market")
	if director := s.DirectorOf(c); director != engine.Nobody {
		out.President = t.player(s, director)
	}
	out.ShareState = &log18xx.ShareState{
		Price: s.PriceOf(c), At: &[2]int{0, s.Market.At[c.Share()]}, Par: t.pars[c.Share()], Floated: true,
		Market: s.Shares.Of(c.Share(), stock.Bank),
	}
	return out
}

func (t *translator) minorState(s *g18mag.State, c g18mag.Company) *log18xx.CompanyState {
	m := &s.Minors[c]
	out := companyState(s, c, m.Stations)
	out.Trains = [][2]any{}
	for i, train := range t.pieces.trains.owned[c] {
		name, size := train.name, train.size()
		if i >= len(m.Trains) || m.Trains[i] != size {
			name += " is not in the position"
		}
		out.Trains = append(out.Trains, [2]any{name, strconv.Itoa(size)})
	}
	for range len(m.Trains) - len(t.pieces.trains.owned[c]) {
		out.Trains = append(out.Trains, [2]any{"a train without a name", ""})
	}
	if m.Owner != engine.Nobody {
		out.President = t.player(s, m.Owner)
	}
	return out
}

// companyState returns the common state of minors and majors.
func companyState(s *g18mag.State, c g18mag.Company, placed int) *log18xx.CompanyState {
	out := &log18xx.CompanyState{Cash: s.Cash.Of(s.Account(c)), Tokens: log18xx.Stations(s.World(), &s.Board, g18mag.Owner(c)), TokensLeft: slices.Clone(g18mag.Companies[c].TokenCosts[placed:])}
	if out.TokensLeft == nil {
		out.TokensLeft = []int{}
	}
	return out
}

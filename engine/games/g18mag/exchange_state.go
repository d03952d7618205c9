package g18mag

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// State is the position as traces show it.
func (t *talk) State(p engine.Position) *log18xx.State {
	s := p.(*State)
	out := &log18xx.State{
		Round: t.round(s), Step: s.siteStep(), Finished: s.Over(), Phase: titled(s.phase().Name),
		Depot: t.depot(), Discard: []string{}, LastRun: t.ran, LastPaid: t.paid, Terrain: terrain(s), Map: log18xx.Lies(s.world(), &s.Board),
		Players: map[log18xx.ID]*log18xx.PlayerState{}, Corporations: map[log18xx.ID]*log18xx.CompanyState{}, Minors: map[log18xx.ID]*log18xx.CompanyState{},
	}
	if !s.Over() {
		t.asked(s, out)
	}
	first := slices.Index(s.Table, s.Priority)
	for i := range s.Seats {
		out.Order = append(out.Order, t.player(s, s.Table[(first+i)%s.Seats]))
	}
	if s.Stage == operating || s.Over() {
		t.operating(s, out)
	}
	for seat := range engine.Seat(s.Seats) {
		out.Players[log18xx.ID(strconv.Itoa(t.player(s, seat)))] = s.playerState(seat)
	}
	for _, c := range s.edition().majors {
		out.Corporations[log18xx.ID(companies[c].logID)] = t.majorState(s, c)
	}
	for _, c := range s.edition().minors {
		if s.Minors[c].In {
			out.Minors[log18xx.ID(companies[c].logID)] = t.minorState(s, c)
		}
	}
	return out
}

// round is kind, set and number of the round.
func (t *talk) round(s *State) [3]any {
	switch s.Stage {
	case drafting:
		return [3]any{"DR", 1, 1}
	case stocks:
		return [3]any{"SR", s.Set, 1}
	}
	return [3]any{"OR", s.Set, s.Round}
}

// siteSteps are the names of the steps.
var siteSteps = map[Step]string{
	stepTrack: "Track", stepStation: "Token", stepScrap: "DiscardTrain", stepRun: "Route", stepTrains: "BuyTrain", stepPayout: "Dividend",
}

func (s *State) siteStep() string {
	switch s.Stage {
	case drafting:
		return "SimpleDraft"
	case stocks:
		return "BuySellParShares"
	case over:
		return "none"
	}
	return siteSteps[s.Turn.Step]
}

// asked says who must act.
func (t *talk) asked(s *State, out *log18xx.State) {
	out.Active = &log18xx.Company{"player", t.player(s, s.Actor)}
	if c := s.company(); c != noCompany {
		out.Active = &log18xx.Company{kindOf(c), companies[c].logID}
	}
	out.Who = []int{t.player(s, s.Actor)}
}

// operating says in which order the companies operate, and which services the
// operating minor has bought.
func (t *talk) operating(s *State, out *log18xx.State) {
	order := s.Order
	if s.Over() { // the position keeps none
		order = t.order
	}
	for _, c := range order {
		out.Operating = append(out.Operating, companies[c].logID)
	}
	bought := []string{}
	for _, c := range s.Turn.Services {
		bought = append(bought, companies[c].logID)
	}
	out.Powers = &bought
}

// depot lists what the bank sells: scrapped trains and copies of them, then the
// piles. Equal ones behind each other are one entry.
func (t *talk) depot() [][2]any {
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

// terrain lists the terrain tokens of all minors, also of those that are not in
// the game.
func terrain(s *State) map[log18xx.ID]int {
	list := map[log18xx.ID]int{}
	for c := range Company(minorsMost) {
		n := companies[c].tokens
		if n > 0 && s.Minors[c].In {
			list[log18xx.ID(companies[c].logID)] = s.Minors[c].Tokens
		} else if n > 0 {
			list[log18xx.ID(companies[c].logID)] = n
		}
	}
	return list
}

func (s *State) playerState(seat engine.Seat) *log18xx.PlayerState {
	out := &log18xx.PlayerState{Cash: s.Cash.Of(wallet(seat)), Shares: map[log18xx.ID]int{}}
	out.Value = out.Cash
	for _, c := range s.edition().majors {
		percent := s.Shares.Of(c.share(), holder(seat))
		out.Certs += s.Shares.Certificates(book.cut, c.share(), holder(seat))
		out.Value += percent / book.cut.Share * s.Market.Price(s.edition().chart, c.share())
		if percent > 0 {
			out.Shares[log18xx.ID(companies[c].logID)] = percent
		}
	}
	return out
}

func (t *talk) majorState(s *State, c Company) *log18xx.CompanyState {
	price := s.Market.Price(s.edition().chart, c.share())
	out := s.companyState(c, s.Majors[c.share()].Stations)
	out.Trains = [][2]any{}
	out.President = any("market")
	if director := s.directorOf(c); director != engine.Nobody {
		out.President = t.player(s, director)
	}
	out.ShareState = &log18xx.ShareState{
		Price: price, At: &[2]int{0, s.Market.At[c.share()]}, Par: t.pars[c.share()], Floated: true,
		Market: s.Shares.Of(c.share(), stock.Bank),
	}
	return out
}

func (t *talk) minorState(s *State, c Company) *log18xx.CompanyState {
	m := &s.Minors[c]
	out := s.companyState(c, m.Stations)
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

// companyState is what minors and majors have in common.
func (s *State) companyState(c Company, placed int) *log18xx.CompanyState {
	out := &log18xx.CompanyState{Cash: s.Cash.Of(s.account(c)), Tokens: log18xx.Stations(s.world(), &s.Board, owner(c)), TokensLeft: slices.Clone(companies[c].costs[placed:])}
	if out.TokensLeft == nil {
		out.TokensLeft = []int{}
	}
	return out
}

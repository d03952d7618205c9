package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// Take-overs (VIII.9): medium corporations buy small ones, large ones small and
// medium ones.

var takeOverHead = engine.Verb{Name: "acquire", Also: []string{"take over", "merge"}, Gloss: key.VerbAcquire}

// takeOverVerb is "acquire EKJ for 60": a price for each share.
func takeOverVerb(s *State) engine.Verb {
	v := takeOverHead
	v.Do = doTakeOver
	v.Params = []engine.Param{
		{Name: "company", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamCompany, Book.CompanyWords, func(c Company) error { return mayTakeOver(s, c) })
		}},
		{Name: "price", Lead: "for", In: func(a engine.Args) engine.Domain { return sharePrices(s, engine.Get[Company](a, 0)) }},
	}
	v.Not = engine.Because(takeOverRefusal(s))
	return v
}

// takeOverRefusal explains why the operating corporation cannot take over any other.
func takeOverRefusal(s *State) *engine.Refusal {
	c := s.Company()
	if r := notNeutral(s); r != nil {
		return r
	}
	if c.Size() == Small {
		return engine.Forbid("VIII.9", key.NoSmallBuyer, CompanySay("company", c))
	}
	return nil
}

// canTakeOver reports whether there is an active corporation of a smaller size, whatever
// it costs.
func canTakeOver(s *State, c Company) bool {
	return slices.ContainsFunc(s.Active(), func(other Company) bool {
		return other.Size() < c.Size() && !s.Companies[other].Neutral
	})
}

// mayTakeOver returns a *Refusal unless the operating corporation may take over another
// one: active, of a smaller size, and payable at the lowest price.
func mayTakeOver(s *State, other Company) error {
	c, it := s.Company(), &s.Companies[other]
	name := CompanySay("from", other)
	switch {
	case !it.In:
		return engine.Forbid("Two players", key.NoCompanyOut, CompanySay("company", other))
	case it.Gone:
		return engine.Forbid("VIII.9", key.NoCompanyGone, CompanySay("company", other))
	case other.Size() >= c.Size():
		return engine.Forbid("VIII.9", key.NoTakeSize, CompanySay("company", c), name, SizeSay("size", other.Size()), SizeSay("own", c.Size()))
	case it.Neutral:
		return engine.Forbid("Two players", key.NoTakeNeutral, name)
	case !it.Active:
		return engine.Forbid("VIII.9", key.NoTakeIdle, name)
	}
	if least, _ := shareRange(s, other); s.PlayersShares(other)*least > s.Treasury(c) {
		return tooExpensive(s, "VIII.9", c, s.PlayersShares(other)*least)
	}
	return nil
}

// PlayersShares are the shares of a corporation that players hold.
func (s *State) PlayersShares(c Company) int {
	return s.Shares.Sold(c.Stock()) / s.StructureOf(c).Share
}

// shareRange is the lowest and the highest price of a share in a take-over: from
// half up to one and a half of the market price (VIII.9, R30).
func shareRange(s *State, c Company) (least, most int) {
	price := s.PriceOf(c)
	return (price + 1) / 2, price * 3 / 2
}

// sharePrices are the prices that the treasury can pay.
func sharePrices(s *State, other Company) engine.Domain {
	least, most := shareRange(s, other)
	if n := s.PlayersShares(other); n > 0 {
		most = min(most, s.Treasury(s.Company())/n)
	}
	return priceDomain(s, "VIII.9", least, most)
}

func doTakeOver(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	if err := decline(s, tx, StepTakeOver); err != nil {
		return err
	}
	return putOffer(s, tx, Offer{Deal: DealTakeOver, Buyer: s.Company(), Seller: engine.Get[Company](a, 0), Price: engine.Get[int](a, 1)})
}

// takeOver pays the holders, hands over what the corporation has, and takes it out
// of the game (VIII.9). Stations and trains may be left to be settled.
func takeOver(s *State, tx *engine.Tx, o Offer) error {
	tx.Report(key.ReportTakeOver, CompanySay("company", o.Buyer), CompanySay("from", o.Seller), engine.Int("price", o.Price))
	for h := range stock.Holder(s.Seats) {
		n := o.Price * s.Shares.Of(o.Seller.Stock(), h) / s.StructureOf(o.Seller).Share
		if n == 0 {
			continue
		}
		tx.Report(key.ReportCompensated, s.HolderSay("seat", h), engine.Int("n", n), CompanySay("from", o.Seller))
		if err := s.pay(s.Account(o.Buyer), SeatAccount(engine.Seat(h)), n); err != nil {
			return err
		}
	}
	s.Merging = &Merging{Seller: o.Seller}
	if err := handOver(s, tx, o.Buyer, o.Seller); err != nil {
		return err
	}
	mergeStations(s, tx, o.Buyer)
	return nil
}

// handOver gives the buyer cash, local railways and trains (VIII.9). Stations
// that it has not placed cost 100 each from now on, like those that come (R15).
func handOver(s *State, tx *engine.Tx, buyer, other Company) error {
	money, locals, cards := s.Treasury(other), s.LocalsOf(s.Account(other)), s.Companies[other].Trains
	tx.Report(key.ReportReceived, CompanySay("company", buyer), engine.Int("n", money), unlessNone(localList("locals", locals)), unlessNone(CardsSay("trains", cards)))
	if err := s.pay(s.Account(other), s.Account(buyer), money); err != nil {
		return err
	}
	for _, l := range locals {
		s.Locals[l].Owner = s.Account(buyer)
	}
	for _, card := range cards {
		card.Received = true
		receiveTrain(s, buyer, card)
	}
	s.Companies[other].Trains = nil
	if !s.Rules.KeepForty {
		s.Companies[buyer].TokenCosts = slices.Repeat([]int{TakenPrice}, len(s.Companies[buyer].TokenCosts))
	}
	return nil
}

// mergeStations gives the stations on the map to the buyer. Of two in a city its own is
// taken off at once, and the other one goes to the lowest free circle; of two in
// different cities of a hex the director first says which (VIII.9). Then the corporation
// leaves the game (VIII.9).
func mergeStations(s *State, tx *engine.Tx, buyer Company) {
	if !secondVersion(s) {
		mergeFirst(s, tx, buyer)
		return
	}
	other := s.Merging.Seller
	for _, st := range slices.Clone(s.Board.Stations) {
		if own := stationIn(s, buyer, st.Place()); st.Owner == Owner(other) && own >= 0 {
			takeOff(s, tx, buyer, own)
		}
	}
	if _, asks := doubled(s, buyer); asks {
		return
	}
	s.addStations(buyer, len(s.Companies[other].TokenCosts))
	for i := stationOf(s, other); i >= 0; i = stationOf(s, other) {
		slot := s.Board.Stations[i].Slot
		if free, ok := circleFor(s, buyer, s.Board.Stations[i].Place()); ok {
			slot = min(slot, free)
		}
		s.Board.GiveStation(i, Owner(buyer), slot)
	}
	s.leave(other)
	s.Merging = nil
}

// PaidOff reports whether the holders of a corporation have been paid while its
// take-over is still being settled.
func (s *State) PaidOff(c Company) bool { return s.Merging != nil && s.Merging.Seller == c }

// stationOf is the first station of a corporation on the map, as an index, or -1.
func stationOf(s *State, c Company) int {
	return slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Owner == Owner(c) })
}

// stationIn is a corporation's station in a city, as an index, or -1.
func stationIn(s *State, c Company, p track.Place) int {
	return slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Owner == Owner(c) && st.Place() == p })
}

// takeOff takes a station off the map, as one that the buyer may place again.
func takeOff(s *State, tx *engine.Tx, buyer Company, i int) {
	tx.Report(key.ReportTakenOff, CompanySay("company", buyer), citySay(s, "city", s.Board.Stations[i].Place()))
	s.Board.TakeStation(i)
	s.addStations(buyer, 1)
}

// addStations adds stations of a corporation that was taken over.
func (s *State) addStations(buyer Company, n int) {
	it := &s.Companies[buyer]
	it.TokenCosts = slices.Concat(it.TokenCosts, slices.Repeat([]int{TakenPrice}, n))
}

// unlessNone leaves an empty list empty, where its message says nothing of it.
func unlessNone(list engine.Arg) engine.Arg {
	if len(list.List) == 0 {
		return engine.Text(list.Name, "")
	}
	return list
}

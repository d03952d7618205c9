package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// Take-overs (7.9): medium corporations buy small ones, large ones small and
// medium ones.

var takeOverHead = engine.Verb{Name: "acquire", Also: []string{"take over", "merge"}, Gloss: "18cz.verb.acquire", Few: fewListed}

// takeOverVerb is "acquire EKJ for 60": a price for each share.
func (s *State) takeOverVerb() engine.Verb {
	v := takeOverHead
	v.Do = doTakeOver
	v.Params = []engine.Param{
		{Name: "company", In: func(engine.Args) engine.Domain {
			return engine.Words("18cz.param.company", book.companyWords, s.mayTakeOver)
		}},
		{Name: "price", Lead: "for", In: func(a engine.Args) engine.Domain { return s.sharePrices(engine.Get[Company](a, 0)) }},
	}
	if s.takeOverRefusal() != nil {
		v.Not = s.takeOverRefusal
	}
	return v
}

// takeOverRefusal says why the operating corporation takes over nobody.
func (s *State) takeOverRefusal() *engine.Refusal {
	c := s.company()
	if r := s.notNeutral(); r != nil {
		return r
	}
	if companies[c].size == small {
		return engine.Forbid("7.9", "18cz.no.small-buyer", companySay("company", c))
	}
	return nil
}

// canTakeOver: there is an active corporation of a smaller size, whatever it costs
// (actions.md 5).
func (s *State) canTakeOver(c Company) bool {
	return slices.ContainsFunc(s.active(), func(other Company) bool {
		return companies[other].size < companies[c].size && !s.Companies[other].Neutral
	})
}

// mayTakeOver: an active corporation of a smaller size that the treasury can pay
// at the lowest price.
func (s *State) mayTakeOver(other Company) error {
	c, it := s.company(), &s.Companies[other]
	name := companySay("from", other)
	switch {
	case !it.In:
		return engine.Forbid("12", "18cz.no.company-out", companySay("company", other))
	case it.Gone:
		return engine.Forbid("7.9", "18cz.no.company-gone", companySay("company", other))
	case companies[other].size >= companies[c].size:
		return engine.Forbid("7.9", "18cz.no.take-size", companySay("company", c), name, sizeSay("size", companies[other].size), sizeSay("own", companies[c].size))
	case it.Neutral:
		return engine.Forbid("12", "18cz.no.take-neutral", name)
	case !it.Active:
		return engine.Forbid("7.9", "18cz.no.take-idle", name)
	}
	if least, _ := s.shareRange(other); s.playersShares(other)*least > s.purse(c) {
		return s.dear("7.9.2", c, s.playersShares(other)*least)
	}
	return nil
}

// playersShares are the shares of a corporation that players hold.
func (s *State) playersShares(c Company) int { return s.Shares.Sold(c.share()) / s.cutOf(c).Share }

// shareRange is the lowest and the highest price of a share in a take-over: from
// half up to one and a half of the market price (7.9.1, R30).
func (s *State) shareRange(c Company) (least, most int) {
	price := s.priceOf(c)
	return (price + 1) / 2, price * 3 / 2
}

// sharePrices are the prices that the treasury can pay.
func (s *State) sharePrices(other Company) engine.Domain {
	least, most := s.shareRange(other)
	if n := s.playersShares(other); n > 0 {
		most = min(most, s.purse(s.company())/n)
	}
	return s.agreed("7.9.1", least, most)
}

func doTakeOver(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	if err := s.decline(tx, stepTakeOver); err != nil {
		return err
	}
	return s.put(tx, Offer{Deal: dealTakeOver, Buyer: s.company(), Seller: engine.Get[Company](a, 0), Price: engine.Get[int](a, 1)})
}

// takeOver pays the holders, hands over what the corporation has, and takes it out
// of the game (7.9.2 to 7.9.6). Stations and trains may be left to be settled.
func (s *State) takeOver(tx *engine.Tx, o Offer) error {
	tx.Report("18cz.report.take-over", companySay("company", o.Buyer), companySay("from", o.Seller), engine.Int("price", o.Price))
	for h := range stock.Holder(s.Seats) {
		n := o.Price * s.Shares.Of(o.Seller.share(), h) / s.cutOf(o.Seller).Share
		if n == 0 {
			continue
		}
		tx.Report("18cz.report.compensated", s.holder("seat", h), engine.Int("n", n), companySay("from", o.Seller))
		if err := s.pay(s.account(o.Buyer), wallet(engine.Seat(h)), n); err != nil {
			return err
		}
	}
	s.Merging = &Merging{Seller: o.Seller}
	if err := s.handOver(tx, o.Buyer, o.Seller); err != nil {
		return err
	}
	s.merge(tx, o.Buyer)
	return nil
}

// handOver gives the buyer cash, local railways and trains (7.9.3). Stations that
// it has not placed cost 100 each from now on, like those that come (R15).
func (s *State) handOver(tx *engine.Tx, buyer, other Company) error {
	money, locals, cards := s.purse(other), s.localsOf(s.account(other)), s.Companies[other].Trains
	tx.Report("18cz.report.received", companySay("company", buyer), engine.Int("n", money), localList("locals", locals), cardsSay("trains", cards))
	if err := s.pay(s.account(other), s.account(buyer), money); err != nil {
		return err
	}
	for _, l := range locals {
		s.Locals[l].Owner = s.account(buyer)
	}
	for _, card := range cards {
		card.Received = true
		s.receive(buyer, card)
	}
	s.Companies[other].Trains = nil
	if !s.Rules.KeepForty {
		for i := range s.Companies[buyer].Charter {
			s.Companies[buyer].Charter[i] = takenPrice
		}
	}
	return nil
}

// merge makes the stations on the map the buyer's. Of two in a city its own is taken
// off at once, and the other one goes to the lowest free circle; of two in a hex in
// different cities it is asked first which (7.9.4). Then the corporation leaves the
// game (7.9.6).
func (s *State) merge(tx *engine.Tx, buyer Company) {
	if !s.second() {
		s.mergeFirst(tx, buyer)
		return
	}
	other := s.Merging.Seller
	for _, st := range slices.Clone(s.Board.Stations) {
		if own := s.stationIn(buyer, st.Place()); st.Owner == owner(other) && own >= 0 {
			s.takeOff(tx, buyer, own)
		}
	}
	if _, asks := s.doubled(buyer); asks {
		return
	}
	for range s.Companies[other].Charter {
		s.Companies[buyer].Charter = append(s.Companies[buyer].Charter, takenPrice)
	}
	for i := s.stationOf(other); i >= 0; i = s.stationOf(other) {
		slot := s.Board.Stations[i].Slot
		if free, ok := s.circle(buyer, s.Board.Stations[i].Place()); ok {
			slot = min(slot, free)
		}
		s.Board.GiveStation(i, owner(buyer), slot)
	}
	s.leave(other)
	s.Merging = nil
}

// paidOff says that the holders of a corporation have their money, while its
// take-over is still being settled.
func (s *State) paidOff(c Company) bool { return s.Merging != nil && s.Merging.Seller == c }

// stationOf is the first station of a corporation on the map, as an index; -1.
func (s *State) stationOf(c Company) int {
	return slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Owner == owner(c) })
}

// stationIn is a corporation's station in a city, as an index; -1.
func (s *State) stationIn(c Company, p track.Place) int {
	return slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Owner == owner(c) && st.Place() == p })
}

// takeOff makes a station on the map one that the buyer has not placed.
func (s *State) takeOff(tx *engine.Tx, buyer Company, i int) {
	tx.Report("18cz.report.taken-off", companySay("company", buyer), s.citySay("city", s.Board.Stations[i].Place()))
	s.Board.TakeStation(i)
	s.Companies[buyer].Charter = append(s.Companies[buyer].Charter, takenPrice)
}

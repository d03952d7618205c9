package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
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
	return putOffer(s, tx, Offer{Deal: DealTakeOver, Buyer: s.Company(), Seller: engine.Get[Company](a, 0), Price: engine.Get[int](a, 1)})
}

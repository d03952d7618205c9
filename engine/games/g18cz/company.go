package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// What all rules ask of a corporation: who decides for it, its purse, its price.

// Stock is a corporation in Shares and Market, owner on the board.
func (c Company) Stock() stock.Company { return stock.Company(c) }

func Owner(c Company) track.Owner { return track.Owner(c) }

// SeatAccount is the purse of a seat, account that of a corporation, purse what lies
// in it.
func SeatAccount(seat engine.Seat) cash.Account { return cash.Account(seat) }

func (s *State) Account(c Company) cash.Account { return cash.Account(s.Seats) + cash.Account(c) }

func (s *State) Treasury(c Company) int { return s.Cash.Of(s.Account(c)) }

// SeatOf is the seat whose purse an account is; Nobody.
func (s *State) SeatOf(a cash.Account) engine.Seat {
	if a >= 0 && int(a) < s.Seats {
		return engine.Seat(a)
	}
	return engine.Nobody
}

// CompanyOf is the corporation whose purse an account is; noCompany.
func (s *State) CompanyOf(a cash.Account) Company {
	if c := Company(a) - Company(s.Seats); c >= 0 {
		return c
	}
	return NoCompany
}

// pay moves money. The rules have looked before that it is there.
func (s *State) pay(from, to cash.Account, n int) error { return s.Cash.Pay(from, to, n) }

// affords says whether a corporation can pay for track and stations: those of the
// neutral player always can (Two players).
func (s *State) affords(c Company, n int) bool { return s.Companies[c].Neutral || s.Treasury(c) >= n }

// charge has a corporation pay the bank for track and stations; the neutral player
// pays for his own (Two players).
func (s *State) charge(c Company, n int) error {
	if s.Companies[c].Neutral {
		s.Neutral.Cash -= n
		return nil
	}
	return s.pay(s.Account(c), cash.Bank, n)
}

// Started says whether a corporation has a price (VII.3); one that was taken over
// has none any more.
func (s *State) Started(c Company) bool { return s.Market.On(c.Stock()) }

// PriceOf is the market price of a share; 0 while it is not started.
func (s *State) PriceOf(c Company) int { return s.Market.Price(Book.Chart, c.Stock()) }

// The moves of a marker, as spaces of the line that the chart is (IX).
const (
	Row      = 2 // to the right or left in its row
	diagonal = 1
)

func (s *State) move(c Company, step, times int) {
	s.Market.Move(Book.Chart, c.Stock(), step, times)
}

// DirectorOf decides for a corporation; Nobody before it is started, and for those
// of the neutral player.
func (s *State) DirectorOf(c Company) engine.Seat {
	if h := s.Shares.Director[c.Stock()]; h >= 0 && int(h) < s.Seats {
		return engine.Seat(h)
	}
	return engine.Nobody
}

// Active lists the active corporations in operating order (VIII.2).
func (s *State) Active() []Company {
	var list []Company
	for c := range Company(len(s.Companies)) {
		if s.Companies[c].Active && s.Started(c) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(x, y Company) int { return s.Market.Compare(x.Stock(), y.Stock()) })
	return list
}

// LocalsOf lists the local railways of an account.
func (s *State) LocalsOf(a cash.Account) []Local {
	var list []Local
	for l := range Local(len(s.Locals)) {
		if s.Locals[l].In && s.Locals[l].Owner == a {
			list = append(list, l)
		}
	}
	return list
}

// OwnTrains counts the trains of a corporation's own size: those it can run
// (VIII.7).
func (s *State) OwnTrains(c Company) int {
	n := 0
	for _, card := range s.Companies[c].Trains {
		if SizeOf(card) == Companies[c].Size {
			n++
		}
	}
	return n
}

// leave takes a corporation out of the game for good (VIII.9): its marker and its
// shares. What it had is the caller's business.
func (s *State) leave(c Company) {
	for h := range stock.Holder(s.Holders()) {
		s.Shares.Transfer(c.Stock(), h, stock.Unsold, s.Shares.Of(c.Stock(), h))
	}
	s.Shares.Transfer(c.Stock(), stock.Bank, stock.Unsold, s.Shares.Of(c.Stock(), stock.Bank))
	s.Shares.Director[c.Stock()] = stock.Bank
	s.Market.Remove(c.Stock())
	it := &s.Companies[c]
	it.Gone, it.Active, it.Trains, it.TokenCosts = true, false, nil, nil
}

// InPlay are the corporations of this game, those that are gone with them.
func (s *State) InPlay() []Company {
	var list []Company
	for c := range Company(len(s.Companies)) {
		if s.Companies[c].In {
			list = append(list, c)
		}
	}
	return list
}

package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// What all rules ask of a corporation: its director, its treasury, its price.

// ID is how orders, letters and logs name a corporation: "EKJ".
func (c Company) ID() string { return Book.Companies[c].ID }

// Size is the size of a corporation.
func (c Company) Size() Size { return Book.Companies[c].Size }

// ID is how orders, letters and logs name a local railway: "S1".
func (l Local) ID() string { return Book.Locals[l].ID }

// Stock is a corporation in Shares and Market.
func (c Company) Stock() stock.Company { return stock.Company(c) }

// Owner is a corporation on the board.
func Owner(c Company) track.Owner { return track.Owner(c) }

// SeatAccount is the account of a seat in State.Cash.
func SeatAccount(seat engine.Seat) cash.Account { return cash.Account(seat) }

// Account is the account of a corporation in State.Cash.
func (s *State) Account(c Company) cash.Account { return cash.Account(s.Seats) + cash.Account(c) }

// Treasury is the money of a corporation.
func (s *State) Treasury(c Company) int { return s.Cash.Of(s.Account(c)) }

// SeatOf is the seat that an account belongs to, or engine.Nobody.
func (s *State) SeatOf(a cash.Account) engine.Seat {
	if a >= 0 && int(a) < s.Seats {
		return engine.Seat(a)
	}
	return engine.Nobody
}

// CompanyOf is the corporation that an account belongs to, or NoCompany.
func (s *State) CompanyOf(a cash.Account) Company {
	if c := Company(a) - Company(s.Seats); c >= 0 {
		return c
	}
	return NoCompany
}

// pay moves money; the caller has checked that it is there.
func (s *State) pay(from, to cash.Account, n int) error { return s.Cash.Pay(from, to, n) }

// affords reports whether a corporation can pay for track and stations; those of the
// neutral player always can (Two players).
func (s *State) affords(c Company, n int) bool { return s.Companies[c].Neutral || s.Treasury(c) >= n }

// charge makes a corporation pay the bank for track and stations; the neutral player
// pays for their own corporations (Two players).
func (s *State) charge(c Company, n int) error {
	if s.Companies[c].Neutral {
		s.Neutral.Cash -= n
		return nil
	}
	return s.pay(s.Account(c), cash.Bank, n)
}

// Started reports whether a corporation has a price (VII.3); one that was taken over no
// longer has one.
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

// DirectorOf is the director of a corporation, or engine.Nobody before it is started and
// for those of the neutral player.
func (s *State) DirectorOf(c Company) engine.Seat {
	if h := s.Shares.Director[c.Stock()]; h >= 0 && int(h) < s.Seats {
		return engine.Seat(h)
	}
	return engine.Nobody
}

// Active lists the active corporations in operating order (VIII.2).
func (s *State) Active() []Company {
	list := slices.DeleteFunc(s.InPlay(), func(c Company) bool { return !s.Companies[c].Active || !s.Started(c) })
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
	return len(s.RunningTrains(c))
}

// leave takes a corporation out of the game for good (VIII.9): its marker and its
// shares. The caller disposes of what it owned.
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

// InPlay lists the corporations of this game, including those that have left it.
func (s *State) InPlay() []Company {
	var list []Company
	for c := range Company(len(s.Companies)) {
		if s.Companies[c].In {
			list = append(list, c)
		}
	}
	return list
}

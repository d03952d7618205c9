package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// Common facts and changes of corporations: accounts, price, director, trains, local railways, closing. And the
// holders of shares.

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

// pay moves money; the caller has checked that the payer has it.
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

func (s *State) move(c Company, step, times int) { s.Market.Move(Book.Chart, c.Stock(), step, times) }

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
func (s *State) OwnTrains(c Company) int { return len(s.RunningTrains(c)) }

// leave takes a corporation out of the game for good (VIII.9): its marker and its shares. The caller disposes
// of its property.
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

// RunningTrains lists the trains that a corporation can run, in the order they came.
func (s *State) RunningTrains(c Company) []Card {
	return engine.Where(s.Companies[c].Trains, func(card Card) bool { return SizeOf(card) == c.Size() })
}

// Holders is the number of holders of shares: the seats and the neutral player.
func (s *State) Holders() int {
	if s.Two() {
		return s.Seats + 1
	}
	return s.Seats
}

// InOrder are the holders of shares in playing order, the neutral player last.
func (s *State) InOrder() (list []stock.Holder) {
	list = engine.Each(s.Players, HolderOf)
	if s.Two() {
		list = append(list, s.NeutralHolder())
	}
	return list
}

// NeutralHolder is the neutral player as a holder of shares.
func (s *State) NeutralHolder() stock.Holder { return stock.Holder(s.Seats) }

// HolderSay names a holder of shares.
func (s *State) HolderSay(name string, h stock.Holder) engine.Arg {
	if int(h) >= s.Seats {
		return holderSay(name, engine.Nobody)
	}
	return holderSay(name, engine.Seat(h))
}

// payHolder pays a holder out of the bank.
func payHolder(s *State, h stock.Holder, n int) error {
	if int(h) >= s.Seats {
		s.Neutral.Cash += n
		return nil
	}
	return s.pay(cash.Bank, SeatAccount(engine.Seat(h)), n)
}

// HolderOf is a seat as a holder of shares.
func HolderOf(seat engine.Seat) stock.Holder { return stock.Holder(seat) }

// placeMarker puts a marker on the chart (VII.3).
func placeMarker(s *State, c Company, price int) {
	s.Companies[c].Start = price
	s.Market.Enter(c.Stock(), slices.Index(Book.Chart, price))
}

// hasRoom reports whether a corporation is below its limit.
func hasRoom(s *State, c Company) bool {
	return len(s.Companies[c].Trains) < s.PhaseRules().Limit[c.Size()]
}

// overfull reports whether a corporation has more trains than it may; giving some away
// may wait for its train step.
func overfull(s *State, c Company) bool {
	return len(s.Companies[c].Trains) > s.PhaseRules().Limit[c.Size()]
}

// Received lists the trains that came with the take-over that is being settled and that
// nothing has been said about.
func (it *Corporation) Received() (list []Card) {
	return slices.DeleteFunc(slices.Clone(it.Trains), func(card Card) bool { return !card.Received })
}

// keepAll keeps all received trains that are still undecided.
func keepAll(s *State, c Company) {
	for i := range s.Companies[c].Trains {
		s.Companies[c].Trains[i].Received = false
	}
}

// PaidOff reports whether the holders of a corporation have been paid while its
// take-over is still being settled.
func (m *Merging) PaidOff(c Company) bool { return m != nil && m.Seller == c }

// TrainOf is the index of a train by its side, or -1.
func (it *Corporation) TrainOf(card Card) int {
	return slices.IndexFunc(it.Trains, func(own Card) bool { return own.Pile == card.Pile && own.Face == card.Face })
}

// InReserve is a card of the reserve that can be bought as a side: one that shows
// it already, if there is one, or -1.
func (s *State) InReserve(card Card) int {
	found := -1
	for i, c := range s.Reserve {
		if c.Pile == card.Pile && (found < 0 || c.Face == card.Face) {
			found = i
			if c.Face == card.Face {
				break
			}
		}
	}
	return found
}

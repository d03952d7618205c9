package g18cz

import (
	"slices"
	"strings"

	"railpost/engine/habit"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/trains"
)

// What usually becomes of money: dividends, take-overs, trains.

// payDividend pays, unless trains are soon to be replaced and there is no money for
// it.
func (u *usual) payDividend(c Company) {
	if !u.open(c, stepPayout) {
		return
	}
	if u.Now().saves(c) {
		u.Add("hold")
		return
	}
	u.Add("pay")
}

// saves says whether a corporation will have to buy a train in the next rounds for
// which neither it nor its director has the money.
func (s *State) saves(c Company) bool {
	rounds, price := 0, 0
	for _, card := range s.runs(c) {
		if n, next := s.lifeOf(card); n > rounds {
			rounds, price = n, next
		}
	}
	seat := s.directorOf(c)
	return rounds <= soon && s.runsAhead() > rounds && s.purse(c)+s.Cash.Of(wallet(seat)) < price
}

// soon is in how many rounds a train rusts that is to be replaced.
const soon = 2

// cardsARound is about how many train cards leave the depot in a round.
const cardsARound = 2

// lifeOf is in about how many rounds a train rusts, and the price of the same side
// of a card then: of a later pile, as the bank sells it.
func (s *State) lifeOf(card Card) (rounds, price int) {
	first := len(book.piles)
	for _, name := range face(card).RustedBy {
		if pile, _, ok := trains.Find(book.piles, name); ok {
			first = min(first, pile)
		}
	}
	if first == len(book.piles) {
		return s.runsAhead() + 1, 0
	}
	cards := 0
	for pile := s.top(); pile < first; pile++ {
		cards += max(0, s.Depot.Left[pile])
	}
	for _, f := range book.piles[first].Faces {
		if f.Size == face(card).Size {
			price = f.Price
		}
	}
	return 1 + cards/cardsARound, price
}

// takeOver takes over a corporation of the same director, where it pays: the word
// of another is not asked for.
func (u *usual) takeOver(c Company) {
	for u.open(c, stepTakeOver) {
		before := u.worth(u.Now())
		best, most, ok := habit.Best(u.Choices("acquire"), func(x choice) int {
			then := &usual{habit.Begin(New(), x.After, u.Seat)}
			then.settle()
			return then.worth(then.Now())
		})
		if !ok || most < before+takeOverLeast || !u.Add(best.Line) {
			return
		}
		u.settle()
	}
}

// takeOverLeast is what a take-over must bring.
const takeOverLeast = 40

// buyTrains buys what must be bought, and then trains that pay.
func (u *usual) buyTrains(c Company) {
	for u.open(c, stepTrains) {
		if u.Now().mustBuy() {
			u.raise(c)
			if !u.buyOwn(c) {
				return
			}
		} else if !u.best(1, u.paying(c)) {
			return
		}
		u.settle()
	}
}

// buyOwn buys the train of its own size that a corporation must have.
func (u *usual) buyOwn(c Company) bool {
	list := slices.DeleteFunc(u.Choices("buy"), func(x choice) bool { return x.After.lacksOwn(c) || u.wanders(c, x) })
	best, _, ok := habit.Best(list, func(x choice) int { return u.worth(x.After) })
	return ok && u.Add(best.Line)
}

// wanders says whether a corporation buys from another of the same director the train
// that this one would then have to buy itself, or pays more for it than it must.
func (u *usual) wanders(c Company, x choice) bool {
	now := u.Now()
	return slices.ContainsFunc(now.directed(u.Seat), func(from Company) bool {
		sold := from != c && len(x.After.Companies[from].Trains) < len(now.Companies[from].Trains)
		return sold && (x.After.lacksOwn(from) || now.purse(c)-x.After.purse(c) > leastDeal)
	})
}

// raise sells local railways of a corporation that must buy a train and lacks
// money.
func (u *usual) raise(c Company) {
	for s := u.Now(); s.shortage(c) > 0; s = u.Now() {
		own := s.localsOf(s.account(c))
		if len(own) == 0 || !u.Add("sell "+book.locals[own[0]].id) {
			return
		}
	}
}

// paying are the trains of the bank that run in their time for more than they cost.
func (u *usual) paying(c Company) []choice {
	now := u.Now()
	return slices.DeleteFunc(u.Choices("buy"), func(x choice) bool {
		s := x.After
		if strings.Contains(x.Line, " from ") || s.ownTrains(c) <= now.ownTrains(c) {
			return true
		}
		card := s.Companies[c].Trains[len(s.Companies[c].Trains)-1]
		rounds, _ := s.lifeOf(card)
		gain := s.trial(c).Revenue - now.trial(c).Revenue
		return gain*min(rounds, s.runsAhead()-1) <= face(card).Price
	})
}

// pick takes the local railway that brings most for its price, as long as enough
// is left to start a corporation.
func (u *usual) pick() {
	s := u.Now()
	var list []Local
	for _, l := range s.localsOf(cash.Bank) {
		if s.mayTake(l) == nil && s.Cash.Of(wallet(u.Seat))-book.locals[l].price >= draftReserve {
			list = append(list, l)
		}
	}
	l, _, ok := habit.Best(list, func(l Local) int {
		it := &book.locals[l]
		return (book.final + it.income*s.runsAhead()) * 100 / it.price
	})
	if !ok || !u.Add("take "+book.locals[l].id) {
		u.Add("pass")
	}
}

// draftReserve is the price of the director's certificate of a small corporation.
const draftReserve = 120

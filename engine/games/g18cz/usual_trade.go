package g18cz

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/habit"
	"railpost/engine/rail/trains"
)

// What is usual in a stock round.

// trade: sell what is too much, repay, then make a corporation active, start one,
// or buy the share that promises most.
func (u *usual) trade() {
	for s := u.Now(); u.trades() && s.overLimit(u.Seat); s = u.Now() {
		if !u.must("sell") {
			break
		}
	}
	if s := u.Now(); u.trades() && s.Loans[u.Seat].Debt > 0 {
		u.Add("repay")
	}
	if u.trades() && !u.float() && !u.start(mostDirected) && !u.buyShare() && !u.start(mostBeside) {
		u.Add("pass")
	}
}

func (u *usual) trades() bool { return u.mine() && u.Now().Stage == stocks }

// float buys of a corporation that is not active yet, and is his.
func (u *usual) float() bool {
	s := u.Now()
	for _, c := range s.inPlay() {
		if s.started(c) && !s.Companies[c].Active && s.directorOf(c) == u.Seat && s.mayBuy(u.Seat, c, s.pileOf(c)) == nil {
			return u.Add("buy " + companies[c].id)
		}
	}
	return false
}

// How many corporations a player usually decides for before he starts another: as
// long as he can buy shares, and when he cannot.
const (
	mostDirected = 2
	mostBeside   = 4
)

// start begins a corporation that the player can make active alone; of the largest
// size, where there is most to reach.
func (u *usual) start(most int) bool {
	s := u.Now()
	if len(s.directed(u.Seat)) >= most || s.runsAhead() <= soon {
		return false
	}
	var list []Company
	for _, c := range s.inPlay() {
		if s.mayStart(u.Seat, c) == nil && s.startPrice(u.Seat, c) > 0 && s.canBuild(c) {
			list = append(list, c)
		}
	}
	c, _, ok := habit.Best(list, s.promise)
	return ok && u.Add("start "+companies[c].id+" "+strconv.Itoa(s.startPrice(u.Seat, c)))
}

// startPrice is the highest price at which a player can make a corporation active
// alone, with something left for its trains; 0 where there is none.
func (s *State) startPrice(seat engine.Seat, c Company) int {
	cut, money, price := s.cutOf(c), s.Cash.Of(wallet(seat))-s.owes(seat), 0
	shares := (floats + cut.Share - 1) / cut.Share
	for _, p := range book.sizes[companies[c].size].starts {
		if p*shares <= money {
			price = p
		}
	}
	return price
}

// owes is what a player may have to add to the trains of his corporations.
func (s *State) owes(seat engine.Seat) (n int) {
	for _, c := range s.directed(seat) {
		n += s.shortage(c)
	}
	return n
}

// canBuild says whether a corporation can lay a tile from its home: ATE waits for
// green ones (8.6).
func (s *State) canBuild(c Company) bool {
	return companies[c].city != noCity || companies[c].size == large || s.Phase >= upgradesFrom()
}

// upgradesFrom is the first phase with more colours than yellow.
func upgradesFrom() int {
	return slices.IndexFunc(book.phases, func(p trains.Phase) bool { return len(p.Colours) > 1 })
}

// promise is what a corporation may earn in a round: as it did, or, when it has not
// run yet, by its size.
func (s *State) promise(c Company) int {
	if s.Companies[c].Operated {
		return s.lastRevenue(c)
	}
	return [...]int{small: 40, medium: 70, large: 120}[companies[c].size]
}

// buyShare buys the share that promises most for its price.
func (u *usual) buyShare() bool {
	s := u.Now()
	money := s.Cash.Of(wallet(u.Seat)) - s.owes(u.Seat)
	var list []Company
	for _, c := range s.inPlay() {
		if s.mayBuy(u.Seat, c, s.pileOf(c)) == nil && s.priceOf(c) <= money && s.appeal(c) > 0 {
			list = append(list, c)
		}
	}
	c, _, ok := habit.Best(list, s.appeal)
	return ok && u.Add("buy "+companies[c].id)
}

// appeal is what a share may bring in a round, in thousandths of its price.
func (s *State) appeal(c Company) int {
	return s.promise(c) * s.cutOf(c).Share * 10 / max(1, s.priceOf(c))
}

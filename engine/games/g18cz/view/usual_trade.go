package view

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/trains"
)

// The usual turn in a stock round.

// trade sells what is above the limit, repays, then makes a corporation active, starts
// one, or buys the most promising share.
func (u *usualTurn) trade() {
	for s := u.Now(); u.trades() && s.OverLimit(u.Seat); s = u.Now() {
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

func (u *usualTurn) trades() bool { return u.mine() && u.Now().Stage == g18cz.Stocks }

// float buys shares of a corporation that the player directs and that is not active
// yet.
func (u *usualTurn) float() bool {
	s := u.Now()
	for _, c := range s.InPlay() {
		if s.Started(c) && !s.Companies[c].Active && s.DirectorOf(c) == u.Seat && s.MayBuy(u.Seat, c, s.PileOf(c)) == nil {
			return u.Add("buy " + c.ID())
		}
	}
	return false
}

// How many corporations a player usually directs before starting another: while shares
// can be bought, and otherwise.
const (
	mostDirected = 2
	mostBeside   = 4
)

// start starts a corporation that the player can make active alone; of the largest
// size, which can reach most.
func (u *usualTurn) start(most int) bool {
	s := u.Now()
	if len(directed(s, u.Seat)) >= most || runsAhead(s) <= soon {
		return false
	}
	var list []g18cz.Company
	for _, c := range s.InPlay() {
		if s.MayStart(u.Seat, c) == nil && startPrice(s, u.Seat, c) > 0 && canBuild(s, c) {
			list = append(list, c)
		}
	}
	c, _, ok := turns.Best(list, func(c g18cz.Company) int { return promise(s, c) })
	return ok && u.Add("start "+c.ID()+" "+strconv.Itoa(startPrice(s, u.Seat, c)))
}

// startPrice returns the highest price at which a player can make a corporation active
// alone, with something left for its trains; 0 if there is none.
func startPrice(s *g18cz.State, seat engine.Seat, c g18cz.Company) int {
	structure, money, price := s.StructureOf(c), s.Cash.Of(g18cz.SeatAccount(seat))-owes(s, seat), 0
	shares := (g18cz.Floats + structure.Share - 1) / structure.Share
	for _, p := range g18cz.Book.Sizes[c.Size()].Starts {
		if p*shares <= money {
			price = p
		}
	}
	return price
}

// owes returns what a player may have to add to the trains of own corporations.
func owes(s *g18cz.State, seat engine.Seat) (n int) {
	for _, c := range directed(s, seat) {
		n += shortage(s, c)
	}
	return n
}

// canBuild reports whether a corporation can lay a tile from its home: ATE waits for
// green ones (VIII.5).
func canBuild(s *g18cz.State, c g18cz.Company) bool {
	return g18cz.Book.Companies[c].City != g18cz.NoCity || c.Size() == g18cz.Large || s.Phase >= upgradesFrom()
}

// upgradesFrom returns the first phase with more colours than yellow.
func upgradesFrom() int {
	return slices.IndexFunc(g18cz.Book.Phases, func(p trains.Phase) bool { return len(p.Colours) > 1 })
}

// promise estimates what a corporation may earn in a round: what it last earned, or, if
// it has not run yet, by its size.
func promise(s *g18cz.State, c g18cz.Company) int {
	if s.Companies[c].Operated {
		return lastRevenue(s, c)
	}
	return [...]int{g18cz.Small: 40, g18cz.Medium: 70, g18cz.Large: 120}[c.Size()]
}

// buyShare buys the most promising share for its price.
func (u *usualTurn) buyShare() bool {
	s := u.Now()
	money := s.Cash.Of(g18cz.SeatAccount(u.Seat)) - owes(s, u.Seat)
	var list []g18cz.Company
	for _, c := range s.InPlay() {
		if s.MayBuy(u.Seat, c, s.PileOf(c)) == nil && s.PriceOf(c) <= money && appeal(s, c) > 0 {
			list = append(list, c)
		}
	}
	c, _, ok := turns.Best(list, func(c g18cz.Company) int { return appeal(s, c) })
	return ok && u.Add("buy "+c.ID())
}

// appeal estimates what a share may earn in a round, in thousandths of its price.
func appeal(s *g18cz.State, c g18cz.Company) int {
	return promise(s, c) * s.StructureOf(c).Share * 10 / max(1, s.PriceOf(c))
}

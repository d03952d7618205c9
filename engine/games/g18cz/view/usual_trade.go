package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/trains"
)

// The usual turn in a stock round.

// trade sells what is above the limit, repays, makes a corporation active, and then does
// what promises most until the end of the game: it starts a corporation or buys a share,
// if need be for others that promise less.
func (u *usualTurn) trade() {
	for s := u.Now(); u.trades() && s.OverLimit(u.Seat); s = u.Now() {
		if !u.sellWorst() {
			break
		}
	}
	if s := u.Now(); u.trades() && s.Loans[u.Seat].Debt > 0 && u.Add("repay") {
		u.aim = engine.Msg(key.AimRepay)
	}
	if u.trades() && !u.float() && !u.deal() {
		u.aim = engine.Msg(key.AimPass)
		u.Add("pass")
	}
}

func (u *usualTurn) trades() bool { return u.mine() && u.Now().Stage == g18cz.Stocks }

// sellWorst sells a share that promises least.
func (u *usualTurn) sellWorst() bool {
	list := holdings(u.Now(), u.Seat)
	if len(list) == 0 {
		return u.must("sell")
	}
	u.aim = engine.Msg(key.AimLimit)
	return u.Add("sell 1 " + list[0].company.ID())
}

// float buys shares of a corporation that the player directs and that is not active yet.
func (u *usualTurn) float() bool {
	s := u.Now()
	for _, c := range s.InPlay() {
		if !s.Started(c) || s.Companies[c].Active || s.DirectorOf(c) != u.Seat {
			continue
		}
		d := deal{company: c, line: "buy " + c.ID(), cost: s.PriceOf(c), certificates: 1, gain: gain(s, c, s.PriceOf(c)) * 2}
		if u.wants(c) && u.fund(&d) && u.strike(d) {
			u.aim = engine.Msg(key.AimFloat, g18cz.CompanySay("company", c), engine.Int("n", s.Companies[c].Start*g18cz.Book.Sizes[c.Size()].Capital))
			return true
		}
	}
	return false
}

// deal is something to buy in a stock round.
type deal struct {
	company      g18cz.Company
	line         string
	cost         int // including all purchases needed to make a corporation active
	certificates int
	gain         int // until the end of the game, beyond the cost
	aim          engine.Message
	sales        []string // lines that raise the money, or make room
}

// deal makes the best deal, or a later one that needs sales: they would then be of what is bought now.
func (u *usualTurn) deal() bool {
	good := u.deals()
	best, ok := u.bestOf(good)
	if !ok {
		return false
	}
	then := &usualTurn{Turn: turns.Begin(title, u.Now(), u.Seat)}
	for next := best; ok && len(best.sales) == 0 && then.strike(next); next, ok = then.bestOf(then.deals()) {
		if i := slices.IndexFunc(good, func(d deal) bool { return d.company == next.company }); len(next.sales) > 0 && i >= 0 {
			return u.strike(good[i])
		}
		then.Now().Trader = u.Seat
	}
	return u.strike(best)
}

// bestOf returns the deal that gains most for the money and the room that it takes.
func (u *usualTurn) bestOf(list []deal) (deal, bool) {
	left := max(1, u.Now().Table().Limit-u.Now().Certificates(u.Seat))
	room := max(1, u.cash()/left)
	best, _, ok := turns.Best(list, func(d deal) int { return d.gain * 1000 / (d.cost + room*d.certificates) })
	return best, ok
}

// deals lists what a player can make with cash, or else better ones than the shares that must be sold for them.
func (u *usualTurn) deals() (good []deal) {
	for _, d := range append(u.starts(), u.purchases()...) {
		if u.fund(&d) && d.gain > 0 {
			good = append(good, d)
		}
	}
	return good
}

// strike plays a deal.
func (u *usualTurn) strike(d deal) bool {
	for _, line := range d.sales {
		if !u.Add(line) {
			return false
		}
	}
	u.aim = d.aim
	return u.Add(d.line)
}

// cash is a player's money that the own corporations' trains do not need.
func (u *usualTurn) cash() int {
	return u.Now().Cash.Of(g18cz.SeatAccount(u.Seat)) - owes(u.Now(), u.Seat)
}

// fund finds the shares to sell for a deal, the least promising first, and subtracts their promise from the
// gain. It keeps those that gain more for their price: they would be bought before the deal. It returns false if
// the sales are not enough, or not worth it.
func (u *usualTurn) fund(d *deal) bool {
	s := u.Now()
	money, room := u.cash(), s.Table().Limit-s.Certificates(u.Seat)
	if d.cost <= money && d.certificates <= room {
		return true
	}
	if s.Round().Set == 1 {
		return false
	}
	rank := func(gain, cost int) int { return gain * 1000 / (cost + 1) }
	dealRank := rank(d.gain, d.cost)
	sold := map[g18cz.Company]int{}
	for _, h := range holdings(s, u.Seat) {
		if d.cost <= money && d.certificates <= room {
			break
		}
		if h.company == d.company || rank(h.gain, s.PriceOf(h.company)) >= dealRank {
			continue
		}
		money, room = money+s.PriceOf(h.company), room+1
		d.gain -= h.gain + saleLoss
		sold[h.company]++
	}
	for _, c := range s.InPlay() {
		if n := sold[c]; n > 0 {
			d.sales = append(d.sales, fmt.Sprintf("sell %d %s", n, c.ID()))
		}
	}
	return d.cost <= money && d.certificates <= room && d.gain >= swapLeast
}

// The assumed cost of a sale besides the share's prospects, and the least gain of an exchange.
const (
	saleLoss  = 10
	swapLeast = 40
)

// holding is a share that a player can do without.
type holding struct {
	company g18cz.Company
	gain    int
}

// holdings lists the shares that a player may sell without losing a directorship, the
// least promising first.
func holdings(s *g18cz.State, seat engine.Seat) (list []holding) {
	for _, c := range s.InPlay() {
		if !s.Started(c) || s.Merging.PaidOff(c) || s.DirectorOf(c) == seat {
			continue
		}
		n := gain(s, c, s.PriceOf(c))
		for range s.Shares.Of(c.Stock(), g18cz.HolderOf(seat)) / s.StructureOf(c).Share {
			list = append(list, holding{c, n})
		}
	}
	slices.SortStableFunc(list, func(a, b holding) int { return cmp.Compare(a.gain, b.gain) })
	return list
}

// The number of corporations that a player usually directs before starting another.
const mostDirected = 4

// starts lists the corporations that a player could start and make active alone.
func (u *usualTurn) starts() (list []deal) {
	s := u.Now()
	if len(directed(s, u.Seat)) >= mostDirected || runsAhead(s) <= soon {
		return nil
	}
	funds := u.cash()
	if s.Round().Set > 1 {
		for _, h := range holdings(s, u.Seat) {
			funds += s.PriceOf(h.company) - saleLoss/2
		}
	}
	for _, c := range s.InPlay() {
		if s.Started(c) || s.Companies[c].Gone || !s.Unlocked(c.Size()) || !canBuild(s, c) || s.Loans[u.Seat].Debt > 0 {
			continue
		}
		structure := s.StructureOf(c)
		shares := (g18cz.Floats + structure.Share - 1) / structure.Share
		for _, p := range slices.Backward(g18cz.Book.Sizes[c.Size()].Starts) {
			if p*shares <= funds {
				list = append(list, deal{
					company: c, line: "start " + c.ID() + " " + strconv.Itoa(p), cost: p * shares, certificates: shares - 1, gain: gain(s, c, p) * shares,
					aim: engine.Msg(key.AimStart, g18cz.CompanySay("company", c), engine.Int("n", p*g18cz.Book.Sizes[c.Size()].Capital)),
				})
				break
			}
		}
	}
	return list
}

// purchases lists the shares that a player may buy, if need be after sales.
func (u *usualTurn) purchases() (list []deal) {
	s := u.Now()
	for _, c := range s.InPlay() {
		if u.wants(c) {
			price := s.PriceOf(c)
			aim := engine.Msg(key.AimShare, g18cz.CompanySay("company", c), engine.Int("n", lastRevenue(s, c)), engine.Int("part", lastRevenue(s, c)*s.StructureOf(c).Share/100))
			if may := mayEarn(s, c); lastRevenue(s, c) == 0 && len(may) > 0 {
				aim = may[0]
			}
			list = append(list, deal{company: c, line: "buy " + c.ID(), cost: price, certificates: 1, gain: gain(s, c, price), aim: aim})
		}
	}
	return list
}

// wants reports whether the rules let a player buy a share of a corporation who has the
// money and room for it.
func (u *usualTurn) wants(c g18cz.Company) bool {
	s := u.Now()
	structure := s.StructureOf(c)
	return s.Started(c) && !s.Companies[c].Gone && s.Loans[u.Seat].Debt == 0 && (s.Available(c, stock.Unsold) > 0 || s.Available(c, stock.Bank) > 0) &&
		s.Shares.Of(c.Stock(), g18cz.HolderOf(u.Seat))+structure.Share <= structure.Most &&
		!slices.Contains(s.Trade.Sold, g18cz.Sold{By: u.Seat, Company: c})
}

// owes returns the money that a player may have to add to the trains of own corporations.
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

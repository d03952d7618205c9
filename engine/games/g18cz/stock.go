package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// Stock rounds (5).

// fewListed is how many purchases and sales a letter lists.
const fewListed = 8

func holderOf(seat engine.Seat) stock.Holder { return stock.Holder(seat) }

// beginStock: excess trains of an export go first (5.1); then the first in order
// begins.
func (s *State) beginStock(tx *engine.Tx) error {
	s.Trade, s.Trader = StockTurn{}, s.Players[0]
	tx.Report("18cz.report.stock", engine.Int("set", s.slot().set))
	return s.proceed(tx)
}

// askTrader asks whose turn it is, or goes on to the next who has a choice. Who has
// none is passed over and counts as passing. The round ends when all have passed
// one after the other.
func (s *State) askTrader(tx *engine.Tx) error {
	for s.Trade.Passed < s.Seats {
		if s.canTrade(s.Trader) {
			return nil
		}
		if !s.Trade.Acted {
			s.Trade.Passed++
			tx.Report("18cz.report.no-trade", who(s.Trader))
		}
		s.nextSeat()
	}
	return s.endStock(tx)
}

func (s *State) nextSeat() {
	i := slices.Index(s.Players, s.Trader)
	s.Trade.Acted, s.Trader = false, s.Players[(i+1)%s.Seats]
}

// endTrade ends the turn of the trader.
func (s *State) endTrade(tx *engine.Tx) error {
	s.nextSeat()
	return s.askTrader(tx)
}

// acted notes that the trader bought or sold: all others get another turn (5.1).
func (s *State) acted() { s.Trade.Passed, s.Trade.Acted = 0, true }

// canTrade says whether a player is asked (actions.md 5). Starting a corporation
// counts from a cash of 100 on (R50).
func (s *State) canTrade(seat engine.Seat) bool {
	if s.Loans[seat].Debt > 0 {
		return true
	}
	for c := range Company(len(s.Companies)) {
		it := &s.Companies[c]
		if !it.In || it.Gone {
			continue
		}
		switch {
		case s.started(c) && (s.maySell(seat, c, 1) == nil || s.mayBuy(seat, c, stock.Unsold) == nil || s.mayBuy(seat, c, stock.Bank) == nil):
			return true
		case !s.started(c) && s.unlocked(companies[c].size) && s.Cash.Of(wallet(seat)) >= startFrom && s.room(seat):
			return true
		}
	}
	return false
}

// certificates counts what counts against the limit: certificates and local
// railways (3, 5.2).
func (s *State) certificates(seat engine.Seat) int {
	n := len(s.localsOf(wallet(seat)))
	for c := range Company(len(s.Companies)) {
		n += s.Shares.Certificates(s.cutOf(c), c.share(), holderOf(seat))
	}
	return n
}

func (s *State) room(seat engine.Seat) bool { return s.certificates(seat) < s.table().limit }

func (s *State) overLimit(seat engine.Seat) bool { return s.certificates(seat) > s.table().limit }

func (s *State) stockPrompt() engine.Prompt {
	key := "18cz.ask.stock"
	switch {
	case s.overLimit(s.Trader):
		key = "18cz.ask.stock-over"
	case s.Trade.Acted:
		key = "18cz.ask.stock-sold"
	}
	return engine.Prompt{
		Ask:   engine.Msg(key, engine.Int("certificates", s.certificates(s.Trader)), engine.Int("limit", s.table().limit), engine.Int("money", s.Cash.Of(wallet(s.Trader)))),
		Rule:  "5.1",
		Turn:  s.turnWord(),
		Verbs: []engine.Verb{s.startVerb(), s.buyVerb(), s.buyPoolVerb(), s.sellVerb(), s.repayVerb(), s.stockPassVerb()},
	}
}

// stockPassVerb passes, or ends a turn in which shares were sold.
func (s *State) stockPassVerb() engine.Verb {
	return engine.Verb{
		Name: "pass", Also: []string{"done"}, Gloss: "18cz.verb.pass-stock", Ends: engine.EndsTurn, Not: s.mustSell(),
		Do: func(tx *engine.Tx, _ engine.Args) error {
			s := state(tx)
			if !s.Trade.Acted {
				s.Trade.Passed++
				tx.Report("18cz.report.pass", who(s.Trader))
			}
			return s.endTrade(tx)
		},
	}
}

// mustSell: nobody passes above the limit while he can sell (5.4, R12).
func (s *State) mustSell() func() *engine.Refusal {
	if s.Rules.PassOver || !s.overLimit(s.Trader) || !s.canSell(s.Trader) {
		return nil
	}
	return func() *engine.Refusal {
		return engine.Forbid("5.4", "18cz.no.over-limit", engine.Int("certificates", s.certificates(s.Trader)), engine.Int("limit", s.table().limit))
	}
}

func (s *State) canSell(seat engine.Seat) bool {
	for c := range Company(len(s.Companies)) {
		if s.maySell(seat, c, 1) == nil {
			return true
		}
	}
	return false
}

// startVerb is "start EKJ 60": the director's certificate at a start price (5.2).
func (s *State) startVerb() engine.Verb {
	return engine.Verb{
		Name: "start", Also: []string{"par", "found"}, Gloss: "18cz.verb.start", Few: fewListed,
		Params: []engine.Param{
			{Name: "company", In: func(engine.Args) engine.Domain {
				return engine.Words("18cz.param.company", book.companyWords, func(c Company) error { return s.mayStart(s.Trader, c) })
			}},
			{Name: "price", In: func(a engine.Args) engine.Domain { return s.startPrices(engine.Get[Company](a, 0)) }},
		},
		Do: doStart,
	}
}

// mayStart: a corporation of a size that is open, and the money for its lowest
// price.
func (s *State) mayStart(seat engine.Seat, c Company) error {
	switch it := &s.Companies[c]; {
	case !it.In:
		return engine.Forbid("12", "18cz.no.company-out", companySay("company", c))
	case it.Gone:
		return engine.Forbid("7.9", "18cz.no.company-gone", companySay("company", c))
	case s.started(c):
		return engine.Forbid("5.2", "18cz.no.started", companySay("company", c))
	case !s.unlocked(companies[c].size):
		return engine.Forbid("1.5", "18cz.no.size-closed", companySay("company", c), sizeSay("size", companies[c].size), phaseSay(book.opens[companies[c].size]))
	}
	return s.mayPay(seat, c, 2*book.sizes[companies[c].size].starts[0])
}

// mayPay holds a purchase to debts, the limit of certificates and the cash (5.2).
func (s *State) mayPay(seat engine.Seat, c Company, price int) error {
	money := s.Cash.Of(wallet(seat))
	switch {
	case s.Loans[seat].Debt > 0:
		return engine.Forbid("10.3", "18cz.no.debt", who(seat), engine.Int("debt", s.Loans[seat].Debt))
	case !s.room(seat):
		return engine.Forbid("5.2", "18cz.no.limit", engine.Int("certificates", s.certificates(seat)), engine.Int("limit", s.table().limit))
	case money < price:
		return engine.Forbid("5.2", "18cz.no.cash", who(seat), engine.Int("price", price), engine.Int("cash", money))
	}
	return nil
}

// startPrices are the start prices of a corporation's size.
func (s *State) startPrices(c Company) engine.Domain {
	prices := book.sizes[companies[c].size].starts
	return engine.Numbers("18cz.param.start-price", prices[0], prices[len(prices)-1], true, func(n int) error {
		if !slices.Contains(prices, n) {
			list := make([]engine.Arg, 0, len(prices))
			for _, p := range prices {
				list = append(list, engine.Int("", p))
			}
			return engine.Forbid("2", "18cz.no.start-price", companySay("company", c), engine.Int("n", n), engine.Several("prices", list...))
		}
		return s.mayPay(s.Trader, c, 2*n)
	})
}

// enter puts a marker on the chart (5.2).
func (s *State) enter(c Company, price int) {
	s.Companies[c].Start = price
	s.Market.Enter(c.share(), slices.Index(book.chart, price))
}

func doStart(tx *engine.Tx, a engine.Args) error {
	s, c, price := state(tx), engine.Get[Company](a, 0), engine.Get[int](a, 1)
	s.enter(c, price)
	tx.Report("18cz.report.started", who(s.Trader), companySay("company", c), engine.Int("price", price))
	return s.take(tx, c, stock.Unsold, s.cutOf(c).Director)
}

// take buys a certificate at the market price out of a pile. It may change the
// director and make the corporation active; it ends the turn.
func (s *State) take(tx *engine.Tx, c Company, pile stock.Holder, percent int) error {
	price := s.priceOf(c) * percent / s.cutOf(c).Share
	if err := s.pay(wallet(s.Trader), cash.Bank, price); err != nil {
		return err
	}
	s.acted()
	s.Shares.Transfer(c.share(), pile, holderOf(s.Trader), percent)
	s.succeed(tx, c)
	if err := s.activate(tx, c); err != nil {
		return err
	}
	return s.endTrade(tx)
}

// activate: a corporation of which players hold half gets its capital (5.6, R14).
func (s *State) activate(tx *engine.Tx, c Company) error {
	it := &s.Companies[c]
	if it.Active || s.Shares.Sold(c.share()) < floats {
		return nil
	}
	it.Active = true
	capital := it.Start * book.sizes[companies[c].size].capital
	tx.Report("18cz.report.active", companySay("company", c), engine.Int("n", capital))
	return s.pay(cash.Bank, s.account(c), capital)
}

// succeed finds the director after a purchase or sale (5.5).
func (s *State) succeed(tx *engine.Tx, c Company) {
	order := make([]stock.Holder, 0, s.holders())
	for _, seat := range s.Players {
		order = append(order, holderOf(seat))
	}
	if s.two() {
		order = append(order, s.neutral())
	}
	before, changed := s.Shares.Succeed(s.cutOf(c), c.share(), order)
	if changed && before != stock.Bank {
		tx.Report("18cz.report.director", who(s.directorOf(c)), companySay("company", c))
	}
}

// buyVerb is "buy EKJ": one certificate, from the IPO while there is one (5.2).
func (s *State) buyVerb() engine.Verb {
	return engine.Verb{
		Name: "buy", Gloss: "18cz.verb.buy-share", Few: fewListed,
		Params: []engine.Param{{Name: "company", In: func(engine.Args) engine.Domain {
			return engine.Words("18cz.param.company", book.companyWords, func(c Company) error {
				return s.mayBuy(s.Trader, c, s.pileOf(c))
			})
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, c := state(tx), engine.Get[Company](a, 0)
			return doBuy(tx, c, s.pileOf(c))
		},
	}
}

// buyPoolVerb is "buy pool EKJ", where the IPO has some too. The price is the same
// and so is what follows.
func (s *State) buyPoolVerb() engine.Verb {
	return engine.Verb{
		Name: "buy pool", Gloss: "18cz.verb.buy-pool", Quiet: true,
		Params: []engine.Param{{Name: "company", In: func(engine.Args) engine.Domain {
			return engine.Words("18cz.param.company", book.companyWords, func(c Company) error { return s.mayBuy(s.Trader, c, stock.Bank) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error { return doBuy(tx, engine.Get[Company](a, 0), stock.Bank) },
	}
}

// pileOf is the pile from which a share is bought.
func (s *State) pileOf(c Company) stock.Holder {
	if s.loose(c, stock.Unsold) == 0 {
		return stock.Bank
	}
	return stock.Unsold
}

// loose is the percent of a pile that can be bought in ordinary certificates.
func (s *State) loose(c Company, pile stock.Holder) int {
	return s.Shares.Loose(s.cutOf(c), c.share(), pile)
}

// mayBuy: one certificate of a corporation that is started (5.2).
func (s *State) mayBuy(seat engine.Seat, c Company, pile stock.Holder) error {
	cut := s.cutOf(c)
	switch {
	case s.Companies[c].Gone:
		return engine.Forbid("7.9", "18cz.no.company-gone", companySay("company", c))
	case !s.started(c):
		return engine.Forbid("5.2", "18cz.no.not-started", companySay("company", c))
	case s.loose(c, pile) == 0:
		return engine.Forbid("5.2", "18cz.no.none-left", companySay("company", c))
	case s.Shares.Of(c.share(), holderOf(seat))+cut.Share > cut.Most:
		return engine.Forbid("5.2", "18cz.no.most", engine.Int("percent", cut.Most), companySay("company", c))
	case slices.Contains(s.Trade.Sold, Sold{By: seat, Company: c}):
		return engine.Forbid("5.2", "18cz.no.sold-before", companySay("company", c))
	}
	return s.mayPay(seat, c, s.priceOf(c))
}

func doBuy(tx *engine.Tx, c Company, pile stock.Holder) error {
	s := state(tx)
	key := "18cz.report.bought"
	if pile == stock.Bank {
		key = "18cz.report.bought-pool"
	}
	tx.Report(key, who(s.Trader), companySay("company", c), engine.Int("price", s.priceOf(c)))
	return s.take(tx, c, pile, s.cutOf(c).Share)
}

// sellVerb is "sell 2 EKJ" (5.3).
func (s *State) sellVerb() engine.Verb {
	return engine.Verb{
		Name: "sell", Gloss: "18cz.verb.sell", Few: fewListed,
		Params: []engine.Param{
			{Name: "shares", In: func(engine.Args) engine.Domain { return engine.Numbers("18cz.param.shares", 1, mostShares, true, nil) }},
			{Name: "company", In: func(a engine.Args) engine.Domain {
				return engine.Words("18cz.param.company", book.companyWords, func(c Company) error {
					return s.maySell(s.Trader, c, engine.Get[int](a, 0))
				})
			}},
		},
		Do: doSell,
	}
}

// mostShares is the most that a player can hold of a corporation, in shares.
const mostShares = 7

// maySell: not in the first stock round, and no director gives up his certificate
// unless another can take it (5.3).
func (s *State) maySell(seat engine.Seat, c Company, shares int) error {
	cut := s.cutOf(c)
	held, most := s.Shares.Of(c.share(), holderOf(seat)), s.Shares.MaySell(cut, c.share(), holderOf(seat))
	switch {
	case s.slot().set == 1:
		return engine.Forbid("5.3", "18cz.no.first-round")
	case held < shares*cut.Share:
		return engine.Forbid("5.3", "18cz.no.holds-less", who(seat), engine.Int("n", held/cut.Share), companySay("company", c))
	case most < shares*cut.Share:
		return engine.Forbid("5.3", "18cz.no.director-stays", who(seat), companySay("company", c), engine.Int("n", most/cut.Share))
	}
	return nil
}

// doSell pays the price before the move for all shares; then the marker goes one
// step, once (5.3, R13).
func doSell(tx *engine.Tx, a engine.Args) error {
	s, n, c := state(tx), engine.Get[int](a, 0), engine.Get[Company](a, 1)
	money := n * s.priceOf(c)
	if err := s.pay(cash.Bank, wallet(s.Trader), money); err != nil {
		return err
	}
	s.Shares.Transfer(c.share(), holderOf(s.Trader), stock.Bank, n*s.cutOf(c).Share)
	s.move(c, -diagonal, 1)
	s.acted()
	s.Trade.Sold = append(s.Trade.Sold, Sold{By: s.Trader, Company: c})
	tx.Report("18cz.report.sold", who(s.Trader), engine.Int("n", n), companySay("company", c), engine.Int("money", money), engine.Int("price", s.priceOf(c)))
	s.succeed(tx, c)
	return s.askTrader(tx)
}

// repayVerb pays off debt (5.7, 10.3). It is no purchase: who does no more has
// passed (R52).
func (s *State) repayVerb() engine.Verb {
	v := engine.Verb{
		Name: "repay", Gloss: "18cz.verb.repay",
		Do: func(tx *engine.Tx, _ engine.Args) error {
			s := state(tx)
			if err := s.repay(tx, s.Trader); err != nil {
				return err
			}
			return s.askTrader(tx)
		},
	}
	switch {
	case s.Loans[s.Trader].Debt == 0:
		v.Not = func() *engine.Refusal { return engine.Forbid("10.3", "18cz.no.no-debt", who(s.Trader)) }
	case s.Cash.Of(wallet(s.Trader)) == 0:
		v.Not = func() *engine.Refusal { return engine.Forbid("10.3", "18cz.no.no-cash", who(s.Trader)) }
	}
	return v
}

// endStock: what is sold out rises, in operating order; the richest comes first in
// the next stock round (5.1).
func (s *State) endStock(tx *engine.Tx) error {
	s.Trade = StockTurn{}
	tx.Report("18cz.report.stock-ends")
	for _, c := range s.active() {
		if s.Shares.Sold(c.share()) < 100 {
			continue
		}
		s.move(c, diagonal, 1)
		tx.Report("18cz.report.sold-out", companySay("company", c), engine.Int("price", s.priceOf(c)))
	}
	s.reorder(tx, -1)
	return s.nextRound(tx)
}

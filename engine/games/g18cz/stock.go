package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// Stock rounds (VII).

// noteAction records that the trader bought or sold: all others get another turn
// (VII.2).
func noteAction(s *State) { s.Trade.Passed, s.Trade.Acted = 0, true }

// canTrade reports whether a player is asked, that is, has any choice. Starting a
// corporation counts from a cash of 100 on (R50).
func canTrade(s *State, seat engine.Seat) bool {
	if s.Loans[seat].Debt > 0 {
		return true
	}
	for _, c := range s.InPlay() {
		switch {
		case s.Companies[c].Gone:
		case s.Started(c) && (maySell(s, seat, c, 1) == nil || s.MayBuy(seat, c, stock.Unsold) == nil || s.MayBuy(seat, c, stock.Bank) == nil):
			return true
		case !s.Started(c) && s.Unlocked(c.Size()) && s.Cash.Of(SeatAccount(seat)) >= startFrom && hasCertificateRoom(s, seat):
			return true
		}
	}
	return false
}

// Certificates counts the certificates and local railways of a seat, which count against
// the limit (IV.1, VII.3).
func (s *State) Certificates(seat engine.Seat) int {
	n := len(s.LocalsOf(SeatAccount(seat)))
	for c := range Company(len(s.Companies)) {
		n += s.Shares.Certificates(s.StructureOf(c), c.Stock(), HolderOf(seat))
	}
	return n
}

func hasCertificateRoom(s *State, seat engine.Seat) bool {
	return s.Certificates(seat) < s.Table().Limit
}

// OverLimit reports whether a seat has more certificates than it may have in this round: those that lost directorships
// brought in this one are sold in the next (VII.4).
func (s *State) OverLimit(seat engine.Seat) bool {
	n := s.Certificates(seat)
	for _, lost := range s.Trade.Lost {
		if lost == seat {
			n--
		}
	}
	return n > s.Table().Limit
}

// stockPassVerb passes, or ends a turn in which shares were sold.
func stockPassVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "pass", Also: []string{"done"}, Gloss: key.VerbPassStock, Ends: engine.EndsTurn, Not: engine.Because(mustSell(s)),
		Do: func(tx *engine.Tx, _ engine.Args) error {
			s := state(tx)
			if !s.Trade.Acted {
				s.Trade.Passed++
				tx.Report(key.ReportPass, PlayerSay(s.Trader))
			}
			return nil
		},
	}
}

// mustSell refuses a pass of a player above the limit who can sell (VII.4, R12).
func mustSell(s *State) *engine.Refusal {
	if s.Rules.PassOver || !s.OverLimit(s.Trader) || !canSell(s, s.Trader) {
		return nil
	}
	return engine.Forbid("VII.4", key.NoOverLimit, engine.Int("certificates", s.Certificates(s.Trader)), engine.Int("limit", s.Table().Limit))
}

func canSell(s *State, seat engine.Seat) bool {
	return slices.ContainsFunc(s.InPlay(), func(c Company) bool { return maySell(s, seat, c, 1) == nil })
}

// startVerb is "start EKJ 60": the director's certificate at a start price
// (VII.5).
func startVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "start", Also: []string{"par", "found"}, Gloss: key.VerbStart,
		Params: []engine.Param{
			{Name: "company", In: func(engine.Args) engine.Domain {
				return engine.Words(key.ParamCompany, Book.CompanyWords, func(c Company) error { return s.MayStart(s.Trader, c) })
			}},
			{Name: "price", In: func(a engine.Args) engine.Domain { return startPrices(s, engine.Get[Company](a, 0)) }},
		},
		Do: doStart,
	}
}

// MayStart returns a *Refusal unless a seat may start a corporation: one of an available
// size, and the money for its lowest price is there.
func (s *State) MayStart(seat engine.Seat, c Company) error {
	switch it := &s.Companies[c]; {
	case !it.In:
		return engine.Forbid("Two players", key.NoCompanyOut, CompanySay("company", c))
	case it.Gone:
		return engine.Forbid("VIII.9", key.NoCompanyGone, CompanySay("company", c))
	case s.Started(c):
		return engine.Forbid("VII.5", key.NoStarted, CompanySay("company", c))
	case !s.Unlocked(c.Size()):
		return engine.Forbid("VII.3", key.NoSizeClosed, CompanySay("company", c), SizeSay("size", c.Size()), PhaseSay(Book.Opens[c.Size()]))
	}
	return mayPay(s, seat, c, 2*Book.Sizes[c.Size()].Starts[0])
}

// mayPay refuses a purchase because of debts, the limit of certificates or lack of cash
// (VII.3, R23).
func mayPay(s *State, seat engine.Seat, c Company, price int) error {
	money := s.Cash.Of(SeatAccount(seat))
	switch {
	case s.Loans[seat].Debt > 0:
		return engine.Forbid("VIII.11", key.NoDebt, PlayerSay(seat), engine.Int("debt", s.Loans[seat].Debt))
	case !hasCertificateRoom(s, seat):
		return engine.Forbid("VII.3", key.NoLimit, engine.Int("certificates", s.Certificates(seat)), engine.Int("limit", s.Table().Limit))
	case money < price:
		return engine.Forbid("VII.3", key.NoCash, PlayerSay(seat), engine.Int("price", price), engine.Int("cash", money))
	}
	return nil
}

// startPrices are the start prices of a corporation's size (R44).
func startPrices(s *State, c Company) engine.Domain {
	prices := Book.Sizes[c.Size()].Starts
	return engine.Numbers(key.ParamStartPrice, prices[0], prices[len(prices)-1], true, func(n int) error {
		if !slices.Contains(prices, n) {
			list := engine.Each(prices, func(p int) engine.Arg { return engine.Int("", p) })
			return engine.Forbid("IV.2", key.NoStartPrice, CompanySay("company", c), engine.Int("n", n), engine.Several("prices", list...))
		}
		return mayPay(s, s.Trader, c, 2*n)
	})
}

func doStart(tx *engine.Tx, a engine.Args) error {
	s, c, price := state(tx), engine.Get[Company](a, 0), engine.Get[int](a, 1)
	placeMarker(s, c, price)
	tx.Report(key.ReportStarted, PlayerSay(s.Trader), CompanySay("company", c), engine.Int("price", price))
	return takeCertificate(s, tx, c, stock.Unsold, s.StructureOf(c).Director)
}

// takeCertificate buys a certificate at the market price out of a pile. It may change the
// director and make the corporation active.
func takeCertificate(s *State, tx *engine.Tx, c Company, pile stock.Holder, percent int) error {
	price := s.PriceOf(c) * percent / s.StructureOf(c).Share
	if err := s.pay(SeatAccount(s.Trader), cash.Bank, price); err != nil {
		return err
	}
	noteAction(s)
	s.Shares.Transfer(c.Stock(), pile, HolderOf(s.Trader), percent)
	findDirector(s, tx, c)
	return activate(s, tx, c)
}

// activate gives a corporation its capital once players hold half of it (VII.5.a, R14).
func activate(s *State, tx *engine.Tx, c Company) error {
	it := &s.Companies[c]
	if it.Active || s.Shares.Sold(c.Stock()) < Floats {
		return nil
	}
	it.Active = true
	capital := it.Start * Book.Sizes[c.Size()].Capital
	tx.Report(key.ReportActive, CompanySay("company", c), engine.Int("n", capital))
	return s.pay(cash.Bank, s.Account(c), capital)
}

// findDirector finds the director after a purchase or sale (VII.5.b).
func findDirector(s *State, tx *engine.Tx, c Company) {
	before, changed := s.Shares.Succeed(s.StructureOf(c), c.Stock(), s.InOrder())
	if !changed || before == stock.Bank {
		return
	}
	tx.Report(key.ReportDirector, PlayerSay(s.DirectorOf(c)), CompanySay("company", c))
	if old := engine.Seat(before); thirdVersion(s) && old != s.Trader && s.Certificates(old) > s.Table().Limit {
		s.Trade.Lost = append(s.Trade.Lost, old)
	}
}

// buyVerb is "buy EKJ": one certificate, from the IPO while there is one (VII.3).
func buyVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "buy", Gloss: key.VerbBuyShare,
		Params: []engine.Param{{Name: "company", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamCompany, Book.CompanyWords, func(c Company) error {
				return s.MayBuy(s.Trader, c, s.PileOf(c))
			})
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, c := state(tx), engine.Get[Company](a, 0)
			return doBuy(tx, c, s.PileOf(c))
		},
	}
}

// buyPoolVerb is "buy pool EKJ", if the IPO has some, too. The price and the consequences are the same.
func buyPoolVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "buy pool", Gloss: key.VerbBuyPool,
		Params: []engine.Param{{Name: "company", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamCompany, Book.CompanyWords, func(c Company) error { return s.MayBuy(s.Trader, c, stock.Bank) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error { return doBuy(tx, engine.Get[Company](a, 0), stock.Bank) },
	}
}

// PileOf is the pile from which a share is bought.
func (s *State) PileOf(c Company) stock.Holder {
	if s.Available(c, stock.Unsold) == 0 {
		return stock.Bank
	}
	return stock.Unsold
}

// Available is the percent of a pile that can be bought in ordinary certificates.
func (s *State) Available(c Company, pile stock.Holder) int {
	return s.Shares.Ordinary(s.StructureOf(c), c.Stock(), pile)
}

// MayBuy returns a *Refusal unless a seat may buy a certificate of a corporation out of
// a pile (VII.3).
func (s *State) MayBuy(seat engine.Seat, c Company, pile stock.Holder) error {
	structure := s.StructureOf(c)
	switch {
	case s.Companies[c].Gone:
		return engine.Forbid("VIII.9", key.NoCompanyGone, CompanySay("company", c))
	case !s.Started(c):
		return engine.Forbid("VII.3", key.NoNotStarted, CompanySay("company", c))
	case s.Available(c, pile) == 0:
		return engine.Forbid("VII.3", key.NoNoneLeft, CompanySay("company", c))
	case s.Shares.Of(c.Stock(), HolderOf(seat))+structure.Share > structure.Most:
		return engine.Forbid("VII.3", key.NoMost, engine.Int("percent", structure.Most), CompanySay("company", c))
	case slices.Contains(s.Trade.Sold, Sold{By: seat, Company: c}):
		return engine.Forbid("VII.3", key.NoSoldBefore, CompanySay("company", c))
	}
	return mayPay(s, seat, c, s.PriceOf(c))
}

func doBuy(tx *engine.Tx, c Company, pile stock.Holder) error {
	s := state(tx)
	report := key.ReportBought
	if pile == stock.Bank {
		report = key.ReportBoughtPool
	}
	tx.Report(report, PlayerSay(s.Trader), CompanySay("company", c), engine.Int("price", s.PriceOf(c)))
	return takeCertificate(s, tx, c, pile, s.StructureOf(c).Share)
}

// sellVerb is "sell 2 EKJ" (VII.6).
func sellVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "sell", Gloss: key.VerbSell,
		Params: []engine.Param{
			{Name: "shares", In: func(engine.Args) engine.Domain { return engine.Numbers(key.ParamShares, 1, mostShares, true, nil) }},
			{Name: "company", In: func(a engine.Args) engine.Domain {
				return engine.Words(key.ParamCompany, Book.CompanyWords, func(c Company) error {
					return maySell(s, s.Trader, c, engine.Get[int](a, 0))
				})
			}},
		},
		Do: doSell,
	}
}

// mostShares is the most that a player can hold of a corporation, in shares.
const mostShares = 7

// maySell refuses sales in the first stock round, and of the director's certificate
// unless another player can take it (VII.6, R49).
func maySell(s *State, seat engine.Seat, c Company, shares int) error {
	structure := s.StructureOf(c)
	held, most := s.Shares.Of(c.Stock(), HolderOf(seat)), s.Shares.MaySell(structure, c.Stock(), HolderOf(seat))
	switch {
	case s.Round().Set == 1:
		return engine.Forbid("VII.6", key.NoFirstRound)
	case held < shares*structure.Share:
		return engine.Forbid("VII.6", key.NoHoldsLess, PlayerSay(seat), engine.Int("n", held/structure.Share), CompanySay("company", c))
	case most < shares*structure.Share:
		return engine.Forbid("VII.6", key.NoDirectorStays, PlayerSay(seat), CompanySay("company", c), engine.Int("n", most/structure.Share))
	}
	return nil
}

// doSell pays the price before the move for all shares; then the marker goes one
// step, once (VII.6, R13).
func doSell(tx *engine.Tx, a engine.Args) error {
	s, n, c := state(tx), engine.Get[int](a, 0), engine.Get[Company](a, 1)
	money := n * s.PriceOf(c)
	if err := s.pay(cash.Bank, SeatAccount(s.Trader), money); err != nil {
		return err
	}
	s.Shares.Transfer(c.Stock(), HolderOf(s.Trader), stock.Bank, n*s.StructureOf(c).Share)
	s.move(c, -diagonal, 1)
	noteAction(s)
	s.Trade.Sold = append(s.Trade.Sold, Sold{By: s.Trader, Company: c})
	tx.Report(key.ReportSold, PlayerSay(s.Trader), engine.Int("n", n), CompanySay("company", c), engine.Int("money", money), engine.Int("price", s.PriceOf(c)))
	findDirector(s, tx, c)
	return nil
}

// repayVerb pays off debt: "repay", as much as the seat has cash for, or "repay 20", unless that is left to a table
// that repays on its turns (VIII.11, R23). It is no purchase: a player who does nothing else has passed (R52).
func repayVerb(s *State, seat engine.Seat) engine.Verb {
	most := min(s.Cash.Of(SeatAccount(seat)), s.Loans[seat].Debt)
	v := engine.Verb{
		Name: "repay", Gloss: key.VerbRepay,
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, n := state(tx), most
			if engine.Has(a, 0) {
				n = engine.Get[int](a, 0)
			}
			return repay(s, tx, seat, n)
		},
	}
	if s.Rules.RepayAny {
		v.Params = []engine.Param{{Name: "amount", Many: engine.Optional, In: func(engine.Args) engine.Domain {
			return engine.Numbers(key.ParamAmount, 1, most, false, nil)
		}}}
	}
	switch {
	case s.Loans[seat].Debt == 0:
		v.Not = func() *engine.Refusal { return engine.Forbid("VIII.11", key.NoNoDebt, PlayerSay(seat)) }
	case most == 0:
		v.Not = func() *engine.Refusal { return engine.Forbid("VIII.11", key.NoNoCash, PlayerSay(seat)) }
	}
	return v
}

// repaysAside reports whether a player may repay on the turn of another: at any moment of the stock round (VIII.11).
func repaysAside(s *State, seat engine.Seat) bool {
	return s.Rules.RepayAny && s.Stage == Stocks && seat != s.Actor() && s.Loans[seat].Debt > 0 && s.Cash.Of(SeatAccount(seat)) > 0
}

// repayPrompt accepts a repayment on the turn of another; nobody waits for it.
func repayPrompt(s *State, seat engine.Seat) engine.Prompt {
	return engine.Prompt{
		Ask:  engine.Msg(key.AskOf+"repay", engine.Int("debt", s.Loans[seat].Debt), engine.Int("money", s.Cash.Of(SeatAccount(seat)))),
		Rule: "VIII.11", Optional: true, Verbs: []engine.Verb{repayVerb(s, seat)},
	}
}

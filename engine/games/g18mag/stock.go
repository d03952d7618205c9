package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// beginStock begins a stock round with the holder of the PD (VII.1).
func beginStock(s *State, tx *engine.Tx) error {
	s.Stage = Stocks
	s.Set++
	s.Round, s.Rounds = 0, 0
	s.Trade = StockTurn{LastBy: engine.Nobody}
	s.Actor = s.Priority
	report := key.ReportStock
	if s.Set == s.EndSet {
		report = key.ReportLastStock
	}
	tx.Report(report, engine.Int("set", s.Set), Who(s.Priority))
	return askTrader(s, tx)
}

// askTrader asks the actor, or moves to the next player who has a choice. A player who can neither sell nor buy
// is skipped and counts as passing.
func askTrader(s *State, tx *engine.Tx) error {
	for s.Trade.Passed < s.Seats {
		if s.IsIstvan(s.Actor) || canTrade(s, s.Actor) {
			return nil
		}
		tx.Report(key.ReportNoTrade, Who(s.Actor))
		s.Trade.Passed++
		s.Actor = left(s, s.Actor)
	}
	return endStock(s, tx)
}

// nextTrader ends the turn of the actor.
func nextTrader(s *State, tx *engine.Tx) error {
	s.Trade.Now = 0
	s.Actor = left(s, s.Actor)
	return askTrader(s, tx)
}

func canTrade(s *State, seat engine.Seat) bool {
	return slices.ContainsFunc(s.Edition().Majors, func(c Company) bool {
		return s.MaySell(seat, c) == nil || s.MayBuy(seat, c) == nil || mayBuyDirector(s, seat, c) == nil
	})
}

// OverLimit reports whether a seat has more certificates than allowed, after losing a
// directorship.
func (s *State) OverLimit(seat engine.Seat) bool {
	return s.Certificates(seat) > s.Limits().Certificates
}

func stockPrompt(s *State) engine.Prompt {
	verbs := []engine.Verb{buyVerb(s), sellVerb(s), stockPassVerb(s), buyDirectorVerb(s)}
	ask := key.AskStock
	if s.Trade.Now > 0 {
		ask = key.AskStockSold
	}
	if s.OverLimit(s.Actor) {
		ask = key.AskStockOver
	}
	return engine.Prompt{Ask: engine.Msg(ask, engine.Int("certificates", s.Certificates(s.Actor)), engine.Int("limit", s.Limits().Certificates)), Rule: "VII.1", Turn: turnWord(s), Verbs: verbs}
}

// stockPassVerb passes, or ends a turn in which shares were sold.
func stockPassVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "pass", Also: []string{"done"}, Gloss: key.VerbPassStock, Ends: engine.EndsTurn, Not: engine.Because(mustSell(s)),
		Do: func(tx *engine.Tx, _ engine.Args) error {
			s := state(tx)
			if s.Trade.Now == 0 {
				s.Trade.Passed++
			}
			return nextTrader(s, tx)
		},
	}
}

// mustSell refuses to pass while the seat is above the limit and can sell.
func mustSell(s *State) *engine.Refusal {
	if !s.OverLimit(s.Actor) {
		return nil
	}
	return engine.Forbid("R-11", key.NoOverLimit, engine.Int("certificates", s.Certificates(s.Actor)), engine.Int("limit", s.Limits().Certificates))
}

// sellVerb is "sell 2 SIK": certificates of 10 % to the bank (VII.4).
func sellVerb(s *State) engine.Verb {
	v := engine.Verb{
		Name: "sell", Gloss: key.VerbSell,
		Params: []engine.Param{
			{Name: "shares", In: func(engine.Args) engine.Domain {
				return engine.Numbers(key.ParamShares, 1, Book.Structure.Shares(), true, nil)
			}},
			{Name: "major", About: true, In: func(a engine.Args) engine.Domain {
				return &soldMajors{Domain: engine.Words(key.ParamMajor, s.Edition().majorWords, func(c Company) error {
					return maySellSome(s, s.Actor, c, engine.Get[int](a, 0))
				})}
			}},
		},
		Do: doSell,
	}
	if !holdsAny(s, s.Actor) {
		v.Not = func() *engine.Refusal { return engine.Forbid("VII.4", key.NoNothingToSell, Who(s.Actor)) }
	}
	return v
}

// soldMajors is the domain of majors whose shares are sold. If only the number is
// wrong, the refusal points to it.
type soldMajors struct {
	engine.Domain
	number engine.Token // it was read before the major
}

func (d *soldMajors) Read(t *engine.Tokens) (engine.Value, error) {
	if t.At > 0 {
		d.number = t.All[t.At-1]
	}
	return d.Domain.Read(t)
}

func (d *soldMajors) Rule(v engine.Value) error {
	err := d.Domain.Rule(v)
	r, ok := engine.AsRefusal(err)
	if !ok {
		return err
	}
	if n, counted := r.Why.Arg("n"); counted && n.Int > 0 {
		r.Column, r.Length = d.number.Column, len([]rune(d.number.Text))
	}
	return r
}

func holdsAny(s *State, seat engine.Seat) bool {
	return slices.ContainsFunc(s.Edition().Majors, func(c Company) bool { return s.Held(c, seat) > 0 })
}

// MaySell returns why a seat cannot sell any share of a major: it needs at least one, and may not sell it twice in a turn
// unless the table plays so (VII.4, R-72).
func (s *State) MaySell(seat engine.Seat, c Company) error { return maySellSome(s, seat, c, 1) }

func maySellSome(s *State, seat engine.Seat, c Company, shares int) error {
	held, most := s.Held(c, seat), s.Shares.MaySell(Book.Structure, c.Share(), stock.Holder(seat))
	switch {
	case held < shares*Book.Structure.Share:
		return engine.Forbid("VII.4", key.NoHoldsLess, Who(seat), engine.Int("n", held/Book.Structure.Share), CompanySay("company", c))
	case most < shares*Book.Structure.Share:
		return engine.Forbid("VII.6", key.NoDirectorStays, Who(seat), CompanySay("company", c), engine.Int("n", most/Book.Structure.Share))
	case !s.Rules.SellAgain && soldNow(s, c):
		return engine.Forbid("VII.4", key.NoSoldOnce, CompanySay("company", c))
	}
	return nil
}

// soldNow reports whether the actor has sold shares of a major in this turn.
func soldNow(s *State, c Company) bool {
	return slices.ContainsFunc(s.Trade.Sold[len(s.Trade.Sold)-s.Trade.Now:], func(sold Sold) bool {
		return sold.Major == c
	})
}

// doSell pays the price before the move for everything sold; then the price moves one
// step left, once (VII.4, VIII.3, R-46).
func doSell(tx *engine.Tx, a engine.Args) error {
	s, n, c := state(tx), engine.Get[int](a, 0), engine.Get[Company](a, 1)
	price := s.PriceOf(c)
	if err := s.Pay(cash.Bank, Wallet(s.Actor), n*price); err != nil {
		return err
	}
	s.Shares.Transfer(c.Share(), stock.Holder(s.Actor), stock.Bank, n*Book.Structure.Share)
	s.Market.Move(s.Edition().Chart, c.Share(), -1, 1)
	traded(s)
	s.Trade.Sold = append(s.Trade.Sold, Sold{By: s.Actor, Major: c})
	s.Trade.Now++
	tx.Report(key.ReportSold, Who(s.Actor), engine.Int("n", n), CompanySay("company", c), engine.Int("money", n*price), engine.Int("old", price), engine.Int("price", s.PriceOf(c)))
	succeed(s, tx, c)
	if canTrade(s, s.Actor) {
		return nil
	}
	return nextTrader(s, tx)
}

// traded records that the actor bought or sold.
func traded(s *State) { s.Trade.Passed, s.Trade.LastBy = 0, s.Actor }

// buyVerb is "buy SIK" (VII.5).
func buyVerb(s *State) engine.Verb {
	return engine.Verb{
		Name: "buy", Gloss: key.VerbBuyShare,
		Params: []engine.Param{{Name: "major", About: true, In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamMajor, s.Edition().majorWords, func(c Company) error { return s.MayBuy(s.Actor, c) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error { return doBuy(tx, engine.Get[Company](a, 0), false) },
	}
}

// buyDirectorVerb is "buy director SIK", if the table agreed on it.
func buyDirectorVerb(s *State) engine.Verb {
	v := engine.Verb{
		Name: "buy director", Gloss: key.VerbBuyDirector,
		Params: []engine.Param{{Name: "major", About: true, In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamMajor, s.Edition().majorWords, func(c Company) error { return mayBuyDirector(s, s.Actor, c) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error { return doBuy(tx, engine.Get[Company](a, 0), true) },
	}
	if !s.Rules.DirectorOnSale {
		v.Not = directorNotSold
	}
	return v
}

func directorNotSold() *engine.Refusal { return engine.Forbid("R-55", key.NoDirectorNotSold) }

// MayBuy returns why a seat cannot buy one certificate of 10 % (VII.3, VII.5).
func (s *State) MayBuy(seat engine.Seat, c Company) error {
	if s.Shares.Ordinary(Book.Structure, c.Share(), stock.Bank) < Book.Structure.Share {
		return engine.Forbid("VII.5", key.NoBankHasNone, CompanySay("company", c))
	}
	return mayHold(s, seat, c, Book.Structure.Share)
}

// mayBuyDirector returns why a seat cannot buy a director's certificate, which is on
// sale until a player has it.
func mayBuyDirector(s *State, seat engine.Seat, c Company) error {
	switch {
	case !s.Rules.DirectorOnSale:
		return directorNotSold()
	case s.DirectorOf(c) != engine.Nobody:
		return engine.Forbid("R-55", key.NoHasDirector, CompanySay("company", c), Who(s.DirectorOf(c)))
	}
	return mayHold(s, seat, c, Book.Structure.Director)
}

// mayHold checks a purchase of this percentage against money and limits (VII.3, R-12) and against the seat's
// sales in this round (VII.5).
func mayHold(s *State, seat engine.Seat, c Company, percent int) error {
	price := s.PriceOf(c) * percent / Book.Structure.Share
	switch {
	case s.Certificates(seat) >= s.Limits().Certificates && !(s.IsIstvan(seat) && s.Alone.Unlimited) && !(s.Rules.SecondShare && swaps(s, seat, c, percent)):
		return engine.Forbid("VII.3", key.NoLimit, engine.Int("certificates", s.Certificates(seat)), engine.Int("limit", s.Limits().Certificates))
	case s.Held(c, seat)+percent > Book.Structure.Most:
		return engine.Forbid("VII.3", key.NoMost, engine.Int("percent", Book.Structure.Most), CompanySay("company", c))
	case slices.Contains(s.Trade.Sold, Sold{By: seat, Major: c}):
		return engine.Forbid("VII.5", key.NoSoldBefore, CompanySay("company", c))
	case s.Cash.Of(Wallet(seat)) < price:
		return engine.Forbid("VII.5", key.NoCash, Who(seat), engine.Int("price", price), engine.Int("cash", s.Cash.Of(Wallet(seat))))
	}
	return nil
}

// swaps reports whether a share of 10 % would become the director's certificate with the one that a seat has, so that it does not
// have more certificates than before (III.3.3, R-12).
func swaps(s *State, seat engine.Seat, c Company, percent int) bool {
	return s.DirectorOf(c) == engine.Nobody && s.Held(c, seat) == Book.Structure.Share && percent == Book.Structure.Share &&
		s.Certificates(seat) <= s.Limits().Certificates
}

// doBuy buys a certificate and ends the turn (VII.1).
func doBuy(tx *engine.Tx, c Company, director bool) error {
	s, percent, report := state(tx), Book.Structure.Share, key.ReportBought
	if director {
		percent, report = Book.Structure.Director, key.ReportBoughtDirector
	}
	price := s.PriceOf(c) * percent / Book.Structure.Share
	if err := s.Pay(Wallet(s.Actor), cash.Bank, price); err != nil {
		return err
	}
	traded(s)
	tx.Report(report, Who(s.Actor), CompanySay("company", c), engine.Int("price", price), engine.Int("percent", s.Held(c, s.Actor)+percent))
	giveShares(s, tx, c, percent)
	return nextTrader(s, tx)
}

// giveShares gives certificates of the bank to the actor. Two of 10 % become the
// director's certificate if no player has it yet (III.3.3).
func giveShares(s *State, tx *engine.Tx, c Company, percent int) {
	s.Shares.Transfer(c.Share(), stock.Bank, stock.Holder(s.Actor), percent)
	succeed(s, tx, c)
}

// succeed finds the director after a purchase or sale (VII.6).
func succeed(s *State, tx *engine.Tx, c Company) {
	order := engine.Each(s.Table, func(seat engine.Seat) stock.Holder { return stock.Holder(seat) })
	if _, changed := s.Shares.Succeed(Book.Structure, c.Share(), order); changed {
		tx.Report(key.ReportDirector, Who(s.DirectorOf(c)), CompanySay("company", c))
	}
}

// endStock raises the prices of sold-out majors and gives the PD to the left of the
// last player who bought or sold (VII.2).
func endStock(s *State, tx *engine.Tx) error {
	if s.Trade.LastBy != engine.Nobody {
		s.Priority = left(s, s.Trade.LastBy)
	}
	s.Trade = StockTurn{}
	tx.Report(key.ReportStockEnds, Who(s.Priority))
	riseSoldOut(s, tx)
	return beginSet(s, tx)
}

// riseSoldOut raises the price of each major whose shares are all with players by a step, in operating order
// (VIII.3, R-40).
func riseSoldOut(s *State, tx *engine.Tx) {
	for _, c := range s.majorsByPrice() {
		if s.Shares.Sold(c.Share()) < 100 {
			continue
		}
		s.Market.Move(s.Edition().Chart, c.Share(), 1, 1)
		tx.Report(key.ReportSoldOut, CompanySay("company", c), engine.Int("price", s.PriceOf(c)))
	}
}

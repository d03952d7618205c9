package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/trains"
)

// Trains (VIII.10, R24, R25): limits and duties of a corporation.

// MustBuy reports whether the operating corporation must buy a train before its turn
// ends: it has none of its own size. The public engine lets it off when nothing
// else could be bought after a purchase (R24).
func (s *State) MustBuy() bool { return s.OwnTrains(s.Company()) == 0 && !s.Turn.LetOff }

// trainMoney is the money that a corporation may have for a train: local railways are
// sold at any point of the turn (IV.1), so also in the train step. The public engine looks
// at the treasury only.
func trainMoney(s *State, c Company) int {
	if s.Rules.EngineDuty {
		return s.Treasury(c)
	}
	return s.Treasury(c) + localMoney(s, c)
}

// leastPrice is the lowest price of any train: any price buys one of another
// corporation, as soon as corporations sell them to each other (R11).
func leastPrice(s *State, c Company) int {
	for other := range s.Companies {
		if Company(other) != c && len(s.Companies[other].Trains) > 0 && tradesTrains(s) {
			return LeastDeal
		}
	}
	least := lowestOf(s.Top())
	for _, card := range s.Reserve {
		least = min(least, lowestOf(card.Pile))
	}
	return least
}

// lowestOf is the price of the cheapest side of a card.
func lowestOf(pile int) int {
	return slices.MinFunc(Book.Piles[pile].Faces, func(a, b trains.Face) int { return a.Price - b.Price }).Price
}

// tradesTrains reports whether trains are sold between corporations (VIII.10, R11).
func tradesTrains(s *State) bool { return s.Sells() || s.Rules.EarlyTrades }

// trainRule refuses one more train of a side: because of its size, the limit, or the
// place that is kept for a train of the own size (VIII.10, VIII.12).
func trainRule(s *State, c Company, card Card) error {
	size, own := SizeOf(card), c.Size()
	limit, n := s.PhaseRules().Limit[c.Size()], len(s.Companies[c].Trains)
	args := []engine.Arg{CompanySay("company", c), CardSay("train", card), SizeSay("size", size), SizeSay("own", own), engine.Int("n", limit)}
	switch {
	case size > own:
		return engine.Forbid("VIII.10", key.NoTrainSize, args...)
	case n >= limit && !s.MustBuy():
		return engine.Forbid("VIII.10", key.NoTrainLimit, append(args, CardsSay("trains", s.Companies[c].Trains))...)
	case size < own && s.OwnTrains(c) == 0 && ownOnly(s, limit-n):
		return engine.Forbid("VIII.10", key.NoOwnSizeFirst, args...)
	}
	return nil
}

// ownOnly reports whether the free places are kept for a train of the own size: the last
// one is; at the limit the public engine takes a smaller train, too (R25).
func ownOnly(s *State, places int) bool { return places == 1 || places < 1 && !s.Rules.EngineDuty }

// afterPurchase closes the step for good where the public engine does: nothing more can
// be bought after a purchase (R24).
func afterPurchase(s *State) {
	c := s.Company()
	s.Turn.LetOff = s.Rules.EngineDuty && (!hasRoom(s, c) || s.Treasury(c) < leastPrice(s, c))
}

// tradeTrain moves a train and the money for it.
func tradeTrain(s *State, tx *engine.Tx, o Offer) error {
	if err := s.pay(s.Account(o.Buyer), s.Account(o.Seller), o.Price); err != nil {
		return err
	}
	i := s.Companies[o.Seller].TrainOf(o.Card)
	from := &s.Companies[o.Seller].Trains
	*from = slices.Delete(*from, i, i+1)
	receiveTrain(s, o.Buyer, o.Card)
	tx.Report(key.ReportTraded, offerArgs(o)...)
	afterPurchase(s)
	return nil
}

// Emergency money and loans (VIII.11).

// payTrain pays the bank for a train. The director adds money missing in the treasury, and borrows the rest.
// The caller has checked that they may help.
func payTrain(s *State, tx *engine.Tx, c Company, price int) error {
	if missing := price - s.Treasury(c); missing > 0 {
		if err := directorHelps(s, tx, c, missing); err != nil {
			return err
		}
	}
	return s.pay(s.Account(c), cash.Bank, price)
}

// ownMeans refuses the director's help while a corporation has a local railway to sell or can pay for another train of
// its own size, where help is the last resort (VIII.11, R54).
func ownMeans(s *State, c Company) *engine.Refusal {
	if !s.Rules.LastResort {
		return nil
	}
	if locals := s.LocalsOf(s.Account(c)); len(locals) > 0 {
		return engine.Forbid("VIII.11", key.NoHelpLocals, CompanySay("company", c), localList("locals", locals))
	}
	for pile := range Book.Piles {
		card, ok := Flipped(c, Card{Pile: pile})
		sold := ok && !s.Rusted(card) && (s.Top() == pile || s.InReserve(card) >= 0)
		if sold && Face(card).Price <= s.Treasury(c) {
			return engine.Forbid("VIII.11", key.NoHelpPays, CompanySay("company", c), CardSay("train", card), engine.Int("price", Face(card).Price))
		}
	}
	return nil
}

// directorHelps makes the director add exactly the missing money (VIII.11, R54).
func directorHelps(s *State, tx *engine.Tx, c Company, missing int) error {
	director := s.DirectorOf(c)
	if short := missing - s.Cash.Of(SeatAccount(director)); short > 0 {
		if err := borrow(s, tx, director, short); err != nil {
			return err
		}
	}
	tx.Report(key.ReportHelped, PlayerSay(director), CompanySay("company", c), engine.Int("n", missing))
	return s.pay(SeatAccount(director), s.Account(c), missing)
}

// borrow gives a player a loan; the penalty equals it and is never paid off (VIII.11, R23).
func borrow(s *State, tx *engine.Tx, seat engine.Seat, n int) error {
	s.Loans[seat].Debt += n
	s.Loans[seat].Penalty += n
	tx.Report(key.ReportLoan, PlayerSay(seat), engine.Int("n", n), engine.Int("debt", s.Loans[seat].Debt))
	return s.pay(cash.Bank, SeatAccount(seat), n)
}

// repay pays off debt (VIII.11).
func repay(s *State, tx *engine.Tx, seat engine.Seat, n int) error {
	s.Loans[seat].Debt -= n
	tx.Report(key.ReportRepaid, PlayerSay(seat), engine.Int("n", n), engine.Int("debt", s.Loans[seat].Debt))
	return s.pay(SeatAccount(seat), cash.Bank, n)
}

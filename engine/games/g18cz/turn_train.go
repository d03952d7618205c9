package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/trains"
)

// Trains (VIII.10, R24, R25): what a corporation may have, what it must buy.

// hasRoom reports whether a corporation is below its limit.
func hasRoom(s *State, c Company) bool { return len(s.Companies[c].Trains) < s.LimitOf(c) }

// LacksOwn reports whether a corporation has no train of its own size.
func (s *State) LacksOwn(c Company) bool { return s.OwnTrains(c) == 0 }

// MustBuy reports whether the operating corporation must buy a train before its turn
// ends: it has none of its own size. The public engine lets it off when nothing
// else could be bought after a purchase (R24).
func (s *State) MustBuy() bool { return s.LacksOwn(s.Company()) && !s.Turn.LetOff }

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

// LeastDeal is the lowest price that two sides may agree on (IV.1, VIII.10).
const LeastDeal = 1

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
	limit, n := s.LimitOf(c), len(s.Companies[c].Trains)
	args := []engine.Arg{CompanySay("company", c), CardSay("train", card), SizeSay("size", size), SizeSay("own", own), engine.Int("n", limit)}
	switch {
	case size > own:
		return engine.Forbid("VIII.10", key.NoTrainSize, args...)
	case n >= limit && !s.MustBuy():
		return engine.Forbid("VIII.10", key.NoTrainLimit, append(args, CardsSay("trains", s.Companies[c].Trains))...)
	case size < own && s.LacksOwn(c) && ownOnly(s, limit-n):
		return engine.Forbid("VIII.10", key.NoOwnSizeFirst, args...)
	}
	return nil
}

// ownOnly reports whether the free places are kept for a train of the own size: the last
// one is; at the limit the public engine takes a smaller train, too (R25).
func ownOnly(s *State, places int) bool {
	return places == 1 || places < 1 && !s.Rules.EngineDuty
}

// FaceNamed is a card that shows the side of a name; ok is false when there is none.
func FaceNamed(name string) (Card, bool) {
	pile, face, ok := trains.Find(Book.Piles, name)
	return Card{Pile: pile, Face: face}, ok
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

// TrainOf is the index of a train of a corporation by its side, or -1.
func (s *State) TrainOf(c Company, card Card) int {
	return slices.IndexFunc(s.Companies[c].Trains, func(own Card) bool { return own.Pile == card.Pile && own.Face == card.Face })
}

// afterPurchase closes the step for good where the public engine does: nothing more can
// be bought after a purchase (R24).
func afterPurchase(s *State) {
	c := s.Company()
	s.Turn.LetOff = s.Rules.EngineDuty && (!hasRoom(s, c) || s.Treasury(c) < leastPrice(s, c))
}

package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// A take-over, and the parts still to be settled: two stations in a hex, the trains that were received
// (VIII.9). And the trains above a limit (VIII.12).

// removeVerb is "remove B9.1": which of two stations in a hex is taken off.
func removeVerb(s *State, c Company) engine.Verb {
	g := s.Words()
	return engine.Verb{
		Name: "remove", Gloss: key.VerbRemove,
		Params: []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain {
			return g.Cities(func() []track.Place { return doubledCities(s, c) }, func(p track.Place) error { return removeRule(s, c, p) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s := state(tx)
			p := engine.Get[track.Place](a, 0)
			i := stationIn(s, c, p)
			if i < 0 {
				i = stationIn(s, s.Merging.Seller, p)
			}
			takeOff(s, tx, c, i)
			mergeStations(s, tx, c)
			return nil
		},
	}
}

// doubledCities are the cities of a hex with stations of a corporation and of the one that it takes over.
func doubledCities(s *State, c Company) (list []track.Place) {
	h, _ := doubled(s, c)
	for _, st := range s.Board.Stations {
		if st.Hex == h && (st.Owner == Owner(c) || st.Owner == Owner(s.Merging.Seller)) {
			list = append(list, st.Place())
		}
	}
	return list
}

func removeRule(s *State, c Company, p track.Place) error {
	if slices.Contains(doubledCities(s, c), p) {
		return nil
	}
	g := s.Words()
	parts := engine.Each(doubledCities(s, c), func(other track.Place) engine.Arg {
		return engine.Text("", g.City(other))
	})
	return engine.Forbid("VIII.9", key.NoNotDoubled, citySay(s, "city", p), CompanySay("company", c), engine.Several("cities", parts...))
}

// receivedVerbs settle received trains: "keep 2b", "flip 2b", "drop 2b"; "pass" keeps the rest.
func receivedVerbs(s *State, c Company) []engine.Verb {
	pass := engine.Verb{Name: "pass", Also: []string{"done", "keep all", "keep rest"}, Gloss: key.VerbKeepAll, Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		keepAll(s, c)
		tx.Report(key.ReportKeptAll, CompanySay("company", c))
		return nil
	}}
	if over := len(s.Companies[c].Trains) - s.PhaseRules().Limit[c.Size()]; over > 0 {
		pass.Not = func() *engine.Refusal { return tooMany(s, c, over) }
	}
	verbs := []engine.Verb{
		flipVerb(s, c),
		receivedVerb(s, c, "drop", key.VerbDrop, nil, dropTrain, "discard", "scrap"),
		pass,
	}
	if s.Rules.LateExcess { // the public engine has no word for a single train that is kept
		return verbs
	}
	return append(verbs, receivedVerb(s, c, "keep", key.VerbKeep, nil, keepTrain))
}

// flipVerb is "flip 2b", and "flip 3d to 3+3d" where a card can be turned to any larger size (R56).
func flipVerb(s *State, c Company) engine.Verb {
	v := receivedVerb(s, c, "flip", key.VerbFlip, func(card Card) error { return flipRule(s, c, card) }, flipTrain)
	if s.Rules.FlipLarger {
		v.Params = append(v.Params, engine.Param{Name: "side", Lead: "to", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			card := engine.Get[Card](a, 0)
			return engine.Words(key.ParamTrain, trainWords(flipSides(s, c, card)), func(to Card) error { return sideRule(s, c, card, to) })
		}})
	}
	return v
}

// receivedVerb is an order about one of the received trains, in the words of the
// sides they show.
func receivedVerb(s *State, c Company, name, gloss string, rule func(Card) error, do func(*engine.Tx, Company, int, engine.Args) error, also ...string) engine.Verb {
	return engine.Verb{
		Name: name, Also: also, Gloss: gloss,
		Params: []engine.Param{{Name: "train", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamTrain, trainWords(s.Companies[c].Received()), rule)
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s := state(tx)
			i := slices.Index(s.Companies[c].Trains, engine.Get[Card](a, 0))
			if err := do(tx, c, i, a); err != nil {
				return err
			}
			if over := len(s.Companies[c].Trains) - s.PhaseRules().Limit[c.Size()]; over > len(s.Companies[c].Received()) && !s.Rules.LateExcess {
				return tooMany(s, c, over)
			}
			return nil
		},
	}
}

// tooMany refuses to keep received trains above the limit.
func tooMany(s *State, c Company, over int) *engine.Refusal {
	return engine.Forbid("VIII.9", key.NoTooMany, CompanySay("company", c), engine.Int("n", s.PhaseRules().Limit[c.Size()]), engine.Int("over", over), CardsSay("trains", s.Companies[c].Received()))
}

// trainWords are the words for some cards.
func trainWords(cards []Card) (words []engine.Word[Card]) {
	for _, card := range cards {
		word := engine.Word[Card]{Text: Face(card).Name, Value: card}
		if !slices.ContainsFunc(words, func(w engine.Word[Card]) bool { return w.Value == card }) {
			words = append(words, word)
		}
	}
	return words
}

func keepTrain(tx *engine.Tx, c Company, i int, _ engine.Args) error {
	card := &state(tx).Companies[c].Trains[i]
	card.Received = false
	tx.Report(key.ReportKept, CompanySay("company", c), CardSay("train", *card))
	return nil
}

// dropTrain throws a received train away: out of the game, or under an option into
// the reserve (R17).
func dropTrain(tx *engine.Tx, c Company, i int, _ engine.Args) error {
	s := state(tx)
	own := &s.Companies[c].Trains
	card := (*own)[i]
	if s.Rules.ToReserve {
		tx.Report(key.ReportDiscarded, CompanySay("company", c), CardSay("train", card))
		giveAway(s, c, i)
		return nil
	}
	tx.Report(key.ReportDropped, CompanySay("company", c), CardSay("train", card))
	*own = slices.Delete(*own, i, i+1)
	return nil
}

// flipCost is the difference of the prices, at least 0.
func flipCost(from, to Card) int { return max(0, Face(to).Price-Face(from).Price) }

// flipSides are the sides that a card may be turned to, the largest first: the corporation's own size, or any larger one that
// it may own (R56).
func flipSides(s *State, c Company, card Card) (list []Card) {
	for f := range Book.Piles[card.Pile].Faces {
		to := Card{Pile: card.Pile, Face: f}
		if size := SizeOf(to); size == c.Size() && !s.Rules.FlipLarger || s.Rules.FlipLarger && size > SizeOf(card) && size <= c.Size() {
			list = append(list, to)
		}
	}
	slices.SortFunc(list, func(a, b Card) int { return int(SizeOf(b) - SizeOf(a)) })
	return list
}

// flipRule refuses to flip a card that has no side which it can be turned to.
func flipRule(s *State, c Company, card Card) error {
	first := error(engine.Forbid("VIII.9", key.NoNoSide, CardSay("train", card), SizeSay("size", c.Size())))
	for i, to := range flipSides(s, c, card) {
		switch err := sideRule(s, c, card, to); {
		case err == nil:
			return nil
		case i == 0:
			first = err
		}
	}
	return first
}

// sideRule refuses a side that has rusted, or whose price difference the treasury cannot pay (VIII.9, R19).
func sideRule(s *State, c Company, card, to Card) error {
	switch {
	case s.Rusted(to):
		return engine.Forbid("VIII.9", key.NoSideRusted, CardSay("train", card), CardSay("to", to))
	case s.Treasury(c) < flipCost(card, to):
		return tooExpensive(s, "VIII.9", c, flipCost(card, to))
	}
	return nil
}

// flipTrain pays the difference and turns the card, to the largest size that it can have unless another is named. Other
// trains rust as if it had been bought as that side (R19).
func flipTrain(tx *engine.Tx, c Company, i int, a engine.Args) error {
	s := state(tx)
	card := &s.Companies[c].Trains[i]
	sides := slices.DeleteFunc(flipSides(s, c, *card), func(to Card) bool { return sideRule(s, c, *card, to) != nil })
	to := sides[0]
	if engine.Has(a, 1) {
		to = engine.Get[Card](a, 1)
	}
	cost := flipCost(*card, to)
	tx.Report(key.ReportFlipped, CompanySay("company", c), CardSay("train", *card), CardSay("to", to), engine.Int("price", cost))
	*card = to
	if err := s.charge(c, cost); err != nil {
		return err
	}
	soldAs(s, tx, to.Pile, to.Face)
	return nil
}

// discardVerb is "discard 3c": a train above the limit goes to the reserve
// (VIII.12).
func discardVerb(s *State, c Company) engine.Verb {
	return engine.Verb{
		Name: "discard", Also: []string{"drop", "scrap"}, Gloss: key.VerbDiscard,
		Params: []engine.Param{{Name: "train", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamTrain, trainWords(s.Companies[c].Trains), func(card Card) error { return discardRule(s, c, card) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, card := state(tx), engine.Get[Card](a, 0)
			tx.Report(key.ReportDiscarded, CompanySay("company", c), CardSay("train", card))
			giveAway(s, c, slices.Index(s.Companies[c].Trains, card))
			return nil
		},
	}
}

// discardRule: in its train step a corporation keeps its only train of its own size
// (R25).
func discardRule(s *State, c Company, card Card) error {
	own := SizeOf(card) == c.Size() && s.OwnTrains(c) == 1
	if own && !s.Rules.EngineDuty && c == s.Company() && s.Turn.Step == StepTrains {
		return engine.Forbid("VIII.12", key.NoOnlyTrain, CompanySay("company", c), CardSay("train", card))
	}
	return nil
}

// takeOver pays the holders, hands over the corporation's property, and takes it out of the game (VIII.9).
// Stations and trains may still have to be settled.
func takeOver(s *State, tx *engine.Tx, o Offer) error {
	tx.Report(key.ReportTakeOver, CompanySay("company", o.Buyer), CompanySay("from", o.Seller), engine.Int("price", o.Price))
	for h := range stock.Holder(s.Seats) {
		n := o.Price * s.Shares.Of(o.Seller.Stock(), h) / s.StructureOf(o.Seller).Share
		if n == 0 {
			continue
		}
		tx.Report(key.ReportCompensated, s.HolderSay("seat", h), engine.Int("n", n), CompanySay("from", o.Seller))
		if err := s.pay(s.Account(o.Buyer), SeatAccount(engine.Seat(h)), n); err != nil {
			return err
		}
	}
	s.Merging = &Merging{Seller: o.Seller}
	if err := handOver(s, tx, o.Buyer, o.Seller); err != nil {
		return err
	}
	mergeStations(s, tx, o.Buyer)
	return nil
}

// handOver gives the buyer cash, local railways and trains (VIII.9). Stations
// that it has not placed cost 100 each from now on, like those that come (R15).
func handOver(s *State, tx *engine.Tx, buyer, other Company) error {
	money, locals, cards := s.Treasury(other), s.LocalsOf(s.Account(other)), s.Companies[other].Trains
	tx.Report(key.ReportReceived, CompanySay("company", buyer), engine.Int("n", money), unlessNone(localList("locals", locals)), unlessNone(CardsSay("trains", cards)))
	if err := s.pay(s.Account(other), s.Account(buyer), money); err != nil {
		return err
	}
	for _, l := range locals {
		s.Locals[l].Owner = s.Account(buyer)
	}
	for _, card := range cards {
		card.Received = true
		receiveTrain(s, buyer, card)
	}
	s.Companies[other].Trains = nil
	if !s.Rules.KeepForty {
		s.Companies[buyer].TokenCosts = slices.Repeat([]int{TakenPrice}, len(s.Companies[buyer].TokenCosts))
	}
	return nil
}

// mergeStations gives the stations on the map to the buyer. Of two in a city its own is
// taken off at once, and the other one goes to the lowest free circle; of two in
// different cities of a hex the director first says which (VIII.9). Then the corporation
// leaves the game (VIII.9).
func mergeStations(s *State, tx *engine.Tx, buyer Company) {
	if !secondVersion(s) {
		mergeFirst(s, tx, buyer)
		return
	}
	other := s.Merging.Seller
	for _, st := range slices.Clone(s.Board.Stations) {
		if own := stationIn(s, buyer, st.Place()); st.Owner == Owner(other) && own >= 0 {
			takeOff(s, tx, buyer, own)
		}
	}
	if _, asks := doubled(s, buyer); asks {
		return
	}
	s.Companies[buyer].addStations(len(s.Companies[other].TokenCosts))
	for i := stationOf(s, other); i >= 0; i = stationOf(s, other) {
		slot := s.Board.Stations[i].Slot
		if free, ok := circleFor(s, buyer, s.Board.Stations[i].Place()); ok {
			slot = min(slot, free)
		}
		s.Board.GiveStation(i, Owner(buyer), slot)
	}
	s.leave(other)
	s.Merging = nil
}

// unlessNone leaves an empty list empty, since its message then omits it.
func unlessNone(list engine.Arg) engine.Arg {
	if len(list.List) == 0 {
		return engine.Text(list.Name, "")
	}
	return list
}

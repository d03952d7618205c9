package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/track"
)

// What a take-over leaves to be settled: two stations in a hex, the trains that
// were received (7.9.4, 7.9.5). And the trains above a limit (9.4).

// removeVerb is "remove B9.1": which of two stations in a hex is taken off.
func (s *State) removeVerb(c Company) engine.Verb {
	g := s.words()
	return engine.Verb{
		Name: "remove", Gloss: "18cz.verb.remove",
		Params: []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain {
			return g.Cities(func() []track.Place { return s.doubledCities(c) }, func(p track.Place) error { return s.removeRule(c, p) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s := state(tx)
			p := engine.Get[track.Place](a, 0)
			i := s.stationIn(c, p)
			if i < 0 {
				i = s.stationIn(s.Merging.Seller, p)
			}
			s.takeOff(tx, c, i)
			s.merge(tx, c)
			return s.proceed(tx)
		},
	}
}

// doubledCities are the cities of a hex with stations of a corporation and of the
// one that it takes over.
func (s *State) doubledCities(c Company) (list []track.Place) {
	h, _ := s.doubled(c)
	for _, st := range s.Board.Stations {
		if st.Hex == h && (st.Owner == owner(c) || st.Owner == owner(s.Merging.Seller)) {
			list = append(list, st.Place())
		}
	}
	return list
}

func (s *State) removeRule(c Company, p track.Place) error {
	if slices.Contains(s.doubledCities(c), p) {
		return nil
	}
	g := s.words()
	var parts []engine.Arg
	for _, other := range s.doubledCities(c) {
		parts = append(parts, engine.Text("", g.City(other)))
	}
	return engine.Forbid("7.9.4", "18cz.no.not-doubled", s.citySay("city", p), companySay("company", c), engine.Several("cities", parts...))
}

// receivedVerbs say what becomes of received trains: "keep 2b", "flip 2b", "drop
// 2b"; "pass" keeps the rest.
func (s *State) receivedVerbs(c Company) []engine.Verb {
	pass := engine.Verb{Name: "pass", Also: []string{"done", "keep all", "keep rest"}, Gloss: "18cz.verb.keep-all", Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.keepAll(c)
		tx.Report("18cz.report.kept-all", companySay("company", c))
		return s.proceed(tx)
	}}
	if over := len(s.Companies[c].Trains) - s.limitOf(c); over > 0 {
		pass.Not = func() *engine.Refusal { return s.tooMany(c, over) }
	}
	verbs := []engine.Verb{
		s.receivedVerb(c, "flip", s.flipRule, flipTrain),
		s.receivedVerb(c, "drop", nil, dropTrain, "discard", "scrap"),
		pass,
	}
	if s.Rules.LateExcess { // the public engine has no word for a single train that is kept
		return verbs
	}
	return append(verbs, s.receivedVerb(c, "keep", nil, keepTrain))
}

// receivedVerb is an order about one of the received trains, in the words of the
// sides they show.
func (s *State) receivedVerb(c Company, name string, rule func(Company, Card) error, do func(*engine.Tx, Company, int) error, also ...string) engine.Verb {
	return engine.Verb{
		Name: name, Also: also, Gloss: "18cz.verb." + name,
		Params: []engine.Param{{Name: "train", In: func(engine.Args) engine.Domain {
			return engine.Words("18cz.param.train", trainWords(s.receivedCards(c)), func(card Card) error {
				if rule == nil {
					return nil
				}
				return rule(c, card)
			})
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s := state(tx)
			i := slices.Index(s.Companies[c].Trains, engine.Get[Card](a, 0))
			if err := do(tx, c, i); err != nil {
				return err
			}
			if over := len(s.Companies[c].Trains) - s.limitOf(c); over > s.received(c) && !s.Rules.LateExcess {
				return s.tooMany(c, over)
			}
			return s.proceed(tx)
		},
	}
}

// tooMany refuses to keep received trains above the limit.
func (s *State) tooMany(c Company, over int) *engine.Refusal {
	return engine.Forbid("7.9.5", "18cz.no.too-many", companySay("company", c), engine.Int("n", s.limitOf(c)), engine.Int("over", over), cardsSay("trains", s.receivedCards(c)))
}

func (s *State) receivedCards(c Company) (list []Card) {
	for _, card := range s.Companies[c].Trains {
		if card.Received {
			list = append(list, card)
		}
	}
	return list
}

// trainWords are the words for some cards.
func trainWords(cards []Card) (words []engine.Word[Card]) {
	for _, card := range cards {
		word := engine.Word[Card]{Text: face(card).Name, Value: card}
		if !slices.ContainsFunc(words, func(w engine.Word[Card]) bool { return w.Value == card }) {
			words = append(words, word)
		}
	}
	return words
}

func keepTrain(tx *engine.Tx, c Company, i int) error {
	card := &state(tx).Companies[c].Trains[i]
	card.Received = false
	tx.Report("18cz.report.kept", companySay("company", c), cardSay("train", *card))
	return nil
}

// dropTrain throws a received train away: out of the game, or under an option into
// the reserve (R17).
func dropTrain(tx *engine.Tx, c Company, i int) error {
	s := state(tx)
	own := &s.Companies[c].Trains
	card := (*own)[i]
	if s.Rules.ToReserve {
		tx.Report("18cz.report.discarded", companySay("company", c), cardSay("train", card))
		s.giveAway(c, i)
		return nil
	}
	tx.Report("18cz.report.dropped", companySay("company", c), cardSay("train", card))
	*own = slices.Delete(*own, i, i+1)
	return nil
}

// flipped is the side of a card of a corporation's own size (R56); ok is false
// where it has none.
func flipped(c Company, card Card) (to Card, ok bool) {
	for f := range book.piles[card.Pile].Faces {
		if to = (Card{Pile: card.Pile, Face: f}); sizeOf(to) == companies[c].size {
			return to, true
		}
	}
	return card, false
}

// flipCost is the difference of the prices; nothing is paid back.
func flipCost(from, to Card) int { return max(0, face(to).Price-face(from).Price) }

// flipRule: the card has a side of the own size that has not rusted, and the
// treasury can pay the difference (7.9.5, R19).
func (s *State) flipRule(c Company, card Card) error {
	to, ok := flipped(c, card)
	name := cardSay("train", card)
	switch {
	case !ok:
		return engine.Forbid("7.9.5", "18cz.no.no-side", name, sizeSay("size", companies[c].size))
	case s.rusted(to):
		return engine.Forbid("7.9.5", "18cz.no.side-rusted", name, cardSay("to", to))
	case s.purse(c) < flipCost(card, to):
		return s.dear("7.9.5", c, flipCost(card, to))
	}
	return nil
}

// flipTrain pays the difference and turns the card. Others rust by that as if it
// had been bought so (R19).
func flipTrain(tx *engine.Tx, c Company, i int) error {
	s := state(tx)
	card := &s.Companies[c].Trains[i]
	to, _ := flipped(c, *card)
	cost := flipCost(*card, to)
	tx.Report("18cz.report.flipped", companySay("company", c), cardSay("train", *card), cardSay("to", to), engine.Int("price", cost))
	*card = to
	if err := s.charge(c, cost); err != nil {
		return err
	}
	s.soldAs(tx, to.Pile, to.Face)
	return nil
}

// discardVerb is "discard 3c": a train above the limit goes to the reserve (9.4).
func (s *State) discardVerb(c Company) engine.Verb {
	return engine.Verb{
		Name: "discard", Also: []string{"drop", "scrap"}, Gloss: "18cz.verb.discard",
		Params: []engine.Param{{Name: "train", In: func(engine.Args) engine.Domain {
			return engine.Words("18cz.param.train", trainWords(s.Companies[c].Trains), func(card Card) error { return s.discardRule(c, card) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, card := state(tx), engine.Get[Card](a, 0)
			tx.Report("18cz.report.discarded", companySay("company", c), cardSay("train", card))
			s.giveAway(c, slices.Index(s.Companies[c].Trains, card))
			return s.proceed(tx)
		},
	}
}

// discardRule: in its own train step a corporation keeps its only train of its own
// size (R25).
func (s *State) discardRule(c Company, card Card) error {
	own := sizeOf(card) == companies[c].size && s.ownTrains(c) == 1
	if own && !s.Rules.EngineDuty && c == s.company() && s.Turn.Step == stepTrains {
		return engine.Forbid("9.4", "18cz.no.only-train", companySay("company", c), cardSay("train", card))
	}
	return nil
}

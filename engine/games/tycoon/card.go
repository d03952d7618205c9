package tycoon

import (
	"slices"

	"railpost/engine"
)

// cardVerb takes an operation card (Select a card). What follows the number depends on
// the card: a city for City Growth, a city and a tile for New Industry.
func cardVerb(s *State) engine.Verb {
	seat := s.Actor()
	kind := func(a engine.Args) CardKind { return s.book.Cards[engine.Get[int](a, 0)].Kind }
	v := engine.Verb{
		Name: "card", Also: []string{"take card", "take"}, Gloss: "tycoon.verb.card",
		Params: []engine.Param{
			{Name: "card", About: true, In: func(engine.Args) engine.Domain { return cardDomain{s} }},
			{Name: "city", About: true, In: func(a engine.Args) engine.Domain {
				switch kind(a) {
				case CityGrowth:
					return growing(s, seat, s.CityDomain(nil))
				case NewIndustry:
					return tileCity(s, seat)
				}
				return nothing[City]{NoCity}
			}},
			{Name: "colour", In: func(a engine.Args) engine.Domain {
				if kind(a) == NewIndustry {
					return tileColour(s, seat, engine.Get[City](a, 1))
				}
				return nothing[Colour]{Gray}
			}},
		},
		Do: doCard,
	}
	if s.Rules.Novice {
		v.Not = func() *engine.Refusal { return engine.Forbid("Optional rule for novices", "tycoon.no.novice-cards") }
	}
	return v
}

// MayTake checks whether an operation card can be taken: it is available, is not an
// award card, and its effect is possible (Select a card).
func (s *State) MayTake(id int) error {
	if id < 1 || id >= len(s.book.Cards) {
		return engine.Forbid("Select a railroad operations card", "tycoon.no.card-unknown", engine.Int("number", id), engine.Int("last", len(s.book.Cards)-1))
	}
	if s.book.Cards[id].Timing == Award {
		return notTaken(s, id)
	}
	if !slices.Contains(s.Up, id) {
		return notUp(s, id)
	}
	return possible(s, id)
}

// notTaken refuses an award card, which cannot be taken, and names its winner.
func notTaken(s *State, id int) error {
	for seat := range s.Players {
		if slices.Contains(s.Players[seat].Won, id) {
			return engine.Forbid("Operations cards", "tycoon.no.card-won", engine.Int("number", id), s.CardArg(id), Who(engine.Seat(seat)))
		}
	}
	return engine.Forbid("Operations cards", "tycoon.no.card-award", engine.Int("number", id), s.CardArg(id))
}

// notUp refuses a card that is not available, and names its owner.
func notUp(s *State, id int) error {
	for seat := range s.Players {
		if slices.Contains(s.Players[seat].Cards, id) {
			return engine.Forbid("Select a railroad operations card", "tycoon.no.card-held", engine.Int("number", id), s.CardArg(id), engine.Player("owner", engine.Seat(seat)))
		}
	}
	key := "card-not-up"
	if unseen(s) == len(s.Deck) {
		key = "card-in-deck"
	}
	return engine.Forbid("Select a railroad operations card", "tycoon.no."+key, engine.Int("number", id), s.CardArg(id))
}

// unseen returns the number of cards that are neither available nor held nor won: those
// in the deck and those out of the game.
func unseen(s *State) int {
	n := len(s.book.Cards) - 1 - len(s.Up)
	for i := range s.Players {
		n -= len(s.Players[i].Cards) + len(s.Players[i].Won)
	}
	return n
}

// possible checks whether a card that is carried out at once has an effect (Select a
// card, R29).
func possible(s *State, id int) error {
	switch s.book.Cards[id].Kind {
	case CityGrowth:
		if s.Bag.Total() == 0 {
			return engine.Forbid("Operations cards, R29", "tycoon.no.card-bag-empty", engine.Int("number", id), s.CardArg(id))
		}
	case NewIndustry:
		if r := cannotUrbanize(s); r != nil {
			return engine.Forbid("Select a railroad operations card, "+r.Rule, "tycoon.no.card-no-effect", engine.Int("number", id), s.CardArg(id), engine.Say("why", r.Why))
		}
	}
	return nil
}

// doCard takes a card and carries out what works at once. New Industry also adds the
// cubes of a new city tile (R16).
func doCard(tx *engine.Tx, a engine.Args) error {
	s, id, at := state(tx), engine.Get[int](a, 0), engine.Get[City](a, 1)
	if tx.Revealed() && freshCard(s, id) {
		return engine.Forbid("", "tycoon.no.card-fresh", engine.Int("number", id), s.CardArg(id))
	}
	takeUp(s, id)
	key, args := "tycoon.report.card", []engine.Arg{Who(tx.Seat), engine.Int("number", id), s.CardArg(id)}
	card := &s.book.Cards[id]
	var err error
	switch card.Kind {
	case CityGrowth:
		tx.Report(key+"-city", append(args, s.CityArg(at))...)
		err = drawCubes(s, tx, at, card.N)
	case NewIndustry:
		c := engine.Get[Colour](a, 2)
		tx.Report(key+"-tile", append(args, s.CityArg(at), ColourArg("colour", c))...)
		err = urbanizeNow(s, tx, at, c)
	case RailroadExecutive:
		tx.Report(key+"-actions", append(args, engine.Int("n", s.Due-1+card.N))...)
		s.Due += card.N
	default:
		tx.Report(key, args...)
		hold(s, tx.Seat, id)
	}
	if err != nil {
		return err
	}
	return acted(s, tx)
}

// hold gives a card to a player to keep.
func hold(s *State, seat engine.Seat, id int) {
	p := s.Player(seat)
	i, _ := slices.BinarySearch(p.Cards, id)
	p.Cards = slices.Insert(p.Cards, i, id)
}

package tycoon

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// cardVerb takes an operation card (Select a card). The words after the number depend on the card: a city for
// City Growth, a city and a tile for New Industry.
func cardVerb(s *State) engine.Verb {
	seat := s.Actor()
	growth := once(func() engine.Domain { return growing(s, seat, s.book.CityDomain(nil)) })
	city := once(func() engine.Domain { return tileCity(s, seat) })
	colour := once(func() engine.Domain { return tileColour(s, seat) })
	kind := func(a engine.Args) CardKind { return s.book.Cards[engine.Get[int](a, 0)].Kind }
	v := engine.Verb{
		Name: "card", Also: []string{"take card", "take"}, Gloss: key.VerbCard,
		Params: []engine.Param{
			{Name: "card", About: true, In: func(engine.Args) engine.Domain { return cardDomain{s} }},
			{Name: "city", About: true, In: func(a engine.Args) engine.Domain {
				switch kind(a) {
				case CityGrowth:
					return growth()
				case NewIndustry:
					return city()
				}
				return nothing[City]{NoCity}
			}},
			{Name: "colour", In: func(a engine.Args) engine.Domain {
				if kind(a) == NewIndustry {
					return colour()
				}
				return nothing[Colour]{Gray}
			}},
		},
		Do: doCard,
	}
	if s.Rules.Novice {
		v.Not = func() *engine.Refusal { return engine.Forbid("Optional rule for novices", key.NoNoviceCards) }
	}
	return v
}

// MayTake checks whether an operation card can be taken: it is available, is not an
// award card, and its effect is possible (Select a card).
func (s *State) MayTake(id int) error {
	if id < 1 || id >= len(s.book.Cards) {
		return engine.Forbid("Select a railroad operations card", key.NoCardUnknown, engine.Int("number", id), engine.Int("last", len(s.book.Cards)-1))
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
			return engine.Forbid("Operations cards", key.NoCardWon, engine.Int("number", id), s.book.CardArg(id), Who(engine.Seat(seat)))
		}
	}
	return engine.Forbid("Operations cards", key.NoCardAward, engine.Int("number", id), s.book.CardArg(id))
}

// notUp refuses a card that is not available, and names its owner.
func notUp(s *State, id int) error {
	for seat := range s.Players {
		if slices.Contains(s.Players[seat].Cards, id) {
			return engine.Forbid("Select a railroad operations card", key.NoCardHeld, engine.Int("number", id), s.book.CardArg(id), engine.Player("owner", engine.Seat(seat)))
		}
	}
	text := key.NoCardNotUp
	if unseen(s) == len(s.Deck) {
		text = key.NoCardInDeck
	}
	return engine.Forbid("Select a railroad operations card", text, engine.Int("number", id), s.book.CardArg(id))
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
			return engine.Forbid("Operations cards, R29", key.NoCardBagEmpty, engine.Int("number", id), s.book.CardArg(id))
		}
	case NewIndustry:
		if r := cannotUrbanize(s); r != nil {
			return engine.Forbid("Select a railroad operations card, "+r.Rule, key.NoCardNoEffect, engine.Int("number", id), s.book.CardArg(id), engine.Say("why", r.Why))
		}
	}
	return nil
}

// doCard takes a card and carries out its immediate effect. New Industry also adds the cubes of a new city tile
// (R16).
func doCard(tx *engine.Tx, a engine.Args) error {
	s, id, at := state(tx), engine.Get[int](a, 0), engine.Get[City](a, 1)
	if tx.Revealed() && freshCard(s, id) {
		return engine.Forbid("", key.NoCardFresh, engine.Int("number", id), s.book.CardArg(id))
	}
	takeUp(s, id)
	args := []engine.Arg{Who(tx.Seat), engine.Int("number", id), s.book.CardArg(id)}
	card := &s.book.Cards[id]
	var err error
	switch card.Kind {
	case CityGrowth:
		tx.Report(key.ReportCardCity, append(args, s.CityArg(at))...)
		err = drawCubes(s, tx, at, card.N)
	case NewIndustry:
		c := engine.Get[Colour](a, 2)
		tx.Report(key.ReportCardTile, append(args, s.CityArg(at), ColourArg("colour", c))...)
		err = urbanizeNow(s, tx, at, c)
	case RailroadExecutive:
		tx.Report(key.ReportCardActions, append(args, engine.Int("n", s.Due-1+card.N))...)
		s.Due += card.N
	default:
		tx.Report(key.ReportCard, args...)
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
	p.Cards = putAt(p.Cards, i, id)
}

// cardDomain is the domain of operation cards: their numbers, and the names of those
// that are available.
type cardDomain struct{ s *State }

func (d cardDomain) Read(t *engine.Tokens) (engine.Value, error) {
	tok := t.Peek()
	if tok.Fold == "no" || tok.Fold == "the" { // "no 22"
		t.At++
		tok = t.Peek()
	}
	if n, err := strconv.Atoi(tok.Text); err == nil {
		t.At++
		return n, nil
	}
	var words []engine.Word[int]
	for _, id := range d.s.Up {
		name := strings.TrimPrefix(d.s.book.Cards[id].Name, "The ") // an article names none
		if !slices.ContainsFunc(words, func(w engine.Word[int]) bool { return w.Text == name }) {
			words = append(words, engine.Word[int]{Text: name, Value: id})
		}
	}
	if id, err := engine.Words(key.ParamCard, words, nil).Read(t); err == nil {
		return id, nil
	}
	r := engine.UnknownWord(tok, key.ParamCard, nil)
	for _, id := range d.s.Up {
		if d.Rule(id) == nil {
			r.Expected = append(r.Expected, strconv.Itoa(id))
		}
	}
	return nil, r
}

func (d cardDomain) Rule(v engine.Value) error { return d.s.MayTake(v.(int)) }

// Members lists one card of each set of equal cards.
func (d cardDomain) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for i, id := range d.s.Up {
			twin := func(other int) bool { return d.s.book.alike(id, other) }
			if !slices.ContainsFunc(d.s.Up[:i], twin) && !yield(id) {
				return
			}
		}
	}
}

// alike reports whether two cards have the same effect.
func (b *Book) alike(x, y int) bool {
	one, other := b.Cards[x], b.Cards[y]
	one.ID, one.Start = other.ID, other.Start
	return one == other
}

// Record returns Text: any available card may be written, including one equal to a
// listed card.
func (d cardDomain) Record(v engine.Value) string { return d.Text(v) }

func (d cardDomain) Text(v engine.Value) string { return strconv.Itoa(v.(int)) }

// nothing is the domain of a parameter that an order does not need: it reads and writes nothing, and has a
// single value.
type nothing[T any] struct{ value T }

func (d nothing[T]) Read(*engine.Tokens) (engine.Value, error) { return d.value, nil }

func (d nothing[T]) Rule(engine.Value) error { return nil }

func (d nothing[T]) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) { yield(d.value) }
}

func (d nothing[T]) Text(engine.Value) string { return "" }

// Award cards go automatically to the first player who meets them while they are
// available (Operations cards).

// awards returns the available cards of a kind, in rising order. The list is a copy:
// cards may be awarded while it is walked.
func awards(s *State, kind CardKind) []int {
	return slices.DeleteFunc(slices.Clone(s.Up), func(id int) bool { return s.book.Cards[id].Kind != kind })
}

// award gives an available card to a player, whose score rises at once; the card leaves
// the game.
func award(s *State, tx *engine.Tx, seat engine.Seat, id int) {
	awardFor(s, tx, seat, id, key.ReportAward)
}

// awardFor is award with a message about the reason.
func awardFor(s *State, tx *engine.Tx, seat engine.Seat, id int, text string) {
	takeUp(s, id)
	s.Player(seat).Won = put(s.Player(seat).Won, id)
	gain(s, tx, seat, s.book.Cards[id].Points, text, s.book.CardArg(id), engine.Int("number", id))
}

// takeUp removes a card from those available.
func takeUp(s *State, id int) {
	if i, ok := slices.BinarySearch(s.Up, id); ok {
		s.Up = omit(s.Up, i)
	}
}

// CardArg names a card in a message.
func (b *Book) CardArg(id int) engine.Arg { return engine.Text("card", b.Cards[id].Name) }

// connected awards major lines after own links or western links of a player have
// changed (Operations cards).
func connected(s *State, tx *engine.Tx, seat engine.Seat) {
	for _, id := range awards(s, MajorLine) {
		if _, ok := lineDone(s, seat, &s.book.Cards[id]); ok {
			award(s, tx, seat, id)
		}
	}
}

// dealt awards a card that has just come up and is already met: a major line goes to
// the player who completed it first (R20).
func dealt(s *State, tx *engine.Tx, id int) {
	card := &s.book.Cards[id]
	if card.Kind != MajorLine {
		return
	}
	first, when := engine.Nobody, 0
	for seat := range engine.Seat(s.Seats) {
		if at, ok := lineDone(s, seat, card); ok && (first == engine.Nobody || at < when) {
			first, when = seat, at
		}
	}
	if first != engine.Nobody {
		awardFor(s, tx, first, id, key.ReportAwardBefore)
	}
}

// lineDone reports whether a player has completed a major line, and when: 2n with the
// n-th complete link of the board, 2n+1 with a western link built after n links. No two
// players can complete a line at the same time.
func lineDone(s *State, seat engine.Seat, card *Card) (when int, ok bool) {
	n := s.Network(seat).connectedBy(card.A, card.B)
	if n == 0 {
		return 0, false
	}
	if card.West == NoCity {
		return 2 * n, true
	}
	i := slices.IndexFunc(s.Western, func(w WesternLink) bool { return w.At == card.West && w.Owner == seat })
	if i < 0 {
		return 0, false
	}
	return max(2*n, 2*s.Western[i].After+1), true
}

package russian

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// begin sets up the game (Set-up).
func begin(tx *engine.Tx, setup engine.Setup) (*State, error) {
	s := &State{Rules: rulesOf(setup), Seats: setup.Seats, Round: 1, Phase: Starting}
	t := s.table()
	if err := dealEngineers(s, tx, t); err != nil {
		return nil, err
	}
	deck, err := tx.Shuffle("endcards", len(Book.EndCards))
	if err != nil {
		return nil, err
	}
	for _, i := range deck[2:] { // two leave the game unseen
		s.Deck = append(s.Deck, i+1)
	}
	slices.Sort(s.Deck) // players search it, and never draw from it
	for n := 2; n < len(s.Piles); n++ {
		s.Piles[n] = t.Locomotives
	}
	rubles := t.Rubles
	if setup.Seats == 2 { // R6
		rubles, err = strconv.Atoi(setup.Options[optionRubles])
		if err != nil {
			return nil, err
		}
	}
	for range setup.Seats {
		s.Players = append(s.Players, Player{Hand: t.Workers, Rubles: rubles,
			Track: Book.startTrack, Locos: Book.startLocos, Unlocked: 1 << Black})
	}
	if s.Order, err = tx.Seats("order", setup.Seats, true); err != nil {
		return nil, err
	}
	tx.Report(key.ReportOrder, seatList("order", s.Order))
	askStart(s)
	return s, nil
}

// dealEngineers puts A engineers on slots 0 to 2 and B engineers from 3 up (Set-up).
func dealEngineers(s *State, tx *engine.Tx, t *table) error {
	s.Row = make([]int, t.Row)
	for i, deal := range []struct {
		stream string
		stack  []int
		n      int
	}{{"engineers-a", Book.stackA, t.StackA}, {"engineers-b", Book.stackB, t.StackB}} {
		order, err := tx.Shuffle(deal.stream, len(deal.stack))
		if err != nil {
			return err
		}
		for j := range deal.n {
			s.Row[i*t.StackA+j] = deal.stack[order[j]]
		}
	}
	return nil
}

// askStart lets the last player in turn order choose first; the first player
// gets no card (Set-up).
func askStart(s *State) {
	s.Queue = slices.Clone(s.Order[1:])
	slices.Reverse(s.Queue)
	s.nextInQueue()
}

func startPrompt(s *State) engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg(key.AskStart), Rule: "Set-up", Span: "start",
		Verbs: []engine.Verb{{
			Name: "start", Gloss: key.VerbStart,
			Params: []engine.Param{{Name: "startcard", In: func(engine.Args) engine.Domain {
				return engine.Words(key.ParamStartcard, idWords(Book.StartCards), func(i int) error { return startRule(s, i) })
			}}},
			Do: doStart,
		}},
	}
}

func startRule(s *State, i int) error {
	if s.StartUsed&(1<<i) != 0 {
		return engine.Forbid("Set-up", key.RefuseStartTaken, engine.Term("card", startKey(i)))
	}
	return nil
}

// doStart uses a start bonus card at once; its advances trigger rewards (Set-up, R18).
func doStart(tx *engine.Tx, a engine.Args) error {
	s, i := state(tx), engine.Get[int](a, 0)
	s.StartUsed |= 1 << i
	tx.Report(key.ReportStart, Who(s.Actor), engine.Term("card", startKey(i)))
	s.open(tx, Frame{From: startKey(i), Depth: 1, Sign: ":", Full: true}, Book.startDo[i])
	return nil
}

func startKey(i int) string { return key.StartOf + Book.StartCards[i] }

// Slots of engineers: 0 is the hiring space, then the public ones, then those of later rounds.
const HireSlot = 0

// PublicSlot reports whether every player can use the engineer on a slot.
func (s *State) PublicSlot(slot int) bool { return slot > HireSlot && slot <= s.table().Public }

// RoundsAway returns in how many rounds the engineer on a slot becomes public.
func (s *State) RoundsAway(slot int) int { return slot - s.table().Public }

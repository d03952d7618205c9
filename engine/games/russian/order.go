package russian

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// mayClaim refuses a claim of the own position, except with two players, and a claim by
// a player who has the other space already (Turn order).
func mayClaim(s *State, sp *Space) error {
	if sp.claims == 0 {
		return nil
	}
	if s.placeOf(s.Actor) == sp.claims && !s.table().ClaimOwn {
		return engine.Forbid("Turn order", key.RefuseOwnPosition, engine.Int("position", sp.claims))
	}
	for position := 1; position <= 2; position++ {
		if position != sp.claims && s.Claimant(position) == s.Actor {
			return engine.Forbid("Turn order", key.RefuseOtherClaim, engine.Int("position", position))
		}
	}
	return nil
}

// claimSpace returns the space that claims a position.
func claimSpace(position int) *Space {
	return Book.Spaces[slices.IndexFunc(Book.Spaces, func(sp *Space) bool { return sp.claims == position })]
}

// Claimant returns the seat that holds the space of a position; Nobody if it is free.
func (s *State) Claimant(position int) engine.Seat {
	if l, ok := s.At(claimSpace(position).ID); ok {
		return l.Who
	}
	return engine.Nobody
}

// swappable reports whether an own worker of the actor is on this other action space
// (Turn order, R15).
func swappable(s *State, id string) bool { return swapIndex(s, id) >= 0 }

func swapIndex(s *State, id string) int {
	return slices.IndexFunc(s.Lying, func(l Lying) bool {
		return l.Space == id && l.Who == s.Actor && l.Pay.Own > 0 && Book.Space(id).claims == 0
	})
}

func anySwap(s *State) bool {
	return slices.ContainsFunc(s.Lying, func(l Lying) bool { return swappable(s, l.Space) })
}

// swapDomain is "swap SPACE": the space of the player's own worker.
func swapDomain(s *State, sp *Space, pay Pay) engine.Domain {
	needed := sp.claims > 0 && pay.Count() > 0 && pay.Own == 0
	d := engine.Words(key.ParamSwap, SpaceWords, func(id string) error {
		switch {
		case !needed:
			return engine.Forbid("Turn order", key.RefuseSwapNotNeeded)
		case !swappable(s, id):
			return engine.Forbid("Turn order", key.RefuseSwapNoWorker, SpaceTerm(id))
		}
		return nil
	})
	if needed {
		return d
	}
	return unlisted{d, func(engine.Value) bool { return true }}
}

// swap exchanges the foreign piece on a turn-order space with the player's worker on another space, without
// triggering it (Turn order).
func swap(s *State, tx *engine.Tx, id, with string) {
	s.Lying = slices.Clone(s.Lying)
	claim := &s.Lying[len(s.Lying)-1]
	other := &s.Lying[swapIndex(s, with)]
	other.Pay.Own--
	other.Pay.Black += claim.Pay.Black
	other.Pay.Temp += claim.Pay.Temp
	other.Pay.Ruble += claim.Pay.Ruble
	claim.Pay = Pay{Own: 1}
	tx.Report(key.ReportSwap, Who(s.Actor), SpaceTerm(id), engine.Term("from", spaceKey(with)))
}

// rearranged returns the turn order of the next round.
func rearranged(order []engine.Seat, first, second engine.Seat) []engine.Seat {
	if first == engine.Nobody && second == order[0] {
		return slices.Clone(order)
	}
	out := slices.DeleteFunc(slices.Clone(order), func(s engine.Seat) bool { return s == first || s == second })
	if first != engine.Nobody {
		out = slices.Insert(out, 0, first)
	}
	if second != engine.Nobody {
		out = slices.Insert(out, min(1, len(out)), second)
	}
	return out
}

// reorder rearranges the turn order and lines up the holders of the
// turn-order spaces for re-use: the second place first.
func reorder(s *State, tx *engine.Tx) {
	first, second := s.Claimant(1), s.Claimant(2)
	if first == engine.Nobody && second == engine.Nobody {
		return
	}
	s.Order = rearranged(s.Order, first, second)
	tx.Report(key.ReportOrder, seatList("order", s.Order))
	for _, seat := range []engine.Seat{second, first} {
		if seat != engine.Nobody {
			s.Queue = append(s.Queue, seat)
		}
	}
}

// reusePrompt lets a claimant move the worker to another space, even after passing
// (Turn order, R29).
func reusePrompt(s *State) engine.Prompt {
	from := claimSpace(1)
	if s.Claimant(2) == s.Actor {
		from = claimSpace(2)
	}
	return engine.Prompt{
		Ask: engine.Msg(key.AskReuse, SpaceTerm(from.ID)), Rule: "Turn order", Span: "move",
		Verbs: []engine.Verb{
			{
				Name: "move " + from.ID, Gloss: key.VerbMove,
				Params: []engine.Param{{Name: "space", Lead: "to", In: func(engine.Args) engine.Domain {
					return engine.Words(key.ParamSpace, SpaceWords, func(id string) error { return reuseRule(s, id) })
				}}},
				Do: func(tx *engine.Tx, a engine.Args) error { return doReuse(tx, from.ID, engine.Get[string](a, 0)) },
			},
			{
				Name: "move " + from.ID + " stay", Gloss: key.VerbStay,
				Do: func(tx *engine.Tx, _ engine.Args) error {
					tx.Report(key.ReportStay, Who(state(tx).Actor), SpaceTerm(from.ID))
					return nil
				},
			},
		},
	}
}

// reuseRule requires a free space that costs exactly one worker (Turn order).
func reuseRule(s *State, id string) error {
	sp := Book.Space(id)
	if err := s.mayUse(sp); err != nil {
		return err
	}
	if sp.Workers != 1 || sp.Rubles != 0 || sp.claims > 0 {
		return engine.Forbid("Turn order", key.RefuseNotOneWorker, SpaceTerm(id))
	}
	if err := s.stocked(sp); err != nil {
		return err
	}
	return s.canComplete(sp)
}

func doReuse(tx *engine.Tx, from, to string) error {
	s, sp := state(tx), Book.Space(to)
	i := slices.IndexFunc(s.Lying, func(l Lying) bool { return l.Space == from })
	s.Lying = slices.Clone(s.Lying)
	s.Lying[i].Space = to
	tx.Report(key.ReportMove, Who(s.Actor), engine.Term("from", spaceKey(from)), SpaceTerm(to))
	s.open(tx, s.effectFrame(sp), sp.Effect)
	return nil
}

package russian

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// mayBuild reports whether there is a tile to build with (Factories).
func (s *State) mayBuild() bool { return s.Lowest() > 0 || len(s.FaceUp) > 0 }

func (p *Player) emptySlot() int { return slices.Index(p.Factories[:], 0) }

var factoryWords = func() []engine.Word[int] {
	var list []engine.Word[int]
	for n := 1; n <= 9; n++ {
		list = append(list, engine.Word[int]{Text: strconv.Itoa(n), Value: n})
	}
	return engine.Prepared(list)
}()

// factoryVerb is the step "fac from 3 over 2".
func (q question) factoryVerb() engine.Verb {
	me := q.s.me()
	return engine.Verb{
		Name: "fac", Gloss: key.VerbFac,
		Params: []engine.Param{
			{Name: "from", Lead: "from", Many: engine.Optional, In: func(engine.Args) engine.Domain {
				return engine.Words(key.ParamFrom, factoryWords, func(n int) error {
					if !slices.Contains(q.s.FaceUp, n) {
						return engine.Forbid("Factories", key.RefuseNotFaceUp, engine.Int("n", n))
					}
					return nil
				})
			}},
			{Name: "slot", Lead: "over", Many: engine.Optional, In: func(engine.Args) engine.Domain {
				return engine.Numbers(key.ParamSlot, 1, Book.FactorySlots, true, func(int) error {
					if me.emptySlot() >= 0 {
						return engine.Forbid("Factories", key.RefuseSlotEmpty, engine.Int("slot", me.emptySlot()+1))
					}
					return nil
				})
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			return doFactory(tx, q.level, engine.Get[int](a, 0), engine.Get[int](a, 1))
		},
	}
}

// doFactory builds a factory: on the leftmost empty slot, or in place of an own one, which returns to the
// piles. Replacing one triggers nothing (Factories, R27).
func doFactory(tx *engine.Tx, level, from, over int) error {
	s, err := finishLevels(tx, level)
	if err != nil {
		return err
	}
	me := s.me()
	n := from
	if from == 0 {
		if n = s.Lowest(); n == 0 {
			return engine.Forbid("Factories", key.RefuseNoPile)
		}
	}
	slot := me.emptySlot()
	if slot < 0 {
		if slot = over - 1; over == 0 {
			return engine.Ask("Factories", key.AskFactoryOver)
		}
	}
	if from == 0 {
		s.Piles[n]--
	} else {
		i := slices.Index(s.FaceUp, n)
		s.FaceUp = slices.Delete(s.FaceUp, i, i+1)
	}
	old := me.Factories[slot]
	me.Factories[slot] = n
	if old > 0 {
		s.discard(old)
	}
	if !tx.Silent() {
		args := []engine.Arg{Who(s.Actor), s.FactorySay("factory", n), engine.Int("slot", slot+1)}
		if old > 0 {
			tx.Report(key.ReportFactoryOver, append(args, s.FactorySay("old", old))...)
		} else {
			tx.Report(key.ReportFactory, args...)
		}
	}
	s.Stack.spend(1, isOp(OpFactory, OpBuild))
	return nil
}

// doublerVerb is the step "dbl 2".
func (q question) doublerVerb() engine.Verb {
	left := q.s.Stack.top().left(OpDoubler)
	return engine.Verb{
		Name: "dbl", Gloss: key.VerbDbl,
		Params: []engine.Param{{Name: "n", In: func(engine.Args) engine.Domain {
			return count{max: left, most: min(left, q.s.roomForDoublers()), rule: func(n int) error {
				if err := tooMany(n, left); err != nil {
					return err
				}
				return q.s.mayDouble(n)
			}}
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, err := finishLevels(tx, q.level)
			if err != nil {
				return err
			}
			n := engine.Get[int](a, 0)
			s.double(tx, n)
			s.Stack.spend(n, isOp(OpDoubler))
			return nil
		},
	}
}

// The pieces of the box, where they are a limit (R25).
const (
	boxDoublers = 20
	boxRubles   = 18
)

// roomForDoublers returns how many doublers the actor can still place: there are eight places (Auxiliary actions),
// and enough doublers unless the box limits them (R25).
func (s *State) roomForDoublers() int {
	places, left := Book.Doublers-s.me().Doublers, boxDoublers
	if !s.Rules.BoxLimits {
		return places
	}
	for i := range s.Players {
		left -= s.Players[i].Doublers
	}
	return min(places, left)
}

// rublesLeft returns how many of n rubles the bank has (R25).
func (s *State) rublesLeft(n int) int {
	if !s.Rules.BoxLimits {
		return n
	}
	left := boxRubles
	for i := range s.Players {
		left -= s.Players[i].Rubles
	}
	for _, l := range s.Lying {
		left -= l.Pay.Ruble
	}
	return min(n, left)
}

// mayDouble checks that n doublers can be placed.
func (s *State) mayDouble(n int) error {
	switch {
	case s.me().Doublers+n > Book.Doublers:
		return engine.Forbid("Auxiliary actions", key.RefuseNoDoublerPlace, engine.Int("places", Book.Doublers))
	case n > s.roomForDoublers():
		return engine.Forbid("R25", key.RefuseNoDoublers, engine.Int("n", boxDoublers))
	}
	return nil
}

// double places doublers from the left (Auxiliary actions).
func (s *State) double(tx *engine.Tx, n int) {
	s.me().Doublers += n
	tx.Report(key.ReportDoubler, Who(s.Actor), engine.Int("n", n), engine.Int("total", s.me().Doublers))
}

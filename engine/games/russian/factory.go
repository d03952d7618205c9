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
func (s *State) factoryVerb(level int) engine.Verb {
	me := s.me()
	return engine.Verb{
		Name: "fac", Gloss: key.VerbFac,
		Params: []engine.Param{
			{Name: "from", Lead: "from", Many: engine.Optional, In: func(engine.Args) engine.Domain {
				return engine.Words(key.ParamFrom, factoryWords, func(n int) error {
					if !slices.Contains(s.FaceUp, n) {
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
			return doFactory(tx, level, engine.Get[int](a, 0), engine.Get[int](a, 1))
		},
	}
}

// doFactory builds a factory: on the leftmost empty slot, or in place of an own one,
// which returns beside the piles. Replacing one triggers nothing (Factories, R27).
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
		args := []engine.Arg{Who(s.Actor), FactorySay("factory", n), engine.Int("slot", slot+1)}
		if old > 0 {
			tx.Report(key.ReportFactoryOver, append(args, FactorySay("old", old))...)
		} else {
			tx.Report(key.ReportFactory, args...)
		}
	}
	s.spend(1, isOp(OpFactory, OpBuild))
	return nil
}

// doublerVerb is the step "dbl 2".
func (s *State) doublerVerb(level int) engine.Verb {
	left, me := s.top().left(OpDoubler), s.me()
	return engine.Verb{
		Name: "dbl", Gloss: key.VerbDbl,
		Params: []engine.Param{{Name: "n", In: func(engine.Args) engine.Domain {
			return count{max: left, most: min(left, Book.Doublers-me.Doublers), rule: func(n int) error {
				if err := tooMany(n, left); err != nil {
					return err
				}
				return me.mayDouble(n)
			}}
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, err := finishLevels(tx, level)
			if err != nil {
				return err
			}
			n := engine.Get[int](a, 0)
			s.double(tx, n)
			s.spend(n, isOp(OpDoubler))
			return nil
		},
	}
}

// mayDouble checks that there are places for n doublers: there are eight, and always
// enough doublers (Auxiliary actions, R25).
func (p *Player) mayDouble(n int) error {
	if p.Doublers+n > Book.Doublers {
		return engine.Forbid("Auxiliary actions", key.RefuseNoDoublerPlace, engine.Int("places", Book.Doublers))
	}
	return nil
}

// double places doublers from the left (Auxiliary actions).
func (s *State) double(tx *engine.Tx, n int) {
	s.me().Doublers += n
	tx.Report(key.ReportDoubler, Who(s.Actor), engine.Int("n", n), engine.Int("total", s.me().Doublers))
}

package russian

import (
	"cmp"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// Lowest returns the number of the lowest pile that is not empty; 0 if all are empty
// (Locomotives).
func (s *State) Lowest() int {
	for n, left := range s.Piles {
		if left > 0 {
			return n
		}
	}
	return 0
}

// free reports whether a railway has a free locomotive place.
func (p *Player) free(r Railway) bool { return CountTaken(p.Locos[r][:]) < Book.places[r] }

// fits reports whether locomotive n can be placed at all: on a free place or in place
// of a lower one (Locomotives, R13).
func (p *Player) fits(n int) bool {
	for r := range Railway(Railways) {
		if p.free(r) || p.has(r, func(l int) bool { return l < n }) {
			return true
		}
	}
	return false
}

func (p *Player) has(r Railway, test func(int) bool) bool {
	return slices.ContainsFunc(p.Locos[r][:], func(l int) bool { return l > 0 && test(l) })
}

func (p *Player) bestLocos(n int) int {
	var all []int
	for r := range p.Locos {
		all = append(all, p.Locos[r][:]...)
	}
	slices.Sort(all)
	sum := 0
	for _, l := range all[len(all)-n:] {
		sum += l
	}
	return sum
}

// where is the destination of a locomotive: a railway, or off the player's board.
type where int

const locoOut = where(Railways)

var whereWords = func() []engine.Word[where] {
	list := engine.Each(RailwayWords, func(w engine.Word[Railway]) engine.Word[where] {
		return engine.Word[where]{Text: w.Text, Also: w.Also, Value: where(w.Value)}
	})
	return engine.Prepared(append(list, engine.Word[where]{Text: "out", Value: locoOut}))
}()

// locoNumber returns the locomotive that the top frame places: the lowest of the piles,
// or the one on the ? card.
func (s *State) locoNumber() int { return cmp.Or(s.Stack.top().loco(), s.Lowest()) }

// locoParams returns WHERE [over NUMBER] of the steps "loco" and ">".
func locoParams(me *Player, n int, outRule func() error) []engine.Param {
	return []engine.Param{
		{Name: "where", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamWhere, whereWords, func(w where) error {
				if n == 0 {
					return engine.Forbid("Locomotives", key.RefuseNoLocomotive)
				}
				if w == locoOut {
					return outRule()
				}
				return nil
			})
		}},
		{Name: "over", Lead: "over", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			w := engine.Get[where](a, 0)
			return replaced{engine.Numbers(key.ParamOver, 1, 9, true, func(old int) error { return me.mayReplace(w, n, old) }), me, w, n}
		}},
	}
}

// replaced are the locomotives that locomotive n can displace.
type replaced struct {
	engine.Domain
	me *Player
	w  where
	n  int
}

func (d replaced) Unlisted() engine.Unlisted { return engine.Unlisted{Range: true, From: 1, To: 9} }

func (d replaced) Allows(v engine.Value) bool {
	return d.w != locoOut && v.(int) < d.n && d.me.has(Railway(d.w), func(l int) bool { return l == v.(int) })
}

// mayReplace checks that only a locomotive of lower value is displaced (R13).
func (p *Player) mayReplace(w where, n, old int) error {
	if w == locoOut {
		return engine.Forbid("Locomotives", key.RefuseOutOver)
	}
	r := Railway(w)
	switch {
	case !p.has(r, func(l int) bool { return l == old }):
		return engine.Forbid("Locomotives", key.RefuseNotOnRailway, engine.Int("n", old), RailwayTerm(r))
	case old == n:
		return engine.Forbid("R13", key.RefuseEqualValue, engine.Int("n", n))
	case old > n:
		return engine.Forbid("Locomotives", key.RefuseHigherValue, engine.Int("n", n), engine.Int("old", old))
	}
	return nil
}

// locoVerb is the step "loco t over 1".
func (q question) locoVerb() engine.Verb {
	n, extra := q.s.locoNumber(), q.s.Stack.top().loco() > 0
	me := q.s.me()
	return engine.Verb{
		Name: "loco", Gloss: key.VerbLoco,
		Params: locoParams(me, n, func() error {
			if me.fits(n) {
				return engine.Forbid("R13", key.RefuseLocoFits, engine.Int("n", n))
			}
			if extra {
				return engine.Forbid("Locomotives", key.RefuseNoFactorySide)
			}
			return nil
		}),
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, err := finishLevels(tx, q.level)
			if err != nil {
				return err
			}
			n := s.locoNumber()
			if s.Stack.top().loco() == 0 {
				s.Piles[n]--
			}
			depth, _ := s.Stack.spend(1, isOp(OpLoco, OpBuild))
			return s.put(tx, n, engine.Get[where](a, 0), engine.Get[int](a, 1), depth)
		},
	}
}

// loco returns the locomotive of a ? card, if the frame places it; otherwise 0.
func (f *Frame) loco() int {
	for _, p := range f.Parts {
		if p.Op == OpLoco && p.Left > 0 && p.Arg > 0 {
			return p.Arg
		}
	}
	return 0
}

// displacedVerb moves a displaced locomotive: "> k over 1", "> out".
func (q question) displacedVerb() engine.Verb {
	n, me := q.s.Stack.top().Arg, q.s.me()
	return engine.Verb{
		Name: ">", Gloss: key.VerbDisplaced,
		Params: locoParams(me, n, func() error {
			for r := range Railway(Railways) {
				if me.free(r) {
					return engine.Forbid("R12", key.RefusePlaceLeft, engine.Int("n", n))
				}
			}
			if q.s.Rules.OutWhenStuck && me.fits(n) {
				return engine.Forbid("R12", key.RefuseLocoFits, engine.Int("n", n))
			}
			return nil
		}),
		Do: func(tx *engine.Tx, a engine.Args) error {
			s := state(tx)
			f := *s.Stack.top()
			s.Stack.drop()
			return s.put(tx, f.Arg, engine.Get[where](a, 0), engine.Get[int](a, 1), f.Depth+1)
		},
	}
}

// put places locomotive n, or turns it over next to the piles. Rewards wait until the chain is complete
// (Locomotives, Order of rewards). depth is the depth of the rewards.
func (s *State) put(tx *engine.Tx, n int, w where, old, depth int) error {
	me := s.me()
	if w == locoOut {
		s.discard(n)
		tx.Report(key.ReportLocoOut, Who(s.Actor), engine.Int("n", n))
		s.rewards(tx, depth)
		return nil
	}
	r := Railway(w)
	if old == 0 && !me.free(r) {
		return engine.Ask("Locomotives", key.AskLocoOver, RailwayTerm(r), engine.Int("n", n))
	}
	places := &me.Locos[r]
	places[slices.Index(places[:], old)] = n
	if places[1] > 0 && places[0] > places[1] { // the order of the two places does not matter
		places[0], places[1] = places[1], places[0]
	}
	if old == 0 {
		tx.Report(key.ReportLoco, Who(s.Actor), engine.Int("n", n), RailwayTerm(r), engine.Int("reach", me.Reach(r)))
		s.rewards(tx, depth)
		return nil
	}
	tx.Report(key.ReportLocoOver, Who(s.Actor), engine.Int("n", n), RailwayTerm(r), engine.Int("old", old), engine.Int("reach", me.Reach(r)))
	s.Stack.push(Frame{Ask: askDisplaced, From: key.Loco, Depth: depth - 1, Sign: " ", Arg: old})
	return nil
}

// discard turns a locomotive to its factory side and puts it next to the piles.
func (s *State) discard(n int) {
	i, _ := slices.BinarySearch(s.FaceUp, n)
	s.FaceUp = slices.Insert(s.FaceUp, i, n)
}

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

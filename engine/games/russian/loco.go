package russian

import (
	"cmp"
	"slices"

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

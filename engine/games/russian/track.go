package russian

import (
	"iter"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// mayAdvance checks whether colour c on railway r may go from space at to the next one
// (Track advancement).
func (p *Player) mayAdvance(c Colour, r Railway, at int) error {
	if p.may(c, r, at) {
		return nil
	}
	refuse := func(key string, more ...engine.Arg) error {
		return engine.Forbid("Track advancement", key, append([]engine.Arg{ColourTerm(c), RailwayTerm(r)}, more...)...)
	}
	switch {
	case Book.Accepts[r]&(1<<c) == 0:
		return refuse(key.RefuseNotAccepted)
	case p.Unlocked&(1<<c) == 0:
		return refuse(key.RefuseLocked)
	case at >= Book.Length[r]:
		return refuse(key.RefuseEndOfRailway, engine.Int("space", at))
	case c == Black:
		return nil
	}
	before := p.Track[r][c-1]
	switch {
	case before == 0:
		return refuse(key.RefuseBeforeNotEntered, engine.Term("before", key.ColourOf+ColourNames[c-1]))
	case at+1 >= before:
		return refuse(key.RefuseSpaceOccupied, engine.Term("before", key.ColourOf+ColourNames[c-1]), engine.Int("space", at+1))
	}
	return nil
}

// run returns how far colour c can go on railway r now, at most limit steps.
func (p *Player) run(c Colour, r Railway, limit int) int {
	n := 0
	for n < limit && p.may(c, r, p.Track[r][c]+n) {
		n++
	}
	return n
}

// may is mayAdvance without the reason.
func (p *Player) may(c Colour, r Railway, at int) bool {
	return Book.Accepts[r]&p.Unlocked&(1<<c) != 0 && at < Book.Length[r] && (c == Black || at+1 < p.Track[r][c-1])
}

// anyTrack reports whether some colour of the mask can advance somewhere.
func (p *Player) anyTrack(mask uint8) bool {
	for c := range Colour(Colours) {
		if mask&(1<<c) == 0 {
			continue
		}
		for r := range Railway(Railways) {
			if p.may(c, r, p.Track[r][c]) {
				return true
			}
		}
	}
	return false
}

// trackVerb is the step "black t 2".
func (q question) trackVerb(c Colour) engine.Verb {
	me, f := q.s.me(), q.s.Stack.top()
	left := f.takes(c)
	return engine.Verb{
		Name: ColourNames[c], Gloss: key.VerbTrack,
		Params: []engine.Param{
			{Name: "railway", In: func(engine.Args) engine.Domain {
				return railways{engine.Words(key.ParamRailway, RailwayWords, func(r Railway) error {
					return me.mayAdvance(c, r, me.Track[r][c])
				}), me, c, f.Last}
			}},
			{Name: "n", In: func(a engine.Args) engine.Domain {
				r := engine.Get[Railway](a, 0)
				return count{max: left, most: me.run(c, r, left), rule: func(n int) error { return me.runRule(c, r, n, left) }}
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			return doTrack(tx, q.level, c, engine.Get[Railway](a, 0), engine.Get[int](a, 1))
		},
	}
}

// railways are the railways on which a colour can advance. A run that another order of the same runs lists is
// not listed.
type railways struct {
	engine.Domain
	me   *Player
	c    Colour
	last int // Frame.Last
}

func (d railways) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for v := range d.Domain.Members() {
			if trackID(d.c, v.(Railway)) > d.last && !yield(v) {
				return
			}
		}
	}
}

func (d railways) Allows(v engine.Value) bool {
	r := v.(Railway)
	return d.me.may(d.c, r, d.me.Track[r][d.c])
}

// trackID sorts tracks so that a run helps those after it: lines that differ only in
// the order of their runs are listed once.
func trackID(c Colour, r Railway) int { return 1 + int(c)*Railways + int(r) }

func (p *Player) runRule(c Colour, r Railway, n, left int) error {
	if err := tooMany(n, left); err != nil {
		return err
	}
	for i := range n {
		if err := p.mayAdvance(c, r, p.Track[r][c]+i); err != nil {
			return err
		}
	}
	return nil
}

// doTrack makes n advances one at a time, and checks for rewards after each.
func doTrack(tx *engine.Tx, level int, c Colour, r Railway, n int) error {
	s, err := finishLevels(tx, level)
	if err != nil {
		return err
	}
	f := s.Stack.top()
	f.Black = f.Black || c == Black
	f.Last = trackID(c, r)
	depth, _ := s.Stack.spend(n, func(p Part) bool { return p.takes(c) })
	me := s.me()
	tx.Report(key.ReportTrack, Who(s.Actor), ColourTerm(c), RailwayTerm(r), engine.Int("n", n), engine.Int("space", me.Track[r][c]+n))
	return s.steps(tx, n, func() error {
		s.me().Track[r][c]++
		s.rewards(tx, depth)
		return nil
	})
}

// steps makes a run of n steps. A reward that needs a decision may only come with the
// last of them (Orders by mail).
func (s *State) steps(tx *engine.Tx, n int, step func() error) error {
	height, unlocked := len(s.Stack), s.me().Unlocked
	for i := range n {
		if err := step(); err != nil {
			return err
		}
		if i == n-1 {
			break
		}
		for len(s.Stack) > height {
			if err := s.finish(tx); err != nil {
				return engine.Forbid("Orders by mail", key.RefuseSplitRun, engine.Int("n", n), engine.Int("first", i+1))
			}
		}
	}
	if height > 0 && (len(s.Stack) > height || s.me().Unlocked != unlocked) {
		s.Stack[height-1].Last = 0
	}
	return nil
}

package russian

import (
	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// mayMove checks whether marker m can enter the position after at (Industrialization).
// other is the position of the other marker, or -1.
func (p *Player) mayMove(m, at int) error {
	to := at + 1
	switch {
	case m == 1 && !p.Second:
		return engine.Forbid("Industrialization", key.RefuseNoSecondMarker)
	case to >= len(Book.Industry):
		return engine.Forbid("Industrialization", key.RefuseEndOfIndustry)
	case p.Second && p.Marker[1-m] == to:
		return engine.Forbid("R16", key.RefuseOtherMarker, engine.Int("position", to))
	}
	if slot := Book.Industry[to].Slot; slot > 0 && p.Factories[slot-1] == 0 {
		return engine.Forbid("Industrialization", key.RefuseGap, engine.Int("slot", slot))
	}
	return nil
}

// canMove is mayMove without the reason.
func (p *Player) canMove(m, at int) bool {
	to := at + 1
	if m == 1 && !p.Second || to >= len(Book.Industry) || p.Second && p.Marker[1-m] == to {
		return false
	}
	slot := Book.Industry[to].Slot
	return slot == 0 || p.Factories[slot-1] > 0
}

// movable lists the markers that can advance now.
func (p *Player) movable() (list [2]int, n int) {
	for m := range 2 {
		if p.canMove(m, p.Marker[m]) {
			list[n] = m
			n++
		}
	}
	return list, n
}

// industryVerb is the step "ind 2" or "ind b 1".
func (q question) industryVerb() engine.Verb {
	me := q.s.me()
	f := q.s.Stack.top()
	left := f.left(OpIndustry)
	marker := func(m int) error { return me.mayMove(m, me.Marker[m]) }
	return engine.Verb{
		Name: "ind", Gloss: key.VerbInd,
		Params: []engine.Param{
			{Name: "marker", Many: engine.Optional, In: func(engine.Args) engine.Domain {
				d := engine.Words(key.ParamMarker, markerWords, marker)
				return unlisted{d, func(v engine.Value) bool { return v.(int) == 0 }}
			}},
			{Name: "n", In: func(a engine.Args) engine.Domain {
				m := engine.Get[int](a, 0)
				list := left
				if f.Last == markerID(m) {
					list = 0
				}
				most := 0
				if me.canMove(m, me.Marker[m]) {
					most = left
				}
				return count{max: list, most: most, rule: func(n int) error {
					if err := tooMany(n, left); err != nil {
						return err
					}
					return marker(m)
				}}
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			return doIndustry(tx, q.level, engine.Get[int](a, 0), engine.Get[int](a, 1))
		},
	}
}

func doIndustry(tx *engine.Tx, level, m, n int) error {
	s, err := finishLevels(tx, level)
	if err != nil {
		return err
	}
	s.Stack.top().Last = markerID(m)
	depth, _ := s.Stack.spend(n, isOp(OpIndustry))
	return s.steps(tx, n, func() error { return s.move(tx, m, depth) })
}

// move makes one industry advance. A factory that is entered is used before any further
// advance; the ? position counts once for both markers (Industrialization, R16).
func (s *State) move(tx *engine.Tx, m, depth int) error {
	me := s.me()
	if err := me.mayMove(m, me.Marker[m]); err != nil {
		return err
	}
	me.Marker[m]++
	at := me.Marker[m]
	p := Book.Industry[at]
	if !tx.Silent() {
		tx.Report(key.ReportIndustry, Who(s.Actor), engine.Term("marker", MarkerKey(m)), PlaceName("where", at))
	}
	switch {
	case p.Slot > 0:
		number := me.Factories[p.Slot-1]
		if !tx.Silent() {
			tx.Report(key.ReportFactoryUsed, Who(s.Actor), s.FactorySay("factory", number))
		}
		s.open(tx, Frame{From: factoryKey(number), Depth: depth, Sign: "["}, s.Factory(number))
	case p.Question && me.Taken&Book.questionI == 0:
		me.Taken |= Book.questionI
		s.Stack.push(Frame{Ask: askToken, From: key.SpecialOf + "i10", Depth: depth, Sign: "[", Arg: spaceI10})
	}
	return nil
}

// markerID sorts runs of markers after those of tracks.
func markerID(m int) int { return -1 - m }

// MarkerKey returns the key of industry marker a or b.
func MarkerKey(m int) string { return key.MarkerOf + markerWords[m].Text }

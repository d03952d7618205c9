package view

import (
	"reflect"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Hints leaves out orders that a shorter line also gives.
func (View) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	return engine.Hints{Quiet: v.Gloss == russian.GlossNothingLeft || v.Gloss == russian.GlossAllDoublers}
}

// groupKeys are the headings of placements, by the group of their space in the data.
var groupKeys = map[string]string{
	"tracks": key.GroupTracks, "locomotives": key.GroupWorks, "industry": key.GroupWorks,
	"last_round": key.GroupWorks, "engineers": key.GroupEngineers,
}

// Group returns the heading of a line: few headings, so that the lists stay short.
func (View) Group(acts []engine.Act) engine.Message {
	switch verb := acts[0].Verb; {
	case verb == "place":
		sp, _ := russian.Placement(acts[0].Args)
		return spaceGroup(sp)
	case verb == "pass" || strings.HasSuffix(verb, "stay"):
		return engine.Msg(key.GroupRest)
	case strings.HasPrefix(verb, "move"):
		return spaceGroup(russian.Book.Space(engine.Get[string](acts[0].Args, 0)))
	case strings.HasPrefix(verb, "endcard"):
		return engine.Msg(key.GroupEndcards)
	case strings.HasPrefix(verb, "start"):
		return engine.Msg(key.GroupStart)
	}
	return engine.Message{}
}

func spaceGroup(sp *russian.Space) engine.Message {
	switch {
	case sp.Engineer > 0:
		return engine.Msg(key.GroupEngineers)
	case groupKeys[sp.Group] != "":
		return engine.Msg(groupKeys[sp.Group])
	}
	return engine.Msg(key.GroupRest)
}

// Dominated reports whether by leaves the player at least as much in hand as m and a board that is at least as
// good in everything, or, on the same space, one that is worth more by far. If by only uses a resource that
// nobody can take away, as an own engineer, m may be wanted first.
func (v View) Dominated(m, by engine.Move) bool {
	space, other := spaceOf(m), spaceOf(by)
	if space == nil || other == nil {
		return false
	}
	was := m.Before.(*russian.State)
	safe := func(sp *russian.Space) bool {
		return sp.Open || slices.Contains(was.Players[m.Seat].Engineers, sp.Engineer)
	}
	if safe(other) && !safe(space) {
		return false
	}
	a, b := m.After.(*russian.State), by.After.(*russian.State)
	if a.Claimant(1) == m.Seat && b.Claimant(1) != m.Seat || a.Claimant(2) == m.Seat && b.Claimant(2) != m.Seat {
		return false
	}
	p, q := &a.Players[m.Seat], &b.Players[m.Seat]
	if p.Hand > q.Hand || p.Temps > q.Temps || p.Rubles > q.Rubles || p.BlackHand && !q.BlackHand {
		return false
	}
	if pendingOf(a, m.Seat) > pendingOf(b, m.Seat) {
		return false
	}
	if space != other || noBetter(p, q) {
		return noBetter(p, q)
	}
	least := engine.If(replacesOther(m.Acts, by.Acts), 0, worthFar)
	return noMore(p, q) && v.Worth(b, m.Seat, false) >= v.Worth(a, m.Seat, false)+least
}

// replacesOther reports whether two lines build the same factories in place of different ones.
func replacesOther(a, b []engine.Act) bool {
	return slices.EqualFunc(a, b, func(x, y engine.Act) bool {
		if x.Verb != "fac" || y.Verb != "fac" {
			return reflect.DeepEqual(x, y)
		}
		return engine.Get[int](x.Args, 0) == engine.Get[int](y.Args, 0)
	})
}

// worthFar is the difference in worth from which nobody would want the worse use of a space.
const worthFar = 150

// noMore reports whether p brings nothing that q does not, at once or as the way to colours:
// points now and in each round, reach, black track on Trans-Siberian, colours, workers,
// engineers and cards.
func noMore(p, q *russian.Player) bool {
	if p.Track[russian.Transsib][russian.Black] > q.Track[russian.Transsib][russian.Black] {
		return false
	}
	for r := range russian.Railway(russian.Railways) {
		if p.Reach(r) > q.Reach(r) {
			return false
		}
	}
	return p.Score <= q.Score && p.Scoring().Total() <= q.Scoring().Total() && p.Unlocked&^q.Unlocked == 0 && p.Gained <= q.Gained &&
		(q.Black || !p.Black) && len(p.Engineers) <= len(q.Engineers) && len(p.Cards) <= len(q.Cards)
}

// spaceOf returns the space that a line uses; nil if it uses none.
func spaceOf(m engine.Move) *russian.Space {
	switch act := m.Acts[0]; {
	case act.Verb == "place":
		sp, _ := russian.Placement(act.Args)
		return sp
	case strings.HasPrefix(act.Verb, "move") && len(act.Args) > 0:
		return russian.Book.Space(engine.Get[string](act.Args, 0))
	}
	return nil
}

// pendingOf returns the number of end bonus choices that a seat has left.
func pendingOf(s *russian.State, seat engine.Seat) int {
	if s.Actor != seat {
		return 0
	}
	return s.Pending
}

// noBetter reports whether board p is in nothing better than q.
func noBetter(p, q *russian.Player) bool {
	for r := range russian.Railway(russian.Railways) {
		for c := range russian.Colour(russian.Colours) {
			if p.Track[r][c] > q.Track[r][c] {
				return false
			}
		}
		for i := range p.Locos[r] {
			if p.Locos[r][i] > q.Locos[r][i] {
				return false
			}
		}
	}
	for i, f := range p.Factories {
		if f > 0 && f != q.Factories[i] {
			return false
		}
	}
	return p.Score <= q.Score && p.Gained <= q.Gained && p.Unlocked&^q.Unlocked == 0 && p.Doublers <= q.Doublers &&
		p.Marker[0] <= q.Marker[0] && p.Marker[1] <= q.Marker[1] && (q.Second || !p.Second) && (q.Revalued || !p.Revalued) &&
		(q.Medal || !p.Medal) && (q.Black || !p.Black) && p.Used == q.Used && p.Taken&^q.Taken == 0 &&
		len(p.Engineers) <= len(q.Engineers) && len(p.Cards) <= len(q.Cards)
}

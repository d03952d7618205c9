package russian

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// mayRepeat checks whether "again" can choose a space (R9). self is the space of the
// engineer that gives the effect, if one does.
func mayRepeat(s *State, id, self string) error {
	sp := Book.Space(id)
	switch {
	case sp.claims > 0 || sp.Group == "engineers" || sp.Workers == 0 || sp.Rubles > 0 && !s.Rules.AgainChoice:
		return engine.Forbid("R9", key.RefuseAgainKind, SpaceTerm(id))
	case id == self:
		return engine.Forbid("R9", key.RefuseAgainSelf, SpaceTerm(id))
	case !holdsOneOwn(s, id):
		return engine.Forbid("R9", key.RefuseAgainNotOne, SpaceTerm(id))
	case sp.Effect[0].Op == OpTemps && s.TempsOut:
		return engine.Forbid("R9", key.RefuseTempsGone, SpaceTerm(id))
	}
	return nil
}

// holdsOneOwn reports whether a single worker is on a space, one of the actor's, or a temporary one where it counts
// (R30); nothing else, but for the ruble that "choice" costs (R9). On the open space every placement counts separately.
func holdsOneOwn(s *State, id string) bool {
	open, one := Book.Space(id).Open, Pay{Own: 1, Ruble: Book.Space(id).Rubles}
	found := false
	for _, l := range s.Lying {
		if l.Space != id {
			continue
		}
		if s.Rules.AgainTemporary {
			l.Pay.Own, l.Pay.Temp = l.Pay.Own+l.Pay.Temp, 0
		}
		if l.Who == s.Actor && l.Pay == one {
			found = true
		} else if !open {
			return false
		}
	}
	return found
}

func anyRepeat(s *State, self string) bool {
	return slices.ContainsFunc(s.Lying, func(l Lying) bool { return mayRepeat(s, l.Space, self) == nil })
}

// againVerb is the step "again SPACE (steps)". The repeated effect counts as an own
// effect; the black worker's extra never applies (R9).
func (q question) againVerb() engine.Verb {
	self := q.s.Stack.top().Self
	return engine.Verb{
		Name: "again", Gloss: key.VerbAgain,
		Params: []engine.Param{{Name: "space", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamSpace, SpaceWords, func(id string) error { return mayRepeat(q.s, id, self) })
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			s, err := finishLevels(tx, q.level)
			if err != nil {
				return err
			}
			id := engine.Get[string](a, 0)
			depth, _ := s.Stack.spend(1, isOp(OpAgain))
			tx.Report(key.ReportAgain, Who(s.Actor), SpaceTerm(id))
			f := Frame{From: spaceKey(id), Depth: depth, Sign: "("}
			if Book.Space(id).Engineer > 0 {
				f.Self = id
			}
			s.open(tx, f, Book.Space(id).Effect)
			return nil
		},
	}
}

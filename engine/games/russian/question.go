package russian

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// tokenVerb is the step "? TOKEN": a token of the player goes on the ? space and takes effect (The tokens and cards).
func (q question) tokenVerb() engine.Verb {
	me := q.s.me()
	return engine.Verb{
		Name: "?", Gloss: key.VerbToken,
		Params: []engine.Param{{Name: "token", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamToken, tokenWords, func(i int) error {
				if me.Used&(1<<i) != 0 {
					return engine.Forbid("The tokens and cards", key.RefuseTokenUsed, engine.Term("token", TokenKey(i)))
				}
				return nil
			})
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error { return doToken(tx, q.level, engine.Get[int](a, 0)) },
	}
}

// doToken uses token i for the space that asks for one. In version 1 it could be used for that of the token before.
func doToken(tx *engine.Tx, level, i int) error {
	s := state(tx)
	if s.Rules.OneToken {
		if _, err := finishLevels(tx, level); err != nil {
			return err
		}
	}
	f := *s.Stack.top()
	s.Stack.drop()
	me := s.me()
	me.Used |= 1 << i
	me.Filled[f.Arg] = i + 1
	tx.Report(key.ReportToken, Who(s.Actor), engine.Term("token", TokenKey(i)), engine.Term("where", f.From))
	s.open(tx, Frame{From: TokenKey(i), Depth: f.Depth + 1, Sign: "("}, Book.tokenDo[i])
	return nil
}

// TokenKey returns the key of a ? token.
func TokenKey(i int) string { return key.TokenOf + Book.Tokens[i] }

// cardVerbs are the names that may follow "? card", and "none".
func cardVerbs(s *State) []engine.Verb {
	var list []engine.Verb
	for i, id := range Book.QuestionCards {
		v := engine.Verb{Name: id, Gloss: key.VerbCardOf + id, Do: func(tx *engine.Tx, _ engine.Args) error { return doCard(tx, i) }}
		if s.CardsUsed&(1<<i) != 0 {
			v.Not = func() *engine.Refusal {
				return engine.Forbid("The tokens and cards", key.RefuseCardUsed, engine.Term("card", CardKey(i)))
			}
		}
		list = append(list, v)
	}
	return append(list, engine.Verb{Name: "none", Gloss: key.VerbCardOf + "none", Do: func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		s.Stack.drop()
		tx.Report(key.ReportCardNone, Who(s.Actor))
		return nil
	}})
}

// CardKey returns the key of a ? card.
func CardKey(i int) string { return key.CardOf + Book.QuestionCards[i] }

// doCard uses a ? card, which must be carried out completely, and removes it from the
// game (The tokens and cards).
func doCard(tx *engine.Tx, i int) error {
	s := state(tx)
	f := *s.Stack.top()
	s.Stack.drop()
	effect := Book.qcardDo[i]
	frame := Frame{From: CardKey(i), Depth: f.Depth + 1, Sign: "(", Full: true,
		Each: effect[len(effect)-1].Op == OpRepeat, Order: effect[0].Op == OpFactory}
	if !tx.Completed() && !s.completable(frame, effect) {
		return engine.Forbid("The tokens and cards", key.RefuseCardIncomplete, engine.Term("card", CardKey(i)))
	}
	s.CardsUsed |= 1 << i
	tx.Report(key.ReportCard, Who(s.Actor), engine.Term("card", CardKey(i)))
	s.open(tx, frame, effect)
	return nil
}

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

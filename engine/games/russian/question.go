package russian

import (
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

package russian

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// endPrompt asks for one end bonus card, or points instead (Order of rewards, R20). The
// letter that opens the question lists the deck, so a card cannot be named in the mail
// of the move itself (Orders by mail).
func endPrompt(s *State) engine.Prompt {
	var words []engine.Word[int]
	for i, c := range Book.EndCards {
		words = append(words, engine.Word[int]{Text: c.ID, Value: i + 1})
	}
	return engine.Prompt{
		Ask: engine.Msg(key.AskEndcard, engine.Int("n", s.Pending), engine.Int("points", Book.endPoints)), Rule: "R20", Span: strconv.Itoa(s.Round),
		Verbs: []engine.Verb{
			{
				Name: "endcard", Gloss: key.VerbEndcard, Later: true,
				Params: []engine.Param{{Name: "endcard", In: func(engine.Args) engine.Domain {
					return engine.Words(key.ParamEndcard, words, func(c int) error {
						if !slices.Contains(s.Deck, c) {
							return engine.Forbid("R20", key.RefuseNotInDeck, CardTerm(c))
						}
						return nil
					})
				}}},
				Do: doEndCard,
			},
			{Name: "endcard points", Gloss: key.VerbEndcardPoints, Do: doEndPoints},
		},
	}
}

func doEndCard(tx *engine.Tx, a engine.Args) error {
	s, c := state(tx), engine.Get[int](a, 0)
	i := slices.Index(s.Deck, c)
	s.Deck = slices.Delete(s.Deck, i, i+1)
	me := s.me()
	me.Cards = append(me.Cards, c)
	s.Pending--
	tx.Report(key.ReportEndcard, Who(s.Actor), engine.Int("n", len(me.Cards)))
	tx.Tell(engine.Only(s.Actor), key.ReportEndcardOwn, CardTerm(c))
	return nil
}

func doEndPoints(tx *engine.Tx, _ engine.Args) error {
	s := state(tx)
	s.Pending--
	tx.Report(key.ReportEndpoints, Who(s.Actor))
	s.score(tx, Book.endPoints)
	return nil
}

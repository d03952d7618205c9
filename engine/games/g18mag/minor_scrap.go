package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// scrapVerb is "scrap SIZE": a train goes back to the supply without payment (VI.3.5).
func scrapVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "scrap", Also: scrapAlso, Gloss: key.VerbScrap, Do: doScrap}
	v.Params = []engine.Param{{Name: "train", About: true, In: func(engine.Args) engine.Domain {
		return engine.Words(key.ParamTrain, s.Goods().SizeWords(), func(size int) error { return scrapRule(s, size) })
	}}}
	if len(s.Minors[s.Company()].Trains) == 0 {
		v.Not = func() *engine.Refusal {
			return engine.Forbid("VI.3.5", key.NoNoTrain, CompanySay("company", s.Company()))
		}
	}
	return v
}

var scrapAlso = []string{"discard"}

func scrapRule(s *State, size int) error {
	c := s.Company()
	if slices.Contains(s.Minors[c].Trains, size) {
		return nil
	}
	return engine.Forbid("VI.3.5", key.NoNotOwned, CompanySay("company", c), engine.Int("train", size), trainsSay(s, "trains", c))
}

// trainsSay lists the trains of a minor.
func trainsSay(s *State, name string, c Company) engine.Arg {
	return engine.SeveralOf(name, s.Minors[c].Trains, engine.Int)
}

func doScrap(tx *engine.Tx, a engine.Args) error {
	s, size := state(tx), a[0].(int)
	if err := decline(s, tx, StepScrap); err != nil {
		return err
	}
	c := s.Company()
	s.Minors[c].Lose(size)
	tx.Report(key.ReportScrap, CompanySay("company", c), trainsSay(s, "trains", c))
	return again(s, tx)
}

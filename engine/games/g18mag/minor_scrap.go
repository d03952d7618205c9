package g18mag

import (
	"slices"
	"strconv"

	"railpost/engine"
)

// scrapVerb is "scrap SIZE": a train goes back to the supply, for nothing
// (VI.3.5).
func (s *State) scrapVerb() engine.Verb {
	v := scrapHead
	v.Do = doScrap
	v.Params = []engine.Param{{Name: "train", About: true, In: func(engine.Args) engine.Domain {
		return engine.Words("18mag.param.train", s.sizeWords(), s.scrapRule)
	}}}
	if len(s.Minors[s.company()].Trains) == 0 {
		v.Not = func() *engine.Refusal {
			return engine.Forbid("VI.3.5", "18mag.no.no-train", companySay("company", s.company()))
		}
	}
	return v
}

var scrapHead = engine.Verb{Name: "scrap", Also: []string{"discard"}, Gloss: "18mag.verb.scrap"}

// sizeWords are the sizes of trains: "3", also written "3-train".
func (s *State) sizeWords() []engine.Word[int] {
	words := make([]engine.Word[int], 0, len(s.goods().trains))
	for _, t := range s.goods().trains {
		n := strconv.Itoa(t.size)
		words = append(words, engine.Word[int]{Text: n, Also: []string{n + " train", "t" + n}, Value: t.size})
	}
	return words
}

func (s *State) scrapRule(size int) error {
	c := s.company()
	if slices.Contains(s.Minors[c].Trains, size) {
		return nil
	}
	return engine.Forbid("VI.3.5", "18mag.no.not-owned", companySay("company", c), engine.Int("train", size), s.trainsSay("trains", c))
}

// trainsSay lists the trains of a minor.
func (s *State) trainsSay(name string, c Company) engine.Arg {
	return engine.SeveralOf(name, s.Minors[c].Trains, engine.Int)
}

func doScrap(tx *engine.Tx, a engine.Args) error {
	s, size := state(tx), a[0].(int)
	if err := s.decline(tx, stepScrap); err != nil {
		return err
	}
	c := s.company()
	s.loseTrain(c, size)
	tx.Report("18mag.report.scrap", companySay("company", c), s.trainsSay("trains", c))
	return s.again(tx)
}

// loseTrain takes a train from a minor that has it.
func (s *State) loseTrain(c Company, size int) {
	list := slices.Clone(s.Minors[c].Trains)
	i := slices.Index(list, size)
	s.Minors[c].Trains = slices.Delete(list, i, i+1)
}

// gainTrain gives a train to a minor.
func (s *State) gainTrain(c Company, size int) {
	list := s.Minors[c].Trains
	s.Minors[c].Trains = append(list[:len(list):len(list)], size)
}

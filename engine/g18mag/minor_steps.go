package g18mag

import (
	"slices"

	"railpost/engine"
)

// The turn of a minor (VI.3.1): track, station, scrapping, running, trains.
// Income comes with running. Each step has a file of its own; here stands which
// step is asked when (actions.md 6).

// minorCan says whether a step of the operating minor asks for a decision now.
// It looks at the minor and at what it did in its turn, not at the present step.
func (s *State) minorCan(step Step) bool {
	c := s.company()
	switch step {
	case stepTrack:
		return s.Turn.Laid == 0 || s.Turn.Laid < mostLays && s.purse(c) >= extraTile
	case stepStation:
		return s.stationRefusal() == nil && len(s.stationPlaces()) > 0
	case stepScrap:
		return len(s.Minors[c].Trains) > 0
	case stepRun:
		return len(s.Minors[c].Trains) > 0 && s.canRun(c)
	case stepTrains:
		return s.trainRefusal() == nil
	}
	return false
}

// minorVerbs are the orders of the operating minor: those of the present step,
// of later steps, and those of steps that are over, which say so.
func (s *State) minorVerbs() []engine.Verb {
	here := slices.Index(minorSteps, s.Turn.Step)
	verbs := make([]engine.Verb, 0, 8)
	var gone []engine.Verb
	for i, step := range minorSteps {
		for _, v := range s.verbsOf(step) {
			if i >= here {
				verbs = append(verbs, v)
				continue
			}
			v.Not = s.stepOver(step)
			gone = append(gone, v)
		}
	}
	return append(verbs, gone...)
}

func (s *State) verbsOf(step Step) []engine.Verb {
	switch step {
	case stepTrack:
		return []engine.Verb{s.layVerb(), s.tokenFirstVerb()}
	case stepStation:
		return []engine.Verb{s.stationVerb()}
	case stepScrap:
		return []engine.Verb{s.scrapVerb()}
	case stepRun:
		return []engine.Verb{s.runVerb(), s.serviceVerb()}
	case stepTrains:
		return []engine.Verb{s.buyTrainVerb()}
	}
	return nil
}

// stepOver refuses an order that comes too late in the turn (VI.3.1).
func (s *State) stepOver(step Step) func() *engine.Refusal {
	return func() *engine.Refusal {
		return engine.Forbid("VI.3.1", "18mag.no.step-over", companySay("company", s.company()), stepSay(step), engine.Term("now", stepKey(s.Turn.Step)))
	}
}

func stepKey(step Step) string { return "18mag.step." + string(step) }

package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// The turn of a minor (VI.3.1) has the steps track, station, scrapping, running and
// trains. Income comes with running. Each step has its own file; this one decides when
// each is open (VI.3.1, R-13).

// minorCan reports whether a step of the operating minor needs a decision now. It depends on the minor and on
// its earlier actions this turn, not on the present step.
func minorCan(s *State, step Step) bool {
	c := s.Company()
	switch step {
	case StepTrack:
		return s.Turn.Laid == 0 || s.Turn.Laid < MostLays && s.Purse(c) >= ExtraTile
	case StepStation:
		return stationRefusal(s) == nil && len(s.StationPlaces()) > 0
	case StepScrap:
		return len(s.Minors[c].Trains) > 0
	case StepRun:
		return len(s.Minors[c].Trains) > 0 && s.CanRun(c)
	case StepTrains:
		return mayBuyTrain(s)
	}
	return false
}

// minorVerbs returns the orders of the operating minor: those of the present and later
// steps, and those of past steps, which are refused with a reason.
func minorVerbs(s *State) []engine.Verb {
	here := slices.Index(MinorSteps, s.Turn.Step)
	verbs := make([]engine.Verb, 0, mostVerbs)
	for _, step := range MinorSteps[here:] {
		verbs = appendVerbs(s, verbs, step)
	}
	for _, step := range MinorSteps[:here] {
		open, over := len(verbs), stepOver(s, step)
		verbs = appendVerbs(s, verbs, step)
		for i := range verbs[open:] {
			verbs[open+i].Not = over
		}
	}
	return verbs
}

// mostVerbs is room for the orders of all steps and those of every turn.
const mostVerbs = 10

func appendVerbs(s *State, verbs []engine.Verb, step Step) []engine.Verb {
	switch step {
	case StepTrack:
		return append(verbs, layVerb(s), tokenFirstVerb(s))
	case StepStation:
		return append(verbs, stationVerb(s))
	case StepScrap:
		return append(verbs, scrapVerb(s))
	case StepRun:
		return append(verbs, runVerb(s), serviceVerb(s))
	}
	return append(verbs, buyTrainVerb(s))
}

// stepOver refuses an order whose step is over: either it cannot be carried out in this
// position, or it comes too late in the turn (VI.3.1, VI.4.1).
func stepOver(s *State, step Step) func() *engine.Refusal {
	return func() *engine.Refusal {
		if r := cannot(s, step); r != nil {
			return r
		}
		return engine.Forbid(turnSection(s.Company()), key.NoStepOver, CompanySay("company", s.Company()), StepSay("step", step), StepSay("now", s.Turn.Step))
	}
}

// cannot explains why the operating company cannot take a step; nil if it can.
func cannot(s *State, step Step) *engine.Refusal {
	c := s.Company()
	switch {
	case step == StepTrack && s.Turn.Laid == MostLays:
		return engine.Forbid("VI.3.2", key.NoTilesLaid, CompanySay("company", c), engine.Int("n", MostLays))
	case step == StepTrack && s.Turn.Laid > 0 && s.Purse(c) < ExtraTile:
		return engine.Forbid("VI.3.2", key.NoTileDear, CompanySay("company", c), engine.Int("n", ExtraTile), engine.Int("treasury", s.Purse(c)))
	case step == StepStation:
		return stationRefusal(s)
	case step == StepScrap || step == StepRun:
		return runRefusal(s)
	}
	return nil
}

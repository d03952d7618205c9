package sheet

import (
	"railpost/engine"
	"railpost/engine/rail/key"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// View is the common part of the views of 18xx titles. Embed it; S is the title's position.
type View[S interface {
	World() *track.World
	Words() trackword.Ground
}] struct{ engine.Silent }

// Kinds of steps with times of their own.
const (
	StepDraft   = "draft"
	StepShare   = "share"
	StepCompany = "company"
	StepOffer   = "offer"
)

// Steps lists them.
func (View[S]) Steps() []string { return []string{StepDraft, StepShare, StepCompany, StepOffer} }

// Routines are those of stock rounds and of companies that only run.
func (View[S]) Routines() []engine.Routine {
	return []engine.Routine{
		{Words: "pass the stock round", Step: StepShare, Lines: []string{"pass"}, Round: true},
		{Words: "run best and pay out", Step: StepCompany, Lines: []string{"default"}},
	}
}

// Places returns the hexes by the names of cities and towns.
func (View[S]) Places(view engine.Position) map[string]string { return view.(S).World().Map.Places() }

// Renamed returns orders with the numbers that cities have in another position.
func (View[S]) Renamed(lines []string, was, is engine.Position) []string {
	now, before := is.(S).Words(), was.(S).Words()
	return now.Renamed(lines, before.Board)
}

// Worth is the earnings of the best routes; if the search was cut short, their lower and upper bound.
func Worth(name string, best running.Plan) engine.Arg {
	if best.Bound <= best.Revenue {
		return engine.Int(name, best.Revenue)
	}
	return engine.Say(name, engine.Msg(key.SheetWorth, engine.Int("n", best.Revenue), engine.Int("most", best.Bound)))
}

package view

import (
	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/advise/turns"
	"railpost/engine/games/russian"
)

// Kinds of steps with times of their own.
const (
	stepStart = "start"
	stepPlace = "place"
	stepMove  = "move"
	stepBonus = "bonus"
)

// Steps lists them.
func (View) Steps() []string { return []string{stepStart, stepPlace, stepMove, stepBonus} }

// StepOf returns the kind of step that a seat is asked for.
func (View) StepOf(p engine.Position, seat engine.Seat) string {
	s := p.(*russian.State)
	switch {
	case seat != s.Actor || s.Over():
		return ""
	case s.Pending > 0:
		return stepBonus
	case s.Phase == russian.Starting:
		return stepStart
	case s.Phase == russian.Reusing:
		return stepMove
	}
	return stepPlace
}

// whole is the title that lists of orders are asked of.
var whole engine.Title = struct {
	russian.Rules
	View
}{}

// Default passes, leaves a worker on its turn-order space, and takes the points in place of an end bonus card,
// which is always allowed (R20). Only a start bonus card must be taken (Set-up): the one that is worth most.
func (v View) Default(p engine.Position, seat engine.Seat) string {
	s := p.(*russian.State)
	switch v.StepOf(s, seat) {
	case stepBonus:
		return "endcard points"
	case stepStart:
		best, _, _ := turns.Best(advise.Beginning(whole, s, seat, "start", 0, 0).Choices, func(c advise.Found) int { return v.Worth(c.After, seat, c.Stopped) })
		return best.Line
	case stepMove:
		return turns.Begin(whole, s, seat).First("move turn-1 stay", "move turn-2 stay")
	case stepPlace:
		return "pass"
	}
	return ""
}

package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// Kinds of steps that have times of their own.
const (
	stepBid    = "bid"
	stepAction = "action"
)

// Steps lists them.
func (View) Steps() []string { return []string{stepBid, stepAction} }

// StepOf returns the kind of step that a seat is asked for.
func (View) StepOf(p engine.Position, seat engine.Seat) string {
	s := p.(*tycoon.State)
	switch {
	case seat != s.Actor() || s.Over():
		return ""
	case s.Stage == tycoon.StageAuction:
		return stepBid
	}
	return stepAction
}

// Default passes: a bid and an action can always be forgone (Auction for first player,
// Player actions, R3), and either may cost shares.
func (View) Default(p engine.Position, seat engine.Seat) string {
	if s := p.(*tycoon.State); seat == engine.Nobody || seat != s.Actor() {
		return ""
	}
	return "pass"
}

package view

import (
	"math/bits"
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/advise/turns"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

const (
	usualBudget = 300 // answers tried for one space
	usualLeast  = 100 // least advantage of a placement over passing, in units of Worth
)

// Usual returns the line worth most among those of a quick search: one payment for each space, and for each the
// first ways to carry it out. It returns none if passing would be about as good, unless passing is the only
// choice.
func (v View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	s := p.(*russian.State)
	if seat < 0 || seat != s.Actor || s.Over() {
		return engine.Turn{}
	}
	var best, pass idea
	tx, lines, passes := engine.Look(s, seat), 0, false
	for _, verb := range engine.Firsts(tx) {
		for a := range verb.Complete() {
			if a.Verb.Name == "place" && !usualPieces(s, a.Args) {
				continue
			}
			search := engine.Search{Budget: usualBudget, Late: true, Skip: func(p engine.Position, verb engine.Verb) bool { return v.Hints(p, verb).Quiet }}
			search.Yield = func(c engine.Choice) bool {
				i := idea{c, v.Worth(c.After, seat, c.Stopped)}
				if a.Verb.Name == "pass" {
					pass, passes = i, true
				} else if lines++; lines == 1 || i.worth > best.worth {
					best = i
				}
				return true
			}
			search.Lines(tx, a)
		}
	}
	least := usualLeast
	if works(s, seat) { // a later pass scores the same, but the worker is of no use by then
		least = 1 - worthPoint*s.PassPoints(seat)
	}
	switch {
	case passes && lines == 0:
		best = pass
	case passes && best.worth < pass.worth+least:
		return engine.Turn{}
	}
	best.Spell()
	return engine.Turn{Lines: []string{best.Line}, Aim: aim(s, best.Choice, seat)}
}

// works reports whether a seat has workers in hand.
func works(s *russian.State, seat engine.Seat) bool {
	me := &s.Players[seat]
	return me.Hand+me.Temps > 0 || me.BlackHand
}

// blunder reports whether a line passes with workers in hand although a space gains something.
func blunder(p engine.Position, seat engine.Seat, line string) bool {
	if line != "pass" || !works(p.(*russian.State), seat) {
		return false
	}
	lines := View{}.Usual(p, seat).Lines
	return len(lines) > 0 && lines[0] != line
}

// idea is a line and its worth.
type idea struct {
	engine.Choice
	worth int
}

// usualPieces reports whether a placement pays as players usually do: with the black worker
// for black track, and otherwise with pieces that are lost at the end of the round first.
func usualPieces(s *russian.State, args engine.Args) bool {
	sp, pay := russian.Placement(args)
	has := s.Players[s.Actor].Supply()
	left := sp.Workers
	take := func(n int) int {
		n = min(n, left)
		left -= n
		return n
	}
	var want russian.Pay
	claims := sp.Effect[0].Op == russian.OpClaim
	if !claims && slices.ContainsFunc(sp.Effect, givesBlack) {
		want.Black = take(has.Black)
	}
	if !claims {
		want.Temp = take(has.Temp)
	}
	want.Own = take(has.Own)
	want.Black += take(has.Black - want.Black)
	want.Temp += take(has.Temp - want.Temp)
	want.Ruble = take(has.Ruble-sp.Rubles) + sp.Rubles
	return pay == want
}

func givesBlack(p russian.Part) bool {
	return p.Op == russian.OpTrack && p.Colours&(1<<russian.Black) != 0
}

// aim tells briefly the purpose of a line: the first of these that applies.
func aim(s *russian.State, c engine.Choice, seat engine.Seat) engine.Message {
	after := c.After.(*russian.State)
	p, q := &s.Players[seat], &after.Players[seat]
	rounds := s.Rounds() - s.Round + 1
	more := q.Scoring().Total() - p.Scoring().Total()
	reach, black := 0, 0
	for r := range russian.Railway(russian.Railways) {
		reach, black = reach+q.Reach(r)-p.Reach(r), black+q.Track[r][russian.Black]-p.Track[r][russian.Black]
	}
	for c := russian.White; c > russian.Black; c-- {
		if q.Unlocked&^p.Unlocked&(1<<c) != 0 {
			return engine.Msg(key.AimUnlock, russian.ColourTerm(c))
		}
	}
	switch {
	case c.Line == "pass":
		return engine.Msg(key.AimPass)
	case q.Gained > p.Gained || q.Black && !p.Black:
		return engine.Msg(key.AimWorker)
	case len(q.Cards) > len(p.Cards):
		return engine.Msg(key.AimEndcard, engine.Int("n", russian.CardPoints(q, &russian.Book.EndCards[q.Cards[len(q.Cards)-1]-1])))
	case q.Used != p.Used:
		token := russian.Book.Tokens[bits.TrailingZeros32(q.Used&^p.Used)]
		return engine.Msg(key.AimToken, engine.Say("what", engine.Msg(key.DoesOf+"token-"+token)))
	case len(q.Engineers) > len(p.Engineers):
		return engine.Msg(key.AimEngineer)
	case after.Round == s.Round && !q.Passed && q.Score-p.Score > more*rounds:
		return engine.Msg(key.AimPoints, engine.Int("n", q.Score-p.Score))
	case more > 0 && rounds > 1:
		return engine.Msg(key.AimEachRound, engine.Int("n", more), engine.Int("rounds", rounds))
	case more > 0:
		return engine.Msg(key.AimLastScoring, engine.Int("n", more))
	case claimOf(after, seat) > 0 && claimOf(after, seat) != claimOf(s, seat):
		return engine.Msg(key.AimClaim)
	case q.Temps > p.Temps || q.Rubles > p.Rubles:
		return engine.Msg(key.AimPieces)
	case q.Factories != p.Factories:
		return engine.Msg(key.AimFactory)
	case reach > 0:
		return engine.Msg(key.AimReach)
	case q.Doublers > p.Doublers:
		return engine.Msg(key.AimDoublers)
	case black > 0:
		return engine.Msg(key.AimTrack)
	}
	return engine.Msg(key.AimLater)
}

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

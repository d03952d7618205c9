package plan

import (
	"railpost/engine"
)

// OnlyYou is why a usual turn would not be played: the game knows none where only the player can
// choose, as in a draft.
var OnlyYou = &engine.Refusal{}

// aheadMost bounds how many orders Ahead looks ahead.
const aheadMost = 60

// Ahead looks whether a plan would still be legal if its turn came after the others, and its
// owner until then, had given up what they can. known is false if that cannot be said, as
// when something hidden comes first.
func Ahead(g *engine.Game, p Plan) (known bool, line string, refusal *engine.Refusal) {
	if p.Late || len(p.Lines) > 0 && p.Lines[0] == Harmless {
		return false, "", nil
	}
	on, usual := g.Clone(), len(p.Lines) > 0 && p.Lines[0] == UsualTurn
	on.Pos = g.Pos.View(p.Seat)
	for range aheadMost {
		p.Pass(on, false, false)
		due, over := p.Due(on)
		if over || p.Reply {
			return false, "", nil
		}
		switch {
		case due && usual && len(on.Title.Usual(on.Pos, p.Seat).Lines) == 0:
			return true, UsualTurn, OnlyYou
		case due && usual: // as it will be then
			return false, "", nil
		case due:
			return tried(on, p)
		}
		next := giveUp(on, usual)
		if next == nil {
			return false, "", nil
		}
		on = next
	}
	return false, "", nil
}

// tried previews the lines of a plan whose turn has come.
func tried(on *engine.Game, p Plan) (known bool, line string, refusal *engine.Refusal) {
	out, err := on.Play(p.Seat, p.Lines, engine.Mode{Preview: true})
	if err != nil {
		return false, "", nil
	}
	for i, v := range out.Verdicts {
		if v.Refusal != nil && i > 0 && v.Refusal.Code == engine.NotAsked && Awaits(v.Met, p.Seat) {
			return true, "", nil
		}
		if v.Refusal != nil {
			return true, v.Line, v.Refusal
		}
	}
	return true, "", nil
}

// giveUp returns the game after somebody has given up what is asked, or else begun their
// usual turn, or, with harmless, done what does the least harm; nil if that would reveal
// something or is not possible.
func giveUp(on *engine.Game, harmless bool) *engine.Game {
	waiting := on.Waiting()
	if len(waiting) == 0 {
		return nil
	}
	s := waiting[0]
	lines := []string{"done", "pass"}
	for i := 0; i < len(lines); i++ {
		r, err := on.Try(s, lines[i], true)
		if err == nil && r.Stopped {
			return nil
		}
		if err == nil {
			return on.After(r)
		}
		if i == 1 {
			view := on.Pos.View(s)
			lines = append(lines, on.Title.Usual(view, s).Lines...)
			lines = lines[:min(len(lines), 3)]
			if harmless {
				lines = append(lines, on.Title.Default(view, s))
			}
		}
	}
	return nil
}

package plan

import (
	"slices"

	"railpost/engine"
)

// OnlyYou is the refusal of a usual turn when the game has none, since only the player can choose, as in a draft.
var OnlyYou = &engine.Refusal{}

// aheadMost bounds the orders that Ahead looks ahead.
const aheadMost = 60

// Outlook is the expected result of a plan in its turn.
type Outlook struct {
	Known   bool            // predictable: nothing hidden comes first
	Now     bool            // its turn has come
	Line    string          // the first refused line
	Refusal *engine.Refusal // its refusal; nil: none
	Plays   []string        // its lines as they would be played, if it has alternatives or is a usual turn
	First   bool            // only its first line is judged: a rival may be asked before the others
}

// Ahead predicts the result of one of a seat's plans if its turn came after the others, and its owner until
// then, had declined as much as they can: the plans before it are played in their turns.
func Ahead(g *engine.Game, plans []Plan, i int) Outlook {
	p := plans[i]
	if p.Late || p.Reply || len(p.Lines) > 0 && p.Lines[0] == Harmless {
		return Outlook{}
	}
	on, usual := g.Clone(), len(p.Lines) > 0 && p.Lines[0] == UsualTurn
	on.Pos = g.Pos.View(p.Seat)
	ahead := slices.DeleteFunc(slices.Clone(plans[:i]), func(p Plan) bool { return !p.Certain() || p.Reply || p.Late || p.Sent })
	ahead = append(ahead, p)
	for step := range aheadMost {
		was := on
		next := firstDue(on, ahead)
		_, over := ahead[len(ahead)-1].Due(on)
		switch {
		case over:
			return Outlook{}
		case next < 0:
			on = giveUp(on, usual)
		case next < len(ahead)-1:
			on, ahead = playedAhead(on, ahead, next)
		case usual && len(on.Title.Usual(on.Pos, p.Seat).Lines) == 0:
			return Outlook{Known: true, Now: step == 0, Line: UsualTurn, Refusal: OnlyYou}
		case usual && step > 0: // as of that moment
			return Outlook{}
		case usual:
			p.Lines = on.Title.Usual(on.Pos, p.Seat).Lines
			o := tried(on, p, true)
			o.Plays = p.Lines
			return o
		default:
			return tried(on, ahead[len(ahead)-1], step == 0)
		}
		if on == nil {
			return Outlook{}
		}
		for k := range ahead {
			ahead[k].Rename(was, on, 0)
		}
	}
	return Outlook{}
}

// firstDue returns the index of the first plan whose turn has come, after all have noted the position; -1 if
// there is none.
func firstDue(on *engine.Game, plans []Plan) int {
	first := -1
	for i := range plans {
		p := &plans[i]
		p.Pass(on, false, false)
		if due, over := p.Due(on); due && !over && first < 0 {
			first = i
		}
	}
	return first
}

// playedAhead returns the game after the turn of a plan and the plans that are left, which wait for
// the turns after it; nil if the plan stops or ends before something hidden.
func playedAhead(on *engine.Game, plans []Plan, i int) (*engine.Game, []Plan) {
	p := plans[i]
	lines := p.Lines
	if len(lines) > 0 && lines[0] == UsualTurn {
		lines = on.Title.Usual(on.Pos, p.Seat).Lines
	}
	turn, _ := TurnOf(on, p.Seat)
	for _, line := range lines {
		r, err := on.Try(p.Seat, line, true)
		if err != nil || r.Stopped {
			return nil, nil
		}
		on = on.After(r)
	}
	plans = slices.Delete(plans, i, i+1)
	for k := range plans {
		plans[k].Begin(on, true, turn)
	}
	return on, plans
}

// tried previews the lines of a plan whose turn has come, now or after rivals have given up: then they may not
// have, and only the lines of one turn certainly follow each other.
func tried(on *engine.Game, p Plan, now bool) Outlook {
	out, err := on.Play(p.Seat, p.Lines, engine.Mode{Preview: true})
	if err != nil {
		return Outlook{}
	}
	o := Outlook{Known: true, Now: now}
	turn, _ := TurnOf(on, p.Seat)
	for i, v := range out.Verdicts {
		if is, _ := TurnOf(on, p.Seat); i > 0 && !now && (is == "" || is != turn) {
			o.First = true
			break
		}
		if v.Refusal != nil && i > 0 && v.Refusal.Code == engine.NotAsked && Awaits(v.Met, p.Seat) {
			break
		}
		if v.Refusal != nil {
			o.Line, o.Refusal = v.Line, v.Refusal
			return o
		}
		if v.Result != nil {
			o.Plays, on = append(o.Plays, v.Result.Line), on.After(v.Result)
		}
	}
	if !slices.ContainsFunc(p.Lines, func(line string) bool { return len(engine.Alternatives(line)) > 1 }) {
		o.Plays = nil
	}
	return o
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

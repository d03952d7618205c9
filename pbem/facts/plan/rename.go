package plan

import (
	"slices"

	"railpost/engine"
)

// Spelling is how the orders of a plan were written up to a record.
type Spelling struct {
	Until uint64   `json:"until"`
	Else  string   `json:"else,omitempty"`
	Lines []string `json:"lines,omitempty"`
}

// Rename lets the plan name places as they are called in the position that the game comes to
// from another. With back it goes back to that record: then the plan is as it was there.
func (p *Plan) Rename(was, is *engine.Game, back uint64) {
	now := Spelling{Until: was.Seq, Else: p.Else, Lines: p.Lines}
	then := now
	if i := slices.IndexFunc(p.Was, func(s Spelling) bool { return s.Until >= back }); back > 0 && p.Given <= back {
		if i >= 0 {
			then = p.Was[i]
		}
	} else {
		lines := is.Title.Renamed(slices.Concat([]string{p.Else}, p.Lines), was.Pos, is.Pos)
		then.Else, then.Lines = lines[0], lines[1:]
	}
	if then.Else == now.Else && slices.Equal(then.Lines, now.Lines) {
		return
	}
	p.Was = append(slices.Clip(p.Was), now)
	p.Else, p.Lines = then.Else, then.Lines
}

// first returns the plan as it was given.
func (p Plan) first() Plan {
	if len(p.Was) > 0 {
		p.Else, p.Lines = p.Was[0].Else, p.Was[0].Lines
	}
	return p
}

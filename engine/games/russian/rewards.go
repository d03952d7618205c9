package russian

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// rewards gives what is due on the railways: every reward as soon as all its conditions
// hold (Special spaces). Tokens fill the ? spaces in the order T13, P4, P6 (Orders by
// mail), which is the order of the specials. A player can skip parts of a reward, such
// as the white advances of T15 (R17).
func (s *State) rewards(tx *engine.Tx, depth int) {
	me := s.me()
	var asked []Frame
	for i := range Book.Specials {
		sp := &Book.Specials[i]
		if sp.bit == 0 || me.Taken&sp.bit != 0 || !me.meets(sp) {
			continue
		}
		me.Taken |= sp.bit
		f := Frame{From: key.SpecialOf + sp.ID, Depth: depth, Sign: "["}
		if sp.Reward[0].Op == OpQuestion {
			f.Ask, f.Arg = askToken, slices.Index(Book.QuestionSpaces, sp.ID)
			asked = append(asked, f)
			continue
		}
		s.open(tx, f, sp.Reward)
	}
	for i := len(asked) - 1; i >= 0; i-- {
		s.Stack.push(asked[i])
	}
}

// meets reports whether track and reach satisfy a special.
func (p *Player) meets(sp *Special) bool {
	return p.Track[sp.Railway][sp.Colour] >= sp.Space &&
		(!sp.NeedsReach || p.Reach(sp.Railway) >= sp.Space) &&
		(!sp.NeedsMedal || p.Medal)
}

// Reached reports whether a player has had a reward, or printed points count for them.
func (p *Player) Reached(sp *Special) bool { return p.Taken&sp.bit != 0 || p.meets(sp) }

package russian

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// RoundScore is one player's score at the end of a round (Scoring phase).
type RoundScore struct {
	Railways [Railways]int
	Industry int
}

// Total returns the sum.
func (s RoundScore) Total() int {
	sum := s.Industry
	for _, n := range s.Railways {
		sum += n
	}
	return sum
}

// Scoring returns a player's score if the round ended now.
func (p *Player) Scoring() RoundScore {
	var out RoundScore
	for r := range Railway(Railways) {
		out.Railways[r] = p.scoreRailway(r)
	}
	out.Industry = Book.Industry[p.Marker[0]].Points
	if p.Second {
		out.Industry += Book.Industry[p.Marker[1]].Points
	}
	return out
}

// scoreRailway counts every space within reach by the latest colour that is there or beyond, then adds the
// printed points of the railway (Scoring phase).
func (p *Player) scoreRailway(r Railway) int {
	sum := 0
	for space := 1; space <= min(Book.Length[r], p.Reach(r)); space++ {
		value := p.spaceValue(r, space)
		if r == Transsib && space <= p.Doublers {
			value *= 2
		}
		sum += value
	}
	extra := 0
	for i := range Book.Specials {
		sp := &Book.Specials[i]
		if sp.Railway != r || sp.bit != 0 || !p.meets(sp) {
			continue
		}
		if sp.Doubles {
			sum *= 2
		}
		extra += sp.Score
	}
	return sum + extra
}

func (p *Player) spaceValue(r Railway, space int) int {
	values := &Book.Values[0]
	if p.Revalued {
		values = &Book.Values[1]
	}
	for c := White; c > Black; c-- {
		if p.Track[r][c] >= space {
			return values[c]
		}
	}
	return values[Black]
}

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

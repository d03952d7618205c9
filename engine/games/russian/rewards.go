package russian

import (
	"railpost/engine"
)

// rewards gives what has become due on the railways: every reward at the first
// moment at which all its conditions hold (6). Tokens fill the ? spaces in the
// order T13, P4, P6 (13), which is the order of the specials.
func (s *State) rewards(tx *engine.Tx, depth int) {
	me := s.me()
	var asked []Frame
	for i := range book.specials {
		sp := &book.specials[i]
		if sp.bit == 0 || me.Taken&sp.bit != 0 || !me.meets(sp) {
			continue
		}
		me.Taken |= sp.bit
		f := Frame{From: "russian.special." + sp.id, Depth: depth, Sign: "["}
		if sp.reward[0].Op == opQuestion {
			f.Ask, f.Arg = askToken, questionSpace(sp.id)
			asked = append(asked, f)
			continue
		}
		s.open(tx, f, sp.reward)
	}
	for i := len(asked) - 1; i >= 0; i-- {
		s.push(asked[i])
	}
}

// meets says whether track and reach satisfy a special.
func (p *Player) meets(sp *special) bool {
	return p.Track[sp.railway][sp.colour] >= sp.space &&
		(!sp.loco || p.reach(sp.railway) >= sp.space) &&
		(!sp.medal || p.Medal)
}

func questionSpace(id string) int {
	i, _ := indexOf(book.qspaces, id)
	return i
}

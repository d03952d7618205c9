package russian

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

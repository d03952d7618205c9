package russian

// scored is what one player gets at the end of a round (10).
type scored struct {
	railways [railways]int
	industry int
}

func (s scored) total() int {
	sum := s.industry
	for _, n := range s.railways {
		sum += n
	}
	return sum
}

func (p *Player) scoring() scored {
	var out scored
	for r := range Railway(railways) {
		out.railways[r] = p.scoreRailway(r)
	}
	out.industry = book.industry[p.Marker[0]].points
	if p.Second {
		out.industry += book.industry[p.Marker[1]].points
	}
	return out
}

// scoreRailway counts every space within reach by the latest colour that stands
// there or beyond; then what is printed on the railway (10.1 to 10.3).
func (p *Player) scoreRailway(r Railway) int {
	sum := 0
	for space := 1; space <= min(book.length[r], p.reach(r)); space++ {
		value := p.spaceValue(r, space)
		if r == transsib && space <= p.Doublers {
			value *= 2
		}
		sum += value
	}
	extra := 0
	for i := range book.specials {
		sp := &book.specials[i]
		if sp.railway != r || sp.bit != 0 || !p.meets(sp) {
			continue
		}
		if sp.double {
			sum *= 2
		}
		extra += sp.score
	}
	return sum + extra
}

func (p *Player) spaceValue(r Railway, space int) int {
	values := &book.values[0]
	if p.Revalued {
		values = &book.values[1]
	}
	for c := white; c > black; c-- {
		if p.Track[r][c] >= space {
			return values[c]
		}
	}
	return values[black]
}

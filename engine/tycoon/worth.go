package tycoon

import "railpost/engine"

var _ engine.Ranker = (*State)(nil)

// Worth is how good a position looks to a seat, in hundredths of a point, so that
// lists show the better lines first. It is rough and quick.
func (s *State) Worth(seat engine.Seat) int {
	p := s.player(seat)
	worth := 100*p.Position - 140*p.Shares + 20*p.Money + 150*p.Engine + 60*s.income(p.Position)
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat {
			worth += s.linkGoods(l.From, l.To)
		}
	}
	for i := range s.Open {
		if s.Open[i].Owner == seat {
			worth += 60
		}
	}
	return worth + 120*len(p.Cards)
}

// linkGoods is what the goods at the ends of a link make of it.
func (s *State) linkGoods(a, b City) int {
	x, y := &s.Cities[a], &s.Cities[b]
	worth := 100 + 10*min(x.Cubes.Total()+y.Cubes.Total(), 6)
	if x.Colour != Gray {
		worth += 60 + 80*y.Cubes.Of(x.Colour)
	}
	if y.Colour != Gray {
		worth += 60 + 80*x.Cubes.Of(y.Colour)
	}
	return worth
}

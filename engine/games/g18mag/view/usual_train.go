package view

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18mag"
)

// Trains in the usual turn: the purchases with which the owner of a minor earns most in the remaining rounds.
// Money left to minors at the end is lost.

// fleet is a minor's trains, the smaller first; 0 is a free place.
type fleet [2]int

func fleetOf(s *g18mag.State, c g18mag.Company) (f fleet) {
	for _, size := range s.Minors[c].Trains {
		f = f.with(size)
	}
	return f
}

// with returns the fleet with a train in its free place.
func (f fleet) with(size int) fleet { return fleet{min(size, f[1]), max(size, f[1])} }

// revenues are the mean runs of trains of each size in the phases, in games of usual turns.
var revenues = map[int][4]int{2: {55, 80, 105, 130}, 3: {70, 115, 150, 200}, 4: {85, 150, 215, 280}, 6: {100, 180, 280, 415}}

// usualRun returns the mean run of a fleet in a phase. The larger train takes the better track.
func (f fleet) usualRun(phase int) int { return revenues[f[1]][phase] + revenues[f[0]][phase]*7/8 }

// prospect compares the purchases of a minor in the remaining rounds.
type prospect struct {
	s      *g18mag.State
	c      g18mag.Company
	phases []int         // of the remaining rounds, the present one first
	more   int           // of a run of this minor than usual
	last   map[fleet]int // runs in the last rounds
	known  map[standing]choice
}

// standing is a minor in its step of buying trains.
type standing struct {
	round int
	fleet fleet
	purse int
}

// choice is the train that a minor buys, if any, and the owner's income after that.
type choice struct{ size, income int }

func newProspect(s *g18mag.State, c g18mag.Company) *prospect {
	p := &prospect{s: s, c: c, phases: roundsAhead(s), last: map[fleet]int{}, known: map[standing]choice{}}
	if f := fleetOf(s, c); f[1] > 0 && !lastRounds(s) {
		p.more = s.BestWith(c, nil).Revenue - f.usualRun(s.Phase)
	}
	return p
}

// run returns the income from a fleet in a round.
func (p *prospect) run(round int, f fleet) int {
	switch {
	case f[1] == 0:
		return 0
	case !lastRounds(p.s):
		return max(0, f.usualRun(p.phases[round])+p.more)
	}
	n, ok := p.last[f]
	if !ok {
		with := p.s.Clone().(*g18mag.State)
		with.Minors[p.c].Trains = slices.DeleteFunc(f[:], func(size int) bool { return size == 0 })
		n = with.BestWith(p.c, nil).Revenue
		p.last[f] = n
	}
	return n
}

// buy returns the best purchase of a minor. One without a train buys any while it can run.
func (p *prospect) buy(at standing) choice {
	if c, ok := p.known[at]; ok {
		return c
	}
	best := choice{income: p.next(at.round+1, at.fleet, at.purse)}
	if at.fleet[0] == 0 {
		for _, t := range slices.Backward(p.s.Goods().Trains) {
			if t.Price > at.purse {
				continue
			}
			n := p.buy(standing{at.round, at.fleet.with(t.Size), at.purse - t.Price}).income
			if lastRounds(p.s) {
				n += lead(p.s, p.c, t.Seller, t.Share)
			}
			if n > best.income || n == best.income && best.size == 0 && at.fleet[1] == 0 && at.round+1 < len(p.phases) {
				best = choice{t.Size, n}
			}
		}
	}
	p.known[at] = best
	return best
}

// next returns the owner's income from a round on.
func (p *prospect) next(round int, f fleet, purse int) int {
	if round == len(p.phases) {
		return 0
	}
	most := p.after(round, f, purse)
	if f[0] > 0 {
		most = max(most, p.after(round, fleet{0, f[1]}, purse))
	}
	return most
}

// after returns the owner's income from the run of a round on.
func (p *prospect) after(round int, f fleet, purse int) int {
	half := p.run(round, f) / 2
	return half + p.buy(standing{round, f, purse + half}).income
}

// scrapSmall makes room for a better train.
func (u *usual) scrapSmall(c g18mag.Company) {
	s := u.Now()
	f := fleetOf(s, c)
	if !u.open(c, g18mag.StepScrap) || f[0] == 0 {
		return
	}
	p := newProspect(s, c)
	if p.after(0, fleet{0, f[1]}, s.Purse(c)) > p.after(0, f, s.Purse(c)) {
		u.Add("scrap " + strconv.Itoa(f[0]))
	}
}

// buyTrain buys the trains that gain most.
func (u *usual) buyTrain(c g18mag.Company) {
	for u.open(c, g18mag.StepTrains) {
		s := u.Now()
		size := newProspect(s, c).buy(standing{0, fleetOf(s, c), s.Purse(c)}).size
		if size == 0 || !u.Add("buy "+strconv.Itoa(size)) {
			return
		}
	}
}

// lastRounds reports whether the last operating rounds are played.
func lastRounds(s *g18mag.State) bool {
	return s.Stage == g18mag.Operating && s.EndSet > 0 && s.Set >= s.EndSet
}

// fees are the payments to a major from which its advantage to holders is estimated; one train's alone may just
// miss a move of the price, or just reach it.
const fees = 160

// lead is the advantage of the owner of a minor over the other player who holds most of a major, if that takes
// a fee and pays it out in this round.
func lead(s *g18mag.State, c, major g18mag.Company, fee int) int {
	owner, most := s.OwnerOf(c), 0
	for seat := range engine.Seat(s.Seats) {
		if seat != owner {
			most = max(most, s.Held(major, seat))
		}
	}
	paid, rise := gains(s, major, s.Purse(major))
	more, higher := gains(s, major, s.Purse(major)+fees)
	return (s.Held(major, owner) - most) / g18mag.Book.Structure.Share * (more + higher - paid - rise) * fee / fees
}

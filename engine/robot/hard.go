package robot

import (
	"math/rand/v2"
	"slices"

	"railpost/engine"
)

// A hard robot plays the game on in its head: flat Monte Carlo over a few lines. Each line is
// played out in the same imagined games, everybody going on with usual turns, and the lines
// that do worse are dropped until one is left (sequential halving).

// hard returns the line that does best in playouts.
func (m *mind) hard(ended func() error, rng *rand.Rand) []string {
	usual := m.normal(rng)
	f := m.title.Foresight(m.game.Pos, m.seat)
	if f.Lines == 0 {
		return usual
	}
	s := &search{mind: m, chance: f.Imagine != nil || f.Vary != nil, Foresight: f, rng: rng}
	if s.Lines > 1 {
		s.Lines *= m.times
	}
	s.Playouts *= m.times
	s.candidates(usual)
	for len(s.plans) > 1 && ended() == nil {
		s.halve(ended)
	}
	return s.plans[0].lines
}

// search is a mind that compares plans.
type search struct {
	*mind
	engine.Foresight
	rng    *rand.Rand
	plans  []*plan        // remaining plans, the best so far first
	worlds []*engine.Game // all plans are played out in the same
	rounds int
	chance bool // playouts in another world may end differently
}

// plan is a candidate for the robot's mail.
type plan struct {
	lines []string
	sum   int // sum of the values of its playouts
	at    int // number of playouts
}

// candidates finds the plans: the usual turn and the choices of the letter worth most.
func (s *search) candidates(usual []string) {
	s.plans = []*plan{{lines: usual}}
	if s.Variants != nil {
		for _, lines := range s.Variants(s.game.Pos, s.seat) {
			s.consider(s.legal(lines))
		}
	}
	choices := s.choices()
	slices.SortStableFunc(choices, byWorth)
	for _, c := range choices {
		if len(s.plans) >= s.Lines {
			break
		}
		if len(usual) > 0 && c.Line == usual[0] {
			continue // usual play decides the rest
		}
		if s.Blunder != nil && s.Blunder(s.game.Pos, s.seat, c.Line) {
			continue
		}
		s.consider(s.legal([]string{c.Line}))
	}
	for n := len(s.plans); n > 1; n = (n + 1) / 2 {
		s.rounds++
	}
}

// consider adds a plan, unless there is none or there is such a plan already.
func (s *search) consider(lines []string) {
	if lines != nil && !slices.ContainsFunc(s.plans, func(p *plan) bool { return slices.Equal(p.lines, lines) }) {
		s.plans = append(s.plans, &plan{lines: lines})
	}
}

// halve plays the plans that are left out some more and drops the worse half of them.
func (s *search) halve(ended func() error) {
	more := max(1, s.Playouts/s.rounds/len(s.plans))
	for range more {
		for _, p := range s.plans {
			s.playOut(ended, p)
		}
	}
	slices.SortStableFunc(s.plans, func(a, b *plan) int { return b.sum - a.sum }) // all were played out as often
	if s.plans = s.plans[:(len(s.plans)+1)/2]; !s.chance {
		s.plans = s.plans[:1]
	}
}

// world returns imagined game n.
func (s *search) world(n int) *engine.Game {
	for len(s.worlds) <= n {
		pos := s.game.Pos
		if s.Imagine != nil {
			pos = s.Imagine(pos, s.seat, s.rng)
		}
		if s.Vary != nil {
			pos = s.Vary(pos, s.seat, s.rng)
		}
		seed := make(engine.Seed, 32)
		for i := range seed {
			seed[i] = byte(s.rng.Uint32())
		}
		s.worlds = append(s.worlds, engine.Supposed(s.title, s.game.Setup, pos, seed))
	}
	return s.worlds[n]
}

// mostOrders ends a playout that leads nowhere.
const mostOrders = 3000

// playOut plays a plan out in the next of its worlds.
func (s *search) playOut(ended func() error, p *plan) {
	g := s.world(p.at)
	turn, turns := s.title.TurnOf(g.Pos, s.seat), 0
	g, _ = played(g, s.seat, p.lines)
	for orders := 0; !g.Pos.Over() && orders < mostOrders && ended() == nil; orders++ {
		seat := g.Waiting()[0]
		if seat == s.seat {
			now := s.title.TurnOf(g.Pos, seat)
			if now == "" || now != turn {
				turns++
			}
			if turn = now; s.Turns > 0 && turns > s.Turns {
				break
			}
		}
		next, ok := s.playNormally(g, seat)
		if !ok {
			break
		}
		g = next
	}
	s.chance = s.chance || len(g.Drawn) > 0
	p.sum += s.value(g.Pos)
	p.at++
}

// playNormally plays for a seat about as a normal robot does.
func (s *search) playNormally(g *engine.Game, seat engine.Seat) (*engine.Game, bool) {
	if next, n := played(g, seat, sketch(s.title, g.Pos, seat)); n > 0 {
		return next, true
	}
	m := mind{title: s.title, seat: seat, game: *g}
	next, n := played(g, seat, m.listed(s.rng))
	return next, n > 0
}

// played returns the game after the lines before the first refused one, and the number of those lines.
func played(g *engine.Game, seat engine.Seat, lines []string) (*engine.Game, int) {
	for i, line := range lines {
		r, err := g.Try(seat, line, false)
		if err != nil {
			return g, i
		}
		g = g.After(r)
	}
	return g, len(lines)
}

// value is the lead of the seat over the best of the others.
func (s *search) value(p engine.Position) int {
	of := func(seat engine.Seat) int { return s.title.Worth(p, seat, false) }
	if p.Over() {
		points := make([]int, s.game.Setup.Seats)
		for _, score := range s.title.Scores(p) {
			if int(score.Seat) < len(points) {
				points[score.Seat] = s.Point * score.Points
			}
		}
		of = func(seat engine.Seat) int { return points[seat] }
	}
	best, any := 0, false
	for seat := range engine.Seat(s.game.Setup.Seats) {
		if seat == s.seat {
			continue
		}
		if w := of(seat); !any || w > best {
			best, any = w, true
		}
	}
	return of(s.seat) - best
}

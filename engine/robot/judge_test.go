package robot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
)

// Moves of hard robots, drawn from their games by a seed, are looked at again by a search with so many times the lines
// and the playouts. Where it prefers another move, both are played out to the end of the game.
const longer = 10

// slips is how often, in hundredths, a player in a judged game plays any choice of the letter: otherwise the rest of
// a game without chance would always be the same.
const slips = 10

// Most chance to win, in hundredths, that a move may lose: one in twenty more than costly, none more than fatal.
const costly, fatal = 10, 33

// decision is a move of a robot.
type decision struct {
	game  *engine.Game
	seat  engine.Seat
	lines []string
}

func TestJudged(t *testing.T) {
	seed := level.Seed(t, 43)
	moves, ends := level.Of(1, 4, 40), level.Of(4, 10, 60)
	first, _ := titles.Match("russian") // whose playouts are short
	for _, title := range level.Of([]engine.Title{first}, []engine.Title{first}, titles.All()) {
		rng := rand.New(rand.NewPCG(seed, 0))
		bad := 0
		for i, d := range drawn(t, title, seed, moves, rng) {
			loss, told := judge(t, d, ends, rng)
			if t.Logf("%s, seed %d, move %d: %s", title.Name(), seed, i, told); loss > costly {
				bad++
			}
			if loss > fatal && level.Long() {
				t.Errorf("%s: move %d gives the game away", title.Name(), i)
			}
		}
		if t.Logf("%s: %d of %d moves lose more than %d %%", title.Name(), bad, moves, costly); bad*20 > moves && level.Long() {
			t.Errorf("%s: too many costly moves", title.Name())
		}
	}
}

// drawn plays games of three hard robots, and draws moves in which they had a choice.
func drawn(t *testing.T, title engine.Title, seed uint64, n int, rng *rand.Rand) []decision {
	const games = 2 // enough for the moves that are drawn
	var all []decision
	for i := range games {
		name := fmt.Sprintf("judged-%d-%d", seed, i)
		g, _, err := engine.Begin(name, title, engine.Setup{Seats: 3}, make([]string, 3), engine.Seed(name))
		expect.NoError(t, err)
		for turns := 0; !g.Pos.Over() && (level.Long() || turns < 6); turns++ {
			seat := g.Waiting()[0]
			strength := Hard
			if turns < 12 && i > 0 {
				strength = Easy
			}
			m := mindOf(g, seat)
			lines, err := Longer(t.Context().Err, title, g.Setup, g.Pos.View(seat), seat, strength, 1, rng)
			expect.NoError(t, err)
			if strength == Hard && len(m.choices()) > 1 {
				all = append(all, decision{g, seat, lines})
			}
			out, err := g.Play(seat, lines, engine.Mode{})
			expect.NoError(t, err)
			g = out.Game
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

func mindOf(g *engine.Game, seat engine.Seat) *mind {
	return &mind{times: 1, title: g.Title, seat: seat, game: engine.Game{Title: g.Title, Setup: g.Setup, Pos: engine.Memo(g.Pos.View(seat))}}
}

// judge returns how much chance to win a move loses to that of the longer search, in hundredths, and tells of it.
func judge(t *testing.T, d decision, ends int, rng *rand.Rand) (int, string) {
	better, err := Longer(t.Context().Err, d.game.Title, d.game.Setup, d.game.Pos.View(d.seat), d.seat, Hard, longer, rng)
	expect.NoError(t, err)
	told := fmt.Sprintf("record %d, seat %d: %s", d.game.Seq, d.seat, strings.Join(d.lines, "; "))
	if slices.Equal(better, d.lines) {
		return 0, told + ": the same"
	}
	m := mindOf(d.game, d.seat)
	s := &search{mind: m, Foresight: m.title.Foresight(m.game.Pos, m.seat), rng: rng}
	var won [2]float64
	for n := range ends {
		for i, lines := range [][]string{d.lines, better} {
			won[i] += s.toTheEnd(s.world(n), lines, uint64(n))
		}
	}
	loss := int(100 * (won[1] - won[0]) / float64(ends))
	return loss, fmt.Sprintf("%s: longer %s; wins %.1f and %.1f of %d: loses %d %%", told, strings.Join(better, "; "), won[0], won[1], ends, loss)
}

// toTheEnd plays lines and the rest of a game, with slips, and returns the seat's part of the victory.
func (s *search) toTheEnd(g *engine.Game, lines []string, seed uint64) float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	g, _ = played(g, s.seat, lines)
	for orders := 0; !g.Pos.Over() && orders < mostOrders; orders++ {
		seat := g.Waiting()[0]
		if rng.IntN(100) < slips {
			m := mindOf(g, seat)
			choices := m.choices()
			rng.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
			if next, n := played(g, seat, m.first(choices, rng)); n > 0 {
				g = next
				continue
			}
		}
		next, ok := s.playNormally(g, seat)
		if !ok {
			break
		}
		g = next
	}
	scores := s.title.Scores(g.Pos)
	first := engine.Count(scores, func(x engine.Score) bool { return x.Rank == 1 })
	for _, x := range scores {
		if x.Seat == s.seat && x.Rank == 1 {
			return 1 / float64(first)
		}
	}
	return 0
}

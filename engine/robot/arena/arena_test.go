package arena_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/tram"
	"railpost/engine/robot"
	"railpost/engine/robot/arena"
	"railpost/engine/titles"
)

// atRandom gives any legal line.
func atRandom(title engine.Title) arena.Player {
	return arena.Player{Name: "random", Choose: func(_ context.Context, _ engine.Setup, view engine.Position, seat engine.Seat, rng *rand.Rand) ([]string, error) {
		return []string{advise.RandomLine(rng, title, view, seat)}, nil
	}}
}

// A random player among random players is no better; an arena can be repeated exactly.
func TestEquals(t *testing.T) {
	a := arena.Arena{Title: tram.Title{}, Players: []arena.Player{atRandom(tram.Title{}), atRandom(tram.Title{})}, Seats: 3, Games: 200}
	r := expect.Get(a.Run(t.Context()))(t)
	if r.Test.Verdict() == arena.Better || r.Rows[0].Played != r.Games || r.Rows[1].Played != 2*r.Games {
		t.Errorf("%+v", r)
	}
	if won := r.Rows[0].Wins + r.Rows[1].Wins; math.Abs(won-float64(r.Games)) > 1e-6 {
		t.Errorf("%v victories in %d games", won, r.Games)
	}
	again, err := a.Run(t.Context())
	if err != nil || again.Test != r.Test {
		t.Errorf("%+v, %v", again, err)
	}
}

// Equal arenas play equal games after the mails of an opening; another seed plays different ones.
func TestEqualSeeds(t *testing.T) {
	title := titles.All()[slices.IndexFunc(titles.All(), func(t engine.Title) bool { return t.Name() == "russian" })]
	for _, opening := range []int{0, 9} {
		run := func(seed uint64) arena.Result {
			players := []arena.Player{arena.Robot(title, robot.Normal, 1), arena.Robot(title, robot.Easy, 1)}
			r, err := arena.Arena{Title: title, Players: players, Seats: 3, Games: level.Of(1, 2, 2), Seed: seed, Opening: opening}.Run(t.Context())
			expect.NoError(t, err)
			return r
		}
		a, again, other := run(5), run(5), run(6)
		if !slices.Equal(a.Rows, again.Rows) || slices.Equal(a.Rows, other.Rows) {
			t.Errorf("opening of %d: %+v, again %+v, with another seed %+v", opening, a.Rows, again.Rows, other.Rows)
		}
	}
}

// The test of a player who always wins, or never does, is decided as early as its bounds say.
func TestSequential(t *testing.T) {
	for _, c := range []struct {
		win   float64
		games int
		want  arena.Verdict
	}{{1, 12, arena.Better}, {0, 19, arena.Not}} { // ln 19 = 2.94; a win is ln 1.3, a loss ln 0.85
		test := arena.Test{Share: 1. / 3}
		n := 0
		for ; test.Verdict() == arena.Open; n++ {
			test.Add(c.win)
		}
		expect.Same(t, c.win, n, c.games)
		expect.Same(t, c.win, test.Verdict(), c.want)
	}
}

func TestIntervals(t *testing.T) {
	r := arena.Row{Played: 10, Wins: 5, Points: 100, Square: 1090}
	rate, low, high := r.WinRate()
	if rate != 0.5 || math.Abs(low-0.237) > 0.001 || math.Abs(high-0.763) > 0.001 {
		t.Errorf("%v, %v to %v", rate, low, high)
	}
	if mean, half := r.Mean(); mean != 10 || math.Abs(half-1.96) > 0.001 { // variance 90/9, of 10
		t.Errorf("%v +/- %v", mean, half)
	}
}

// A refused order ends an arena.
func TestRefused(t *testing.T) {
	wrong := arena.Player{Name: "wrong", Choose: func(context.Context, engine.Setup, engine.Position, engine.Seat, *rand.Rand) ([]string, error) {
		return []string{"fly to the moon"}, nil
	}}
	_, err := arena.Arena{Title: tram.Title{}, Players: []arena.Player{wrong, wrong}, Seats: 2, Games: 1}.Run(t.Context())
	var r *engine.Refusal
	if !errors.As(err, &r) || !strings.Contains(err.Error(), "wrong") {
		t.Errorf("%v", err)
	}
}

// Each level beats the one below it, in every title.
func TestLevels(t *testing.T) {
	level.NeedLong(t)
	levels := robot.Levels()
	for _, title := range titles.All() {
		for i, strong := range levels[1:] {
			t.Run(title.Name()+"-"+string(strong), func(t *testing.T) {
				players := []arena.Player{arena.Robot(title, strong, 1), arena.Robot(title, levels[i], 1)}
				r, err := arena.Arena{Title: title, Players: players, Seats: 3, Games: 200, Seed: 1}.Run(t.Context())
				if t.Logf("%+v", r); err != nil || r.Test.Verdict() != arena.Better {
					t.Errorf("%s against %s: %s, %v", strong, levels[i], r.Test.Verdict(), err)
				}
			})
		}
	}
}

package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// mostTurns is the maximum number of usual turns in a game.
const mostTurns = 3000

// PlayUsual plays a game of usual turns alone to its end: each as proposed, and only for
// the acting seat. If nothing is usual, it plays the first choice. look, if not nil, is
// called before each turn. PlayUsual returns the end, and how often each verb was usual; a
// verb of want that never is fails the test.
func PlayUsual(t *testing.T, title engine.Title, seats int, look func(p engine.Position, seat engine.Seat, lines []string), want ...string) engine.Position {
	t.Helper()
	g, _, err := engine.Begin("usual", title, engine.Setup{Seats: seats}, make([]string, seats), engine.Seed("usual turns"))
	expect.NoError(t, err)
	count := map[string]int{}
	for turns := 0; !g.Pos.Over(); turns++ {
		if turns > mostTurns {
			t.Fatalf("%d seats: not over after %d turns", seats, turns)
		}
		seat := g.Waiting()[0]
		lines := usualOf(t, g, seat)
		if look != nil {
			look(g.Pos, seat, lines)
		}
		for _, l := range lines {
			verb, _, _ := strings.Cut(l, " ")
			count[verb]++
		}
		if len(lines) == 0 {
			lines = []string{advise.List(title, g.Pos, seat, "", 1, 1).Choices[0].Line}
		}
		out, err := g.Play(seat, lines, engine.Mode{})
		if err != nil || out.Refused || len(out.Records) == 0 {
			t.Fatalf("%d seats, seat %d: the usual turn %q: refused %v, %v", seats, seat, lines, out.Refused, err)
		}
		g = out.Game
	}
	for _, verb := range want {
		if count[verb] == 0 {
			t.Errorf("%d seats: %q is never usual: %v", seats, verb, count)
		}
	}
	return g.Pos
}

// usualOf returns the usual turn of an acting seat; other seats have none.
func usualOf(t *testing.T, g *engine.Game, seat engine.Seat) (own []string) {
	t.Helper()
	for other := range engine.Seat(g.Setup.Seats) {
		lines := g.Title.Usual(g.Pos, other).Lines
		switch {
		case other == seat:
			own = lines
		case lines != nil && !slices.Contains(g.Waiting(), other):
			t.Fatalf("seat %d has the usual turn %q while seat %d acts", other, lines, seat)
		}
	}
	return own
}

// defaultsPlayed checks the orders played for a seat that does not answer in time: they are legal, harmless and
// known to the seat; and each step has a kind.
func defaultsPlayed(b *bench, games []*played) {
	if !b.hasDefaults(games) {
		b.Skip("the title has no defaults")
	}
	each(games, func(g *played, s sample) {
		for seat := range engine.Seat(s.game.Setup.Seats) {
			b.defaultOf(s.where, s.game, seat)
			if b.o.Hide == nil {
				continue
			}
			line := b.title.Default(s.game.Pos, seat)
			if other := b.title.Default(b.o.Hide(s.game.Pos.Clone(), seat, b.rng), seat); other != line {
				b.fault(s.where, "the default of seat %d is %q, and %q where others hold something else", seat, line, other)
			}
		}
	})
}

// hasDefaults reports whether the title has any default.
func (b *bench) hasDefaults(games []*played) bool {
	return slices.ContainsFunc(games, func(g *played) bool {
		waiting := g.start.Waiting()
		return len(waiting) > 0 && b.title.Default(g.start.Pos, waiting[0]) != ""
	})
}

// defaultOf checks the default of a seat, and returns it with the game after it.
func (b *bench) defaultOf(where string, g *engine.Game, seat engine.Seat) (string, *engine.Result) {
	waits := slices.Contains(g.Waiting(), seat)
	view := g.Pos.View(seat)
	line := b.title.Default(view, seat)
	if full := b.title.Default(g.Pos, seat); full != line {
		b.fault(where, "the default of seat %d is %q, by its view %q", seat, full, line)
	}
	if kind, kinds := b.title.StepOf(view, seat), b.title.Steps(); waits != slices.Contains(kinds, kind) && len(kinds) > 0 {
		b.fault(where, "seat %d, asked %s, has the kind of step %q", seat, asks(g.Pos, seat), kind)
	}
	switch {
	case !waits && b.title.TurnOf(view, seat) != "":
		b.fault(where, "seat %d has a turn, %q, and is not asked", seat, b.title.TurnOf(view, seat))
	case !waits && line != "":
		b.fault(where, "seat %d has the default %q and is not asked", seat, line)
	case waits && line == "":
		b.fault(where, "seat %d, asked %s, has no default", seat, asks(g.Pos, seat))
	}
	if line == "" {
		return "", nil
	}
	r, err := g.Try(seat, line, false)
	switch {
	case err != nil:
		b.fault(where, "the default of seat %d, %q, is refused: %v", seat, line, err)
		return "", nil
	case b.o.Harm != nil:
		if harm := b.o.Harm(g.Pos, r.Pos, seat); harm != "" {
			b.fault(where, "the default of seat %d, %q: %s", seat, line, harm)
		}
	}
	return line, r
}

// defaultsEnd plays the games again with seats that do not answer: all of them, and one
// among others who now and then do, at random or as usual. They come to their end.
func defaultsEnd(b *bench, games []*played) {
	if !b.hasDefaults(games) {
		b.Skip("the title has no defaults")
	}
	for i, g := range games {
		if g.fault != nil {
			continue
		}
		if err := b.replayAbsent(g, func(engine.Seat) bool { return true }); err != nil {
			b.fault(g.name, "nobody answers: %v", err)
		}
		if (i+1)%(len(games)/len(b.o.Seats)) != 0 {
			continue // one for each number of seats; the last has any options
		}
		never := engine.Seat(b.rng.IntN(g.start.Setup.Seats + 1)) // or all answer now and then
		if err := b.replayAbsent(g, func(s engine.Seat) bool { return s == never || b.rng.IntN(absences) == 0 }); err != nil {
			b.fault(g.name, "seat %d does not answer: %v", never, err)
		}
	}
}

// absences: players miss one answer in this many.
const absences = 3

// idleMoves limits a game that goes on for ever when nobody acts.
const idleMoves = 100

func (b *bench) replayAbsent(g *played, absent func(engine.Seat) bool) error {
	again := &played{name: g.name, start: g.start, final: g.start.Clone(), usual: true}
	rng := rand.New(rand.NewPCG(b.o.Seed, uint64(len(g.records))))
	all := true
	for n := 0; !again.final.Pos.Over(); n++ {
		if n > b.o.MaxMoves {
			return fmt.Errorf("not over after %d orders", n)
		}
		if b.o.Endless && all && n > idleMoves {
			return nil
		}
		seat := again.final.Waiting()[0]
		var r *engine.Result
		away := absent(seat)
		if away {
			_, r = b.defaultOf(again.where(), again.final, seat)
		}
		all = all && away
		if r == nil {
			line := again.usualLine(rng, seat)
			if line == "" {
				line = advise.RandomLine(rng, b.title, again.final.Pos, seat)
			}
			var err error
			if r, err = again.final.Try(seat, line, false); err != nil {
				return fmt.Errorf("%q is refused: %w", line, err)
			}
		}
		again.final.Take(seat, r)
	}
	return nil
}

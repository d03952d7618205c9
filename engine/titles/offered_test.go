package titles

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// wander plays at random and visits the positions on the way, until visit has seen
// enough.
func wander(t *testing.T, title string, seats int, visit func(g *engine.Game, seat engine.Seat) (enough bool)) {
	t.Helper()
	for seed := range uint64(12) {
		g, _, err := engine.Begin("x", Find(title), engine.Setup{Seats: seats}, []string{"Ana", "Ben", "Cleo"}[:seats], engine.Seed("offered"))
		expect.NoError(t, err)
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 250 {
			waiting := g.Waiting()
			if len(waiting) == 0 {
				break
			}
			if visit(g, waiting[0]) {
				return
			}
			out, err := advise.Play(g, waiting[0], []string{advise.RandomLine(rng, g.Title, g.Pos, waiting[0])}, engine.Mode{}, advise.Words{})
			expect.NoError(t, err)
			g = out.Game
		}
	}
	t.Errorf("%s: no such position was met", title)
}

// verdict returns the verdict of a preview on one line.
func verdict(t *testing.T, g *engine.Game, seat engine.Seat, line string) advise.Verdict {
	t.Helper()
	out := expect.Get(advise.Play(g, seat, []string{line}, engine.Mode{Preview: true}, advise.Words{}))(t)
	return out.Verdicts[0]
}

// A line that lacks one word is completed: by exactly that line if one fits, or else by all that do.
func TestLinesWithoutAWord(t *testing.T) {
	runs, lays := 0, 0
	wander(t, "18mag", 3, func(g *engine.Game, seat engine.Seat) bool {
		if len(advise.List(g.Title, g.Pos, seat, "run", 1, 1).Choices) > 0 {
			if r := verdict(t, g, seat, "run").Refusal; r == nil || len(r.Near) != 1 || !strings.HasPrefix(r.Near[0], "run ") {
				t.Errorf("run: %+v", r)
			}
			runs++
		}
		for _, c := range advise.List(g.Title, g.Pos, seat, "lay", 1, 4).Choices {
			words := strings.Fields(c.Line) // lay TILE HEX EXITS
			if len(words) != 4 {
				continue
			}
			r := verdict(t, g, seat, "lay "+words[2]+" "+words[3]).Refusal
			if r == nil || !slices.Contains(r.Near, c.Line) {
				t.Errorf("%s without its tile: %+v", c.Line, r)
				continue
			}
			for _, near := range r.Near {
				if verdict(t, g, seat, near).Refusal != nil || !strings.HasSuffix(near, words[2]+" "+words[3]) {
					t.Errorf("%s without its tile: %s does not fit", c.Line, near)
				}
			}
			lays++
		}
		return runs > 0 && lays > 5
	})
}

// A ruble only to pay with offers the line that pays with it, and a beginning shared by several orders of two
// words is understood.
func TestRussianShortForms(t *testing.T) {
	offered := false
	wander(t, "russian", 3, func(g *engine.Game, seat engine.Seat) bool {
		with := verdict(t, g, seat, "place doubler with r")
		if plain := verdict(t, g, seat, "place doubler"); with.Refusal == nil && plain.Refusal != nil {
			offered = plain.Guess == "place doubler with r" && plain.Same()
			if !offered && len(plain.Refusal.Near) == 1 {
				t.Errorf("place doubler with a ruble only: %+v", plain)
			}
		}
		return offered
	})
	wander(t, "russian", 3, func(g *engine.Game, seat engine.Seat) bool {
		if verdict(t, g, seat, "endcard points").Refusal != nil {
			return false
		}
		for line, want := range map[string]string{"endc points": "endcard points", "endc point": "", "endc loco": "endcard locomotives"} {
			v := verdict(t, g, seat, line)
			if v.Result == nil && want != "" || v.Result != nil && v.Result.Line != want {
				t.Errorf("%s: %+v", line, v)
			}
		}
		return true
	})
}

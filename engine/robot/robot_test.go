package robot_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/robot"
	"railpost/engine/titles"
)

// Bounds; the long level plays whole games at tables of every size.
const (
	someMails = 150 // mails of a game
	compared  = 7   // one mail in so many is decided twice
	searched  = 47  // one in so many is by a hard robot
)

// The laws of robots, in games of every title whose seats have different levels: no order is
// refused, equal seeds choose alike, and a choice depends on the view alone.
func TestLaws(t *testing.T) {
	long := level.Long()
	for _, title := range titles.All() {
		lo, hi := title.Seats()
		sizes := []int{lo, max(2, lo)}
		if level.Full() {
			sizes = append(sizes, min(4, hi))
		}
		for n := lo; long && n <= hi; n++ {
			sizes = append(sizes, n)
		}
		slices.Sort(sizes)
		sizes = slices.Compact(sizes)
		for _, seats := range sizes {
			t.Run(fmt.Sprintf("%s-%d", title.Name(), seats), func(t *testing.T) {
				most := someMails
				if long {
					most = 10_000
				}
				lawful(t, title, seats, most)
			})
		}
	}
}

func lawful(t *testing.T, title engine.Title, seats, most int) {
	g, _, err := engine.Begin("robots", title, engine.Setup{Seats: seats}, make([]string, seats), engine.Seed("laws of robots"))
	expect.NoError(t, err)
	for mails := 0; !g.Pos.Over(); mails++ {
		if mails == most {
			if most > someMails {
				t.Errorf("not over after %d mails", mails)
			}
			return
		}
		seat := g.Waiting()[0]
		strength := []robot.Level{robot.Easy, robot.Normal}[(int(seat)+mails/seats)%2]
		if mails%searched == 0 {
			strength = robot.Hard
		}
		lines := choose(t, g, g.Pos.View(seat), seat, strength, uint64(mails))
		if mails%compared == 0 {
			if again := choose(t, g, g.Pos.View(seat), seat, strength, uint64(mails)); !slices.Equal(lines, again) {
				t.Fatalf("record %d, %s on seat %d: with equal seeds %q and %q", g.Seq, strength, seat, lines, again)
			}
			if all := choose(t, g, g.Pos, seat, strength, uint64(mails)); !slices.Equal(lines, all) {
				t.Fatalf("record %d, %s on seat %d: by its view %q, by the whole position %q", g.Seq, strength, seat, lines, all)
			}
		}
		looksAlike(t, g, seat, uint64(mails))
		before := g.Digest()
		out, err := g.Play(seat, lines, engine.Mode{})
		if err != nil || out.Refused || len(out.Records) != len(lines) {
			t.Fatalf("record %d, %s on seat %d: %q: %d of them stand, %v: %+v", g.Seq, strength, seat, lines, len(out.Records), err, out.Verdicts)
		}
		expect.Must(t, fmt.Sprintf("record %d: thinking changed the game", g.Seq), g.Digest(), before)
		g = out.Game
	}
}

func choose(t *testing.T, g *engine.Game, p engine.Position, seat engine.Seat, strength robot.Level, seed uint64) []string {
	t.Helper()
	lines, err := robot.Choose(t.Context(), g.Title, g.Setup, p, seat, strength, rand.New(rand.NewPCG(seed, uint64(seat))))
	expect.NoError(t, err, fmt.Sprintf("record %d, %s on seat %d", g.Seq, strength, seat))
	return lines
}

// looksAlike: the position that a title imagines from a view looks the same to the seat.
func looksAlike(t *testing.T, g *engine.Game, seat engine.Seat, seed uint64) {
	t.Helper()
	view := g.Pos.View(seat)
	imagine := g.Title.Foresight(view, seat).Imagine
	if imagine == nil {
		return
	}
	before := engine.Encode(view)
	whole := imagine(view, seat, rand.New(rand.NewPCG(seed, 0)))
	if again := engine.Encode(whole.View(seat)); !bytes.Equal(before, again) || !bytes.Equal(before, engine.Encode(view)) {
		t.Fatalf("record %d: seat %d sees\n%s\nand of what it imagines\n%s", g.Seq, seat, before, again)
	}
}

// A title with hidden facts imagines them: otherwise robots would see them.
func TestHiddenIsImagined(t *testing.T) {
	for _, title := range titles.All() {
		g, _, err := engine.Begin("robots", title, engine.Setup{Seats: 3}, make([]string, 3), engine.Seed("hidden"))
		expect.NoError(t, err)
		hides := !engine.Same(g.Pos, g.Pos.View(0))
		if imagines := title.Foresight(g.Pos, 0).Imagine != nil; hides != imagines {
			t.Errorf("%s hides something: %v, imagines it: %v", title.Name(), hides, imagines)
		}
	}
}

// A robot whose table is closed stops thinking; the error names the reason.
func TestChooseFails(t *testing.T) {
	title := titles.All()[0]
	g, _, err := engine.Begin("robots", title, engine.Setup{Seats: 3}, make([]string, 3), engine.Seed("x"))
	expect.NoError(t, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	rng := rand.New(rand.NewPCG(1, 1))
	seat := g.Waiting()[0]
	idle := (seat + 1) % 3
	for name, try := range map[string]func() ([]string, error){
		"ended":   func() ([]string, error) { return robot.Choose(ended, title, g.Setup, g.Pos, seat, robot.Normal, rng) },
		"unknown": func() ([]string, error) { return robot.Choose(t.Context(), title, g.Setup, g.Pos, seat, "genius", rng) },
		"idle": func() ([]string, error) {
			return robot.Choose(t.Context(), title, g.Setup, g.Pos, idle, robot.Normal, rng)
		},
	} {
		if lines, err := try(); err == nil || lines != nil {
			t.Errorf("%s: %q", name, lines)
		}
	}
}

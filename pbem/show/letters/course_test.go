package letters

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
)

// TestCourseOfSwitchedGame: rounds played after the table took newer rules follow those.
func TestCourseOfSwitchedGame(t *testing.T) {
	g, begun, err := engine.Begin("winter", toy.Mended{}, engine.Setup{Seats: 3, Version: 1}, []string{"Ana", "Ben", "Cleo"}, engine.Seed("winter"))
	expect.NoError(t, err)
	records := []*engine.Record{begun}
	knock := func(seat engine.Seat) {
		r := expect.Get(g.Try(seat, "knock", false))(t)
		records = append(records, g.Take(seat, r))
	}
	knock(1)
	to := g.Setup
	to.Version = 2
	records = append(records, expect.Get(g.Switch(to, engine.Report{Message: engine.Msg("switched")}))(t))
	knock(2)
	var c course
	expect.NoError(t, c.replay(func(string) engine.Title { return toy.Mended{} }, slices.Clone(records), true))
	want := make([]int, 3)
	for _, s := range g.Title.Scores(g.Pos) {
		want[s.Seat] = s.Points
	}
	expect.Same(t, "points at the end", c.scores.Of[len(c.scores.Of)-1].Points, want)
}

package turns

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
)

func TestBest(t *testing.T) {
	list := []string{"b", "ccc", "a", "ddd"}
	best, most, ok := Best(list, func(s string) int { return len(s) })
	if best != "ccc" || most != 3 || !ok {
		t.Errorf("%q, %d, %v", best, most, ok)
	}
	if best, most, ok = Best(list, func(s string) int { return -len(s) }); best != "b" || most != -1 || !ok {
		t.Errorf("%q, %d, %v", best, most, ok)
	}
	if _, _, ok = Best[string](nil, nil); ok {
		t.Error("something is best of nothing")
	}
}

// A turn takes lines that are legal in their place, up to the first that reveals something hidden. The position
// stays as it was.
func TestTurn(t *testing.T) {
	g, _, err := engine.Begin("turn", toy.Title{}, engine.Setup{Seats: 3}, make([]string, 3), engine.Seed("turns of the toy"))
	expect.NoError(t, err)
	before := g.Digest()
	turn := Begin(toy.Title{}, g.Pos.(*toy.Position), g.Waiting()[0])
	if turn.Add("work nowhere") || turn.Ended() || len(turn.Lines) > 0 {
		t.Errorf("an illegal line is taken: %q", turn.Lines)
	}
	var lines []string
	for _, c := range turn.Choices("work") {
		expect.True(t, c.After != turn.Now(), "%q leads nowhere", c.Line)
		lines = append(lines, c.Line)
	}
	if !slices.Contains(lines, "work mine-1") || slices.Contains(lines, "work dice") {
		t.Errorf("the choices are %q", lines)
	}
	if !turn.Add("work dice") || !turn.Ended() {
		t.Error("the die is not thrown")
	}
	if turn.Choices("work") != nil || turn.Add("work mine-1") || !slices.Equal(turn.Lines, []string{"work dice"}) {
		t.Errorf("behind a die: %q", turn.Lines)
	}
	expect.Same(t, "the position has changed", g.Digest(), before)
}

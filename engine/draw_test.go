package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// Draws are a function of seed, game, stream and number: written down once,
// they must never change, for games are played by them.
func TestDrawsAreFixed(t *testing.T) {
	tx := engine.NewTx("game", engine.Seed("seed"))
	var got []int
	for range 8 {
		n := expect.Get(tx.Draw("die", 6))(t)
		got = append(got, n)
	}
	order := expect.Get(tx.Shuffle("deck", 6))(t)
	expect.Same(t, "draws", fmt.Sprint(got, order), golden)
}

const golden = "[0 3 1 1 1 3 4 5] [2 0 4 5 1 3]"

// Each result comes about as often as the others: chi-square over 20,000 draws
// of 10 (the seed is fixed, so this cannot fail by chance).
func TestDrawsAreUniform(t *testing.T) {
	tx := engine.NewTx("game", engine.Seed("uniform"))
	const of, n = 10, 20_000
	count := make([]int, of)
	for range n {
		got := expect.Get(tx.Draw("s", of))(t)
		count[got]++
	}
	chi := 0.0
	for _, c := range count {
		d := float64(c) - n/of
		chi += d * d / (n / of)
	}
	if chi > 21.7 { // 1 % of nine degrees of freedom
		t.Errorf("chi-square %.1f for %v", chi, count)
	}
}

// A draw from one stream does not affect another.
func TestStreamsAreIndependent(t *testing.T) {
	one, two := engine.NewTx("g", engine.Seed("s")), engine.NewTx("g", engine.Seed("s"))
	for range 5 {
		draw(t, two, "bag")
	}
	for range 5 {
		expect.Same(t, "deck gives", draw(t, one, "deck"), draw(t, two, "deck"))
	}
	if draws := two.Drawn(); draws[5] != (engine.Draw{Stream: "deck", N: 0, Of: 1000, Got: draws[5].Got}) || draws[9].N != 4 {
		t.Errorf("recorded %+v", draws)
	}
}

func draw(t *testing.T, tx *engine.Tx, stream string) int {
	t.Helper()
	n := expect.Get(tx.Draw(stream, 1000))(t)
	return n
}

func TestShuffleIsAPermutation(t *testing.T) {
	tx := engine.NewTx("g", engine.Seed("s"))
	for n := range 20 {
		order := expect.Get(tx.Shuffle("deck", n))(t)
		slices.Sort(order)
		for i, v := range order {
			expect.Must(t, fmt.Sprintf("%d things: %v", n, order), i, v)
		}
	}
}

// A record with other draws than the rules ask for is an error.
func TestTapeThatDoesNotFit(t *testing.T) {
	good := engine.Draw{Stream: "die", N: 0, Of: 6, Got: 3}
	if n, err := engine.TapedTx(good).Draw("die", 6); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	cases := []struct {
		tape []engine.Draw
		want string
	}{
		{nil, "the record has no draw"},
		{[]engine.Draw{{Stream: "bag", Of: 6, Got: 3}}, "the record has draw bag"},
		{[]engine.Draw{{Stream: "die", N: 1, Of: 6}}, "die 1 of 6"},
		{[]engine.Draw{{Stream: "die", Of: 8}}, "of 8"},
		{[]engine.Draw{{Stream: "die", Of: 6, Got: 6}}, "the record has"},
		{[]engine.Draw{{Stream: "die", Of: 6, Got: -1}}, "the record has"},
	}
	for _, c := range cases {
		expect.Fails(t, c.tape, expect.Err(engine.TapedTx(c.tape...).Draw("die", 6)), c.want)
	}
	expect.Fails(t, "a draw of nothing is answered", expect.Err(engine.NewTx("g", nil).Draw("die", 0)), "")
}

func TestDryRunDrawsNothing(t *testing.T) {
	g, _ := begin(t)
	tx := engine.Trial(g.Pos, 0)
	expect.Is(t, "a draw in a dry run", expect.Err(tx.Draw("die", 6)), engine.ErrRevealAhead)
	expect.Is(t, "a shuffle in a dry run", expect.Err(tx.Shuffle("deck", 5)), engine.ErrRevealAhead)
}

func TestCheckDraws(t *testing.T) {
	records, g := random(t, 5)
	seed := engine.Seed(secret)
	if err := engine.CheckDraws(g.Name, seed, records); err != nil {
		t.Error(err)
	}
	records[0].Draws[3].Got = (records[0].Draws[3].Got + 1) % records[0].Draws[3].Of
	expect.Fails(t, "a draw that was changed", engine.CheckDraws(g.Name, seed, records), "record 1: draw deck 3")
}

// A seed with contributions of players is fixed, too: letters print how it is made.
func TestMixedSeedIsFixed(t *testing.T) {
	got := fmt.Sprintf("%x", []byte(engine.Mixed([]byte{1, 0xab}, []string{"00ff", "10"}))) // printf %s 01ab 00ff 10 | sha256sum
	if want := "e8650b87d1d04c8153300b4be8129f0998756122761926fe24da55e298f610a1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

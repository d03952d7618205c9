package g18cz

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestNeutral follows the neutral player through the phases (Two players).
func TestNeutral(t *testing.T) {
	s := newGame(t, 2)
	ekj, bn, sx := mustCompany("EKJ"), mustCompany("BN"), mustCompany("SX")
	he := s.NeutralHolder()
	check := func(c Company, percent, price int, train string) {
		t.Helper()
		it := s.Companies[c]
		if !it.Neutral || !it.Active || s.Shares.Of(c.Stock(), he) != percent || s.PriceOf(c) != price || names(it.Trains) != train || s.Treasury(c) != 0 || slices.Max(it.TokenCosts) != 0 || s.DirectorOf(c) != engine.Nobody {
			t.Errorf("%s: %+v, %d %%, price %d, %d K, director %d", c.ID(), it, s.Shares.Of(c.Stock(), he), s.PriceOf(c), s.Treasury(c), s.DirectorOf(c))
		}
	}
	check(ekj, 50, 50, "2a")
	expect.Same(t, "left", s.Depot.Left[0], 4)
	expect.Same(t, "phase", s.Phase, 0)
	reaches("b")(s)
	expect.NoError(t, takeTop(s, &engine.Tx{Pos: s}, mustCompany("VBW"), 0))
	check(bn, 60, 60, "2+2b")
	reaches("d")(s)
	expect.NoError(t, exportCard(s, &engine.Tx{Pos: s}))
	check(sx, 50, 90, "3Ed")
	if s.Depot.Left[3] != 2 || s.Sold[3] != 7 {
		t.Errorf("%d cards of type d are left, sold sides %b", s.Depot.Left[3], s.Sold[3])
	}
	expect.NoError(t, neutralTrains(s, &engine.Tx{Pos: s}))
	check(ekj, 50, 50, "3d")
	check(bn, 60, 60, "3+3d")
	check(sx, 50, 90, "3Ee")
}

// TestNeutralProcedure: a corporation that the neutral player receives while the others take new
// trains keeps the train it came with (Two players).
func TestNeutralProcedure(t *testing.T) {
	s := newGame(t, 2, reaches("b"))
	expect.NoError(t, neutralTrains(s, &engine.Tx{Pos: s}))
	if ekj, bn := names(s.Companies[mustCompany("EKJ")].Trains), names(s.Companies[mustCompany("BN")].Trains); ekj != "2b" || bn != "2+2b" || s.Depot.Left[1] != 2 {
		t.Errorf("EKJ %s, BN %s, %d left", ekj, bn, s.Depot.Left[1])
	}
}

// TestNeutralDecides: the players who decide for the neutral corporations (Two players).
func TestNeutralDecides(t *testing.T) {
	cases := []struct {
		id   string
		step Step
		want int // place in the order
	}{
		{"EKJ", StepTrack, 0}, {"EKJ", StepStation, 1}, {"BN", StepTrack, 1}, {"BN", StepStation, 0}, {"SX", StepTrack, 0}, {"SX", StepStation, 1},
		{"ATE", StepHome, 0}, {"SX", StepHome, 0},
	}
	for _, c := range cases {
		for _, order := range [][]engine.Seat{{0, 1}, {1, 0}} {
			s := newGame(t, 2)
			s.Players, s.Turn.Step = order, c.step
			s.Companies[mustCompany(c.id)].Neutral = true
			expect.Same(t, []any{c.step, c.id, order}, s.Decides(mustCompany(c.id)), order[c.want])
		}
	}
}

// TestNeutralMoney: dividend and costs of the neutral player are a tally, which may be below 0.
func TestNeutralMoney(t *testing.T) {
	s, tx := turnOf(t, 2, "EKJ", 50, holds(1, "EKJ", 25))
	if err := s.charge(0, 40); err != nil || !s.affords(0, 1000) || s.Neutral.Cash != -40 {
		t.Errorf("%v; he has %d K", err, s.Neutral.Cash)
	}
	expect.NoError(t, passOver(s, tx, StepPayout))
	if s.Neutral.Cash != -15 || s.Cash.Of(1) != 293 || s.PriceOf(0) != 55 {
		t.Errorf("he has %d K, seat 1 %d, price %d", s.Neutral.Cash, s.Cash.Of(1), s.PriceOf(0))
	}
}

// TestNeutralOptions: imported games say which corporations are received.
func TestNeutralOptions(t *testing.T) {
	for value, good := range map[string]bool{
		"drawn": true, "EKJ": true, "VBW,BTE": true, "BCB,NWB,kk": true, "ekj": false, "OFE": false, "BN,EKJ": false, "EKJ,BN,SX,BY": false, "EKJ,,SX": false,
	} {
		_, err := engine.CheckSetup(bare, engine.Setup{Seats: 2, Version: 1, Options: map[string]string{OptNeutral: value}})
		expect.Same(t, fmt.Sprintf("%q: %v", value, err), err == nil, good)
	}
	s := newGame(t, 2)
	s.Neutral.Given = nil
	expect.Fails(t, "a dry run shows whom he receives", expect.Err(drawNeutral(s, engine.Trial(s, 0), Medium)), "")
}

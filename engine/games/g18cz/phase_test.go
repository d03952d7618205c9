package g18cz

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestRusting is VIII.12: trains removed by a sale as one side, or by an export.
func TestRusting(t *testing.T) {
	all := "2a 2b 2+2b 3c 2+2c 3d 3+3d 3Ed 4e 3+3e 3Ee 4f 4+4f 4Ef 5g 4+4g 4Eg 5h 5+5h 5Eh 5i 5+5i 6Ei 5j 5+5j 8Ej"
	cases := []struct{ sold, rusts string }{
		{"2b", ""}, {"2+2b", ""}, {"3Ed", ""}, {"3+3e", ""}, {"3Ee", ""},
		{"4e", "2a 2b"}, {"4f", "2a 2b"},
		{"4+4f", "2+2b 2+2c"}, {"4Ef", ""}, {"4+4g", "2+2b 2+2c"},
		{"5g", "2a 2b 3c 3d"}, {"5j", "2a 2b 3c 3d"},
		{"5+5h", "2+2b 2+2c 3+3d 3+3e"}, {"5Eh", ""},
		{"6Ei", "3Ed 3Ee"}, {"8Ej", "3Ed 3Ee 4Ef 4Eg"},
		{"export 5h", "2a 2b 3c 3d 2+2b 2+2c 3+3d 3+3e"},
		{"export 5i", "2a 2b 3c 3d 2+2b 2+2c 3+3d 3+3e 3Ed 3Ee"},
		{"export 4e", "2a 2b"},
	}
	for _, c := range cases {
		s := newGame(t, 3, owns("kk", all))
		s.Reserve = cards(all)
		name, export := strings.CutPrefix(c.sold, "export ")
		card := cards(name)[0]
		s.Depot.Left[card.Pile] = 2
		for i := range card.Pile {
			s.Depot.Left[i] = 0
		}
		s.Phase = card.Pile
		var err error
		tx := &engine.Tx{Pos: s}
		if export {
			err = exportCard(s, tx)
		} else {
			err = takeTop(s, tx, mustCompany("Ug"), card.Face)
		}
		expect.NoError(t, err)
		for _, list := range [][]Card{s.Companies[mustCompany("kk")].Trains, s.Reserve} {
			left := " " + names(list) + " "
			for _, train := range strings.Fields(all) {
				gone := strings.Contains(" "+c.rusts+" ", " "+train+" ")
				expect.True(t, gone != strings.Contains(left, " "+train+" "), "%s: %s rusts: %t", c.sold, train, !gone)
				expect.Same(t, fmt.Sprintf("%s: %s can be bought", c.sold, train), gone, s.Rusted(cards(train)[0]))
			}
		}
	}
}

// TestPhases: a phase begins with the first card of a type that leaves the depot,
// bought or exported (VIII.12); limits and sizes follow (VII.3, VIII.10).
func TestPhases(t *testing.T) {
	cases := []struct {
		kind   string
		limits [3]int // small, medium, large
		opened string // sizes
		newest string
		red    string
	}{
		{"b", [3]int{3, 3, 0}, "small medium", "yellow", "yellow"},
		{"c", [3]int{3, 3, 0}, "small medium", "yellow", "yellow"},
		{"d", [3]int{3, 3, 3}, "small medium large", "green", "green"},
		{"e", [3]int{2, 3, 3}, "small medium large", "green", "green"},
		{"f", [3]int{2, 2, 3}, "small medium large", "green", "green"},
		{"g", [3]int{2, 2, 3}, "small medium large", "brown", "brown"},
		{"h", [3]int{1, 2, 3}, "small medium large", "brown", "brown"},
		{"i", [3]int{1, 1, 3}, "small medium large", "gray", "gray"},
		{"j", [3]int{1, 1, 2}, "small medium large", "gray", "gray"},
	}
	for _, c := range cases {
		for _, export := range []bool{false, true} {
			s := newGame(t, 3, reaches(c.kind))
			tx := &engine.Tx{Pos: s}
			err := takeTop(s, tx, 0, 0)
			if export {
				s = newGame(t, 3, reaches(c.kind))
				err = exportCard(s, &engine.Tx{Pos: s})
			}
			expect.NoError(t, err)
			opened := ""
			for size := range SizeNames {
				if s.Unlocked(Size(size)) {
					opened += " " + SizeNames[size]
				}
				expect.Same(t, []any{c.kind, SizeNames[size]}, s.PhaseRules().Limit[size], c.limits[size])
			}
			if s.PhaseRules().Name != c.kind || opened != " "+c.opened || s.PhaseRules().Colour() != c.newest || s.PhaseRules().Colour() != c.red || s.Sells() != (c.kind >= "b") {
				t.Errorf("phase %s (wanted %s): open %s, %s, red %s", s.PhaseRules().Name, c.kind, opened, s.PhaseRules().Colour(), s.PhaseRules().Colour())
			}
			if first := s.Phase; takeTop(s, tx, 0, 0) != nil || s.Phase != first {
				t.Errorf("the second card of type %s begins phase %s", c.kind, s.PhaseRules().Name)
			}
		}
	}
}

// TestExcess: when a limit falls, all corporations above it give trains away, in the order of sizes, before
// anybody else decides (VIII.12).
func TestExcess(t *testing.T) {
	s := inStock(t, 3, 5, founded(1, "MW", 60, 50), founded(2, "EKJ", 60, 50), founded(0, "OFE", 60, 50),
		owns("MW", "3c 3c 3d"), owns("EKJ", "3c 3c 3d"), owns("OFE", "3c 3c"), reaches("e"))
	expect.NoError(t, exportCard(s, &engine.Tx{Pos: s}))
	for _, want := range []string{"EKJ", "MW"} {
		q, c := s.Question()
		if q != AskExcess || c.ID() != want || s.Actor() != s.DirectorOf(c) {
			t.Fatalf("asked is %s of %s, seat %d; want %s", q, c.ID(), s.Actor(), want)
		}
		giveAway(s, c, 2)
	}
	if q, _ := s.Question(); q != NoQuestion || names(s.Reserve) != "3d 3d" || s.Actor() != s.Trader {
		t.Errorf("%s is asked; the reserve is %s", q, names(s.Reserve))
	}
}

// TestReserve: a card is bought out of the reserve as any side that has not rusted,
// and rusts others as if it were new (VIII.10, VIII.12).
func TestReserve(t *testing.T) {
	s := newGame(t, 3, owns("EKJ", "2a"), owns("BTE", "2+2b"), inPhase("f"))
	s.Reserve = cards("3c 4f")
	takeReserve(s, &engine.Tx{Pos: s}, mustCompany("BTE"), 1, 1)
	if names(s.Reserve) != "3c" || names(s.Companies[mustCompany("BTE")].Trains) != "4+4f" || names(s.Companies[0].Trains) != "2a" {
		t.Errorf("reserve %s, BTE %s, EKJ %s", names(s.Reserve), names(s.Companies[mustCompany("BTE")].Trains), names(s.Companies[0].Trains))
	}
}

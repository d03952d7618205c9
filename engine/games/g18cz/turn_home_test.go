package g18cz

import (
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestHomes: the home station is placed at the start of the first turn, free of
// charge, in the circle that is kept for it (VIII.6).
func TestHomes(t *testing.T) {
	for _, c := range []struct {
		name, id string
		changes  []func(*State)
		want     string
	}{
		{"bare hex", "EKJ", nil, "D5.0.0"},
		{"R5: BCB", "BCB", nil, "E16.0.0"},
		{"R5: option", "BCB", []func(*State){under(func(r *Rulings) { r.HomeD17 = true })}, "D17.0.0"},
		{"Praha: BN has exit 3", "BN", nil, "E12.1.0"},
		{"Praha: NWB has exit 5", "NWB", nil, "E12.0.0"},
		{"Praha, yellow tile", "BN", []func(*State){laid("8889 E12 1")}, "E12.0.0"},
		{"Praha, yellow tile", "NWB", []func(*State){laid("8889 E12 1")}, "E12.2.0"},
		{"Praha, one city", "BN", []func(*State){laid("8889 E12 1", "8891 E12 1", "8892 E12 0")}, "E12.0.0"},
		{"Praha, one city", "NWB", []func(*State){laid("8889 E12 1", "8891 E12 1", "8892 E12 0")}, "E12.0.1"},
		{"beside another station", "EKJ", []func(*State){laid("57 D5 1", "14 D5 1"), stations("VBW", "D5")}, "D5.0.0"},
	} {
		s := turn(t, c.id, c.changes...)
		it := s.Companies[mustCompany(c.id)]
		if got := where(s, c.id); got != c.want || !it.Home || !slices.Equal(it.TokenCosts, []int{40, 100}) {
			t.Errorf("%s, %s: it stands at %s, not %s; left %v", c.name, c.id, got, c.want, it.TokenCosts)
		}
		if capital := it.Start * Book.Sizes[mustCompany(c.id).Size()].Capital; s.Treasury(mustCompany(c.id)) != capital {
			t.Errorf("%s, %s: %d K are left of %d", c.name, c.id, s.Treasury(mustCompany(c.id)), capital)
		}
	}
}

// TestHomesByTurn: it comes with the first turn, not with the round (R55).
func TestHomesByTurn(t *testing.T) {
	s := inRound(t, 3, 2, 1, founded(0, "EKJ", 70, 50), founded(1, "OFE", 60, 50))
	if ekj, ofe := where(s, "EKJ"), where(s, "OFE"); ekj != "D5.0.0" || ofe != "" {
		t.Errorf("EKJ stands at %q, OFE at %q", ekj, ofe)
	}
}

// TestRedTile: a large corporation lays its red tile first, in addition to its allowance (VIII.6, R46).
func TestRedTile(t *testing.T) {
	s := turn(t, "SX")
	expect.Same(t, "legal are",
		lines(s, "home"), []string{"home A8 A10-B9", "home A8 B7-B9", "home B5 B7-C6", "home B5 C4-C6"})
	for _, c := range []refusalCase{
		{"pass", s, "pass", "VIII.6", "must-home"},
		{"track first", s, "lay 8 B7 A8-C6", "VIII.5", "not-connected-nowhere"},
		{"by lay", s, "lay 8896 A8 4", "VIII.4", "red-tile"},
		{"off the map", s, "home A8 0", "VIII.4", "fixed-turn"},
		{"no such exits", s, "home A8 B7-A10", "VIII.4", "shape"},
	} {
		c.check(t)
	}
	after := after(t, s, "home A8 A10-B9")
	if got := where(after, "SX"); got != "A8.0.0" || after.Turn.Step != StepTrack || after.Turn.Upgraded || after.Turn.Yellow > 0 || after.Treasury(mustCompany("SX")) != s.Treasury(mustCompany("SX")) {
		t.Errorf("it stands at %s, %+v", got, after.Turn)
	}
	// The other reserved hex stays empty for ever.
	refusalCase{"the other hex", after, "lay 8 B5 0", "VIII.4", "wrong-first-yet"}.check(t)
}

// TestATE: its director chooses a city of B9 (VIII.6).
func TestATE(t *testing.T) {
	s := turn(t, "ATE")
	for _, c := range []refusalCase{
		{"another hex", s, "home D5", "VIII.6", "not-home"},
		{"pass", s, "pass", "VIII.6", "must-home"},
	} {
		c.check(t)
	}
	after := after(t, s, "home B9.2")
	if got := where(after, "ATE"); got != "B9.1.0" || after.Turn.Step != StepTrack {
		t.Errorf("it stands at %s, step %s", got, after.Turn.Step)
	}
}

// TestLifted: a green tile on B9 lifts the station there, and the company that laid it chooses its new place
// (VIII.5, R21). The river is paid (R18).
func TestLifted(t *testing.T) {
	s := turn(t, "ATE")
	c := mustCompany("ATE")
	s = after(t, s, "home B9.1", "lay 8885 B9 0")
	if q, of := s.Question(); q != AskCity || of != c || where(s, "ATE") != "" || s.Treasury(c) != 490 || !s.Turn.Upgraded {
		t.Fatalf("asked %s of %d, it stands at %q with %d K", q, of, where(s, "ATE"), s.Treasury(c))
	}
	for _, r := range []refusalCase{
		{"elsewhere", s, "station D5", "VIII.5", "not-home"},
		{"a train first", s, "buy 3+3d", "VIII.5", "settle-first"},
	} {
		r.check(t)
	}
	s = after(t, s, "station B9.2")
	if got := where(s, "ATE"); got != "B9.1.0" || s.Lifted != nil || s.Turn.Step == StepTrack {
		t.Errorf("it stands at %s, step %s", got, s.Turn.Step)
	}
}

// TestForceHome: under an option the first tile goes to the home hex (R16).
func TestForceHome(t *testing.T) {
	forced := under(func(r *Rulings) { r.ForceHome = true })
	refusalCase{"pass", turn(t, "EKJ", forced), "pass", "VIII.4", "must-track"}.check(t)
	refusalCase{"ATE", after(t, turn(t, "ATE", forced), "home B9.1"), "pass", "VIII.4", "must-track"}.check(t)
	for name, s := range map[string]*State{
		"not forced":      turn(t, "EKJ"),
		"a tile is there": turn(t, "EKJ", forced, laid("57 D5 1")),
		"Praha":           turn(t, "BN", forced),
		"not the first":   changed(turn(t, "EKJ", forced), later),
		"no green yet":    after(t, inRound(t, 3, 3, 1, inPhase("b"), noLocals, forced, founded(0, "ATE", 60, 60)), "home B9.1"),
	} {
		if r, refusal, err := try(s, "pass"); err != nil || refusal != nil {
			t.Errorf("%s: %v %v %v", name, r, refusal, err)
		}
	}
}

package g18cz

import (
	"strings"
	"testing"
)

// TestLocalRailwaysAreSoldLater: corporations buy local railways from phase b on, and
// of their own size and smaller (3); no letter says otherwise before.
func TestLocalRailwaysAreSoldLater(t *testing.T) {
	for phase, want := range map[string]string{
		"a": "Corporations may buy them from phase b on.", "b": "A corporation of the same size or larger may pay up to 45 K for each.",
	} {
		s := inRound(t, 3, 2, 1, inPhase(phase), drafted(0, "L1"), founded(1, "EKJ", 60, 50))
		got := words(t, s, 0, "own", "")
		if !strings.Contains(got, want) || strings.Contains(got, "45 K") != (phase == "b") {
			t.Errorf("phase %s: %s", phase, got)
		}
	}
}

// TestATEIsSlow: who starts ATE is told that it lays no track before phase d (8.6).
func TestATEIsSlow(t *testing.T) {
	const warning = "no track before phase d"
	for _, c := range []struct {
		phase, id string
		want      bool
	}{{"b", "ATE", true}, {"b", "BN", false}, {"d", "ATE", false}} {
		s := inStock(t, 3, 3, inPhase(c.phase))
		for part, got := range map[string]string{"remark": remarked(t, s, "start "+c.id+" 60"), "company": words(t, s, 0, "company", c.id)} {
			if strings.Contains(got, warning) != c.want {
				t.Errorf("%s in phase %s, %s: %s", c.id, c.phase, part, got)
			}
		}
	}
}

// TestTableInOrder: the table of corporations stands in the operating order of its
// numbers, which is that of the round, whatever the prices are meanwhile.
func TestTableInOrder(t *testing.T) {
	s := inRound(t, 3, 2, 1, inPhase("a"), founded(0, "EKJ", 70, 50), founded(1, "OFE", 65, 50), founded(2, "MW", 60, 50))
	s.move(mustCompany("MW"), row, 4)
	b := s.sizeBlock(small)
	for i, want := range []string{"EKJ", "OFE", "MW"} {
		if got := texts.Say("en", nil, nil, b.Rows[i][1].Say); got != want {
			t.Errorf("row %d is %s, want %s", i+1, got, want)
		}
		if got := texts.Say("en", nil, nil, b.Rows[i][0].Say); got != string(rune('1'+i)) {
			t.Errorf("row %d has number %s", i+1, got)
		}
	}
	s.Stage = stocks
	if got := texts.Say("en", nil, nil, s.sizeBlock(small).Rows[0][1].Say); got != "MW" {
		t.Errorf("in a stock round %s stands first, not the dearest", got)
	}
}

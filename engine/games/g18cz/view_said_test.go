package g18cz_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
)

// TestLocalRailwaysAreSoldLater: corporations buy local railways from phase b on, of their own size and smaller
// (IV.1); earlier letters do not contradict that.
func TestLocalRailwaysAreSoldLater(t *testing.T) {
	for phase, want := range map[string]string{
		"a": "Corporations may buy them from phase b on.", "b": "Corporations of their size or larger may pay up to 45 K for each.",
	} {
		s := g18cz.InRound(t, 3, 2, 1, g18cz.InPhase(phase), g18cz.Drafted(0, "L1"), g18cz.Founded(1, "EKJ", 60, 50))
		got := words(t, s, 0, "own", "")
		if !strings.Contains(got, want) || strings.Contains(got, "45 K") != (phase == "b") {
			t.Errorf("phase %s: %s", phase, got)
		}
	}
}

// TestATEIsSlow: a player who starts ATE reads that it lays no track before phase d (VIII.6).
func TestATEIsSlow(t *testing.T) {
	const warning = "no track before phase d"
	for _, c := range []struct {
		phase, id string
		want      bool
	}{{"b", "ATE", true}, {"b", "BN", false}, {"d", "ATE", false}} {
		s := g18cz.InStock(t, 3, 3, g18cz.InPhase(c.phase))
		for part, got := range map[string]string{"remark": remarked(t, s, "start "+c.id+" 60"), "company": words(t, s, 0, "company", c.id)} {
			expect.Same(t, []any{c.id, c.phase, part, got}, strings.Contains(got, warning), c.want)
		}
	}
}

// TestTableInOrder: in an operating round the table of corporations keeps its order of turns, even if prices
// change; in a stock round the more expensive come first among the holdings.
func TestTableInOrder(t *testing.T) {
	s := g18cz.InRound(t, 3, 2, 1, g18cz.InPhase("a"), g18cz.Founded(0, "EKJ", 70, 50), g18cz.Founded(1, "OFE", 65, 50), g18cz.Founded(2, "MW", 60, 50))
	g18cz.MoveMarker(s, g18cz.MustCompany("MW"), g18cz.Row, 4)
	first := func(row []engine.Cell) string { return g18cz.Texts.Say("en", nil, nil, row[0].Say) }
	b := sheetBlock(t, s, "table", "18cz.head.companies-order")
	for i, want := range []string{"EKJ", "OFE", "MW"} {
		expect.Same(t, i+1, first(b.Rows[i]), want)
	}
	s.Stage = g18cz.Stocks
	for i, want := range []string{"cash", "worth", "certs", "MW"} {
		expect.Same(t, i+1, first(sheetBlock(t, s, "table", "18cz.head.market").Rows[i]), want)
	}
}

// TestOutOfTurn: a player with only answers in advance reads that it is not his turn.
func TestOutOfTurn(t *testing.T) {
	s := g18cz.Selling(t)
	for line, want := range map[string]string{"pass": "engine.not-asked", "buy 2b": "engine.not-asked", "never": "", "acccept 4 for S1": "engine.unknown-word"} {
		g := &engine.Game{Name: "test", Title: wired, Setup: engine.Setup{Seats: s.Seats}, Pos: s}
		_, err := advise.Try(g, 1, line, false, advise.Words{})
		refusal, _ := engine.AsRefusal(err)
		if (refusal == nil) != (want == "") || refusal != nil && refusal.Why.Key != want {
			t.Errorf("%q: %v, %v; want %q", line, refusal, err, want)
		}
	}
}

// TestSideIsToldApart: if cards of the reserve show different sides, letters say how to name one; in games of
// version 1 there is nothing to name.
func TestSideIsToldApart(t *testing.T) {
	const hint = "`buy 4f of 4Ef` says which you take"
	sx := func(reserve string, changes ...func(*g18cz.State)) *g18cz.State {
		all := []func(*g18cz.State){g18cz.Reaches("i"), g18cz.Treasury("SX", 3000), g18cz.Owns("SX", "3Ee"), func(s *g18cz.State) { s.Reserve = g18cz.Cards(reserve) }}
		return g18cz.Buyer(t, "SX", append(all, changes...)...)
	}
	mixed := "4+4f 4Ef"
	for name, s := range map[string]*g18cz.State{"own": sx(mixed), "trains": sx(mixed), "version 1": sx(mixed, g18cz.VersionOne), "alike": sx("4Ef 4Ef")} {
		part := "trains"
		if name == "own" {
			part = name
		}
		if got := words(t, s, 0, part, ""); strings.Contains(got, hint) != (name == part) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

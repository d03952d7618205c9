package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet/sheettest"
)

// Dividends and prices of shares are read from the reports.
func TestChronicle(t *testing.T) {
	s := traced(t, "18Mag-3p-314000", 75)
	sik := g18mag.CompanySay("company", g18mag.SIK)
	paid := func(n, price int) engine.Message {
		return engine.Msg(key.ReportPaid, sik, engine.Int("n", n), engine.Int("price", price))
	}
	operating := func(set, round int) engine.Message {
		return engine.Msg(key.ReportOperating, engine.Int("set", set), engine.Int("round", round))
	}
	reports := []engine.Message{
		engine.Msg(key.ReportStartPrice, sik, engine.Int("n", 70)),
		operating(1, 1), paid(50, 75),
		engine.Msg(key.ReportStock, engine.Int("set", 2)), engine.Msg(key.ReportSold, sik, engine.Int("price", 70)),
		operating(2, 1), paid(100, 80),
	}
	for _, r := range reports {
		expect.True(t, whole.Recalls(r.Key), "%s is not recalled", r.Key)
	}
	said := func(all bool) string {
		return sheettest.Blocks(whole.Chronicle(s, 0, reports, all), reader(t, "Ana").Say)
	}
	for _, c := range []struct {
		all  bool
		want string
	}{
		{false, "share | 1.1 | 2.1 | yield | prices"}, {false, "SIK | 5 | 10 | 13% | 75 80"},
		{true, "1.1 |  |  |  | 5"}, {true, "SR 2 |  |  |  | 70"},
	} {
		expect.Has(t, "said", said(c.all), c.want)
	}
	if got := whole.Hindsight(s, reports, "buy SIK"); len(got) != 1 || reader(t).Say(got[0]) != "a share paid 5 and 10 (13 %)" {
		t.Errorf("of SIK is said %v", got)
	}
}

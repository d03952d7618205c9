package g18cz_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet/sheettest"
)

// Dividends and prices of shares are read from the reports.
func TestChronicle(t *testing.T) {
	s := g18cz.InStock(t, 3, 3, g18cz.Founded(0, "EKJ", 60, 50))
	s.Companies[g18cz.MustCompany("EKJ")].Operated = true
	ekj := g18cz.CompanySay("company", g18cz.MustCompany("EKJ"))
	round := func(report string, set, number int) engine.Message {
		return engine.Msg(report, engine.Int("set", set), engine.Int("round", number))
	}
	reports := []engine.Message{
		engine.Msg(key.ReportStarted, ekj, engine.Int("price", 60)),
		round(key.ReportOperating, 1, 1), engine.Msg(key.ReportNoRevenue, ekj, engine.Int("n", 0), engine.Int("price", 55)),
		round(key.ReportStock, 2, 0), round(key.ReportOperating, 2, 1), engine.Msg(key.ReportPaid, ekj, engine.Int("n", 40), engine.Int("price", 60)),
	}
	for _, r := range reports {
		expect.True(t, wired.Recalls(r.Key), "%s is not recalled", r.Key)
	}
	say := func(m engine.Message) string { return g18cz.Texts.Say("en", []string{"Ana", "Ben", "Cleo"}, nil, m) }
	if got := sheettest.Blocks(wired.Chronicle(s, 0, reports, false), say); !strings.Contains(got, "EKJ |  | 10 | 17% | 55 60") {
		t.Errorf("%s", got)
	}
	if got := wired.Hindsight(s, reports, "buy EKJ"); len(got) != 1 || say(got[0]) != "a share paid 10 (17 %)" {
		t.Errorf("of EKJ is said %v", got)
	}
}

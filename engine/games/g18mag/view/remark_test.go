package view

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/templates"
)

// remarked returns the remarks on a line in a letter.
func remarked(t *testing.T, s *g18mag.State, line string) string {
	t.Helper()
	set := expect.Get(templates.New())(t)
	g := &engine.Game{Name: "remark", Title: whole, Pos: s}
	r, err := g.Try(s.Actor, line, true)
	expect.NoError(t, err, line)
	var words []string
	for _, m := range whole.Remark(engine.Move{Before: s, After: r.Pos, Seat: s.Actor, Acts: r.Acts, Reports: r.Reports}) {
		words = append(words, set.Say("en", []string{"Ana", "Ben", "Cleo"}, nil, m))
	}
	return strings.Join(words, "; ")
}

func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		actions    int
		line, want string
	}{
		{1, "take 5", "home H27 Brassó; 3 terrain tokens"},
		{1, "take RÁBA", "worth 60 Ft; sells the red area bonus"},
		{18, "lay 3 D13 E12-E14", "best run 30 (was 0); reaches D13; towards Szolnok"},
		{18, "run best", "no route, no income"},
		{18, "pass", "then: scrapping"},
		{19, "lay L33 E12 F11-D11-D13-F13", "best run 40 (was 30); 10 Ft to SzKÉV; Buda & Pest 30 (was 20); towards Kecskemét"},
		{19, "lay 8 D11 C10-D13", "30 Ft (10 to SzKÉV and 20 to SIK); towards Pozsony, 1 tile on"},
		{20, "run best", "30 Ft, 15 yours"},
		{22, "pass", "ends the turn of minor 1"},
		{26, "lay 5 E10 D11-E12", "dead end at E12; dead end until an upgrade of D11"},
		{43, "lay 9 F11 G10-E12 with token", "best run 50 (was 0); a terrain token pays 20 Ft; 10 Ft to SzKÉV; reaches Buda & Pest"},
		{75, "buy RÁBA", "60 Ft, makes 20 %; Ana becomes director"},
		{136, "sell 1 MÁVAG", "+55 Ft"},
		{79, "pass", "ends the stock round"},
		{185, "buy 3", "120 Ft (60 to MÁVAG); opens the green phase"},
		{194, "pay 30", "price 85 to 90; pays Ben 6; the treasury keeps 10 Ft"},
		{194, "pay 0", "price 85 to 80; the treasury keeps 40 Ft"},
		{194, "token C8", "40 Ft; nothing left to pay out; price 85 to 80"},
		{367, "service snw", "30 Ft from a mine; best run 70 as before; 10 Ft to SNW"},
	} {
		expect.Same(t, []any{c.actions, c.line}, remarked(t, traced(t, "18Mag-3p-314000", c.actions), c.line), c.want)
	}
}

// An offer for a train of another owner, and his answers.
func TestRemarksOfSale(t *testing.T) {
	s := traced(t, "18Mag-3p-314000", 18)
	s.Rules.NoConsent = false
	s.Turn.Step = g18mag.StepTrains
	s.Minors[0].Trains = nil
	s.Rules.IdleServices = false
	expect.Same(t, "an offer is remarked", remarked(t, s, "buy 2 from 5 for 40"), "Ben must agree")
	g := &engine.Game{Name: "remark", Title: whole, Pos: s}
	r := expect.Get(g.Try(s.Actor, "buy 2 from 5 for 40", false))(t)
	asked := r.Pos.(*g18mag.State)
	expect.Same(t, "agreeing is remarked",
		remarked(t, asked, "agree"), "minor 5 gets 40 Ft and has 90; leaves minor 5 without a train")
	expect.Same(t, "refusing is remarked", remarked(t, asked, "refuse"), "")
}

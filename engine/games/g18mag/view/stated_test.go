package view

import (
	"fmt"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/running"
	"railpost/engine/rail/running/runningtest"
	"railpost/engine/rail/sheet"
)

// bestRun compares best runs with a slow search; position is the last of which the sheet was compared.
var (
	bestRun  runningtest.Compared
	position engine.Position
)

// stated returns faults in the remarks on a line, or in the reason of a usual turn: money, shares and prices by
// the positions before and after.
func stated(m engine.Move, said []engine.Message) (wrong string) {
	was, is := m.Before.(*g18mag.State), m.After.(*g18mag.State)
	got := is.Cash.Of(g18mag.Wallet(m.Seat)) - was.Cash.Of(g18mag.Wallet(m.Seat))
	c := was.Company()
	expect := func(what string, said, is int) {
		if said != is {
			wrong += fmt.Sprintf("%s: %d said, %d true; ", what, said, is)
		}
	}
	bought := g18mag.NoCompany
	for _, x := range is.Edition().Majors {
		if is.Held(x, m.Seat) != was.Held(x, m.Seat) {
			bought = x
		}
	}
	runs := func(what string, s *g18mag.State, n engine.Arg) {
		if c.Minor() && len(s.Minors[c].Trains) > 0 && n.Kind == engine.KindInt { // another has no figure, or two
			if wrong == "" {
				wrong = bestRun.Check(what, s.RunnerNow(c), n.Int)
			}
		}
	}
	if position != m.Before && c.Minor() {
		position = m.Before
		runs("the best run of the sheet", was, sheet.Worth("n", was.BestRun(c)))
	}
	if len(m.Acts) == 1 && m.Acts[0].Verb == "run" && engine.Get[running.Plan](m.Acts[0].Args, 0).Best {
		runs("the best run", was, engine.Int("n", is.RunOf(c).Revenue))
	}
	for _, s := range said {
		arg := func(name string) int { a, _ := s.Arg(name); return a.Int }
		switch s.Key {
		case key.RemarkBought:
			expect("price", arg("price"), -got)
			expect("percent", arg("percent"), is.Held(bought, m.Seat))
		case key.RemarkSold:
			expect("money", arg("money"), got)
			expect("price before", arg("old"), was.PriceOf(bought))
			expect("price", arg("price"), is.PriceOf(bought))
		case key.RemarkPriceMoves:
			expect("price before", arg("old"), was.PriceOf(c))
			expect("price", arg("price"), is.PriceOf(c))
		case key.RemarkStays:
			expect("treasury", arg("n"), is.Purse(c))
		case key.RemarkStation:
			expect("paid for a station", arg("n"), was.Purse(c)-is.Purse(c))
			expect("left", arg("left"), is.Purse(c))
		case key.RemarkBestRun, key.RemarkWorseRun, key.RemarkServiceRun, key.RemarkSameRun:
			n, _ := s.Arg("n")
			runs("the run then", is, n)
			if old, ok := s.Arg("old"); ok {
				runs("the run before", was, old)
			}
		case key.AimRun, key.AimRunTrain, key.AimRunKeeps:
			expect("run", arg("n"), is.RunOf(c).Revenue)
			if s.Key == key.AimRunKeeps {
				expect("left", arg("left"), is.Purse(c))
			}
		case key.RemarkSale:
			of, _ := s.Arg("company")
			for x := range was.Minors {
				if seller := g18mag.Company(x); g18mag.CompanySay("company", seller).Text == of.Text {
					expect("money of a sale", arg("n"), is.Purse(seller)-was.Purse(seller))
					expect("treasury after a sale", arg("treasury"), is.Purse(seller))
				}
			}
		case key.RemarkStationLast:
			expect("left after the last station", arg("left"), was.Purse(c)-arg("n"))
			expect("price of the last station", arg("n"), was.NextStation(c))
		case key.RemarkIncome:
			expect("run", arg("n"), is.RunOf(c).Revenue)
			expect("own part", arg("own"), is.Cash.Of(g18mag.Wallet(m.Seat))-was.Cash.Of(g18mag.Wallet(m.Seat)))
		case key.AimPay:
			expect("price before", arg("old"), was.PriceOf(c))
			expect("left", arg("left"), is.Purse(c))
		case key.AimShare:
			if arg("stays") > arg("trains") {
				wrong += "trains cost a share; "
			}
		}
	}
	return wrong
}

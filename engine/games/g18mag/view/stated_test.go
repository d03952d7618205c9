package view

import (
	"fmt"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
)

// stated returns what is wrong with the remarks on a line, or with the reason of a usual turn:
// money, shares and prices by the positions before and after.
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
		case key.RemarkIncome:
			expect("own part", arg("own"), is.Cash.Of(g18mag.Wallet(m.Seat))-was.Cash.Of(g18mag.Wallet(m.Seat)))
		case key.AimPay:
			expect("price before", arg("old"), was.PriceOf(c))
			expect("left", arg("left"), is.Purse(c))
		case key.AimShare, key.AimSwap:
			if was.Seats < 3 {
				wrong += "an estimate from larger games states a figure; "
			}
		}
	}
	return wrong
}

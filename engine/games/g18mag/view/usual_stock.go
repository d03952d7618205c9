package view

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
)

// Shares and pay-outs in the usual turn: dividends and price rises of a share until the end.

// incomes are a major's average income in an operating round of each phase, in games of usual turns: where minors
// buy many 2- and 4-trains, where they buy 3- and 6-trains, and of fewer than three players. rounds18 are the
// numbers of operating rounds of the phases.
var (
	incomesEven = map[g18mag.Company][4]int{
		g18mag.SIK: {37, 50, 27, 13}, g18mag.MajorOf("SKEV"): {26, 31, 57, 35}, g18mag.MajorOf("G&C"): {0, 13, 96, 243}, g18mag.MajorOf("MAVAG"): {0, 6, 7, 160},
		g18mag.SNW: {16, 21, 98, 218}, g18mag.MajorOf("LdStEG"): {92, 0, 400, 100}, g18mag.Raba: {45, 22, 35, 25},
	}
	incomesOdd = map[g18mag.Company][4]int{
		g18mag.SIK: {40, 85, 45, 5}, g18mag.MajorOf("SKEV"): {50, 55, 80, 70}, g18mag.MajorOf("G&C"): {0, 20, 10, 170}, g18mag.MajorOf("MAVAG"): {30, 255, 85, 280},
		g18mag.SNW: {10, 20, 45, 135}, g18mag.MajorOf("LdStEG"): {0, 45, 45, 80}, g18mag.Raba: {40, 35, 10, 0},
	}
	incomesSmall = map[g18mag.Company][4]int{
		g18mag.SIK: {10, 12, 4}, g18mag.MajorOf("SKEV"): {14, 20, 20}, g18mag.MajorOf("LdStEG"): {24, 30, 43}, g18mag.Raba: {14, 22, 45},
	}
	rounds18     = [4]int{4, 2, 2, 3}
	trainSellers = []g18mag.Company{g18mag.MajorOf("LdStEG"), g18mag.MajorOf("MAVAG")}
)

// evenShare returns the percentage of minors with two trains that have only 2- and 4-trains, as if one more had.
func evenShare(s *g18mag.State) int {
	even, full := 1, 1
	for i := range s.Minors {
		f := fleetOf(s, g18mag.Company(i))
		if f[0] > 0 {
			full++
		}
		if f == (fleet{2, 2}) || f == (fleet{2, 4}) || f == (fleet{4, 4}) {
			even++
		}
	}
	return 100 * even / full
}

// roundsAhead returns the phases of the remaining operating rounds: in a minor's turn with the present one, in a
// major's without it.
func roundsAhead(s *g18mag.State) (phases []int) {
	now, last := engine.If(s.Company().Minor(), 1, 0), len(s.Edition().Phases)-1
	if lastRounds(s) {
		return slices.Repeat([]int{s.Phase}, s.Rounds-s.Round+now)
	}
	for phase := s.Phase; phase <= last; phase++ {
		n := rounds18[phase]
		switch phase {
		case last:
			n = s.Edition().Phases[phase].Rounds + engine.If(s.Phase == last, now, 0)
		case s.Phase:
			n = (n + 1) / 2
		}
		phases = append(phases, slices.Repeat([]int{phase}, n)...)
	}
	return phases
}

// incomePerRound returns the possible income of a major in each remaining operating round.
func incomePerRound(s *g18mag.State, c g18mag.Company) []int {
	even := evenShare(s)
	return engine.Each(roundsAhead(s), func(phase int) int {
		if s.Edition().Index > 0 {
			return incomesSmall[c][phase]
		}
		return (incomesEven[c][phase]*even + incomesOdd[c][phase]*(100-even)) / 100
	})
}

// gains returns what a share pays and how far its price rises if the major pays these
// amounts, one after another.
func gains(s *g18mag.State, c g18mag.Company, amounts ...int) (paid, rise int) {
	chart, at := s.Edition().Chart, s.Market.At[c.Share()]
	for _, n := range amounts {
		n = n / 10 * 10
		paid += n / 10
		steps := 0
		for _, m := range s.Edition().Moves {
			if n >= m.From {
				steps = m.Steps
			}
		}
		at = min(max(at+steps, 0), len(chart)-1)
	}
	return paid, chart[at] - s.PriceOf(c)
}

// promise is the possible gain of a share until the end of the game.
func promise(s *g18mag.State, c g18mag.Company) int {
	amounts := incomePerRound(s, c)
	if len(amounts) == 0 {
		return 0
	}
	amounts[0] += s.Purse(c)
	paid, rise := gains(s, c, amounts...)
	return paid + rise
}

// estimate returns the dividends and the rise of a share until the end under two assumptions: the income of the
// major stays, or falls as is usual; and minors also buy the trains that they can pay for in the next round.
func estimate(s *g18mag.State, c g18mag.Company) (stays, trains int) {
	amounts := incomePerRound(s, c)
	if len(amounts) == 0 {
		return 0, 0
	}
	for i, n := range amounts {
		amounts[i] = min(n, amounts[0])
		if slices.Contains(trainSellers, c) {
			amounts[i] = 0
		}
	}
	amounts[0] += s.Purse(c)
	paid, rise := gains(s, c, amounts...)
	amounts[0] += knownFees(s, c)
	more, higher := gains(s, c, amounts...)
	return paid + rise, more + higher
}

// knownFees returns the payments to a major for the best trains that minors can pay for after another run.
func knownFees(s *g18mag.State, c g18mag.Company) (sum int) {
	for i := range s.Minors {
		x := g18mag.Company(i)
		money := s.Purse(x)
		if r := s.RunOf(x); r != nil {
			money += r.Revenue / 2
		}
		for _, t := range slices.Backward(s.Goods().Trains) {
			if t.Price <= money && t.Size > fleetOf(s, x)[0] {
				if t.Seller == c {
					sum += t.Share
				}
				break
			}
		}
	}
	return sum
}

// aimShare tells the estimate of a share to buy.
func (u *usual) aimShare(s *g18mag.State, c g18mag.Company) {
	stays, trains := estimate(s, c)
	u.aim = engine.Msg(key.AimShare, g18mag.CompanySay("company", c), engine.Int("stays", stays), engine.Int("trains", trains))
}

// rich is the cash from which the number of certificates, not their price, limits a player.
const rich = 300

// appeal rates shares: the possible gain, relative to the price while money is short. One that makes its owner
// director counts a little more.
func appeal(s *g18mag.State, seat engine.Seat, c g18mag.Company) int {
	n := promise(s, c)
	if held := s.Held(c, seat); s.DirectorOf(c) == seat || s.DirectorOf(c) == engine.Nobody && held > 0 {
		n += 10
	}
	if s.Cash.Of(g18mag.Wallet(seat)) < rich {
		n = n * 100 / max(1, s.PriceOf(c))
	}
	return n
}

// swap is the least difference between promises for selling one share to buy another.
const swap = 25

// trade buys the share that promises most, or passes. A player with too many certificates
// sells first, one at the limit may sell the dullest share to buy a better one.
func (u *usual) trade() {
	for s := u.Now(); s.Stage == g18mag.Stocks && s.Actor == u.Seat && s.OverLimit(u.Seat); s = u.Now() {
		c, ok := dullest(s, u.Seat)
		if !ok || !u.Add("sell 1 "+g18mag.Companies[c].Word) {
			break
		}
	}
	s := u.Now()
	if s.Stage != g18mag.Stocks || s.Actor != u.Seat {
		return
	}
	if s.Certificates(u.Seat) == s.Limits().Certificates && u.exchange() {
		return
	}
	c, ok := brightest(s, u.Seat)
	if ok && promise(s, c) > 0 && u.Add("buy "+g18mag.Companies[c].Word) {
		u.aimShare(s, c)
		return
	}
	u.aim = engine.Msg(engine.If(ok, key.AimNoShare, key.AimNothingToBuy))
	u.Add("pass")
}

// exchange sells the dullest share to buy the most promising one.
func (u *usual) exchange() bool {
	s := u.Now()
	dull, ok := dullest(s, u.Seat)
	if !ok {
		return false
	}
	try := turns.Begin(title, s, u.Seat)
	if !try.Add("sell 1 " + g18mag.Companies[dull].Word) {
		return false
	}
	after := try.Now()
	if after.Stage != g18mag.Stocks || after.Actor != u.Seat {
		return false
	}
	bright, ok := brightest(after, u.Seat)
	loss := (s.PriceOf(dull) - after.PriceOf(dull)) * (s.Held(dull, u.Seat)/g18mag.Book.Structure.Share - 1)
	if !ok || promise(after, bright) < promise(s, dull)+loss+swap || !try.Add("buy "+g18mag.Companies[bright].Word) {
		return false
	}
	for _, line := range try.Lines {
		u.Add(line)
	}
	u.aimShare(after, bright)
	return true
}

// brightest returns the major whose share is most promising.
func brightest(s *g18mag.State, seat engine.Seat) (g18mag.Company, bool) {
	c, _, ok := turns.Best(majorsIf(s, func(c g18mag.Company) bool { return s.MayBuy(seat, c) == nil }), func(c g18mag.Company) int { return appeal(s, seat, c) })
	return c, ok
}

// dullest returns the major whose share is least promising.
func dullest(s *g18mag.State, seat engine.Seat) (g18mag.Company, bool) {
	c, _, ok := turns.Best(majorsIf(s, func(c g18mag.Company) bool { return s.MaySell(seat, c) == nil }), func(c g18mag.Company) int { return -promise(s, c) })
	return c, ok
}

func majorsIf(s *g18mag.State, test func(g18mag.Company) bool) []g18mag.Company {
	return engine.Where(s.Edition().Majors, test)
}

// interest is the additional worth of money in hand over money a round later, in percent, while shares are cheap.
var interest = [4]int{15, 10, 5, 0}

// pay chooses the payment that gains its shares most: money that moves the price no further now may move it in
// the next round, with any other income.
func (u *usual) pay() {
	s := u.Now()
	c, all := s.Company(), s.Most()
	later := incomePerRound(s, c)
	best, most := all, -1<<30
	for _, n := range append([]int{all}, thresholds(s, all)...) {
		if len(later) == 0 && n < all {
			continue
		}
		amounts := append([]int{n}, later...)
		if len(later) > 0 {
			amounts[1] += s.Purse(c) - n
		}
		paid, rise := gains(s, c, amounts...)
		if value := 100*(paid+rise) + n/10*interest[s.Phase]; value > most || value == most && len(later) > 0 {
			best, most = n, value
		}
	}
	old := s.PriceOf(c)
	if u.Add("pay " + strconv.Itoa(best)) {
		u.aim = engine.Msg(key.AimPay, engine.Int("n", best), engine.Int("left", all-best), engine.Int("old", old))
	}
}

// thresholds are the amounts below one from which a price moves further.
func thresholds(s *g18mag.State, all int) (list []int) {
	for _, m := range s.Edition().Moves {
		if m.From > 0 && m.From < all {
			list = append(list, m.From)
		}
	}
	return list
}

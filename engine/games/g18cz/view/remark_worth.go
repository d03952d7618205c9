package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
)

// worth estimates how good a position is for a seat: its score, and its part of possible later payments of the
// corporations. For those that it decides for it takes the best run at present; so letters list first the tiles
// that change it. No rule depends on it.
func worth(s *g18cz.State, seat engine.Seat) int {
	switch {
	case seat < 0 || int(seat) >= s.Seats:
		return 0
	case s.Stage == g18cz.Drafting:
		return drafted(s, seat)
	case s.Stage != g18cz.Stocks:
		return running(s, seat)
	}
	n := s.WealthOf(seat).Sum()
	for _, c := range s.InPlay() {
		if held := s.Shares.Of(c.Stock(), g18cz.HolderOf(seat)); held > 0 && s.Started(c) && !s.Merging.PaidOff(c) {
			n += held / s.StructureOf(c).Share * gain(s, c, s.PriceOf(c)) / risk(s, c, seat)
		}
	}
	return n
}

// risk divides the prospects of a corporation that is not yet active: by a lot unless the seat has the money to
// activate it.
func risk(s *g18cz.State, c g18cz.Company, seat engine.Seat) int {
	if s.Companies[c].Active || floatCost(s, c) <= s.Cash.Of(g18cz.SeatAccount(seat)) {
		return 1
	}
	return 4
}

// floatCost returns the cost of the shares that activate a corporation.
func floatCost(s *g18cz.State, c g18cz.Company) int {
	share := s.StructureOf(c).Share
	missing := (g18cz.Floats - s.Shares.Sold(c.Stock()) + share - 1) / share
	return max(0, missing) * s.PriceOf(c)
}

// drafted is worth in the draft: the return of a seat's local railways for their price, less the money missing
// to start a corporation.
func drafted(s *g18cz.State, seat engine.Seat) int {
	n := -20 * max(0, draftReserve-s.Cash.Of(g18cz.SeatAccount(seat)))
	for _, l := range s.LocalsOf(g18cz.SeatAccount(seat)) {
		n += draftYield(s, l)
	}
	return n
}

// draftYield returns the income from a local railway until the end, in percent of its price.
func draftYield(s *g18cz.State, l g18cz.Local) int {
	return localIncome(s, l) * 100 / g18cz.Book.Locals[l].Price
}

// localIncome returns the income of a player who keeps a local railway until the end.
func localIncome(s *g18cz.State, l g18cz.Local) int {
	return g18cz.Book.Final + g18cz.Book.Locals[l].Income*runsAhead(s)
}

// listed is worth as lists of lines take it: track that leads into a dead end comes later,
// and so do sales for money that a corporation cannot use.
func listed(s *g18cz.State, seat engine.Seat) int {
	n := worth(s, seat)
	if s.Stage != g18cz.Operating {
		return n
	}
	for _, c := range directed(s, seat) {
		part := s.Shares.Of(c.Stock(), g18cz.HolderOf(seat))
		n -= part * deadEnd * runsOf(s, c) * Board(s).DeadEnds(g18cz.Owner(c)) / 100
		if rounds := runsAhead(s); rounds > 1 {
			idle := max(0, s.Treasury(c)-reserve(s, c)-usefulMoney)
			for _, l := range s.LocalsOf(s.Account(c)) { // they are money with an income
				idle -= s.LocalValue() + g18cz.Book.Locals[l].Income*(rounds-1)
			}
			n -= part * idle / 200 // worth counts half of it
		}
	}
	return n
}

// deadEnd is the cost to a corporation, per round, of track that ends nowhere.
const deadEnd = 9

// usefulMoney is the money that a corporation can use besides the price of its next train.
const usefulMoney = 200

// running is worth by the present runs of the corporations.
func running(s *g18cz.State, seat engine.Seat) int {
	if seat < 0 || int(seat) >= s.Seats {
		return 0
	}
	n := s.WealthOf(seat).Sum()
	for _, c := range s.InPlay() {
		if held := s.Shares.Of(c.Stock(), g18cz.HolderOf(seat)); held > 0 && s.Started(c) && !s.Merging.PaidOff(c) {
			n += held * prospects(s, c, s.DirectorOf(c) == seat) / 100
		}
	}
	return n
}

// prospects estimates the later payments of a corporation: its remaining runs and part of its treasury; for one
// that the seat decides for also places near its track.
func prospects(s *g18cz.State, c g18cz.Company, own bool) int {
	rounds := runsOf(s, c)
	money := s.Treasury(c)
	if own && s.OwnTrains(c) == 0 {
		money -= cheapestOwn(s, c)
	}
	if runsAhead(s) > 1 {
		money /= 2
	} else {
		money = min(money, 0) // nobody gets it any more
	}
	if !own {
		return lastRevenue(s, c)*rounds + money
	}
	chances := sheet.Chances(s.World(), &s.Board, g18cz.Owner(c), s.PhaseRules().Colour()) / 4
	return (outlook(s, c)+chances)*rounds + money
}

// runsOf returns the number of a corporation's remaining runs.
func runsOf(s *g18cz.State, c g18cz.Company) int {
	n := runsAhead(s)
	if at := slices.Index(s.Order, c); s.Stage == g18cz.Operating && (at >= 0 && at < s.At || at == s.At && ran(s)) {
		n--
	}
	return n
}

// ran reports whether the operating corporation has run in its turn.
func ran(s *g18cz.State) bool {
	return slices.Index(g18cz.TurnSteps, s.Turn.Step) > slices.Index(g18cz.TurnSteps, g18cz.StepPayout)
}

// outlook returns the best run of a corporation, perhaps with the train that it must
// buy.
func outlook(s *g18cz.State, c g18cz.Company) int {
	if s.OwnTrains(c) > 0 {
		return s.BestRun(c).Revenue
	}
	card, ok := g18cz.Flipped(c, g18cz.Card{Pile: s.Top()})
	if !ok {
		return 0
	}
	r := s.Runner(c)
	r.Trains = append(r.Trains, s.Train(card))
	return r.Search().Revenue
}

// runsAhead returns the number of remaining operating rounds, including the present one.
func runsAhead(s *g18cz.State) int {
	return engine.Count(g18cz.Book.Timeline[s.Time:], func(x g18cz.Round) bool { return x.Stage == g18cz.Operating })
}

// Estimates of a share's profit until the game ends: dividends, and the price, which each of them raises
// (IX.2). Rough, for usual turns and lists; no rule depends on it.

// earns estimates a corporation's earnings in a round: its last ones or, if it has not run, those usual for its
// size and capital.
func earns(s *g18cz.State, c g18cz.Company) int {
	switch {
	case lastRevenue(s, c) > 0:
		return lastRevenue(s, c)
	case s.OwnTrains(c) > 0:
		return s.BestRun(c).Revenue
	case s.Companies[c].Operated:
		return 0
	case c.Size() == g18cz.Large:
		return largeEarns
	}
	return [...]int{g18cz.Small: 50, g18cz.Medium: 80}[c.Size()]
}

// mayEarn tells the possible revenue of a corporation that has not run, and what a share gets of it. A corporation
// without trains counts as having those usual for its size. It returns nil if there is no revenue.
func mayEarn(s *g18cz.State, c g18cz.Company) []engine.Message {
	n := earns(s, c)
	if n == 0 {
		return nil
	}
	say := engine.If(s.OwnTrains(c) > 0, key.RemarkCanRun, key.RemarkUsuallyRuns)
	return []engine.Message{engine.Msg(say, g18cz.CompanySay("company", c), engine.Int("n", n), engine.Int("part", n*s.StructureOf(c).Share/100))}
}

// largeEarns is the usual revenue of two or three E trains.
const largeEarns = 200

// gain estimates the profit of a share beyond this price. A corporation that has not run earns nothing in its
// first turn.
func gain(s *g18cz.State, c g18cz.Company, price int) int {
	at, _ := slices.BinarySearch(g18cz.Book.Chart, price)
	rounds, n := runsAhead(s), earns(s, c)
	if !s.Companies[c].Operated {
		at, rounds = at-g18cz.Row, rounds-1
	}
	step := g18cz.Row * g18cz.Book.Sizes[c.Size()].Paid
	if n == 0 {
		step = -g18cz.Row
	}
	at = min(max(at+step*max(0, rounds), 0), len(g18cz.Book.Chart)-1)
	return g18cz.Book.Chart[at] - price + max(0, rounds)*n*s.StructureOf(c).Share/100
}

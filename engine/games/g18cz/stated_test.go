package g18cz_test

import (
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
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
// the positions before and after, the worth of local railways by counting.
func stated(m engine.Move, said []engine.Message) (wrong string) {
	was, is := m.Before.(*g18cz.State), m.After.(*g18cz.State)
	paid := func(s engine.Seat) int { // for the line; income counts, since the line may begin an operating round
		return was.Cash.Of(g18cz.SeatAccount(s)) + income(was, is, s) - is.Cash.Of(g18cz.SeatAccount(s))
	}
	expect := func(what string, said, is int) {
		if said != is {
			wrong += fmt.Sprintf("%s: %d said, %d true; ", what, said, is)
		}
	}
	runs := func(what string, s *g18cz.State, c g18cz.Company, n engine.Arg) {
		if !s.Companies[c].Gone && s.OwnTrains(c) > 0 && n.Kind == engine.KindInt && wrong == "" { // another has no figure, or two
			wrong = bestRun.Check(what, s.Runner(c), n.Int)
		}
	}
	acting := g18cz.NoCompany
	if was.Stage == g18cz.Operating {
		acting = was.Company()
	}
	if position != m.Before && acting != g18cz.NoCompany {
		position = m.Before
		runs("the best run of the sheet", was, acting, sheet.Worth("n", was.BestRun(acting)))
	}
	if len(m.Acts) == 1 && m.Acts[0].Verb == "run" && engine.Get[running.Plan](m.Acts[0].Args, 0).Best {
		runs("the best run", was, acting, engine.Int("n", is.RunOf(acting).Revenue))
	}
	for _, s := range said {
		arg := func(name string) int { a, _ := s.Arg(name); return a.Int }
		of, _ := s.Arg("company")
		c := companyOf(was, of.Text)
		switch s.Key {
		case key.RemarkLocal:
			expect("price", arg("n"), paid(m.Seat))
			expect("left", arg("left"), is.Cash.Of(g18cz.SeatAccount(m.Seat)))
		case key.RemarkBought:
			expect("price", arg("n"), paid(m.Seat))
		case key.RemarkYouGet, key.RemarkYouGetFor:
			expect("money", arg("n"), -paid(m.Seat))
		case key.RemarkSale:
			expect("money of a sale", arg("n"), is.Treasury(c)-was.Treasury(c))
			expect("treasury after a sale", arg("treasury"), is.Treasury(c))
		case key.RemarkCost:
			more := grants(was, is, acting)
			if i := slices.IndexFunc(said, func(s engine.Message) bool { return s.Key == key.RemarkReceived }); i >= 0 {
				got, _ := said[i].Arg("n") // with the corporation it takes over
				more += got.Int
			}
			if slices.ContainsFunc(said, func(s engine.Message) bool { return s.Key == key.RemarkOffer }) {
				expect("left", arg("left"), was.Treasury(acting)-arg("n")) // once others agree
				continue
			}
			expect("left", arg("left"), is.Treasury(acting)-more)
			for _, s := range said {
				if help, ok := s.Arg("n"); ok && s.Key == key.RemarkHelped {
					more += help.Int // VIII.11
				}
			}
			expect("cost", arg("n"), was.Treasury(acting)+more-is.Treasury(acting))
		case key.RemarkLocalSold:
			expect("money of a local railway", arg("n"), is.Treasury(acting)-was.Treasury(acting)-grants(was, is, acting))
		case key.RemarkHeld:
			expect("kept", arg("n"), is.RunOf(acting).Revenue)
			expect("treasury", arg("treasury"), was.Treasury(acting)+is.RunOf(acting).Revenue)
		case key.RemarkEarned:
			expect("earned", arg("n"), is.RunOf(acting).Revenue)
		case key.RemarkNextRun:
			r := is.Runner(acting)
			if card, ok := g18cz.Flipped(acting, g18cz.Card{Pile: is.Top()}); ok && wrong == "" {
				r.Trains = append(r.Trains, is.Train(card))
				wrong = bestRun.Check("the run with a new train", r, arg("n"))
			}
		case key.RemarkRepaid:
			expect("debt", arg("debt"), is.Loans[m.Seat].Debt)
		case key.RemarkDirector:
			seat, _ := s.Arg("seat")
			expect("director", seat.Int, int(is.DirectorOf(c)))
		case key.RemarkPriceMoves:
			if !priceMoved(was, is, arg("old"), arg("n")) {
				wrong += fmt.Sprintf("no price goes from %d to %d; ", arg("old"), arg("n"))
			}
		case key.RemarkCanRun:
			n, _ := s.Arg("n")
			runs("what it can run for", is, c, n)
			expect("of a share", arg("part"), arg("n")*is.StructureOf(c).Share/100)
		case key.RemarkBestRun, key.RemarkSameRun:
			n, _ := s.Arg("n")
			runs("the run then", is, acting, n)
			if old, ok := s.Arg("old"); ok {
				runs("the run before", was, acting, old)
			}
		case key.AimRun, key.AimRunTrain:
			expect("run", arg("n"), is.RunOf(acting).Revenue)
			if s.Key == key.AimRun {
				expect("left", arg("left"), is.Treasury(acting)-grants(was, is, acting)) // the turn may end the round
			}
		case key.AimShare:
			expect("last run", arg("n"), was.RunOf(c).Revenue)
			expect("of a share", arg("part"), was.RunOf(c).Revenue*was.StructureOf(c).Share/100)
		case key.RemarkUsuallyRuns:
			expect("of a share", arg("part"), arg("n")*is.StructureOf(c).Share/100)
		case key.AimDraft:
			sum, ratio := bestLocal(was, is, m.Seat)
			expect("what it brings", arg("sum"), sum)
			expect("more for the price of another, in percent", 0, ratio)
		}
		if s.Key == key.RemarkShared {
			parts, _ := s.Arg("parts")
			for _, p := range parts.List {
				say := engine.Message{Key: p.Text, Args: p.List}
				seat, ok := say.Arg("seat")
				if n, _ := say.Arg("n"); ok && seat.Kind == engine.KindSeat {
					expect("dividend", n.Int, -paid(engine.Seat(seat.Int)))
				}
			}
		}
	}
	return wrong
}

// income returns local railways' payments to a seat at the beginning of a new operating round (IV.1).
func income(was, is *g18cz.State, seat engine.Seat) (n int) {
	for l := range is.Locals {
		if is.Time != was.Time && is.Stage == g18cz.Operating && is.Locals[l].Owner == g18cz.SeatAccount(seat) {
			n += g18cz.Book.Locals[l].Income
		}
	}
	return n
}

// grants returns local railways' payments to a corporation at the beginning of a new operating round (IV.1).
func grants(was, is *g18cz.State, c g18cz.Company) (n int) {
	for l := range is.Locals {
		if is.Time != was.Time && is.Stage == g18cz.Operating && is.Locals[l].Owner == is.Account(c) {
			n += g18cz.Book.Locals[l].Income
		}
	}
	return n
}

// companyOf finds a corporation by the key of its name.
func companyOf(s *g18cz.State, name string) g18cz.Company {
	for i := range s.Companies {
		if g18cz.CompanyKey(g18cz.Company(i)) == name {
			return g18cz.Company(i)
		}
	}
	return g18cz.NoCompany
}

func priceMoved(was, is *g18cz.State, old, n int) bool {
	for i := range was.Companies {
		if c := g18cz.Company(i); was.Started(c) && was.PriceOf(c) == old && is.PriceOf(c) == n {
			return true
		}
	}
	return false
}

// bestLocal returns the total pay, by round, of the local railway that a seat has taken, and by how many
// percent of its price another one would pay more that the seat could take while it keeps 120 K.
func bestLocal(was, is *g18cz.State, seat engine.Seat) (sum, more int) {
	pays := func(l g18cz.Local) int {
		n := g18cz.Book.Final
		for _, round := range g18cz.Book.Timeline {
			if round.Stage == g18cz.Operating {
				n += g18cz.Book.Locals[l].Income
			}
		}
		return n
	}
	taken := g18cz.Local(0)
	for l := range is.Locals {
		if was.Locals[l].Owner == cash.Bank && is.Locals[l].Owner == g18cz.SeatAccount(seat) {
			taken = g18cz.Local(l)
		}
	}
	for i := range was.Locals {
		l := g18cz.Local(i)
		price := g18cz.Book.Locals[l].Price
		if was.Locals[l].Owner != cash.Bank || was.MayTake(l) != nil || was.Cash.Of(g18cz.SeatAccount(seat))-price < 120 {
			continue
		}
		more = max(more, pays(l)*100/price-pays(taken)*100/g18cz.Book.Locals[taken].Price)
	}
	return pays(taken), more
}

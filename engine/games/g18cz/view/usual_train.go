package view

import (
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/trains"
)

// The usual use of money: dividends, take-overs, trains.

// payDividend pays, unless trains must soon be replaced and there is no money for that.
func (u *usualTurn) payDividend(c g18cz.Company) {
	if !u.open(c, g18cz.StepPayout) {
		return
	}
	u.earned = u.Now().Turn.Revenue
	if saves(u.Now(), c) {
		u.aim = engine.Msg(key.AimHold, engine.Int("n", u.earned))
		u.Add("hold")
		return
	}
	u.aim = engine.Msg(key.AimRun, engine.Int("n", u.earned), engine.Int("left", u.Now().Treasury(c)))
	u.Add("pay")
}

// variants are usual turns with another dividend, or with the train on top of the depot, or with no train.
func variants(p engine.Position, seat engine.Seat) (list [][]string) {
	s := p.(*g18cz.State)
	lines := usual(s, seat, false).Lines
	at := slices.IndexFunc(lines, func(line string) bool { return line == "pay" || line == "hold" })
	if at < 0 {
		return nil
	}
	c := s.Company()
	for _, payout := range []string{"pay", "hold"} {
		for _, then := range []string{"", "buy " + g18cz.Face(topCard(s, c)).Name, "done"} {
			u := &usualTurn{Turn: turns.Begin(title, s, seat)}
			for _, line := range append(slices.Clone(lines[:at]), payout, then) {
				u.Add(line)
			}
			u.operate(c)
			list = append(list, u.Lines)
		}
	}
	return list
}

// saves reports whether a corporation can keep enough for a train before its own rust at the end of the set, or will
// have to buy one in the next rounds that neither it nor its director can pay.
func saves(s *g18cz.State, c g18cz.Company) bool {
	if next, left, ok := rushed(s, c); ok && s.Treasury(c) < next && s.Treasury(c)+left*s.Turn.Revenue >= next {
		return true
	}
	rounds, price := 0, 0
	for _, card := range s.RunningTrains(c) {
		if n, next := lifeOf(s, card); n > rounds {
			rounds, price = n, next
		}
	}
	seat := s.DirectorOf(c)
	return rounds <= soon && runsAhead(s) > rounds && s.Treasury(c)+s.Cash.Of(g18cz.SeatAccount(seat)) < price
}

// rushed reports whether all trains of a corporation rust by the card on top of the depot, which at the latest the end
// of the set exports, and returns the price of that card and the number of rounds till then. It needs room for it.
func rushed(s *g18cz.State, c g18cz.Company) (price, rounds int, ok bool) {
	last := slices.IndexFunc(g18cz.Book.Timeline[s.Time:], func(r g18cz.Round) bool { return r.Export })
	own, card := s.Companies[c].Trains, topCard(s, c)
	if last < 0 || len(own) == 0 || len(own) >= s.PhaseRules().Limit[c.Size()] {
		return 0, 0, false
	}
	for _, train := range own {
		if !slices.ContainsFunc(g18cz.Book.Piles[s.Top()].Faces, func(f trains.Face) bool { return slices.Contains(g18cz.Face(train).RustedBy, f.Name) }) {
			return 0, 0, false
		}
	}
	return g18cz.Face(card).Price, last + 1, true
}

// topCard is the card on top of the depot, with the side of a corporation's size.
func topCard(s *g18cz.State, c g18cz.Company) g18cz.Card {
	card, _ := g18cz.Flipped(c, g18cz.Card{Pile: s.Top()})
	return card
}

// soon is the number of rounds before it rusts in which a train is replaced.
const soon = 2

// cardsARound estimates the number of train cards that leave the depot in a round.
const cardsARound = 2

// lifeOf estimates in how many rounds a train rusts, and the price then of the same side of a card of a later
// pile, as the bank sells it.
func lifeOf(s *g18cz.State, card g18cz.Card) (rounds, price int) {
	first := len(g18cz.Book.Piles)
	for _, name := range g18cz.Face(card).RustedBy {
		if pile, _, ok := trains.Find(g18cz.Book.Piles, name); ok {
			first = min(first, pile)
		}
	}
	if first == len(g18cz.Book.Piles) {
		return runsAhead(s) + 1, 0
	}
	cards := 0
	for pile := s.Top(); pile < first; pile++ {
		cards += max(0, s.Depot.Left[pile])
	}
	for _, f := range g18cz.Book.Piles[first].Faces {
		if f.Size == g18cz.Face(card).Size {
			price = f.Price
		}
	}
	return 1 + cards/cardsARound, price
}

// takeOver takes over a corporation of the same director if it pays: it never asks for
// the consent of another player.
func (u *usualTurn) takeOver(c g18cz.Company) {
	for u.open(c, g18cz.StepTakeOver) {
		before := u.worth(u.Now())
		best, most, ok := turns.Best(u.takeOvers(c), func(x choice) int {
			then := &usualTurn{Turn: turns.Begin(title, x.After, u.Seat)}
			then.settle()
			return then.worth(then.Now())
		})
		if !ok || most < before+takeOverLeast || !u.Add(best.Line) {
			return
		}
		u.settle()
	}
}

// takeOvers lists those of corporations of the same director, at the least and at the most
// that can be paid: what they are worth changes evenly between (VIII.9).
func (u *usualTurn) takeOvers(c g18cz.Company) (list []choice) {
	s := u.Now()
	for _, target := range directed(s, u.Seat) {
		if target.Size() >= c.Size() {
			continue
		}
		price, shares := s.PriceOf(target), s.PlayersShares(target)
		for i, n := range []int{(price + 1) / 2, min(price*3/2, s.Treasury(c)/max(1, shares))} {
			line := fmt.Sprintf("acquire %s for %d", target.ID(), n)
			if try := turns.Begin(title, s, u.Seat); (i == 0 || n > (price+1)/2) && try.Add(line) && !try.Ended() {
				list = append(list, choice{Line: line, After: try.Now()})
			}
		}
	}
	return list
}

// takeOverLeast is the least gain of a take-over.
const takeOverLeast = 20

// buyTrains buys mandatory trains, and then trains that pay.
func (u *usualTurn) buyTrains(c g18cz.Company) {
	for u.open(c, g18cz.StepTrains) {
		if u.Now().MustBuy() {
			u.raise(c)
			if !u.buyOwn(c) {
				return
			}
		} else if !u.renew(c) && !u.best(1, u.paying(c)) {
			return
		}
		u.aimTrain(c)
		u.settle()
	}
}

// renew buys a train before those of a corporation rust.
func (u *usualTurn) renew(c g18cz.Company) bool {
	price, _, ok := rushed(u.Now(), c)
	return ok && price <= u.Now().Treasury(c) && u.Add("buy "+g18cz.Face(topCard(u.Now(), c)).Name)
}

// aimTrain says which train a corporation now has, after its run.
func (u *usualTurn) aimTrain(c g18cz.Company) {
	own := u.Now().Companies[c].Trains
	if len(own) == 0 {
		return
	}
	aim := engine.If(u.earned > 0, key.AimRunTrain, key.AimTrain)
	u.aim = engine.Msg(aim, engine.Int("n", u.earned), g18cz.CardSay("train", own[len(own)-1]), g18cz.CompanySay("company", c))
}

// buyOwn buys the train of its own size that a corporation must have.
func (u *usualTurn) buyOwn(c g18cz.Company) bool {
	list := slices.DeleteFunc(u.Choices("buy"), func(x choice) bool { return x.After.OwnTrains(c) == 0 || u.wanders(c, x) })
	best, _, ok := turns.Best(list, func(x choice) int { return u.worth(x.After) })
	return ok && u.Add(best.Line)
}

// wanders reports whether a corporation buys from another of the same director the
// train that this one would then have to buy itself, or pays more for it than it must.
func (u *usualTurn) wanders(c g18cz.Company, x choice) bool {
	now := u.Now()
	return slices.ContainsFunc(directed(now, u.Seat), func(from g18cz.Company) bool {
		sold := from != c && len(x.After.Companies[from].Trains) < len(now.Companies[from].Trains)
		return sold && (x.After.OwnTrains(from) == 0 || now.Treasury(c)-x.After.Treasury(c) > g18cz.LeastDeal)
	})
}

// raise sells local railways of a corporation that must buy a train and lacks
// money.
func (u *usualTurn) raise(c g18cz.Company) {
	for s := u.Now(); shortage(s, c) > 0; s = u.Now() {
		own := s.LocalsOf(s.Account(c))
		if len(own) == 0 || !u.Add("sell "+own[0].ID()) {
			return
		}
	}
}

// treasuryWorth is the worth of treasury money to shareholders, in percent: only local railways pay it out.
const treasuryWorth = 60

// paying returns the trains of the bank that will earn more than they cost.
func (u *usualTurn) paying(c g18cz.Company) []choice {
	now := u.Now()
	if runsAhead(now) <= 1 || len(now.Companies[c].Trains) >= now.PhaseRules().Limit[c.Size()] || now.Treasury(c) < cheapestOwn(now, c) {
		return nil
	}
	return slices.DeleteFunc(u.Choices("buy"), func(x choice) bool {
		s := x.After
		if strings.Contains(x.Line, " from ") || s.OwnTrains(c) <= now.OwnTrains(c) {
			return true
		}
		card := s.Companies[c].Trains[len(s.Companies[c].Trains)-1]
		rounds, _ := lifeOf(s, card)
		gain := s.BestRun(c).Revenue - now.BestRun(c).Revenue
		return gain*min(rounds, runsAhead(s)-1) <= g18cz.Face(card).Price*treasuryWorth/100
	})
}

// buyLocals buys local railways of the director with money that the treasury will not need for trains:
// directors must sell them all before the last stock round to have the money and the certificates for shares.
func (u *usualTurn) buyLocals(c g18cz.Company) {
	s := u.Now()
	if !s.Sells() || s.DirectorOf(c) != u.Seat || s.Round().Set < localsFrom || !tradesAgain(s) {
		return
	}
	for _, l := range s.LocalsOf(g18cz.SeatAccount(u.Seat)) {
		now := u.Now()
		if u.mine() && now.Company() == c && g18cz.Book.Locals[l].Size <= c.Size() && now.Treasury(c)-reserve(now, c) >= now.LocalValue() {
			u.Add(fmt.Sprintf("buy %s for %d", l.ID(), now.LocalValue()))
		}
	}
}

// localsFrom is the first set in which local railways are sold: before, their income until the end of the game
// is worth more than the money.
const localsFrom = 5

// tradesAgain reports whether a stock round is to come.
func tradesAgain(s *g18cz.State) bool {
	return slices.ContainsFunc(g18cz.Book.Timeline[s.Time+1:], func(x g18cz.Round) bool { return x.Stage == g18cz.Stocks })
}

// reserve returns the money that a corporation will need for a train before the game ends.
func reserve(s *g18cz.State, c g18cz.Company) int {
	rounds, price := 0, 0
	for _, card := range s.RunningTrains(c) {
		if n, next := lifeOf(s, card); n > rounds {
			rounds, price = n, next
		}
	}
	if rounds >= runsAhead(s) {
		return 0
	}
	return price
}

// pick takes the local railway with the best income for its price by the end, while enough money is left to
// start a corporation.
func (u *usualTurn) pick() {
	s := u.Now()
	var list []g18cz.Local
	for _, l := range s.LocalsOf(cash.Bank) {
		if s.MayTake(l) == nil && s.Cash.Of(g18cz.SeatAccount(u.Seat))-g18cz.Book.Locals[l].Price >= draftReserve {
			list = append(list, l)
		}
	}
	l, _, ok := turns.Best(list, func(l g18cz.Local) int { return draftYield(s, l) })
	if ok && u.Add("take "+l.ID()) {
		u.aim = engine.Msg(key.AimDraft, engine.Int("sum", localIncome(s, l)), engine.Int("n", draftReserve))
	} else {
		u.aim = engine.Msg(key.AimDraftPass, engine.Int("n", draftReserve))
		u.Add("pass")
	}
}

// draftReserve is the price of the director's certificate of a small corporation.
const draftReserve = 120

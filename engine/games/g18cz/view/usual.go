package view

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
)

// The usual turn is what most players would do most of the time, printed in a letter as
// a block of orders. It is found by trying legal lines; no rule depends on it.

// usual is View.Usual, or View.Sketch.
func usual(s *g18cz.State, seat engine.Seat, rough bool) engine.Turn {
	if seat == engine.Nobody || seat != s.Actor() || s.Asking != nil {
		return engine.Turn{}
	}
	u := &usualTurn{Turn: turns.Begin(title, s, seat), rough: rough}
	switch q, c := s.Question(); {
	case s.Stage == g18cz.Drafting:
		u.pick()
	case q != g18cz.NoQuestion && c != s.Company():
		u.settle()
	case s.Stage == g18cz.Operating:
		u.operate(s.Company())
	default:
		u.trade()
	}
	return engine.Turn{Lines: u.Lines, Aim: u.aim}
}

// usualTurn is a turn under construction.
type usualTurn struct {
	*turns.Turn[*g18cz.State]
	aim    engine.Message
	earned int  // by the run of this turn
	rough  bool // a sketch
}

type choice = turns.Choice[*g18cz.State]

// mine reports whether the seat decides again.
func (u *usualTurn) mine() bool {
	s := u.Now()
	return !u.Ended() && s.Asking == nil && s.Actor() == u.Seat
}

// best plays the line that is worth most, if it is worth more than leaving things as
// they are.
func (u *usualTurn) best(least int, list []choice) bool {
	c, most, ok := turns.Best(list, func(c choice) int { return u.worth(c.After) })
	return ok && most-u.worth(u.Now()) >= least && u.Add(c.Line)
}

// must plays the line that is worth most.
func (u *usualTurn) must(beginnings ...string) bool {
	c, _, ok := turns.Best(u.Choices(beginnings...), func(c choice) int { return u.worth(c.After) })
	return ok && u.Add(c.Line)
}

// worth estimates a position for the seat: with its part of the operating corporation
// of the neutral player, less what it may have to add to trains that its corporations
// must buy, plus something for what can be used only once.
func (u *usualTurn) worth(s *g18cz.State) int {
	n := running(s, u.Seat)
	if c := u.Now().Company(); c != g18cz.NoCompany && s.Companies[c].Neutral {
		n += s.Shares.Of(c.Stock(), g18cz.HolderOf(u.Seat)) * prospects(s, c, true) / 100
	}
	for _, c := range directed(s, u.Seat) {
		n -= 2 * shortage(s, c)
		for _, l := range s.LocalsOf(s.Account(c)) {
			if !s.Locals[l].Used {
				n += abilityWorth
			}
		}
	}
	return n
}

// abilityWorth is the least gain for using a local railway.
const abilityWorth = 15

// directed returns the active corporations that a seat decides for.
func directed(s *g18cz.State, seat engine.Seat) (list []g18cz.Company) {
	return slices.DeleteFunc(s.Active(), func(c g18cz.Company) bool { return s.DirectorOf(c) != seat })
}

// shortage returns how much a corporation without a train of its own size lacks for the cheapest one.
func shortage(s *g18cz.State, c g18cz.Company) int {
	if s.OwnTrains(c) > 0 {
		return 0
	}
	return max(0, cheapestOwn(s, c)-s.Treasury(c))
}

// cheapestOwn returns the price of the cheapest train of a corporation's size that the
// bank sells.
func cheapestOwn(s *g18cz.State, c g18cz.Company) int {
	own := g18cz.Card{Pile: s.Top()}
	own, _ = g18cz.Flipped(c, own)
	least := g18cz.Face(own).Price
	for _, card := range s.Reserve {
		if to, ok := g18cz.Flipped(c, card); ok && !s.Rusted(to) {
			least = min(least, g18cz.Face(to).Price)
		}
	}
	return least
}

// operate plays the turn of a corporation.
func (u *usualTurn) operate(c g18cz.Company) {
	for _, do := range []func(g18cz.Company){u.home, u.layTrack, u.placeStation, u.run, u.payDividend, u.takeOver, u.buyTrains, u.buyLocals, u.finish} {
		if u.settle(); !u.mine() || u.Now().Company() != c {
			return
		}
		do(c)
	}
}

// open reports whether a step of the turn is open or still to come.
func (u *usualTurn) open(c g18cz.Company, step g18cz.Step) bool {
	s := u.Now()
	return u.mine() && s.Company() == c && slices.Index(g18cz.TurnSteps, s.Turn.Step) <= slices.Index(g18cz.TurnSteps, step) && s.Can(step)
}

// settle answers open questions of earlier orders.
func (u *usualTurn) settle() {
	beginnings := map[g18cz.Question][]string{
		g18cz.AskCity: {"station"}, g18cz.AskDoubled: {"remove"}, g18cz.AskReceived: {"flip", "drop", "keep"}, g18cz.AskExcess: {"discard"},
	}
	for u.mine() {
		q, c := u.Now().Question()
		if q == g18cz.AskReceived && u.Now().OwnTrains(c) == 0 && u.must("flip") {
			continue // otherwise it would have to buy one
		}
		if q == g18cz.NoQuestion || !u.must(beginnings[q]...) {
			return
		}
	}
}

func (u *usualTurn) home(c g18cz.Company) {
	if u.open(c, g18cz.StepHome) {
		u.must("home")
	}
}

// layTrack lays tiles, including purple ones, while one helps.
func (u *usualTurn) layTrack(c g18cz.Company) {
	for u.open(c, g18cz.StepTrack) && u.bestLay(c) {
		u.settle()
	}
	u.decline(c, g18cz.StepTrack)
}

// bestLay lays the tile that is worth most and leads into no dead end, unless a train can run for more at once.
// A sketch uses its worth to the corporation alone.
func (u *usualTurn) bestLay(c g18cz.Company) bool {
	now, worth := u.Now(), u.worth
	if u.rough {
		if sketched(now, c) {
			return false
		}
		worth = func(s *g18cz.State) int { return prospects(s, c, true) }
	}
	type lay struct {
		choice
		worth int
	}
	var list []lay
	before := worth(now)
	for _, x := range u.Choices("lay") {
		if u.rough && strings.Contains(x.Line, " with ") {
			continue
		}
		if n := worth(x.After); n > before {
			list = append(list, lay{x, n})
		}
	}
	slices.SortStableFunc(list, func(a, b lay) int { return cmp.Compare(b.worth, a.worth) })
	for _, x := range list {
		change := sheet.Change{Was: Board(now), Is: Board(x.After)}
		if h, ok := change.Laid(); ok {
			if dead, _ := change.DeadEnds(h); len(dead) > 0 && outlook(x.After, c) <= outlook(now, c) {
				continue
			}
		}
		return u.Add(x.Line)
	}
	return false
}

// placeStation places a station that pays soon.
func (u *usualTurn) placeStation(c g18cz.Company) {
	if u.open(c, g18cz.StepStation) {
		u.best(stationLeast, u.Choices("token"))
	}
	u.decline(c, g18cz.StepStation)
}

// stationLeast is the least gain of a station beyond its price.
const stationLeast = 40

// decline passes a step of the neutral player's corporation, which cannot be declined
// for the player who decides it (Two players).
func (u *usualTurn) decline(c g18cz.Company, step g18cz.Step) {
	if s := u.Now(); u.mine() && s.Company() == c && s.Companies[c].Neutral && s.Turn.Step == step {
		u.Add("pass")
	}
}

func (u *usualTurn) run(c g18cz.Company) {
	if u.open(c, g18cz.StepRun) {
		u.Add("run best")
	}
}

// finish ends the turn; in a game of the public site excess trains may have to be
// settled first.
func (u *usualTurn) finish(c g18cz.Company) {
	if u.mine() && u.Now().Company() == c && !u.Add("done") {
		u.Add("pass")
		u.settle()
	}
}

package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/habit"
)

// The usual turn: what most players would do most of the time, as a block of
// orders that a letter prints. It is found by trying what is legal; no rule rests
// on it.

// Usual is the usual turn of a seat from here; nothing when his word is asked for:
// what he sells is his affair.
func (s *State) Usual(seat engine.Seat) []string {
	if seat == engine.Nobody || seat != s.actor() || s.Asking != nil {
		return nil
	}
	u := &usual{habit.Begin(New(), s, seat)}
	switch q, _ := s.question(); {
	case s.Stage == drafting:
		u.pick()
	case s.Stage == operating:
		u.operate(s.company())
	case q != noQuestion:
		u.settle()
	default:
		u.trade()
	}
	return u.Lines
}

// usual is a turn that is being put together.
type usual struct{ *habit.Turn[*State] }

type choice = habit.Choice[*State]

// mine says that the seat decides once more.
func (u *usual) mine() bool {
	s := u.Now()
	return !u.Ended() && s.Asking == nil && s.actor() == u.Seat
}

// best plays the line that is worth most, if it is worth more than to leave things
// as they are.
func (u *usual) best(least int, list []choice) bool {
	c, most, ok := habit.Best(list, func(c choice) int { return u.worth(c.After) })
	return ok && most-u.worth(u.Now()) >= least && u.Add(c.Line)
}

// must plays the line that is worth most.
func (u *usual) must(beginnings ...string) bool {
	c, _, ok := habit.Best(u.Choices(beginnings...), func(c choice) int { return u.worth(c.After) })
	return ok && u.Add(c.Line)
}

// worth is what a position is worth to the seat: also his part of the neutral
// player's corporation that operates; less what he may have to add to trains that
// his corporations must buy, and something for what can be used once only.
func (u *usual) worth(s *State) int {
	n := s.Worth(u.Seat)
	if c := u.Now().company(); c != noCompany && s.Companies[c].Neutral {
		n += s.Shares.Of(c.share(), holderOf(u.Seat)) * s.prospects(c, true) / 100
	}
	for _, c := range s.directed(u.Seat) {
		n -= 2 * s.shortage(c)
		for _, l := range s.localsOf(s.account(c)) {
			if !s.Locals[l].Used {
				n += abilityWorth
			}
		}
	}
	return n
}

// abilityWorth is what a local railway must bring to be used.
const abilityWorth = 15

// directed are the active corporations that a seat decides for.
func (s *State) directed(seat engine.Seat) (list []Company) {
	for _, c := range s.active() {
		if s.directorOf(c) == seat {
			list = append(list, c)
		}
	}
	return list
}

// shortage is what a corporation without a train of its own size lacks for the
// cheapest.
func (s *State) shortage(c Company) int {
	if !s.lacksOwn(c) {
		return 0
	}
	return max(0, s.cheapestOwn(c)-s.purse(c))
}

// cheapestOwn is the price of the cheapest train of a corporation's size that the
// bank sells.
func (s *State) cheapestOwn(c Company) int {
	own := Card{Pile: s.top()}
	own, _ = flipped(c, own)
	least := face(own).Price
	for _, card := range s.Reserve {
		if to, ok := flipped(c, card); ok && !s.rusted(to) {
			least = min(least, face(to).Price)
		}
	}
	return least
}

// operate is the turn of a corporation.
func (u *usual) operate(c Company) {
	for _, do := range []func(Company){u.home, u.layTrack, u.placeStation, u.run, u.payDividend, u.takeOver, u.buyTrains, u.finish} {
		if u.settle(); !u.mine() || u.Now().company() != c {
			return
		}
		do(c)
	}
}

// open says whether a step of the turn is open or still to come.
func (u *usual) open(c Company, step Step) bool {
	s := u.Now()
	return u.mine() && s.company() == c && slices.Index(turnSteps, s.Turn.Step) <= slices.Index(turnSteps, step) && s.can(step)
}

// settle answers what orders left open.
func (u *usual) settle() {
	beginnings := map[Question][]string{
		askCity: {"station"}, askDoubled: {"remove"}, askReceived: {"flip", "drop", "keep"}, askExcess: {"discard"},
	}
	for u.mine() {
		q, c := u.Now().question()
		if q == askReceived && u.Now().lacksOwn(c) && u.must("flip") {
			continue // else it would have to buy one
		}
		if q == noQuestion || !u.must(beginnings[q]...) {
			return
		}
	}
}

func (u *usual) home(c Company) {
	if u.open(c, stepHome) {
		u.must("home")
	}
}

// layTrack lays tiles as long as one helps; purple ones, too.
func (u *usual) layTrack(c Company) {
	for u.open(c, stepTrack) && u.best(1, u.Choices("lay")) {
		u.settle()
	}
	u.decline(c, stepTrack)
}

// placeStation places one that pays soon.
func (u *usual) placeStation(c Company) {
	if u.open(c, stepStation) {
		u.best(stationLeast, u.Choices("token"))
	}
	u.decline(c, stepStation)
}

// stationLeast is what a station must bring beyond its price.
const stationLeast = 40

// decline gives up a step that nobody may leave out for the other player (12).
func (u *usual) decline(c Company, step Step) {
	if s := u.Now(); u.mine() && s.company() == c && s.Companies[c].Neutral && s.Turn.Step == step {
		u.Add("pass")
	}
}

func (u *usual) run(c Company) {
	if u.open(c, stepRun) {
		u.Add("run best")
	}
}

// finish ends the turn; in a game of the public site excess trains may be asked
// for first.
func (u *usual) finish(c Company) {
	if u.mine() && u.Now().company() == c && !u.Add("done") {
		u.Add("pass")
		u.settle()
	}
}

package view

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
)

// The worth of things, in hundredths of a point. Worth sorts lists and chooses usual turns, so it need not be
// accurate; it must not depend on hidden cards.
const (
	worthPoint = 100

	// A piece in hand is worth its next effect; own workers come back every round.
	worthWorker = 400
	worthRuble  = 350
	worthBlack  = 750 // the black worker, for each later round

	worthClaim    = 320 // the worker on a turn-order space can move on
	worthPlace1   = 150 // and being first
	worthPlace2   = 60
	worthEndCard  = 2000 // one to be chosen
	worthQuestion = 150  // a step towards a ? space
	worthEngineer = 250  // an engineer of one's own
	worthHired    = 300  // and for each later round

	// For each later round:
	worthGap      = 30 // for a hundred that the present tracks would score with more reach
	worthRoom     = 30 // for a hundred that more track would score within the present reach
	worthBoth     = 30 // for a hundred that both would
	worthSpare    = 12 // a space of reach, or of black track
	worthLong     = 30 // and one of the first few of reach on Trans-Siberian, where most track goes
	worthDoubler  = 40
	worthNext     = 40 // for a hundred points more on the next place of the industry track
	worthSlot     = 60 // a factory
	worthSecond   = 150
	worthRevalued = 150
	worthMedal    = 700
)

// worthUnlocked is the prospect of a colour for each later round.
var worthUnlocked = [russian.Colours]int{0, 50, 120, 200, 150}

// worthFactory is the value of using a factory once, when a marker comes there.
var worthFactory = [10]int{0, 600, 700, 500, 500, 400, 500, 600, 900, 1700}

// aheadSteps is the number of further steps of track, and spaces of reach, for worthRoom and worthGap.
const aheadSteps = 2

// longReach is how far worthLong counts.
const longReach = 5

// Worth adds a seat's points, its scores in the remaining rounds, and its prospects.
func (View) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	s := after.(*russian.State)
	if seat < 0 || int(seat) >= s.Seats {
		return 0
	}
	rounds := s.Rounds() - s.Round + 1
	if revealed || s.Over() { // only the end reveals anything, after the last scoring
		rounds = 0
	}
	w := valuation{s: s, p: &s.Players[seat], seat: seat, rounds: rounds, later: max(0, rounds-1)}
	return worthPoint*w.p.Score + w.scoring() + w.pieces() + w.belongings()
}

// valuation is a position as one player sees it.
type valuation struct {
	s      *russian.State
	p      *russian.Player
	seat   engine.Seat
	rounds int // scorings to come
	later  int // of them after that of this round
}

// soon is the part of a round left to use preparations, in tenths, including later rounds.
func (w *valuation) soon() int {
	n := 10 * w.later
	if !w.p.Passed && w.rounds > 0 {
		n += min(8, 2*w.p.Supply().Count())
	}
	return n
}

// scoring is the board's score in the remaining rounds, and its prospects.
func (w *valuation) scoring() int {
	p := w.p
	now := p.Scoring().Total()
	farther, longer := *p, *p
	extend(&farther)
	reachOn(&farther)
	extend(&longer)
	reached := *p
	reachOn(&reached)
	gap, room, both := reached.Scoring().Total()-now, longer.Scoring().Total()-now, farther.Scoring().Total()-now
	promise := worthGap*gap + worthRoom*room + worthBoth*both
	for c := range russian.Colour(russian.Colours) {
		if p.Unlocked&(1<<c) != 0 {
			promise += worthUnlocked[c]
		}
	}
	for r := range russian.Railway(russian.Railways) {
		promise += worthSpare * (p.Track[r][russian.Black] + min(p.Reach(r), russian.Book.Length[r]))
	}
	promise += worthLong*min(p.Reach(russian.Transsib), longReach) + onTheWay(p)
	promise += w.industry()
	if p.Revalued {
		promise += worthRevalued
	}
	if p.Medal {
		promise += worthMedal
	}
	if p.Doublers > 0 {
		promise += worthDoubler * p.Doublers
	}
	return worthPoint*w.rounds*now + promise*w.soon()/10
}

// onTheWay is part of the next colour's prospect, by the progress of black from the last reward on
// Trans-Siberian that unlocked one.
func onTheWay(p *russian.Player) int {
	at, from := p.Track[russian.Transsib][russian.Black], 0
	for i := range russian.Book.Specials {
		sp := &russian.Book.Specials[i]
		if sp.Railway != russian.Transsib || sp.Colour != russian.Black || len(sp.Reward) == 0 || sp.Reward[0].Op != russian.OpUnlock {
			continue
		}
		if at < sp.Space {
			return worthUnlocked[sp.Reward[0].Arg] * (at - from) / (sp.Space - from) / 2
		}
		from = sp.Space
	}
	return 0
}

// extend advances every track by aheadSteps where that is possible.
func extend(p *russian.Player) {
	for range aheadSteps {
		for r := range russian.Railway(russian.Railways) {
			for c := range russian.Colour(russian.Colours) {
				if p.Unlocked&russian.Book.Accepts[r]&(1<<c) == 0 || p.Track[r][c] >= russian.Book.Length[r] {
					continue
				}
				if c == russian.Black || p.Track[r][c]+1 < p.Track[r][c-1] {
					p.Track[r][c]++
				}
			}
		}
	}
}

// reachOn adds aheadSteps to the reach of every railway.
func reachOn(p *russian.Player) {
	for r := range russian.Railway(russian.Railways) {
		p.Locos[r][1] += aheadSteps
	}
}

// industry is the prospects of the markers and the factories before them for each later round, and the value of
// unused factories.
func (w *valuation) industry() int {
	p, n := w.p, 0
	for m := range 2 {
		if m == 1 && !p.Second {
			break
		}
		at := p.Marker[m]
		if at+1 >= len(russian.Book.Industry) {
			continue
		}
		next := russian.Book.Industry[at+1]
		if next.Slot > 0 && p.Factories[next.Slot-1] > 0 && at+2 < len(russian.Book.Industry) {
			next = russian.Book.Industry[at+2]
		}
		if next.Points > russian.Book.Industry[at].Points {
			n += worthNext * (next.Points - russian.Book.Industry[at].Points)
		}
	}
	if p.Second {
		n += worthSecond
	}
	return n + worthSlot*russian.CountTaken(p.Factories[:])
}

// pieces is the worth of pieces still to be placed.
func (w *valuation) pieces() int {
	p, n := w.p, 0
	if w.rounds > 0 && !p.Passed && w.s.Phase == russian.Turns {
		own := p.Hand + p.Temps
		if p.BlackHand {
			own++
		}
		n += worthWorker*own + worthRuble*p.Rubles
	} else if w.later > 0 {
		n += worthRuble * p.Rubles
	}
	n += w.later * worthWorker * (p.Gained + startWorkers)
	if p.Black {
		n += w.later * worthBlack
	}
	if w.s.Phase == russian.Turns && w.later > 0 {
		for position, worth := range []int{worthPlace1, worthPlace2} {
			if w.s.Claimant(position+1) == w.seat {
				n += worthClaim + worth
			}
		}
	}
	return n
}

// startWorkers stands for the own workers of the start: a new round returns them, and counts for one round less.
const startWorkers = 6

// belongings is the prospects of engineers, cards and tokens.
func (w *valuation) belongings() int {
	p, n := w.p, 0
	for i, f := range p.Factories {
		if f > 0 && !w.passed(i+1) && w.rounds > 0 {
			n += worthFactory[f] * min(10, w.soon()) / 20
		}
	}
	for _, c := range p.Cards {
		if c > 0 {
			n += worthPoint * w.cardWorth(c)
		}
	}
	if w.s.Actor == w.seat {
		n += worthEndCard * w.s.Pending
	}
	n += w.steps() * worthQuestion * min(10, w.soon()) / 10
	n += worthEngineer*len(p.Engineers) + worthHired*w.later*len(p.Engineers)
	return n + worthPoint*w.majority()*(w.s.Rounds()-w.later)/w.s.Rounds()
}

// majority is the seat's score for its engineers now, as far as it knows.
func (w *valuation) majority() int { return russian.MajorityOf(w.s.Players, w.seat) }

// passed reports whether a marker has come to the factory on a slot, or beyond.
func (w *valuation) passed(slot int) bool {
	for at, place := range russian.Book.Industry {
		if place.Slot == slot {
			return w.p.Marker[0] >= at
		}
	}
	return false
}

// steps counts progress towards the ? spaces of St Petersburg and the worker of Kiev.
func (w *valuation) steps() int {
	p := w.p
	black, reach := p.Track[russian.Petersburg][russian.Black], p.Reach(russian.Petersburg)
	n := min(6, black) + min(6, reach)
	n += min(7, p.Track[russian.Kiev][russian.Black])
	n += max(0, min(13, p.Track[russian.Transsib][russian.Black])-8)
	return n + bits.OnesCount8(p.Unlocked)
}

// cardWorth estimates the final score of an end bonus card: its present score, and more for each later round.
func (w *valuation) cardWorth(card int) int {
	c := &russian.Book.EndCards[card-1]
	n := russian.CardPoints(w.p, c) + cardGrowth[c.ID]*w.later
	if c.Max > 0 {
		n = min(n, c.Max)
	}
	return n
}

// cardGrowth is the increase of an end bonus card's score in a round.
var cardGrowth = map[string]int{"doublers": 3, "workers": 2, "railways": 3, "factories": 2, "black-tracks": 3, "locomotives": 3, "tokens": 4, "engineers": 4, "engineer": 2}

// imagine deals the end bonus cards that a seat does not know.
func imagine(view engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := view.Clone().(*russian.State)
	var hidden []*int
	known := make([]bool, len(russian.Book.EndCards)+1)
	look := func(cards []int) {
		for i, c := range cards {
			if known[c] = true; c == 0 {
				hidden = append(hidden, &cards[i])
			}
		}
	}
	look(s.Deck)
	for i := range s.Players {
		look(s.Players[i].Cards)
	}
	var free []int
	for c, is := range known {
		if !is && c > 0 {
			free = append(free, c)
		}
	}
	rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for i, place := range hidden {
		*place = free[i]
	}
	slices.Sort(s.Deck)
	return s
}

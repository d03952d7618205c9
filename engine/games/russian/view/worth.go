package view

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"slices"

	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/games/russian"
)

// worthPoint is the worth of a point. Worth sorts lists and chooses usual turns, so it need not be accurate; it
// must not depend on hidden cards.
const worthPoint = 100

// Worth is the points that a seat has and would score if its board stayed as it is, and what the features of its
// board add to that by the end of the game. Their weights were learnt from 1,845 games of robots whose weights were
// varied at random, by temporal differences (LSTD, lambda 0.85): with each order, the estimate before it should be
// the points that it scores and the estimate after it. So they depend on each other: a single one says little.
func (View) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	s := after.(*russian.State)
	if seat < 0 || int(seat) >= s.Seats {
		return 0
	}
	if revealed || s.Over() { // only the end reveals anything, after the last scoring
		p := &s.Players[seat]
		return worthPoint * (p.Score + engine.If(s.Over(), 0, cardPoints(p)+russian.MajorityOf(s.Players, seat)))
	}
	time, safe, list := features(s, seat)
	at, part := learnt.at(time)
	sum := 0
	for i, n := range list {
		if n != 0 {
			sum += n * (learnt.of[i][at]*(worthPoint-part) + learnt.of[i][at+1]*part)
		}
	}
	return worthPoint*safe + sum/worthPoint
}

//go:embed data/worth.json
var files embed.FS

// weights are what the features of a board add by the end of the game.
type weights struct {
	Times []int            // in tenths of a round before the end, from 0
	Worth map[string][]int // of a feature, at these times

	of [][]int // of the features in their order
}

// learnt is the weights that Worth uses.
var learnt = datafile.Must(readWeights())

func readWeights() (w *weights, err error) {
	if err = datafile.Read(files, "russian", "worth.json", &w); err != nil {
		return nil, err
	}
	for _, name := range featureNames {
		if len(w.Worth[name]) != len(w.Times) {
			return nil, fmt.Errorf("russian: data/worth.json: %d weights of %s, want %d", len(w.Worth[name]), name, len(w.Times))
		}
		w.of = append(w.of, w.Worth[name])
	}
	return w, nil
}

// at returns the last of the times that is not after t, and how far t is on the way to the next, in hundredths.
func (w *weights) at(t int) (i, part int) {
	for i < len(w.Times)-2 && t >= w.Times[i+1] {
		i++
	}
	return i, 100 * (t - w.Times[i]) / (w.Times[i+1] - w.Times[i])
}

// featureNames are the features of a board, in their order.
var featureNames = []string{
	"start", "hand", "rubles", "gained", "black worker", "reach gap", "track gap", "both gaps",
	"grey", "brown", "natural", "white",
	"t black", "t grey", "t brown", "t natural", "t white", "p black", "p grey", "p brown", "p natural", "k black", "k grey", "k brown",
	"t reach", "p reach", "k reach", "doublers", "revalued", "medal", "medal grey", "questions",
	"factories", "factory 1", "factory 2", "factory 3", "factory 4", "factory 5", "factory 6", "factory 7", "factory 8", "factory 9",
	"engineers by factory 1", "locomotives by factory 8", "marker a", "marker b", "second marker", "next industry",
	"cards", "card growth", "card choices", "engineers", "engineers ready", "majority", "majority margin", "hire", "majority by hire",
	"claim 1", "claim 2", "late in order",
}

// features returns the features of a seat's board; the time left, in tenths of a round; and the points that the
// seat has and would score if its board stayed as it is.
func features(s *russian.State, seat engine.Seat) (time, safe int, list []int) {
	b := appraisal{s: s, p: &s.Players[seat], seat: seat, scoring: s.Players[seat].Scoring().Total(), f: make([]int, 0, len(featureNames))}
	time = timeOfRound * (s.Rounds() - s.Round)
	if b.active = s.Phase == russian.Turns && !b.p.Passed || s.Phase == russian.Starting; b.active {
		b.hand = b.p.Hand + b.p.Temps + one(b.p.BlackHand)
		time += min(timeOfRound, timeOfRound*(b.hand+b.p.Rubles)/piecesOfRound)
	}
	b.add(1, b.hand, b.p.Rubles, b.p.Gained, one(b.p.Black))
	b.railways()
	b.industry()
	b.belongings()
	b.standing()
	return time, b.p.Score + (s.Rounds()-s.Round+1)*b.scoring + cardPoints(b.p), b.f
}

// A round is begun with about so many pieces.
const timeOfRound, piecesOfRound = 10, 7

// appraisal is a position as one player sees it, and its features.
type appraisal struct {
	s       *russian.State
	p       *russian.Player
	seat    engine.Seat
	scoring int // of a round
	active  bool
	hand    int // pieces still to be placed, without rubles
	f       []int
}

func (b *appraisal) add(list ...int) { b.f = append(b.f, list...) }

func one(is bool) int { return engine.If(is, 1, 0) }

// cardPoints is the present score of the end bonus cards that are known.
func cardPoints(p *russian.Player) (n int) {
	for _, c := range p.Cards {
		if c > 0 {
			n += russian.CardPoints(p, &russian.Book.EndCards[c-1])
		}
	}
	return n
}

// railways are the features of tracks and reach: what a round would score with more of them, and each of them.
func (b *appraisal) railways() {
	p := b.p
	reached, longer := *p, *p
	reachOn(&reached)
	extend(&longer)
	both := longer
	reachOn(&both)
	b.add(reached.Scoring().Total()-b.scoring, longer.Scoring().Total()-b.scoring, both.Scoring().Total()-b.scoring)
	for c := russian.Grey; c <= russian.White; c++ {
		b.add(one(p.Unlocked&(1<<c) != 0))
	}
	for r := range russian.Railway(russian.Railways) {
		for c := range russian.Colour(russian.Colours) {
			if russian.Book.Accepts[r]&(1<<c) != 0 {
				b.add(p.Track[r][c])
			}
		}
	}
	for r := range russian.Railway(russian.Railways) {
		b.add(min(p.Reach(r), russian.Book.Length[r]))
	}
	medal := one(p.Medal)
	b.add(p.Doublers, one(p.Revalued), medal, medal*min(kievMedal, p.Track[russian.Kiev][russian.Grey]), russian.CountTaken(p.Filled[:]))
}

// kievMedal is the space of the Kiev medal.
const kievMedal = 5

// aheadSteps is the number of further steps of track, and spaces of reach, for the gaps.
const aheadSteps = 2

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

// industry is the features of factories that no marker has come to, and of the markers.
func (b *appraisal) industry() {
	p := b.p
	var before [10]int
	for at, place := range russian.Book.Industry {
		if place.Slot > 0 && at > p.Marker[0] && p.Factories[place.Slot-1] > 0 {
			before[p.Factories[place.Slot-1]]++
		}
	}
	b.add(russian.CountTaken(p.Factories[:]))
	b.add(before[1:]...)
	sum := 0
	for _, e := range p.Engineers {
		sum += e
	}
	locos := [...]int{p.Locos[0][0], p.Locos[0][1], p.Locos[1][0], p.Locos[2][0]}
	slices.Sort(locos[:])
	b.add(before[1]*sum, before[8]*(locos[len(locos)-1]+locos[len(locos)-2]), p.Marker[0], p.Marker[1], one(p.Second), b.nextIndustry())
}

// nextIndustry is the points that the next places of the markers score more.
func (b *appraisal) nextIndustry() (n int) {
	p, book := b.p, russian.Book.Industry
	for m := range 1 + one(p.Second) {
		at := p.Marker[m]
		next := min(at+1, len(book)-1)
		if slot := book[next].Slot; slot > 0 && p.Factories[slot-1] > 0 {
			next = min(next+1, len(book)-1)
		}
		n += max(0, book[next].Points-book[at].Points)
	}
	return n
}

// belongings is the features of end bonus cards and engineers.
func (b *appraisal) belongings() {
	growth, ready := 0, 0
	for _, c := range b.p.Cards {
		if c > 0 {
			growth += cardGrowth[russian.Book.EndCards[c-1].ID]
		}
	}
	for _, e := range b.p.Engineers {
		if _, used := b.s.At(russian.EngineerSpace(e)); b.hand > 0 && !used {
			ready++
		}
	}
	b.add(len(b.p.Cards), growth, one(b.s.Actor == b.seat)*b.s.Pending, len(b.p.Engineers), ready)
}

// cardGrowth is the increase of an end bonus card's score in a round.
var cardGrowth = map[string]int{"doublers": 3, "workers": 2, "railways": 3, "factories": 2, "black-tracks": 3, "locomotives": 3, "tokens": 4, "engineers": 4, "engineer": 2}

// standing is the features that depend on the other players.
func (b *appraisal) standing() {
	s, most := b.s, 0
	for i := range s.Players {
		if engine.Seat(i) != b.seat {
			most = max(most, len(s.Players[i].Engineers))
		}
	}
	majority, gain := russian.MajorityOf(s.Players, b.seat), 0
	_, taken := s.At("hire")
	hire := b.active && !taken && b.p.Rubles > 0 && s.Row[0] > 0
	if hire {
		players := slices.Clone(s.Players)
		players[b.seat].Engineers = append(slices.Clip(b.p.Engineers), s.Row[0])
		gain = russian.MajorityOf(players, b.seat) - majority
	}
	b.add(majority, max(-2, min(2, len(b.p.Engineers)-most)), one(hire), gain)
	for place := range 2 {
		b.add(one(s.Phase == russian.Turns && s.Claimant(place+1) == b.seat))
	}
	b.add(slices.Index(s.Order, b.seat) * b.hand)
}

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

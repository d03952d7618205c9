package g18mag

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/cash"
	"railpost/engine/track"
	"railpost/engine/trackword"
)

// The usual turn: what most players would do most of the time, as a block of
// orders that a letter prints. It is found by trying; no rule rests on it.

var (
	_ engine.Habitual = (*State)(nil)
	_ engine.Ranker   = (*State)(nil)
)

// Usual is the usual turn of a seat from here; nothing in the draft, and when a
// train is asked for.
func (s *State) Usual(seat engine.Seat) []string {
	if seat != s.Actor || seat == engine.Nobody || s.Asking != nil {
		return nil
	}
	h := &habit{seat: seat, game: &engine.Game{Name: "usual", Title: New(), Pos: s, Drawn: map[string]int{}}}
	switch {
	case s.Stage == stocks:
		h.trade()
	case s.Stage == operating && s.company().minor():
		h.operate()
	case s.Stage == operating:
		h.add("pay " + strconv.Itoa(s.most()))
	}
	return h.lines
}

// habit puts the lines of a turn together, on a game of its own.
type habit struct {
	seat  engine.Seat
	game  *engine.Game
	lines []string
}

func (h *habit) state() *State { return h.game.Pos.(*State) }

// add plays a line, if the rules take it.
func (h *habit) add(line string) bool {
	r, err := h.game.Try(h.seat, line, true)
	if err != nil {
		return false
	}
	h.game.Take(h.seat, r)
	h.lines = append(h.lines, line)
	return true
}

// operate is the turn of a minor.
func (h *habit) operate() {
	c := h.state().company()
	h.layTrack(c)
	h.scrapSmall(c)
	h.run(c)
	h.buyTrain(c)
	if s := h.state(); s.Stage == operating && s.company() == c && s.Actor == h.seat && s.Asking == nil {
		h.add("done")
	}
}

// open says whether a step of the company's turn is open or still to come.
func (h *habit) open(c Company, step Step) bool {
	s := h.state()
	return s.Stage == operating && s.company() == c &&
		slices.Index(minorSteps, s.Turn.Step) <= slices.Index(minorSteps, step) && s.can(step)
}

// What a tile action must be worth beyond what it costs: the second one only
// when it brings something.
var layLeast = []int{1, 25}

// layTrack lays the best tile, and a second one that pays.
func (h *habit) layTrack(c Company) {
	for h.open(c, stepTrack) {
		s := h.state()
		l, gain := s.bestLay(c)
		if gain < layLeast[s.Turn.Laid] || !h.add(s.layLine(l)) {
			return
		}
	}
}

// tried is a lay and what it makes of the minor.
type tried struct {
	lay   track.Lay
	after *State
	worth int
}

// mostTried is how many of the lays that seem best are looked at with the best
// routes they give.
const mostTried = 4

// bestLay is the lay that makes a minor worth most, and by how much.
func (s *State) bestLay(c Company) (best track.Lay, gain int) {
	var list []tried
	for _, l := range s.lays() {
		if after, ok := s.afterLay(c, l); ok {
			list = append(list, tried{l, after, after.minorWorth(c, after.guess(c))})
		}
	}
	if len(list) == 0 {
		return best, 0
	}
	slices.SortStableFunc(list, func(a, b tried) int { return b.worth - a.worth })
	most := 0
	for i, t := range list[:min(mostTried, len(list))] {
		if n := t.after.minorWorth(c, t.after.bestWith(c, nil).Revenue); i == 0 || n > most {
			best, most = t.lay, n
		}
	}
	return best, most - s.minorWorth(c, s.bestWith(c, nil).Revenue)
}

// afterLay is the position with a tile laid and paid.
func (s *State) afterLay(c Company, l track.Lay) (*State, bool) {
	after := s.Clone().(*State)
	b := s.layBill(l)
	if !s.hasToken() || b.terrain == 0 {
		b.fee += b.terrain
	}
	if s.purse(c) < b.fee || after.pay(s.account(c), cash.Bank, b.fee) != nil {
		return nil, false
	}
	after.placeTile(l)
	return after, true
}

// layLine spells a lay.
func (s *State) layLine(l track.Lay) string {
	line := "lay " + s.tile(l.Tile).Number + " " + s.hexName(l.Hex) + " " + s.layer().Exits(l.Tile, l.Hex).Text(trackword.Facing{Turn: l.Turn})
	if s.layBill(l).terrain > 0 && s.hasToken() {
		line += " with token"
	}
	return line
}

// scrapSmall makes room for a larger train, when the treasury can pay it after
// the run and the runs to come are worth it.
func (h *habit) scrapSmall(c Company) {
	s := h.state()
	if !h.open(c, stepScrap) || len(s.Minors[c].Trains) < s.goods().limit {
		return
	}
	small := slices.Min(s.Minors[c].Trains)
	without := s.Clone().(*State)
	without.loseTrain(c, small)
	revenue := without.bestWith(c, nil).Revenue
	if without.pay(cash.Bank, without.account(c), revenue/2) != nil {
		return
	}
	size, gain := without.bestTrain(c)
	lost := s.bestWith(c, nil).Revenue - revenue
	if size > small && gain > (s.guess(c)-without.guess(c)+trainLeast)*s.runsAhead()/2+lost {
		h.add("scrap " + strconv.Itoa(small))
	}
}

// trainLeast is what a larger train must run for more to be worth the trouble.
const trainLeast = 10

// bestTrain is the train of the bank that brings most in the runs to come, less a
// part of its price, and how much; 0 when none is worth it.
func (s *State) bestTrain(c Company) (size, gain int) {
	now := s.guess(c)
	for _, t := range s.goods().trains {
		if t.price > s.purse(c) {
			continue
		}
		with := s.Clone().(*State)
		with.gainTrain(c, t.size)
		if n := (with.guess(c)-now)*s.runsAhead()/2 - t.price/4; n > gain {
			size, gain = t.size, n
		}
	}
	return size, gain
}

// run buys the services that bring more than they cost, and runs the best.
func (h *habit) run(c Company) {
	if !h.open(c, stepRun) {
		return
	}
	for _, seller := range h.state().payingServices(c) {
		if !h.add("service " + serviceText(seller)) {
			return
		}
	}
	h.add("run best")
}

// payingServices is the set of services with the highest income after its price.
// Money of mines comes to the treasury.
func (s *State) payingServices(c Company) []Company {
	var best []Company
	plain := s.bestWith(c, s.Turn.Services)
	most := plain.Revenue + plain.Extra
	sellers := s.goods().services
	prices := s.goods().prices[s.phaseColour()]
	for set := 1; set < 1<<len(sellers); set++ {
		var chosen []Company
		price := 0
		for i, seller := range sellers {
			if set&(1<<i) == 0 {
				continue
			}
			if n := len(s.Turn.Services) + len(chosen); n < len(prices) {
				price += prices[n]
			} else {
				price = s.purse(c) + 1
			}
			chosen = append(chosen, seller)
		}
		if price > s.purse(c) || slices.ContainsFunc(chosen, func(x Company) bool { return slices.Contains(s.Turn.Services, x) }) {
			continue
		}
		p := s.bestWith(c, slices.Concat(s.Turn.Services, chosen))
		if n := p.Revenue + p.Extra - price; !p.None && n > most {
			best, most = chosen, n
		}
	}
	return best
}

// buyTrain buys the train that brings most, as long as one does.
func (h *habit) buyTrain(c Company) {
	for h.open(c, stepTrains) {
		size, _ := h.state().bestTrain(c)
		if size == 0 || !h.add("buy "+strconv.Itoa(size)) {
			return
		}
	}
}

// trade buys the share that promises most for its price, or passes. Who has too
// many certificates sells first.
func (h *habit) trade() {
	for s := h.state(); s.Stage == stocks && s.Actor == h.seat && s.overLimit(h.seat); s = h.state() {
		c, ok := s.dullest(h.seat)
		if !ok || !h.add("sell 1 "+companies[c].word) {
			break
		}
	}
	s := h.state()
	if s.Stage != stocks || s.Actor != h.seat {
		return
	}
	if c, ok := s.brightest(h.seat); ok && h.add("buy "+companies[c].word) {
		return
	}
	h.add("pass")
}

// brightest is the major whose share promises most for its price.
func (s *State) brightest(seat engine.Seat) (best Company, ok bool) {
	most := 0
	for _, c := range s.edition().majors {
		if s.mayBuy(seat, c) != nil {
			continue
		}
		if n := s.appeal(seat, c); !ok || n > most {
			best, most, ok = c, n, true
		}
	}
	return best, ok
}

// dullest is the major of which a share is sold with the least regret.
func (s *State) dullest(seat engine.Seat) (worst Company, ok bool) {
	least := 0
	for _, c := range s.edition().majors {
		if s.maySell(seat, c) != nil {
			continue
		}
		if n := s.appeal(seat, c); !ok || n < least {
			worst, least, ok = c, n, true
		}
	}
	return worst, ok
}

// appeal is what a share may bring, in thousandths of its price; a majority that
// is near counts.
func (s *State) appeal(seat engine.Seat, c Company) int {
	n := s.prospects(c) * 100 / max(1, s.priceOf(c))
	switch held := s.held(c, seat); {
	case s.directorOf(c) == seat:
		n += 20
	case s.directorOf(c) == engine.Nobody && held > 0:
		n += 60
	}
	return n
}

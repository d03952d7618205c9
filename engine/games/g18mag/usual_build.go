package g18mag

import (
	"slices"

	"railpost/engine/rail/cash"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// What the usual turn builds: one tile or two, which together earn what they cost,
// and a station that earns its price.

// How many lays that seem best are looked at with the best routes they give: of
// first tiles, of those that cost nothing, of second tiles behind each of them.
const (
	triedFirst  = 4
	triedFree   = 2
	triedSecond = 2
)

// Smallest gains for which a tile that costs nothing is laid, and a second one.
const (
	leastFirst  = 1
	leastSecond = 25
)

// build lays track and places a station.
func (u *usual) build(c Company) {
	if u.open(c, stepTrack) {
		for _, l := range u.Now().bestBuilding(c) {
			if !u.Add(u.Now().layLine(l)) {
				break
			}
		}
	}
	if u.open(c, stepStation) {
		if p, ok := u.Now().bestStation(c); ok {
			u.Add("token " + u.Now().stopName(p))
		}
	}
}

// building is what a minor could lay in a turn, and what becomes of it.
type building struct {
	lays   []track.Lay
	after  *State
	costs  bool // money or a terrain token
	income int  // of a run behind it
	worth  int
}

// bestBuilding is the building that makes a minor worth most. What costs something must
// make it run for more.
func (s *State) bestBuilding(c Company) []track.Lay {
	none := building{after: s}
	none.weigh(c)
	best := none
	for _, one := range none.onward(c, triedFirst, triedFree) {
		if one.earns(&none) && one.worth >= max(best.worth, none.worth+leastFirst) {
			best = one
		}
		if one.after.Turn.Laid == mostLays {
			continue
		}
		for _, two := range one.onward(c, triedSecond, 0) {
			if two.earns(&one) && two.earns(&none) && two.worth >= max(best.worth, one.worth+leastSecond) {
				best = two
			}
		}
	}
	return best.lays
}

// earns says whether a building costs nothing more than another, or runs for more.
func (x *building) earns(than *building) bool { return !x.costs || x.income > than.income }

// onward are the buildings with one more tile: those that seem best, and of those
// that cost nothing a few.
func (x *building) onward(c Company, most, free int) []building {
	var list []building
	for _, l := range x.after.lays() {
		if after, ok := x.after.afterLay(c, l); ok {
			next := building{lays: append(slices.Clone(x.lays), l), after: after, costs: x.costs || x.after.layBill(l) != bill{}}
			next.worth = after.minorWorth(c, after.withTrain(c).guess(c)) + after.mines(c)
			list = append(list, next)
		}
	}
	slices.SortStableFunc(list, func(a, b building) int { return b.worth - a.worth })
	var kept []building
	for _, next := range list {
		switch {
		case most > 0:
			most--
		case free > 0 && !next.costs:
			free--
		default:
			continue
		}
		next.weigh(c)
		kept = append(kept, next)
	}
	return kept
}

// weigh finds out what a building is worth with the best run behind it.
func (x *building) weigh(c Company) {
	x.income = x.after.withTrain(c).bestIncome(c)
	x.worth = x.after.minorWorth(c, x.income)
}

// afterLay is the position with a tile laid and paid.
func (s *State) afterLay(c Company, l track.Lay) (*State, bool) {
	after := s.Clone().(*State)
	b, spends := s.layBill(l), s.spendsToken(l)
	due := b.fee
	if spends {
		after.Minors[c].Tokens--
	} else {
		due += b.terrain
	}
	if s.purse(c) < due || after.pay(s.account(c), cash.Bank, due) != nil {
		return nil, false
	}
	after.placeTile(l)
	after.Turn.Laid++
	after.Turn.Upgraded = after.Turn.Upgraded || s.tile(l.Tile).Colour != yellow
	return after, true
}

// cheapTerrain is what a minor rather pays with money, as long as it has any.
const cheapTerrain = 10

// spendsToken says whether a terrain token should pay for a lay.
func (s *State) spendsToken(l track.Lay) bool {
	b := s.layBill(l)
	return b.terrain > 0 && s.hasToken() && (b.terrain > cheapTerrain || s.purse(s.company()) < b.fee+b.terrain || s.EndSet > 0)
}

// layLine spells a lay.
func (s *State) layLine(l track.Lay) string {
	line := "lay " + s.tile(l.Tile).Number + " " + s.hexName(l.Hex) + " " + s.layer().Exits(l.Tile, l.Hex).Text(trackword.Orientation{Turn: l.Turn})
	if s.spendsToken(l) {
		line += " with token"
	}
	return line
}

// withTrain is the position in which a minor without train has the one that it can
// buy.
func (s *State) withTrain(c Company) *State {
	small := s.goods().trains[0]
	if len(s.Minors[c].Trains) > 0 || s.purse(c) < small.price {
		return s
	}
	with := s.Clone().(*State)
	with.gainTrain(c, small.size)
	return with
}

// bestIncome is what a minor runs for at best, with the one service that helps most
// where its track leads to something that only a service makes worth a visit.
func (s *State) bestIncome(c Company) int {
	if len(s.Minors[c].Trains) == 0 {
		return 0
	}
	most := s.bestWith(c, nil).Revenue
	price := s.goods().prices[s.phaseColour()][0]
	if s.purse(c) < price {
		return most
	}
	for _, seller := range s.goods().services {
		if kind := map[Company]track.Kind{raba: track.Area, snw: track.Mine}[seller]; kind != 0 && s.meets(c, kind) > 0 {
			p := s.bestWith(c, []Company{seller})
			most = max(most, p.Revenue+p.Extra-price)
		}
	}
	return most
}

// meets is the highest value of the stops of a kind that the track of a minor meets.
func (s *State) meets(c Company, kind track.Kind) int {
	most := 0
	for _, p := range s.Board.Reach(s.world(), owner(c)).Places() {
		if stop := s.Board.Stops(s.world(), p.Hex)[p.Stop]; stop.Kind == kind {
			most = max(most, stop.Worth(s.phaseColour()))
		}
	}
	return most
}

// mines is what a mine that is met counts, roughly.
func (s *State) mines(c Company) int { return s.meets(c, track.Mine) * s.runsAhead() / 4 }

// bestStation is the station whose run earns its price in the rounds to come, if one
// does and the treasury needs the money for no train.
func (s *State) bestStation(c Company) (best track.Place, ok bool) {
	if len(s.Minors[c].Trains) == 0 {
		return best, false
	}
	price := companies[c].costs[s.Minors[c].Stations]
	now, most := s.bestWith(c, nil).Revenue, price
	train, _ := s.bestTrain(c)
	for _, p := range s.stationPlaces() {
		after := s.Clone().(*State)
		if after.pay(s.account(c), cash.Bank, price) != nil {
			continue
		}
		after.station(c, p)
		if left, _ := after.bestTrain(c); left < train {
			continue
		}
		if gain := (after.bestWith(c, nil).Revenue - now) * s.runsAhead() / 2; gain > most {
			best, most, ok = p, gain, true
		}
	}
	return best, ok
}

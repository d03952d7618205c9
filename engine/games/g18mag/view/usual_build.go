package view

import (
	"slices"

	"railpost/engine/games/g18mag"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// The building part of the usual turn: one tile or two that together earn their cost, and a station that earns
// its price.

// Limits on the most promising lays that are tried with their best routes: first tiles, free ones, and second
// tiles after each of them.
const (
	triedFirst  = 4
	triedFree   = 2
	triedSecond = 2
)

// Smallest gains that justify a free tile, and a second one.
const (
	leastFirst  = 1
	leastSecond = 25
)

// build lays track and places a station.
func (u *usual) build(c g18mag.Company) {
	if u.open(c, g18mag.StepTrack) {
		for _, l := range bestBuilding(u.Now(), c) {
			if !u.Add(layLine(u.Now(), l)) {
				break
			}
		}
	}
	if u.open(c, g18mag.StepStation) {
		if p, ok := bestStation(u.Now(), c); ok {
			u.Add("token " + u.Now().StopName(p))
		}
	}
}

// building is the tiles that a minor could lay in a turn, and the result.
type building struct {
	lays   []track.Lay
	after  *g18mag.State
	costs  bool // money or a terrain token
	income int  // of the run after it
	worth  int
}

// bestBuilding returns the building that makes a minor worth most. One that costs
// something must earn more.
func bestBuilding(s *g18mag.State, c g18mag.Company) []track.Lay {
	none := building{after: s}
	none.weigh(c)
	best := none
	for _, one := range none.onward(c, triedFirst, triedFree) {
		if one.earns(&none) && one.worth >= max(best.worth, none.worth+leastFirst) {
			best = one
		}
		if one.after.Turn.Laid == g18mag.MostLays {
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

// earns reports whether a building is free or runs for more than another.
func (x *building) earns(than *building) bool { return !x.costs || x.income > than.income }

// onward returns the buildings with one more tile: the most promising ones, and a few of the free ones.
func (x *building) onward(c g18mag.Company, most, free int) []building {
	var list []building
	for _, l := range x.after.Lays() {
		if faraway(x.after, c, l) {
			continue
		}
		if after, ok := afterLay(x.after, c, l); ok && !blind(x.after, after, l) {
			next := building{lays: append(slices.Clone(x.lays), l), after: after, costs: x.costs || x.after.LayBill(l) != g18mag.Bill{}}
			next.worth = minorWorth(after, c, guess(withTrain(after, c), c)) + mines(after, c)
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

// nearby is how far from a station a tile may always be of use.
const nearby = 3

// faraway reports whether a tile is further from the stations of a minor than its trains go, so
// that it would only help others.
func faraway(s *g18mag.State, c g18mag.Company, l track.Lay) bool {
	hexes, reach := s.World().Map.Hexes, nearby
	for _, size := range s.Minors[c].Trains {
		reach = max(reach, size)
	}
	return !slices.ContainsFunc(s.Board.Stations, func(st track.Station) bool {
		return st.Owner == g18mag.Owner(c) && hexes[st.Hex].At.Distance(hexes[l.Hex].At) <= reach
	})
}

// blind reports whether a yellow tile has an exit to a hex that no tile of the present phase
// opens towards it.
func blind(s, after *g18mag.State, l track.Lay) bool {
	w := s.World()
	if _, upgrade := s.Board.Laid[l.Hex].ID(); upgrade {
		return false
	}
	for e, n := range w.Map.Hexes[l.Hex].Neighbour {
		if w.Exits(l)&(1<<e) == 0 || n == track.NoHex || after.Board.Shape(w, n).Exits&(1<<hex.Edge(e).Opposite()) != 0 {
			continue
		}
		if _, laid := s.Board.Laid[n].ID(); laid || w.Map.Hexes[n].Fixed {
			now, _ := sheet.Change{Was: board(s), Is: board(after)}.DeadEnds(l.Hex)
			return len(now) > 0
		}
	}
	return false
}

// weigh computes the worth of a building with its best run.
func (x *building) weigh(c g18mag.Company) {
	x.income = bestIncome(withTrain(x.after, c), c)
	x.worth = minorWorth(x.after, c, x.income)
}

// afterLay returns the position with a tile laid and paid for.
func afterLay(s *g18mag.State, c g18mag.Company, l track.Lay) (*g18mag.State, bool) {
	after := s.Clone().(*g18mag.State)
	b, spends := s.LayBill(l), spendsToken(s, l)
	due := b.Fee
	if spends {
		after.Minors[c].Tokens--
	} else {
		due += b.Terrain
	}
	if s.Purse(c) < due || after.Pay(s.Account(c), cash.Bank, due) != nil {
		return nil, false
	}
	after.PlaceTile(l)
	after.Turn.Laid++
	after.Turn.Upgraded = after.Turn.Upgraded || s.Tile(l.Tile).Colour != g18mag.Yellow
	return after, true
}

// cheapTerrain is a cost that a minor pays with money rather than a token, while it has any.
const cheapTerrain = 10

// spendsToken reports whether a terrain token should pay for a lay: if it costs more than a trifle, and the
// money is needed for a train.
func spendsToken(s *g18mag.State, l track.Lay) bool {
	b, c := s.LayBill(l), s.Company()
	if b.Terrain == 0 || !s.HasToken() {
		return false
	}
	return b.Terrain > cheapTerrain || s.Purse(c) < b.Fee+b.Terrain || s.EndSet > 0 || missesTrain(s, c, l, b)
}

// missesTrain reports whether the terrain of a lay takes the money with which a minor could
// buy a train after its run.
func missesTrain(s *g18mag.State, c g18mag.Company, l track.Lay, b g18mag.Bill) bool {
	if len(s.Minors[c].Trains) >= s.Goods().Limit {
		return false
	}
	after := s.Clone().(*g18mag.State)
	after.PlaceTile(l)
	money := s.Purse(c) - b.Fee + guess(after, c)/2
	for _, t := range s.Goods().Trains {
		if money-b.Terrain < t.Price && t.Price <= money {
			return true
		}
	}
	return false
}

// layLine returns a lay as an order.
func layLine(s *g18mag.State, l track.Lay) string {
	line := "lay " + s.Tile(l.Tile).Number + " " + s.HexName(l.Hex) + " " + s.Layer().Exits(l.Tile, l.Hex).Text(trackword.Orientation{Turn: l.Turn})
	if spendsToken(s, l) {
		line += " with token"
	}
	return line
}

// withTrain returns the position in which a minor without a train has the one that it can buy.
func withTrain(s *g18mag.State, c g18mag.Company) *g18mag.State {
	small := s.Goods().Trains[0]
	if len(s.Minors[c].Trains) > 0 || s.Purse(c) < small.Price {
		return s
	}
	with := s.Clone().(*g18mag.State)
	with.Minors[c].Gain(small.Size)
	return with
}

// bestIncome returns a minor's best revenue, with the most useful service if its track leads to a stop that is
// only worth a visit with a service.
func bestIncome(s *g18mag.State, c g18mag.Company) int {
	if len(s.Minors[c].Trains) == 0 {
		return 0
	}
	most := s.BestWith(c, nil).Revenue
	price := s.Goods().Prices[s.PhaseColour()][0]
	if s.Purse(c) < price {
		return most
	}
	for _, seller := range s.Goods().Services {
		if kind := map[g18mag.Company]track.Kind{g18mag.Raba: track.Area, g18mag.SNW: track.Mine}[seller]; kind != 0 && meets(s, c, kind) > 0 {
			p := s.BestWith(c, []g18mag.Company{seller})
			most = max(most, p.Revenue+p.Extra-price)
		}
	}
	return most
}

// meets returns the highest value of the stops of a kind that the track of a minor
// reaches.
func meets(s *g18mag.State, c g18mag.Company, kind track.Kind) int {
	most := 0
	for _, p := range s.Board.Reach(s.World(), g18mag.Owner(c)).Places() {
		if stop := s.Board.Stops(s.World(), p.Hex)[p.Stop]; stop.Kind == kind {
			most = max(most, stop.Worth(s.PhaseColour()))
		}
	}
	return most
}

// mines returns the approximate value of a mine in reach.
func mines(s *g18mag.State, c g18mag.Company) int { return meets(s, c, track.Mine) * runsAhead(s) / 4 }

// bestStation returns the station whose run earns its price in the remaining rounds, if there is one.
func bestStation(s *g18mag.State, c g18mag.Company) (best track.Place, ok bool) {
	f, price := fleetOf(s, c), g18mag.Companies[c].TokenCosts[s.Minors[c].Stations]
	if f[1] == 0 {
		return best, false
	}
	most := newProspect(s, c).next(0, f, s.Purse(c))
	for _, p := range s.StationPlaces() {
		after := s.Clone().(*g18mag.State)
		if after.Pay(s.Account(c), cash.Bank, price) != nil {
			continue
		}
		after.Station(c, p)
		if n := newProspect(after, c).next(0, f, after.Purse(c)); n > most {
			best, most, ok = p, n, true
		}
	}
	return best, ok
}

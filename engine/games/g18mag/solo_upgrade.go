package g18mag

import (
	"math/bits"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// IstvanUpgrades returns the upgrades between which the rules do not decide for a minor of
// István's: of the nearest cities that can be upgraded now, the pieces and rotations that
// newly meet the most loose tracks (XI.2.1, R-30, R-57, R-71).
func (s *State) IstvanUpgrades(c Company) []track.Lay {
	byHex := map[track.HexID][]track.Lay{}
	for _, l := range s.Board.Lays(s.World(), Owner(c), s.Colours()) {
		if s.Tile(l.Tile).Colour != Yellow && s.hasCity(l.Hex) {
			byHex[l.Hex] = append(byHex[l.Hex], l)
		}
	}
	if len(byHex) == 0 {
		return nil
	}
	var list []track.Lay
	for _, h := range s.nearestOf(c, byHex) {
		list = append(list, s.meetingMost(byHex[h])...)
	}
	return list
}

func (s *State) hasCity(h track.HexID) bool {
	return slices.ContainsFunc(s.Board.Stops(s.World(), h), func(stop track.Stop) bool { return stop.Kind == track.City })
}

// nearestOf returns the hexes to upgrade first: the home of a minor; then those whose cities
// its track leads to, by distance; then those that only the new tile would join to it
//
func (s *State) nearestOf(c Company, byHex map[track.HexID][]track.Lay) []track.HexID {
	if home := s.stationsOf(c)[0].Hex; byHex[home] != nil {
		return []track.HexID{home}
	}
	reached := func(h track.HexID, e hex.Edge) bool { return byHex[h] != nil && s.Board.LeadsToCity(s.World(), h, e) }
	if list := s.nearestBy(c, byHex, reached); len(list) > 0 {
		return list
	}
	return s.nearestBy(c, byHex, func(h track.HexID, e hex.Edge) bool {
		return slices.ContainsFunc(byHex[h], func(l track.Lay) bool { return s.World().Exits(l)&(1<<e) != 0 })
	})
}

// nearestBy returns the hexes that pass a test and are nearest to a minor's home station; if
// no track leads from there to any, those nearest to another station of the minor.
func (s *State) nearestBy(c Company, byHex map[track.HexID][]track.Lay, test func(track.HexID, hex.Edge) bool) []track.HexID {
	var near []track.HexID
	least := 0
	for i, from := range s.stationsOf(c) {
		list, distance := s.Board.Nearest(s.World(), Owner(c), from, test)
		if i > 0 && byHex[from.Hex] != nil {
			list, distance = []track.HexID{from.Hex}, 0
		}
		switch {
		case i == 0 && len(list) > 0:
			return list
		case len(list) == 0:
		case near == nil || distance < least:
			near, least = list, distance
		case distance == least:
			near = append(near, slices.DeleteFunc(list, func(h track.HexID) bool { return slices.Contains(near, h) })...)
		}
	}
	slices.Sort(near)
	return near
}

// stationsOf returns the cities that hold a minor's stations, its home station first.
func (s *State) stationsOf(c Company) []track.Place {
	var list []track.Place
	for _, st := range s.Board.Stations {
		if st.Owner == Owner(c) {
			list = append(list, st.Place())
		}
	}
	return list
}

// meetingMost returns the lays on one hex that newly meet most tracks which end loose at
// it; of lays with the same piece, sides and cities one is enough.
func (s *State) meetingMost(list []track.Lay) []track.Lay {
	var best []track.Lay
	most := -1
	g := s.Words()
	for _, l := range list {
		met := len(s.NewlyMet(l))
		if met > most {
			best, most = nil, met
		}
		same := func(other track.Lay) bool { return other.Tile == l.Tile && g.Look(other) == g.Look(l) }
		if met == most && !slices.ContainsFunc(best, same) {
			best = append(best, l)
		}
	}
	return best
}

// NewlyMet returns the neighbours whose track ends at a side of the hex where only the new
// tile has track.
func (s *State) NewlyMet(l track.Lay) []track.HexID {
	w := s.World()
	var list []track.HexID
	for edges := w.Exits(l) &^ s.Board.Shape(w, l.Hex).Exits; edges != 0; edges &= edges - 1 {
		e := hex.Edge(bits.TrailingZeros8(edges))
		if n := w.Map.Hexes[l.Hex].Neighbour[e]; n != track.NoHex && s.Board.Shape(w, n).Exits&(1<<e.Opposite()) != 0 {
			list = append(list, n)
		}
	}
	return list
}

// istvanUpgrades carries out an upgrade; the bank pays SIK for the terrain (XI.2.1).
func istvanUpgrades(s *State, tx *engine.Tx, l track.Lay, reason string) error {
	at := &s.World().Map.Hexes[l.Hex]
	tx.Report(key.ReportIstvanUpgradeOf+reason, CompanySay("company", s.Company()),
		engine.Text("hex", at.Name), engine.Text("place", at.Place), engine.Text("tile", s.Tile(l.Tile).Number), engine.Text("exits", s.lookOf(l)))
	bill := s.LayBill(l)
	s.PlaceTile(l)
	if bill.Terrain == 0 {
		return nil
	}
	tx.Report(key.ReportIstvanTerrain, CompanySay("to", SIK), engine.Int("n", bill.Terrain))
	return s.Pay(cash.Bank, s.Account(SIK), bill.Terrain)
}

// upgradeReason returns the end of a message key: why this city is upgraded.
func (s *State) upgradeReason(c Company, l track.Lay) string {
	if l.Hex == s.HomeOf(c).id {
		return "home"
	}
	return "nearest"
}

func (s *State) lookOf(l track.Lay) string {
	g := s.Words()
	return g.Look(l)
}

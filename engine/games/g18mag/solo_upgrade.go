package g18mag

import (
	"math/bits"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Upgrades finds the upgrades of one owner on a board.
type Upgrades struct {
	trackword.Ground
	owner   track.Owner
	colours []string // of tiles that can be laid
}

// Upgrades returns the upgrades of a minor of István's.
func (s *State) Upgrades(c Company) *Upgrades { return &Upgrades{s.Words(), Owner(c), s.Colours()} }

// Best returns the upgrades between which the rules do not decide: of the nearest cities
// that can be upgraded now, the pieces and rotations that newly meet the most loose tracks
// (XI.2.1, R-30, R-57, R-71).
func (u *Upgrades) Best() []track.Lay {
	byHex := map[track.HexID][]track.Lay{}
	for _, l := range u.Board.Lays(u.World, u.owner, u.colours) {
		if u.World.Set.Tiles[l.Tile].Colour != Yellow && u.hasCity(l.Hex) {
			byHex[l.Hex] = append(byHex[l.Hex], l)
		}
	}
	if len(byHex) == 0 {
		return nil
	}
	var list []track.Lay
	for _, h := range u.nearestOf(byHex) {
		list = append(list, u.meetingMost(byHex[h])...)
	}
	return list
}

func (u *Upgrades) hasCity(h track.HexID) bool {
	return slices.ContainsFunc(u.Board.Stops(u.World, h), func(stop track.Stop) bool { return stop.Kind == track.City })
}

// nearestOf returns the hexes to upgrade first: the home of a minor; then those whose cities its track leads
// to, by distance; then those that only the new tile would join to it.
func (u *Upgrades) nearestOf(byHex map[track.HexID][]track.Lay) []track.HexID {
	if home := u.stations()[0].Hex; byHex[home] != nil {
		return []track.HexID{home}
	}
	reached := func(h track.HexID, e hex.Edge) bool { return byHex[h] != nil && u.Board.LeadsToCity(u.World, h, e) }
	if list := u.nearestBy(byHex, reached); len(list) > 0 {
		return list
	}
	return u.nearestBy(byHex, func(h track.HexID, e hex.Edge) bool {
		return slices.ContainsFunc(byHex[h], func(l track.Lay) bool { return u.World.Exits(l)&(1<<e) != 0 })
	})
}

// nearestBy returns the hexes that pass a test and are nearest to a minor's home station; if
// no track leads from there to any, those nearest to another station of the minor.
func (u *Upgrades) nearestBy(byHex map[track.HexID][]track.Lay, test func(track.HexID, hex.Edge) bool) []track.HexID {
	var near []track.HexID
	least := 0
	for i, from := range u.stations() {
		list, distance := u.Board.Nearest(u.World, u.owner, from, test)
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

// stations returns the cities that hold a minor's stations, its home station first.
func (u *Upgrades) stations() []track.Place {
	var list []track.Place
	for _, st := range u.Board.Stations {
		if st.Owner == u.owner {
			list = append(list, st.Place())
		}
	}
	return list
}

// meetingMost returns the lays on one hex that newly meet most tracks which end loose at
// it; of lays with the same piece, sides and cities one is enough.
func (u *Upgrades) meetingMost(list []track.Lay) []track.Lay {
	var best []track.Lay
	most := -1
	for _, l := range list {
		met := len(u.NewlyMet(l))
		if met > most {
			best, most = nil, met
		}
		same := func(other track.Lay) bool { return other.Tile == l.Tile && u.Look(other) == u.Look(l) }
		if met == most && !slices.ContainsFunc(best, same) {
			best = append(best, l)
		}
	}
	return best
}

// NewlyMet returns the neighbours whose track ends at a side of the hex where only the new
// tile has track.
func (u *Upgrades) NewlyMet(l track.Lay) []track.HexID {
	w := u.World
	var list []track.HexID
	for edges := w.Exits(l) &^ u.Board.Shape(w, l.Hex).Exits; edges != 0; edges &= edges - 1 {
		e := hex.Edge(bits.TrailingZeros8(edges))
		if n := w.Map.Hexes[l.Hex].Neighbour[e]; n != track.NoHex && u.Board.Shape(w, n).Exits&(1<<e.Opposite()) != 0 {
			list = append(list, n)
		}
	}
	return list
}

// istvanUpgrades carries out an upgrade; the bank pays SIK for the terrain (XI.2.1).
func istvanUpgrades(s *State, tx *engine.Tx, l track.Lay, reason string) error {
	at := &s.World().Map.Hexes[l.Hex]
	tx.Report(key.ReportIstvanUpgradeOf+reason, CompanySay("company", s.Company()),
		engine.Text("hex", at.Name), engine.Text("place", at.Place), engine.Text("tile", s.Tile(l.Tile).Number), engine.Text("exits", s.Upgrades(s.Company()).Look(l)))
	bill := s.LayBill(l)
	s.PlaceTile(l)
	if bill.Terrain == 0 {
		return nil
	}
	tx.Report(key.ReportIstvanTerrain, CompanySay("to", SIK), engine.Int("n", bill.Terrain))
	return s.Pay(cash.Bank, s.Account(SIK), bill.Terrain)
}

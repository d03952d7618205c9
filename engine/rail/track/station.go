package track

import "slices"

// Station is in a circle of a city.
type Station struct {
	Owner Owner `json:"o"`
	Hex   HexID `json:"h"`
	Stop  int   `json:"c"` // index of the stop on the tile
	Slot  int   `json:"s"` // circle
}

// Place is the stop of the station.
func (s Station) Place() Place { return Place{s.Hex, s.Stop} }

// Place is a stop of a hex.
type Place struct {
	Hex  HexID
	Stop int
}

// Own returns a station of the owner in a hex, as an index into Stations; ok is false
// if there is none.
func (b *Board) Own(owner Owner, h HexID) (i int, ok bool) {
	i = slices.IndexFunc(b.Stations, func(s Station) bool { return s.Owner == owner && s.Hex == h })
	return i, i >= 0
}

// In lists the stations in a city, in the order they were placed.
func (b *Board) In(p Place) []Station {
	var list []Station
	for _, s := range b.Stations {
		if s.Place() == p {
			list = append(list, s)
		}
	}
	return list
}

// Slots returns the number of circles of a stop; 0 for a stop that does not exist.
func (b *Board) Slots(w *World, p Place) int {
	if stops := b.Stops(w, p.Hex); p.Stop >= 0 && p.Stop < len(stops) {
		return stops[p.Stop].Slots
	}
	return 0
}

// Free returns a mask of the free circles of a stop.
func (b *Board) Free(w *World, p Place) uint {
	free := uint(1)<<b.Slots(w, p) - 1
	for _, s := range b.Stations {
		if s.Place() == p && s.Slot >= 0 {
			free &^= 1 << s.Slot
		}
	}
	return free
}

// AddStation puts a station into a circle that the caller knows to be free.
func (b *Board) AddStation(owner Owner, p Place, slot int) {
	b.Stations = append(b.Stations, Station{Owner: owner, Hex: p.Hex, Stop: p.Stop, Slot: slot})
	b.changed(change{p.Hex, owner})
}

// Swap exchanges the stations of two stops of a hex; they keep their circles.
func (b *Board) Swap(h HexID, one, other int) {
	for i := range b.Stations {
		s := &b.Stations[i]
		switch {
		case s.Hex == h && s.Stop == one:
			s.Stop = other
		case s.Hex == h && s.Stop == other:
			s.Stop = one
		}
	}
	b.changed(change{h, nobody})
}

// TakeStation takes a station off the board, by its index in Stations.
func (b *Board) TakeStation(i int) {
	at := b.Stations[i].Hex
	b.Stations = slices.Delete(b.Stations, i, i+1)
	b.changed(change{at, nobody})
}

// GiveStation gives a station, by its index in Stations, to another owner, in a circle that the caller knows to
// be free or the station's own.
func (b *Board) GiveStation(i int, to Owner, slot int) {
	b.Stations[i].Owner, b.Stations[i].Slot = to, slot
	b.changed(change{b.Stations[i].Hex, to})
}

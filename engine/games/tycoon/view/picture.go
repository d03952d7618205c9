package view

import (
	"strconv"
	"strings"

	"railpost/engine"
	picture "railpost/engine/board"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// Picture is the whole board with the cubes in the cities and the track of each player.
func (View) Picture(view engine.Position, _ engine.Seat) *picture.Board {
	s := view.(*tycoon.State)
	b := &picture.Board{Map: &picture.Map{}}
	for seat := range s.Seats {
		b.Owners = append(b.Owners, picture.Owner{Mark: strconv.Itoa(seat + 1), Seat: seat, Style: seat, Round: true})
	}
	for i := range s.Book().Hexes {
		if s.Book().Hexes[i].Terrain != tycoon.Unusable {
			b.Map.Hexes = append(b.Map.Hexes, hexFacts(s, tycoon.Spot(i)))
		}
	}
	for i := range s.Links {
		b.Map.Links = append(b.Map.Links, linkFacts(s, &s.Links[i]))
	}
	for i := range s.Open {
		b.Map.Links = append(b.Map.Links, linkFacts(s, &s.Open[i]))
	}
	for _, w := range s.Western {
		if l, ok := westernFacts(s, w); ok {
			b.Map.Links = append(b.Map.Links, l)
		}
	}
	return b
}

func hexFacts(s *tycoon.State, at tycoon.Spot) picture.Hex {
	h := &s.Book().Hexes[at]
	f := picture.Hex{Name: h.At.String(), At: picture.Point{X: h.At.X, Y: h.At.Y}, Ridges: uint8(h.Ridge), River: uint8(h.River)}
	switch {
	case h.Terrain == tycoon.Hill:
		f.Ground = "hill"
	case h.Terrain == tycoon.West:
		f.Ground, f.Place = "gray", "West"
	case h.City != tycoon.NoCity:
		printed, town := &s.Book().Cities[h.City], &s.Cities[h.City]
		f.Place = printed.Name
		f.Town = &picture.Town{Colour: town.Colour.String(), Letter: cityLetters[town.Colour], Empty: town.Empty}
		for c := tycoon.Red; c <= tycoon.Colours; c++ {
			for range town.Cubes.Of(c) {
				f.Town.Goods = append(f.Town.Goods, picture.Good{Letter: strings.ToLower(cityLetters[c]), Colour: c.String()})
			}
		}
		for e := range hex.Edge(hex.Edges) {
			if n := h.Next[e]; n != tycoon.NoSpot && usable(&s.Book().Hexes[n]) && !printed.Exits.Has(e) {
				f.Barred |= 1 << e
			}
		}
	}
	return f
}

// linkFacts is a link hex by hex: the sides by which it enters and leaves each.
func linkFacts(s *tycoon.State, l *tycoon.Link) picture.Link {
	out := picture.Link{Owner: int(l.Owner), Open: l.To == tycoon.NoCity}
	at := s.Book().Cities[l.From].Spot
	in := picture.StopEnd(0)
	for i := range len(l.Way) {
		e := l.Way.Side(i)
		h := &s.Book().Hexes[at]
		out.Pieces = append(out.Pieces, picture.Piece{Hex: h.At.String(), Track: picture.Track{A: in, B: int(e)}})
		in, at = int(e.Opposite()), h.Next[e]
		if at == tycoon.NoSpot {
			return out
		}
	}
	if !out.Open {
		out.Pieces = append(out.Pieces, picture.Piece{Hex: s.Book().Hexes[at].At.String(), Track: picture.Track{A: in, B: picture.StopEnd(0)}})
	}
	return out
}

// westernFacts is a western link: from its city into the western hex next to it.
func westernFacts(s *tycoon.State, w tycoon.WesternLink) (picture.Link, bool) {
	h := &s.Book().Hexes[s.Book().Cities[w.At].Spot]
	for e := range hex.Edge(hex.Edges) {
		if n := h.Next[e]; n != tycoon.NoSpot && s.Book().Hexes[n].Terrain == tycoon.West {
			piece := picture.Piece{Hex: h.At.String(), Track: picture.Track{A: picture.StopEnd(0), B: int(e)}}
			return picture.Link{Owner: int(w.Owner), Pieces: []picture.Piece{piece}, Open: true}, true
		}
	}
	return picture.Link{}, false
}

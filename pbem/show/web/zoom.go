package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/picture"
	"railpost/pbem/show/web/key"
)

// boardView is a part of the board that fills its frame: the page moves and enlarges the drawing, without a script.
type boardView struct {
	Name string
	at   picture.Part
	of   picture.Part
}

// views returns the views of a board, the most needed first: a player's own mat, or else the places where something
// happens or can be done; the player's network; all of it.
func views(leaf letters.Leaf, b *board.Board, reader engine.Seat, areas []picture.Area, to func(...string) string) (list []boardView) {
	whole, mats, shelf := picture.Parts(b, onPage(b))
	add := func(say string, at picture.Part) {
		if at.W > 0 && (say == key.ViewWhole || at.W < 0.8*whole.W || at.H < 0.8*whole.H) {
			list = append(list, boardView{leaf.Say(engine.Msg(say)), at, whole})
		}
	}
	owned := func(i int) bool { return i >= 0 && reader >= 0 && b.Owners[i].Seat == int(reader) }
	if slices.ContainsFunc(b.Boxes, func(b board.Box) bool { return to != nil && to(b.Name) != "" }) {
		add(key.ViewBoxes, shelf)
		shelf = picture.Part{}
	}
	for i, m := range b.Mats {
		if owned(m.Owner) {
			add(key.ViewMat, mats[i])
		}
	}
	add(key.ViewBoxes, shelf)
	if b.Map != nil {
		action := named(b.Map, leaf.Usual)
		if to != nil {
			action = nil
			for _, h := range b.Map.Hexes {
				if to(h.Name) != "" || h.Place != "" && to(h.Place) != "" {
					action = append(action, h.Name)
				}
			}
		}
		if action == nil {
			action = b.Map.Action()
		}
		add(key.ViewAction, around(areas, action, whole))
		add(key.ViewOwn, around(areas, network(b.Map, owned), whole))
	}
	add(key.ViewWhole, whole)
	return list
}

// named lists the hexes that orders name.
func named(m *board.Map, orders []string) (hexes []string) {
	text := " " + strings.NewReplacer(":", " ", "-", " ", ",", " ").Replace(strings.Join(orders, " ")) + " "
	for i := range m.Hexes {
		if h := &m.Hexes[i]; strings.Contains(text, " "+h.Name+" ") || h.Place != "" && strings.Contains(text, " "+h.Place+" ") {
			hexes = append(hexes, h.Name)
		}
	}
	return hexes
}

// network lists the hexes in which a player has a station or track.
func network(m *board.Map, owned func(int) bool) (hexes []string) {
	for i := range m.Hexes {
		for _, s := range m.Hexes[i].Tile.Stops {
			if slices.ContainsFunc(s.Slots, func(s board.Slot) bool { return owned(s.Owner) }) {
				hexes = append(hexes, m.Hexes[i].Name)
			}
		}
	}
	for _, l := range m.Links {
		for _, p := range l.Pieces {
			if owned(l.Owner) {
				hexes = append(hexes, p.Hex)
			}
		}
	}
	return hexes
}

// The shape of a view of hexes: high enough for a phone, not higher than wide, and a hex is at most so large.
const (
	viewWide, viewHigh = 1.4, 1.0
	hexesMost          = 6
)

// around is the part of a board with some hexes and their neighbours.
func around(areas []picture.Area, hexes []string, whole picture.Part) (at picture.Part) {
	var x, y, hex [2]float64 // from, to
	for _, a := range areas {
		if !slices.Contains(hexes, a.Name) {
			continue
		}
		for _, p := range a.Points {
			if at.W == 0 {
				x, y, hex, at.W = [2]float64{p[0], p[0]}, [2]float64{p[1], p[1]}, [2]float64{p[0], p[0]}, 1
			}
			x, y = [2]float64{min(x[0], p[0]), max(x[1], p[0])}, [2]float64{min(y[0], p[1]), max(y[1], p[1])}
		}
		if hex[1] == hex[0] {
			hex = x // the first one: its width
		}
	}
	if at.W == 0 {
		return at
	}
	one := hex[1] - hex[0]
	at.W, at.H = max(x[1]-x[0]+2*one, hexesMost*one), y[1]-y[0]+2*one
	at.W, at.H = max(at.W, viewHigh*at.H), max(at.H, at.W/viewWide)
	at.W, at.H = min(at.W, whole.W), min(at.H, whole.H)
	at.X = min(max((x[0]+x[1]-at.W)/2, 0), whole.W-at.W)
	at.Y = min(max((y[0]+y[1]-at.H)/2, 0), whole.H-at.H)
	return at
}

// Style places the views in the frame, in widths of it.
func (d *drawn) Style() template.CSS {
	var b strings.Builder
	for i, v := range d.Views {
		fmt.Fprintf(&b, "--w%d:%.3f;--x%d:%.3f;--y%d:%.3f;--r%d:%.3f;", i, v.of.W/v.at.W, i, v.at.X/v.at.W, i, v.at.Y/v.at.W, i, v.at.W/v.at.H)
	}
	return template.CSS(b.String())
}

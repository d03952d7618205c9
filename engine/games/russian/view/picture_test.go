package view

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
)

// TestPictureHides: a picture names the end bonus cards of its reader, and shows the backs of
// the others'.
func TestPictureHides(t *testing.T) {
	k := enginetest.Kept{Title: title, Dir: "../testdata/games/russian.v1"}
	records := k.Read(t, 4)
	g := expect.Get(engine.Replay(k.Find, records[:len(records)-1], nil))(t)
	cards := func(reader, of engine.Seat) (list []board.Chip) {
		for _, i := range g.Title.Picture(g.Pos.View(reader), reader).Mats[of].Has {
			if i.Name == "endcard" {
				list = append(list, i.Chips...)
			}
		}
		return list
	}
	seen := 0
	for of := range engine.Seat(4) {
		for _, c := range cards(of, of) {
			if seen++; c.Text == "" {
				t.Errorf("seat %d does not see its own card", of)
			}
		}
		for _, reader := range []engine.Seat{engine.Nobody, (of + 1) % 4} {
			hidden := cards(reader, of)
			expect.Same(t, fmt.Sprintf("seat %d sees cards of seat %d", reader, of), len(hidden), len(cards(of, of)))
			for _, c := range hidden {
				expect.Same(t, fmt.Sprintf("seat %d sees the card of seat %d", reader, of), c.Text, "")
			}
		}
	}
	if seen == 0 {
		t.Fatal("nobody has a card")
	}
}

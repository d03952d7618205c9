package toy

import (
	"strconv"

	"railpost/engine"
	"railpost/engine/board"
)

// Picture is a hex for each seat with the cards of its hand, as far as the view knows them.
func (Title) Picture(view engine.Position, _ engine.Seat) *board.Board {
	b := &board.Board{Map: &board.Map{}}
	for i, pl := range view.(*Position).Players {
		town := &board.Town{Letter: strconv.Itoa(i + 1)}
		for _, card := range pl.Hand {
			good := board.Good{Letter: "?"}
			if card != 0 {
				good.Letter = strconv.Itoa(card)
			}
			town.Goods = append(town.Goods, good)
		}
		b.Map.Hexes = append(b.Map.Hexes, board.Hex{Name: "A" + strconv.Itoa(i+1), At: board.Point{X: 2 * i}, Town: town})
	}
	return b
}

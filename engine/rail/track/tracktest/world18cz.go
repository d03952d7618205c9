// Package tracktest gives tests of shared packages the board of a real title. It
// finds the data of 18CZ from the folder in which a test runs, so it works in tests
// only.
package tracktest

import (
	"fmt"
	"os"

	"railpost/engine/datafile"
	"railpost/engine/enginetest/level"
	"railpost/engine/rail/data18xx"
	"railpost/engine/rail/track"
)

// World18CZ returns the board of 18CZ: for two players the smaller map. A purple tile
// has the colour "purple green", "purple brown" or "purple gray", a red home tile
// the colour "red".
func World18CZ(players int) *track.World {
	title := level.Path("engine/games/g18cz")
	game := datafile.Must(data18xx.Read(os.DirFS(title), "18cz"))
	for _, e := range game.Editions {
		if _, ok := e.Tables[players]; ok {
			return e.World
		}
	}
	panic(fmt.Errorf("tracktest: 18CZ is not for %d players", players))
}

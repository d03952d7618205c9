package tycoon

import (
	"embed"
	"sync"

	"railpost/engine/datafile"
)

//go:embed data/*.json
var files embed.FS

// PrintedBook is the board as printed, read once.
var PrintedBook = sync.OnceValue(func() *Book {
	b, faults := bookOf(PrintedFiles())
	if len(faults) > 0 { // TestPrintedBook checks the embedded data
		panic("tycoon: the embedded data: " + faults[0].File + ": " + faults[0].Say.Key)
	}
	return b
})

// PrintedFiles are the embedded data files.
var PrintedFiles = sync.OnceValue(func() boardFiles {
	var f boardFiles
	for name, into := range map[string]any{
		mapFile: &f.Map, cardsFile: &f.Cards, baronsFile: &f.Barons, enginesFile: &f.Engines, incomeFile: &f.Income, setupFile: &f.Setup, tilesFile: &f.Tiles,
	} {
		if err := datafile.Read(files, "tycoon", name, into); err != nil {
			panic(err)
		}
	}
	return f
})

package tycoon

import (
	"embed"
	"sync"

	"railpost/engine/datafile"
)

//go:embed data/*.json
var files embed.FS

// readData reads one embedded file; a field that is not known is an error.
func readData[T any](name string) (T, error) { return datafile.Read[T](files, "tycoon", name) }

// printedBook is the board as printed, read once.
var printedBook = sync.OnceValue(func() *Book {
	b, faults := bookOf(printedFiles())
	if len(faults) > 0 { // TestPrintedBook holds the embedded data to this
		panic("tycoon: the embedded data: " + faults[0].File + ": " + faults[0].Say.Key)
	}
	return b
})

// printedFiles are the embedded data files.
var printedFiles = sync.OnceValue(func() boardFiles {
	var f boardFiles
	for _, read := range []func() error{
		func() (err error) { f.Map, err = readData[mapData](mapFile); return err },
		func() (err error) { f.Cards, err = readData[cardsData](cardsFile); return err },
		func() (err error) { f.Barons, err = readData[baronsData](baronsFile); return err },
		func() (err error) { f.Engines, err = readData[enginesData](enginesFile); return err },
		func() (err error) { f.Income, err = readData[incomeData](incomeFile); return err },
		func() (err error) { f.Setup, err = readData[setupData](setupFile); return err },
		func() (err error) { f.Tiles, err = readData[tilesData](tilesFile); return err },
	} {
		if err := read(); err != nil {
			panic(err.Error())
		}
	}
	return f
})

package g18mag

import (
	"embed"

	"railpost/engine/datafile"
)

//go:embed data/*.json
var files embed.FS

// readData reads one embedded file; a field that is not known is an error.
func readData[T any](name string) (T, error) { return datafile.Read[T](files, "18mag", name) }

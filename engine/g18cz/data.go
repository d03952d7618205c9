package g18cz

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed data/*.json
var files embed.FS

// readData reads one embedded file; a field that is not known is an error.
func readData[T any](name string) (T, error) {
	var out T
	b, err := files.ReadFile("data/" + name)
	if err != nil {
		return out, fmt.Errorf("18cz: reading the data of the game: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return out, fmt.Errorf("18cz: data/%s: %w", name, err)
	}
	return out, nil
}

// Package datafile reads the data of a title: JSON files that are embedded in it.
package datafile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
)

// Read reads the file data/NAME of a title. A field that T does not have is an
// error, so that no number of the data is overlooked.
func Read[T any](fsys fs.FS, title, name string) (T, error) {
	var out T
	b, err := fs.ReadFile(fsys, "data/"+name)
	if err != nil {
		return out, fmt.Errorf("%s: reading the data of the game: %w", title, err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return out, fmt.Errorf("%s: data/%s: %w", title, name, err)
	}
	return out, nil
}

// Package datafile reads the data of a title: JSON files that are embedded in it.
package datafile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
)

// Read reads the file data/NAME of a title into a struct. A field that the struct
// does not have is an error, so that no number of the data is overlooked.
func Read(fsys fs.FS, title, name string, into any) error {
	b, err := fs.ReadFile(fsys, "data/"+name)
	if err != nil {
		return fmt.Errorf("%s: reading the data of the game: %w", title, err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: data/%s: %w", title, name, err)
	}
	return nil
}

// Must returns what an init function of a title built from its data. It panics on an
// error: the data is part of the program, and tests read it too.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

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
	if err := Decode(b, into); err != nil {
		return fmt.Errorf("%s: data/%s: %w", title, name, err)
	}
	return nil
}

// Decode decodes JSON as Read does, for types of the data that decode themselves.
func Decode(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Must returns a title's data for an init function. It panics on an error: the data is part of the program, and
// tests read it, too.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

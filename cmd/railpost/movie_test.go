package main

import (
	"image"
	"image/png"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// oneSize DIR checks that all pictures of a directory have one size, as a film requires.
func oneSize(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: onesize DIR")
	}
	list, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.png"))
	ts.Check(err)
	var first image.Config
	for i, name := range list {
		f, err := os.Open(name)
		ts.Check(err)
		c, err := png.DecodeConfig(f)
		ts.Check(err)
		ts.Check(f.Close())
		if i == 0 {
			first = c
		}
		if c.Width != first.Width || c.Height != first.Height {
			ts.Fatalf("%s is %d by %d, the first is %d by %d", name, c.Width, c.Height, first.Width, first.Height)
		}
	}
	if len(list) < 2 {
		ts.Fatalf("%d pictures", len(list))
	}
}

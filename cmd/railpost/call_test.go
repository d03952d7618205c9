package main

import (
	"io"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
)

// TestMethods: each method of the organiser is that of a command of its name, or of one that asks for several.
func TestMethods(t *testing.T) {
	known := []string{"game.pause-all", "game.resume-all", "render.picture", "render.movie", "backup.made"}
	for _, command := range expect.Get(newParser(&commands{}, io.Discard, io.Discard))(t).Model.Leaves(false) {
		known = append(known, methodOf(command))
	}
	for _, method := range admin.Methods() {
		expect.True(t, slices.Contains(known, method), "no command asks for %s", method)
	}
}

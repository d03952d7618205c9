package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// TestOneLineEach: railpost --help lists each command in a group, with one line.
func TestOneLineEach(t *testing.T) {
	parser := expect.Get(newParser(&commands{}, io.Discard, io.Discard))(t)
	for _, c := range parser.Model.Leaves(true) {
		expect.True(t, c.ClosestGroup() != nil, "%s is in no group", c.FullPath())
		expect.True(t, strings.HasSuffix(c.Help, ".") && len(c.Help) <= 55, "%s: %q is not one line", c.FullPath(), c.Help)
	}
}

// TestEndAsks: game end goes on only after a yes.
func TestEndAsks(t *testing.T) {
	level.Sequential(t)
	o := newOrganiser(t)
	o.railpost("game", "create", "russian", "winter", "--start-now", "--player", "Ana <ana@localhost>", "--player", "Ben <ben@localhost>")
	for answer, ends := range map[string]bool{"y\n": true, "Yes\n": true, "n\n": false, "\n": false, "": false} {
		var asked bytes.Buffer
		a := &app{configPath: o.in("railpost.toml"), stdin: strings.NewReader(answer), stderr: &asked, method: "game.end"}
		c := gameEndCommand{}
		c.Game = "winter"
		expect.Same(t, answer, c.confirm(t.Context(), a) == nil, ends)
		expect.Same(t, "question", asked.String(), "End winter (before round 1, 2 players)? [y/N] ")
	}
}

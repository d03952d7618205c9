package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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

// TestSlowWorkIsReported: work says after two seconds, and every ten from then on, that it goes on; short work is silent.
func TestSlowWorkIsReported(t *testing.T) {
	for takes, says := range map[time.Duration]string{
		time.Second:      "",
		13 * time.Second: "check: still at work after 2s\ncheck: still at work after 12s\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			var stderr bytes.Buffer
			a := &app{stderr: &stderr}
			done := expect.Get(slowly(a, "check", func() (bool, error) {
				time.Sleep(takes)
				return true, nil
			}))(t)
			expect.True(t, done, "the result is lost")
			expect.Same(t, takes.String(), stderr.String(), says)
		})
	}
}

package main

import (
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
)

type clockCommand struct {
	Show request[admin.None, clockState] `cmd:"" default:"withargs" help:"Show the clock and the last move of deadlines."`
	Set  request[admin.None, clockState] `cmd:"" help:"Confirm that the clock is right after a jump."`
	Undo request[admin.None, clockState] `cmd:"" help:"Take back the last move of all deadlines."`
}

type clockState admin.Clock

func (c clockState) print(a *app) {
	a.printf("clock      %s\nlast seen  %s\n", when(c.Now), when(c.Seen))
	switch {
	case !c.Step.From.IsZero():
		a.printf("in doubt   the clock jumped from %s to %s; no deadline ends until railpost clock set\n", when(c.Step.From), when(c.Step.To))
	case c.Behind:
		a.printf("in doubt   the clock is behind; no deadline ends\n")
	}
	switch m := c.Moved; {
	case m.At.IsZero():
	case m.Seconds == 0:
		a.printf("deadlines  the move of %s was taken back\n", when(m.At))
	default:
		by := clock.FormatDuration(time.Duration(m.Seconds) * time.Second)
		a.printf("deadlines  moved by %s at %s, because the service was out of reach from %s\n", by, when(m.At), when(m.From))
	}
}

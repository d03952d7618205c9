package main

import (
	"context"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
)

type clockCommand struct {
	Show clockSubcommand `cmd:"" default:"withargs" help:"Show the clock, the last time seen, a step that is in doubt and the last move of all due times."`
	Set  clockSubcommand `cmd:"" help:"Say that the clock is right: a step forward counts as an outage; if the clock is behind, the last time seen is set back."`
	Undo clockSubcommand `cmd:"" help:"Take back the last move of all due times."`
}

type clockSubcommand struct{ listing }

func (c *clockSubcommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, admin.None{}, func(c admin.Clock) {
		a.printf("clock      %s\nlast seen  %s\n", when(c.Now), when(c.Seen))
		switch {
		case !c.Step.From.IsZero():
			a.printf("in doubt   the clock stepped from %s to %s; nothing falls due\n", when(c.Step.From), when(c.Step.To))
		case c.Behind:
			a.printf("in doubt   the clock is behind; no time to answer ends\n")
		}
		switch m := c.Moved; {
		case m.At.IsZero():
		case m.Seconds == 0:
			a.printf("due times  the move of %s was taken back\n", when(m.At))
		default:
			by := clock.FormatDuration(time.Duration(m.Seconds) * time.Second)
			a.printf("due times  moved by %s at %s, since nobody could answer from %s on\n", by, when(m.At), when(m.From))
		}
	})
}

package main

import (
	"context"
	"time"

	"railpost/pbem/run/doctor"
)

type doctorCommand struct {
	listing
	Wait time.Duration `default:"2m" help:"How long to wait for a message to come back."`
}

func (c *doctorCommand) Run(ctx context.Context, a *app) error {
	conf, err := a.config()
	if err != nil {
		return err
	}
	checks := []doctor.Check{}
	well := doctor.Examine(ctx, doctor.Options{Config: conf, Wait: c.Wait}, func(k doctor.Check) {
		checks = append(checks, k)
		if !c.JSON {
			printCheck(a, k)
		}
	})
	return c.verdict(a, checks, !well, func() {})
}

func printCheck(a *app, k doctor.Check) {
	a.printf("%-4s  %s: %s\n", k.State, k.Name, k.Found)
	if k.Hint != "" {
		a.printf("      %s\n", k.Hint)
	}
}

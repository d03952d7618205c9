package main

import (
	"context"
	"time"

	"railpost/pbem/doctor"
)

type doctorCommand struct {
	listing
	Wait time.Duration `default:"2m" help:"How long to wait for a mail to come back."`
}

func (c *doctorCommand) Run(ctx context.Context, a *app) error {
	conf, err := a.config()
	if err != nil {
		return err
	}
	checks := []doctor.Check{}
	var failed error
	well := doctor.Examine(ctx, doctor.Options{Config: conf, Wait: c.Wait}, func(k doctor.Check) {
		checks = append(checks, k)
		if !c.JSON && failed == nil {
			failed = printCheck(a, k)
		}
	})
	if failed != nil {
		return failed
	}
	if err := c.show(a, checks, func() error { return nil }); err != nil {
		return err
	}
	if !well {
		return exitCode(exitFaults)
	}
	return nil
}

func printCheck(a *app, k doctor.Check) error {
	if err := a.printf("%-4s  %s: %s\n", k.State, k.Name, k.Found); err != nil || k.Hint == "" {
		return err
	}
	return a.printf("      %s\n", k.Hint)
}
